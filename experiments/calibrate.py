"""A table's place on the skill dial, from its plays and from how often their setups are won along the dial.

The place is the median of the posterior under a flat prior over the dial: one lost play makes nobody a fool, as the most likely place would have it.
The interval is made by tests instead: it holds every place at which so many wins, or so few, would be no surprise (2.5 % to either side, by the
exact distribution of the wins, what was seen counted half). So it holds the truth in 19 of 20 tables wherever they stand; the posterior's own
interval does so only on average over the dial (docs/calibrate.md).
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import log, log1p, sqrt
from statistics import NormalDist
from typing import Any

import numpy as np

from experiments.factors import catalogue
from experiments.play import Matchup, Played, play_all
from experiments.plays import Plays
from experiments.run_store.blocks import Task
from experiments.run_store.tally import tally_form
from policies.registry import roster_of
from simulator.core.errors import InputError
from simulator.game import Game, Level, Policy, Setup

Array = np.ndarray[Any, Any]
# Places that are played. They lie closer where a step of the dial does more.
PLACES = (0.0, 0.2, 0.4, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 1.0)
SKILLS = np.linspace(0, 1, 1001)  # places of the dial at which curves are known
SURPRISE = 0.025  # to either side
MOST_PLAYS = 100_000
DIGITS = 3  # of a place on the dial, as SKILLS has them
LAST = len(SKILLS) - 1
GAMES = 2_000  # at each place of the dial
TIMES = 20  # as many games as plays, so that the error of the curve is small beside that of the plays
CHUNK = 250  # games of a task: small enough to keep all cores busy to the end


@dataclass(frozen=True)
class Evidence:
    """Plays of one setup, how many were won, and its win rate along the dial."""

    plays: int
    wins: int
    curve: Array


@dataclass(frozen=True)
class Skill:
    """A place on the dial and its 95 % interval."""

    place: float
    low: float
    high: float

    @property
    def width(self) -> float:
        return self.high - self.low


def posterior(evidence: Sequence[Evidence]) -> Array:
    """Return the probability of each place of SKILLS."""
    log_likelihood = np.zeros(len(SKILLS))
    for each in evidence:
        log_likelihood += each.wins * np.log(each.curve) + (each.plays - each.wins) * np.log1p(-each.curve)
    weights = np.exp(log_likelihood - log_likelihood.max())
    weights[[0, -1]] /= 2  # the ends stand for half a step
    return np.asarray(weights / weights.sum())


def locate(evidence: Sequence[Evidence]) -> Skill:
    """Return the place of a table. With more wins than the end of the dial explains, the interval is that end alone."""
    median = int(np.searchsorted(np.cumsum(posterior(evidence)), 0.5))
    low, high = interval(lambda place: chance_of_more(evidence, place))
    place = min(max(float(SKILLS[median]), low), high)
    return Skill(round(place, DIGITS), low, high)


def interval(more: Callable[[int], float]) -> tuple[float, float]:
    """Return the first and the last place where neither more wins nor fewer would be a surprise; `more` rises along the dial."""
    low = _first_place(lambda place: more(place) > SURPRISE)
    above = _first_place(lambda place: more(place) >= 1 - SURPRISE)
    high = above if above == LAST and more(LAST) < 1 - SURPRISE else max(above - 1, 0)
    return float(SKILLS[min(low, high)]), float(SKILLS[high])


def _first_place(true_from: Callable[[int], bool]) -> int:
    """Find the first place where something is true, by halving; the last place if it is true nowhere."""
    return bisect_left(range(LAST), True, key=true_from)


def chance_of_more(evidence: Sequence[Evidence], place: int) -> float:
    """Return the chance that somebody at a place of the dial wins more plays than the table did; as many count half."""
    chances = np.ones(1)
    for each in evidence:
        chances = np.convolve(chances, _binomial(each.plays, float(each.curve[place])))
    wins = sum(each.wins for each in evidence)
    return float(chances[wins + 1 :].sum() + chances[wins] / 2)


def _binomial(plays: int, rate: float) -> Array:
    """Return the chance of every number of wins, as scipy.stats has it, whose import takes longer than all of this."""
    from scipy.special import gammaln

    wins = np.arange(plays + 1)
    log_choices = gammaln(plays + 1) - gammaln(wins + 1) - gammaln(plays - wins + 1)
    return np.asarray(np.exp(log_choices + wins * log(rate) + (plays - wins) * log1p(-rate)))


def plays_to_halve(evidence: Sequence[Evidence], found: Skill) -> int | None:
    """Count the further plays in the same setups that would halve the interval if the table plays as it was found to; None beyond MOST_PLAYS.

    Plays to come are put in at their expected wins, and their distribution as a normal one.
    """
    together = sum(each.plays for each in evidence)
    here, normal = int(np.searchsorted(SKILLS, found.place - 1e-9)), NormalDist()
    shares, curves = np.array([each.plays / together for each in evidence]), [each.curve for each in evidence]
    rates, spreads = shares @ curves, shares @ [curve * (1 - curve) for curve in curves]
    won = sum(each.wins for each in evidence)

    def width(more: int) -> float:
        plays = together + more
        wins = won + more * float(rates[here])

        def chance(place: int) -> float:
            return normal.cdf((plays * float(rates[place]) - wins) / sqrt(plays * float(spreads[place])))

        low, high = interval(chance)
        return high - low

    enough = 1
    while width(enough) > found.width / 2:
        enough *= 2
        if enough > MOST_PLAYS:
            return None
    between = range(enough // 2 + 1, enough)
    return between.start + bisect_left(between, True, key=lambda more: width(more) <= found.width / 2)


def rate_at(curve: Array, place: float) -> float:
    return float(np.interp(place, SKILLS, curve))


def smooth(wins: Array, games: int) -> Array:
    """Return the win rates along SKILLS from those at PLACES.

    More skill loses no games, so the rates are made to rise (isotonic regression) before they are joined (PCHIP, which never swings over).
    Half a win and half a loss are added: a place where nothing was won in some thousand games is not impossible.
    """
    from scipy.interpolate import PchipInterpolator
    from scipy.optimize import isotonic_regression

    rates = (np.asarray(wins, float) + 0.5) / (games + 1)
    rising = isotonic_regression(rates).x
    joined: Array = PchipInterpolator(np.array(PLACES), rising)(SKILLS)
    return np.clip(joined, rising[0], rising[-1])


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
        """Count all games."""
        return self.wins.size * self.games

    def curve(self, number: int) -> Array:
        return smooth(self.wins[number], self.games)


def play_points(points: Points, policies: Sequence[Policy], seed: int, workers: int) -> Iterator[Played]:
    """Play all places with the same deals; `policies` are those of PLACES."""
    cells = {f"{setup}/{place}": (setup, place) for setup, place in np.ndindex(points.wins.shape)}
    matchups = {
        cell: Matchup(points.game, points.setups[setup], (policies[place],))
        for cell, (setup, place) in cells.items()
    }
    tasks = [
        Task(cell, first, min(CHUNK, points.games - first))
        for cell in cells
        for first in range(0, points.games, CHUNK)
    ]
    for played, tally in play_all(tasks, matchups, tally_form(points.game), seed, workers):
        points.wins[cells[played.task.cell]] += int(tally.values.sum())
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
        """Locate a table; the points are those of `points_of` after they were played."""
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
        """Tell whether the table won more than the upper end of the dial explains: then no interval on the dial says where it stands."""
        return self.ceiling < SURPRISE

    def forecast(self) -> tuple[float, float, float]:
        """Return the win rate of the standard game with that skill, and at the ends of its interval."""
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
