"""Means of what a run keeps of its games: as a histogram, or as a sum with a sum of squares, which tell their errors; or in sums only, with errors from its blocks.

A block's sum says nothing about a single game, but blocks are independent of each other and alike, so that the spread between them tells how
far chance moves the mean of all. The mean is a ratio of two sums, that of the figure and that of the games it is of (those lost, those that
reached a turn), and its error is the usual one of a ratio over clusters, which is the jackknife over blocks to first order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np

from experiments.run_store.tally import GAMES_BY_RESULT, HISTOGRAM, SQUARES, Tally
from experiments.statistics.intervals import student_95

Array = np.ndarray[Any, Any]
LOST_ROW = 0
ALL: tuple[int, ...] = ()  # games with any result
FEWEST_BLOCKS = 5  # blocks: the spread between fewer says too little about chance


@dataclass(frozen=True)
class Mean:
    """Of so many games, with its standard error."""

    value: float
    error: float
    games: int

    @property
    def half(self) -> float:
        """Half the width of the 95 % interval; one game has none."""
        return student_95(self.games - 1) * self.error if self.games > 1 else 0.0


def games_of(tally: Tally, result: int) -> int:
    """Count the games with a result."""
    return int(tally.columns[GAMES_BY_RESULT][result])


def rows_of(tally: Tally, results: Sequence[int]) -> list[int]:
    """Return the rows of sums for these results; all of them, if none is named."""
    return list(results) or list(range(tally.form.results))


def mean_of_counts(counts: Array, low: int = 0) -> Mean | None:
    """Return the mean of a histogram that begins with this class; None without games."""
    games = int(counts.sum())
    if not games:
        return None
    values = np.arange(low, low + len(counts))
    mean = float(counts @ values / games)
    squares = float(counts @ (values - mean) ** 2)
    return Mean(mean, sqrt(squares / max(1, games - 1) / games), games)


def means_of_squares(tally: Tally, name: str, results: Sequence[int] = ALL) -> list[Mean]:
    """Return the means of a column whose squares are kept too, over games with these results."""
    rows = rows_of(tally, results)
    games = sum(games_of(tally, row) for row in rows)
    if not games:
        return []
    sums, squares = (tally.columns[each][rows].sum(axis=0) for each in (name, f"{name}{SQUARES}"))
    means = sums / games
    errors = np.sqrt(np.maximum(0.0, squares - games * means**2) / max(1, games - 1) / games)
    return [Mean(mean, error, games) for mean, error in zip(means.tolist(), errors.tolist(), strict=True)]


def mean_of_column(tally: Tally, name: str, results: Sequence[int] = ALL) -> Mean | None:
    """Return the mean of a column that has a histogram, whose last class may hold all above it: so only the error is taken from there."""
    rows, low = rows_of(tally, results), tally.form.game.measures[name].low
    found = mean_of_counts(tally.columns[f"{name}{HISTOGRAM}"][rows].sum(axis=0), low)
    if found is None:
        return None
    return Mean(float(tally.columns[name][rows].sum()) / found.games, found.error, found.games)


def ratio_intervals(sums: Array, games: Array) -> tuple[Array, Array]:
    """Means, and half the widths of their 95 % intervals, from tables blocks × figures.

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
