"""Means of what a run keeps of its games one number at a time: as a histogram, or as a sum with a sum of squares. Both tell their errors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np

from experiments.run_store.tally import GAMES_BY_RESULT, HISTOGRAM, SQUARES, Tally
from experiments.statistics.intervals import student_95

Array = np.ndarray[Any, Any]
LOST_ROW, WON_ROW = 0, 1
ALL: tuple[int, ...] = ()  # games with any result


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
