"""What a measure comes to in some games, and how far two cells are apart in it: a share of games, or the mean of one number of each.

Shares have Wilson's interval, and Tango's for their differences (`intervals.py`, `paired.py`). Means have Student's, from values game by game:
deals are independent, and with the hundreds of games that a cell has the mean of any bounded number is near enough to normal.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, sqrt

import numpy as np

from experiments.run_store.tally import Values
from experiments.run_store.values import PIECE, pieces
from experiments.statistics.intervals import student_95, unpaired_difference, wilson
from experiments.statistics.paired import PairedDifference, paired_difference
from experiments.statistics.power import FEWEST_PLAYS, POWER, SIGNIFICANCE, plays_to_notice
from simulator.game import Measure


@dataclass(frozen=True)
class Moments:
    """How many numbers there are, their sum and the sum of their squares, as integers."""

    games: int
    total: int
    squares: int

    def __add__(self, other: Moments) -> Moments:
        return Moments(self.games + other.games, self.total + other.total, self.squares + other.squares)

    @property
    def mean(self) -> float:
        return self.total / self.games

    def moved(self, step: float) -> Moments:
        """Return those of the same games if each had so much more."""
        total = self.total + round(step * self.games)
        squares = self.squares + round(2 * step * self.total + step**2 * self.games)
        return Moments(self.games, total, squares)

    @property
    def variance(self) -> float:
        """Return the variance of a game."""
        spread = self.games * self.squares - self.total**2  # exact, however large the numbers are
        return spread / self.games / max(1, self.games - 1)

    @property
    def half(self) -> float:
        """Return half the width of the 95 % interval of the mean; of one game nothing is known."""
        return student_95(self.games - 1) * sqrt(self.variance / self.games) if self.games > 1 else 0.0


NOTHING = Moments(0, 0, 0)


def moments_of(values: Values, games: int | None = None) -> Moments:
    """Sum up the values of the first so many games of a cell, or of all, a piece at a time."""
    total = squares = 0
    last = len(values) if games is None else games
    for start in range(0, last, PIECE):
        wide = values[start : min(start + PIECE, last)].astype(np.int64)
        total, squares = total + int(wide.sum()), squares + int((wide * wide).sum())
    return Moments(last, total, squares)


def interval_of(measure: Measure, values: Values) -> tuple[float, float]:
    """Return the 95 % interval of what a measure comes to."""
    if measure.kind == "share":  # whose squares need not be summed
        return wilson(int(values.sum()), len(values))
    return interval_of_moments(measure, moments_of(values))


def interval_of_moments(measure: Measure, found: Moments) -> tuple[float, float]:
    """Return the 95 % interval of what a measure comes to, from its sums."""
    if measure.kind == "share":
        return wilson(found.total, found.games)
    return found.mean - found.half, found.mean + found.half


def difference_of(measure: Measure, first: Values, second: Values) -> PairedDifference:
    """Return first minus second, over the deals that both have met; game g of both is the same deal."""
    if measure.kind == "share":
        return paired_difference(first, second)
    return _difference_of_means(first, second)


def _difference_of_means(first: Values, second: Values) -> PairedDifference:
    """Compare two means on the same deals: Student's paired test."""
    apart, one, other, more, less = NOTHING, NOTHING, NOTHING, 0, 0
    for some, others in pieces((first, second)):
        a, b = some.astype(np.int64), others.astype(np.int64)
        more, less = more + int((a > b).sum()), less + int((a < b).sum())
        apart, one, other = apart + moments_of(a - b), one + moments_of(a), other + moments_of(b)
    p_value = _chance_of(apart)
    unpaired = one.variance + other.variance
    gain = unpaired / apart.variance if apart.variance else float("inf") if unpaired else float("nan")
    return PairedDifference(
        apart.mean, apart.mean - apart.half, apart.mean + apart.half, p_value, p_value, more, less, gain
    )


def _chance_of(apart: Moments) -> float:
    """Return the p-value of no difference. Where all deals differ alike, it is that of one more deal that does not: one alone proves nothing."""
    from scipy.stats import t  # slow to import

    if not apart.total:
        return 1.0
    found = apart if apart.variance else apart + Moments(1, 0, 0)
    return float(2 * t.sf(abs(found.mean) / sqrt(found.variance / found.games), found.games - 1))


def unpaired_difference_of(
    measure: Measure, first: Moments, second: Moments
) -> tuple[float, float, float, float]:
    """Return first minus second of games that have nothing in common, its 95 % interval, and the p-value of no difference."""
    if measure.kind == "share":
        return unpaired_difference(first.total, first.games, second.total, second.games)
    from scipy.stats import t  # slow to import

    # Welch's: the two may vary differently.
    parts = [each.variance / each.games for each in (first, second)]
    difference, error = first.mean - second.mean, sqrt(sum(parts))
    if not error:  # as many pairs that all differ alike
        pairs, apart = (
            min(first.games, second.games),
            first.total // first.games - second.total // second.games,
        )
        return difference, difference, difference, _chance_of(Moments(pairs, pairs * apart, pairs * apart**2))
    freedom = error**4 / sum(
        part**2 / max(1, each.games - 1) for part, each in zip(parts, (first, second), strict=True)
    )
    half = float(t.ppf(0.975, freedom)) * error
    p_value = float(2 * t.sf(abs(difference) / error, freedom))
    return difference, difference - half, difference + half, p_value


def noticed_after(measure: Measure, first: Values, second: Values) -> int | None:
    """Count the plays, half of them with either setting, after which four groups of five could tell the two apart; None if they are equal."""
    if measure.kind == "share":
        return plays_to_notice(int(first.sum()) / len(first), int(second.sum()) / len(second))
    return noticed_by_moments(measure, moments_of(first), moments_of(second))


def noticed_by_moments(measure: Measure, first: Moments, second: Moments) -> int | None:
    """Count those plays from sums."""
    if measure.kind == "share":
        return plays_to_notice(first.mean, second.mean)
    from statistics import NormalDist

    difference = abs(first.mean - second.mean)
    if not difference:
        return None
    quantiles = NormalDist().inv_cdf(1 - SIGNIFICANCE / 2) + NormalDist().inv_cdf(POWER)
    plays = (first.variance + second.variance) * (quantiles / difference) ** 2
    return 2 * max(FEWEST_PLAYS, ceil(plays))
