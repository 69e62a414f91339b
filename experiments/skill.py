"""Where a table stands on the skill dial, from its plays.

The place is the median of the posterior under a flat prior over the dial: one lost play makes nobody a fool, as the most likely place would have it.
The interval is made by tests instead: it holds every place at which so many wins, or so few, would be no surprise (2.5 % to either side, by the
exact distribution of the wins, what was seen counted half). So it holds the truth in 19 of 20 tables wherever they stand; the posterior's own
interval does so only on average over the dial (docs/calibrate.md).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import lgamma, log, log1p, sqrt
from statistics import NormalDist
from typing import Any

import numpy as np

from experiments.skill_curve import SKILLS

Array = np.ndarray[Any, Any]
SURPRISE = 0.025  # to either side
MOST_PLAYS = 100_000
DIGITS = 3  # of a place on the dial, as SKILLS has them
LAST = len(SKILLS) - 1


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
    """Probabilities of the places of SKILLS."""
    log_likelihood = np.zeros(len(SKILLS))
    for each in evidence:
        log_likelihood += each.wins * np.log(each.curve) + (each.plays - each.wins) * np.log1p(-each.curve)
    weights = np.exp(log_likelihood - log_likelihood.max())
    weights[[0, -1]] /= 2  # the ends stand for half a step
    return np.asarray(weights / weights.sum())


def locate(evidence: Sequence[Evidence]) -> Skill:
    """The place of a table. With more wins than the end of the dial explains, the interval is that end alone."""
    median = int(np.searchsorted(np.cumsum(posterior(evidence)), 0.5))
    low, high = interval(lambda place: chance_of_more(evidence, place))
    place = min(max(float(SKILLS[median]), low), high)
    return Skill(round(place, DIGITS), low, high)


def interval(more: Callable[[int], float]) -> tuple[float, float]:
    """All places where neither more wins nor fewer would be a surprise; `more` rises along the dial."""
    low = _first_place(lambda place: more(place) > SURPRISE)
    above = _first_place(lambda place: more(place) >= 1 - SURPRISE)
    high = above if above == LAST and more(LAST) < 1 - SURPRISE else max(above - 1, 0)
    return float(SKILLS[min(low, high)]), float(SKILLS[high])


def _first_place(true_from: Callable[[int], bool]) -> int:
    """By halving; the last place if it is true nowhere."""
    first, last = 0, LAST
    while first < last:
        middle = (first + last) // 2
        first, last = (first, middle) if true_from(middle) else (middle + 1, last)
    return first


def chance_of_more(evidence: Sequence[Evidence], place: int) -> float:
    """The chance that somebody at a place of the dial wins more plays than the table did; as many count half."""
    chances = np.ones(1)
    for each in evidence:
        chances = np.convolve(chances, _binomial(each.plays, float(each.curve[place])))
    wins = sum(each.wins for each in evidence)
    return float(chances[wins + 1 :].sum() + chances[wins] / 2)


def _binomial(plays: int, rate: float) -> Array:
    """Chances of every number of wins; as scipy.stats has it, whose import takes longer than all of this."""
    wins = np.arange(plays + 1)
    return np.asarray(np.exp(_log_choices(plays) + wins * log(rate) + (plays - wins) * log1p(-rate)))


@lru_cache(maxsize=256)
def _log_choices(plays: int) -> Array:
    return np.array([lgamma(plays + 1) - lgamma(k + 1) - lgamma(plays - k + 1) for k in range(plays + 1)])


def plays_to_halve(evidence: Sequence[Evidence], found: Skill) -> int | None:
    """How many more plays, in the same setups, would halve the interval if the table plays as it was found to; None beyond MOST_PLAYS.

    Plays to come are put in at their expected wins, and their distribution as a normal one.
    """
    together = sum(each.plays for each in evidence)
    here, normal = int(np.searchsorted(SKILLS, found.place - 1e-9)), NormalDist()
    rates = sum(each.plays / together * each.curve for each in evidence)
    spreads = sum(each.plays / together * each.curve * (1 - each.curve) for each in evidence)
    assert not isinstance(rates, int)
    assert not isinstance(spreads, int)
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
    short = enough // 2
    while enough - short > 1:
        middle = (short + enough) // 2
        short, enough = (middle, enough) if width(middle) > found.width / 2 else (short, middle)
    return enough


def rate_at(curve: Array, place: float) -> float:
    return float(np.interp(place, SKILLS, curve))
