"""How often a setup is won at each place of the skill dial: simulated at some places, smooth and rising between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from experiments.play import Matchup, Played, PlayFailed, games_a_second, play_here
from experiments.run_store.blocks import Task
from experiments.run_store.tally import tally_form
from policies.registry import roster_of
from policies.roster import Policy
from simulator.game import Game, Setup

Array = np.ndarray[Any, Any]
# Places that are played. They lie closer where a step of the dial does more.
PLACES = (0.0, 0.2, 0.4, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 1.0)
SKILLS = np.linspace(0, 1, 1001)  # places of the dial at which curves are known
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

    def curve(self, number: int) -> Array:
        return smooth(self.wins[number], self.games)


def play_points(points: Points, policies: Sequence[Policy], seed: int, workers: int) -> Iterator[Played]:
    """Play all places with the same deals; `policies` are those of PLACES."""
    rates = [games_a_second(Matchup(points.game, setup, (policies[-1],)), seed) for setup in points.setups]
    tasks = [
        Task(f"{setup}/{place}", first, min(CHUNK, points.games - first))
        for setup in range(len(points.setups))
        for place in range(len(PLACES))
        for first in range(0, points.games, CHUNK)
    ]

    def numbers(cell: str) -> tuple[int, int]:
        setup, _, place = cell.partition("/")
        return int(setup), int(place)

    def matchup(cell: str) -> Matchup:
        setup, place = numbers(cell)
        return Matchup(points.game, points.setups[setup], (policies[place],))

    form = tally_form(points.game)
    for played in play_here(tasks, matchup, form, seed, lambda cell: rates[numbers(cell)[0]], workers):
        if played.tally is None:
            raise PlayFailed(played.failure)
        points.wins[numbers(played.task.cell)] += int(played.tally.values.sum())
        yield played


def smooth(wins: Array, games: int) -> Array:
    """Win rates along SKILLS from those at PLACES.

    More skill loses no games, so the rates are made to rise (isotonic regression) before they are joined (PCHIP, which never swings over).
    Half a win and half a loss are added: a place where nothing was won in some thousand games is not impossible.
    """
    from scipy.interpolate import PchipInterpolator
    from scipy.optimize import isotonic_regression

    rates = (np.asarray(wins, float) + 0.5) / (games + 1)
    rising = isotonic_regression(rates).x
    joined: Array = PchipInterpolator(np.array(PLACES), rising)(SKILLS)
    return np.clip(joined, rising[0], rising[-1])
