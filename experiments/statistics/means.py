"""What a measure comes to, with its error: from values game by game, or from the sums and histograms that a run keeps of its games.

Deals are independent, and with the hundreds of games that a cell has the mean of any bounded number is near enough to normal: its interval is
Student's. A share has Wilson's (`intervals.py`).

Where sums alone are kept, a block's sum says nothing about a single game, but blocks are independent of each other and alike, so that the
spread between them tells how far chance moves the mean of all. The mean is a ratio of two sums, that of the figure and that of the games it is
of (those lost, those that reached a turn), and its error is the usual one of a ratio over clusters, which is the jackknife over blocks to first order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np

from experiments.run_store.tally import GAMES_BY_RESULT, HISTOGRAM, SQUARES, Tally, Values
from experiments.run_store.values import PIECE
from experiments.statistics.intervals import plays_to_notice, plays_to_tell_apart, student_95, wilson
from simulator.game import Measure

Array = np.ndarray[Any, Any]
ALL: tuple[int, ...] = ()  # games with any result
FEWEST_BLOCKS = 5  # blocks: the spread between fewer says too little about chance


@dataclass(frozen=True)
class Mean:
    """The mean of so many games, with its standard error."""

    value: float
    error: float
    games: int

    @property
    def half(self) -> float:
        """Half the width of the 95 % interval; one game has none."""
        return student_95(self.games - 1) * self.error if self.games > 1 else 0.0


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

    @property
    def variance(self) -> float:
        """Return the variance of a game."""
        spread = self.games * self.squares - self.total**2  # exact, however large the numbers are
        return spread / self.games / max(1, self.games - 1)

    @property
    def estimate(self) -> Mean:
        """Return the mean with its error."""
        return Mean(self.mean, sqrt(self.variance / self.games), self.games)

    def moved(self, step: float) -> Moments:
        """Return the moments of the same games if each had so much more."""
        total = self.total + round(step * self.games)
        squares = self.squares + round(2 * step * self.total + step**2 * self.games)
        return Moments(self.games, total, squares)


NOTHING = Moments(0, 0, 0)


def moments_of(values: Values, games: int | None = None) -> Moments:
    """Sum up the values of the first so many games of a cell, or of all, a piece at a time."""
    total = squares = 0
    last = len(values) if games is None else games
    for start in range(0, last, PIECE):
        wide = values[start : min(start + PIECE, last)].astype(np.int64)
        total, squares = total + int(wide.sum()), squares + int((wide * wide).sum())
    return Moments(last, total, squares)


def moments_of_games(tally: Tally) -> Moments:
    """Sum up what all games of a cell come to."""
    if tally.form.about.kind == "share":  # whose squares need not be summed, nor its values read again
        won = int(tally.values.sum())
        return Moments(tally.games, won, won)
    return moments_of(tally.values)


def interval_of(measure: Measure, found: Moments) -> tuple[float, float]:
    """Return the 95 % interval of what a measure comes to."""
    if measure.kind == "share":
        return wilson(found.total, found.games)
    half = found.estimate.half
    return found.mean - half, found.mean + half


def noticed_after(measure: Measure, first: Moments, second: Moments) -> int | None:
    """Count the plays, half of them with either setting, after which four groups of five could tell the two apart; None if they are equal."""
    if measure.kind == "share":
        return plays_to_notice(first.mean, second.mean)
    return plays_to_tell_apart(first.mean - second.mean, first.variance + second.variance)


def games_of(tally: Tally, result: int) -> int:
    """Count the games with a result."""
    return int(tally.columns[GAMES_BY_RESULT][result])


def rows_of(tally: Tally, results: Sequence[int]) -> list[int]:
    """Return the rows of sums for these results; all of them, if none is named."""
    return list(results) or list(range(tally.form.results))


def mean_of_counts(counts: Array, low: int = 0) -> Mean | None:
    """Return the mean of a histogram that begins with this class; None without games."""
    values = np.arange(low, low + len(counts))
    games, total, squares = (int(counts @ values**power) for power in range(3))
    return Moments(games, total, squares).estimate if games else None


def means_of_squares(tally: Tally, name: str, results: Sequence[int] = ALL) -> list[Mean]:
    """Return the means of a column whose squares are kept too, over games with these results."""
    rows = rows_of(tally, results)
    games = sum(games_of(tally, row) for row in rows)
    sums, squares = (tally.columns[each][rows].sum(axis=0).tolist() for each in (name, f"{name}{SQUARES}"))
    return [Moments(games, *part).estimate for part in zip(sums, squares, strict=True)] if games else []


def mean_of_column(tally: Tally, name: str, results: Sequence[int] = ALL) -> Mean | None:
    """Return the mean of a column that has a histogram, whose last class may hold all above it: so only the error is taken from there."""
    rows, low = rows_of(tally, results), tally.form.game.measures[name].low
    found = mean_of_counts(tally.columns[f"{name}{HISTOGRAM}"][rows].sum(axis=0), low)
    if found is None:
        return None
    return Mean(float(tally.columns[name][rows].sum()) / found.games, found.error, found.games)


def ratio_intervals(sums: Array, games: Array) -> tuple[Array, Array]:
    """Return means, and half the widths of their 95 % intervals, from tables blocks × figures.

    A half width is NaN where fewer than FEWEST_BLOCKS blocks have games.
    """
    from scipy.stats import t  # slow to import

    sums, games = np.broadcast_arrays(np.asarray(sums, float), np.asarray(games, float))
    total = games.sum(axis=0)
    means = np.divide(sums.sum(axis=0), total, out=np.full(total.shape, np.nan), where=total > 0)
    blocks = (games > 0).sum(axis=0)
    squares = ((sums - means * games) ** 2).sum(axis=0)
    usable = blocks >= FEWEST_BLOCKS
    freedom = np.where(usable, blocks - 1, 1)
    errors = np.sqrt(squares * blocks / freedom) / np.where(total > 0, total, 1)
    return means, np.where(usable, t.ppf(0.975, freedom) * errors, np.nan)
