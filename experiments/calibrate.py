"""A table's place on the skill dial, from its plays and from games that were played along the dial."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from experiments.factors import catalogue
from experiments.play import Matchup, Played, PlayFailed, games_a_second, play_here
from experiments.plays import Plays
from experiments.run_store.blocks import Task
from experiments.run_store.tally import tally_form
from experiments.skill import (
    LAST,
    PLACES,
    Evidence,
    Skill,
    chance_of_more,
    locate,
    plays_to_halve,
    rate_at,
    smooth,
)
from policies.registry import roster_of
from policies.roster import Policy
from simulator.core.errors import InputError
from simulator.game import Game, Level, Setup

UNLIKELY = 0.025
GAMES = 2_000  # at each place of the dial
TIMES = 20  # as many games as plays, so that the error of the curve is small beside that of the plays
CHUNK = 250  # games of a task: small enough to keep all cores busy to the end


def policy_at(game: Game, place: float) -> str:
    """Name the player at a place of the game's dial."""
    return f"{roster_of(game).dial}={place:g}"


class Points:
    """Wins of every setup at every place, filled game by game."""

    def __init__(self, game: Game, setups: Sequence[Setup], games: int) -> None:
        self.game, self.setups, self.games = game, list(setups), games
        self.wins = np.zeros((len(self.setups), len(PLACES)), np.int64)

    @property
    def size(self) -> int:
        """Games in all."""
        return self.wins.size * self.games

    def curve(self, number: int) -> np.ndarray[Any, Any]:
        return smooth(self.wins[number], self.games)


def play_points(points: Points, policies: Sequence[Policy], seed: int, workers: int) -> Iterator[Played]:
    """Play all places with the same deals; `policies` are those of PLACES."""
    rates = [games_a_second(Matchup(points.game, setup, (policies[-1],)), seed) for setup in points.setups]
    cells = {
        f"{setup}/{place}": (setup, place)
        for setup in range(len(points.setups))
        for place in range(len(PLACES))
    }
    matchups = {
        cell: Matchup(points.game, points.setups[setup], (policies[place],))
        for cell, (setup, place) in cells.items()
    }
    tasks = [
        Task(cell, first, min(CHUNK, points.games - first))
        for cell in cells
        for first in range(0, points.games, CHUNK)
    ]
    form = tally_form(points.game)
    for played in play_here(
        tasks, matchups.__getitem__, form, seed, lambda cell: rates[cells[cell][0]], workers
    ):
        if played.tally is None:
            raise PlayFailed(played.failure)
        points.wins[cells[played.task.cell]] += int(played.tally.values.sum())
        yield played


@dataclass(frozen=True)
class Calibration:
    """Plays, the curves of their setups, and what follows."""

    plays: Plays
    points: Points
    standard: Setup  # of the forecast
    seed: int
    evidence: list[Evidence]
    skill: Skill
    more_plays: int | None  # that would halve the interval
    ceiling: float  # chance of more wins at the upper end of the dial

    @classmethod
    def of(cls, plays: Plays, points: Points, seed: int) -> Calibration:
        """Locate a table; the points are those of `points_of`, played."""
        evidence = [
            Evidence(setting.plays, setting.wins, points.curve(number))
            for number, setting in enumerate(plays.settings)
        ]
        skill = locate(evidence)
        halve, ceiling = plays_to_halve(evidence, skill), chance_of_more(evidence, LAST)
        return cls(plays, points, standard(points.game, plays), seed, evidence, skill, halve, ceiling)

    @property
    def game(self) -> Game:
        return self.points.game

    @property
    def above_the_dial(self) -> bool:
        """Whether the table won more than its upper end explains: then no interval on it says where the table stands."""
        return self.ceiling < UNLIKELY

    def forecast(self) -> tuple[float, float, float]:
        """Win rate of the standard game with that skill, and at the ends of its interval."""
        curve = self.points.curve(self.points.setups.index(self.standard))
        rate, low, high = (
            rate_at(curve, place) for place in (self.skill.place, self.skill.low, self.skill.high)
        )
        return rate, low, high


def check_dial(game: Game) -> None:
    """Refuse a game without a dial, or one that is not won."""
    if not roster_of(game).dial or game.main.kind != "share":
        raise InputError(f"{game.title} has no players with a skill dial, so no table can be found on it.")


def games_for(plays: Plays) -> int:
    """Return how many games tell a curve well enough for so many plays."""
    return max(GAMES, TIMES * plays.plays)


def points_of(game: Game, plays: Plays, games: int) -> Points:
    """Return what is to be played: every setup of the plays, and the standard game."""
    setups = [setting.setup for setting in plays.settings]
    return Points(game, list(dict.fromkeys([*setups, standard(game, plays)])), games)


def standard(game: Game, plays: Plays) -> Setup:
    """Return the rulebook's game in the place and with the number of players that the table plays most."""
    own = [name for name, factor in game.factors.items() if factor.role != "place" and not factor.is_step]
    kept = [*catalogue(game).places[:1], *own]
    counted: Counter[tuple[Level, ...]] = Counter()
    for setting in plays.settings:
        counted[tuple(setting.setup.levels[name] for name in kept)] += setting.plays
    (levels, _), *_ = counted.most_common(1)
    return game.setup(dict(zip(kept, levels, strict=True)))
