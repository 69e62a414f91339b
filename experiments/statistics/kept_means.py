"""Means of what a run keeps of its games one number at a time: as a histogram, or as a sum with a sum of squares. Both tell their errors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np

from experiments.run_store.tally import Tally
from experiments.statistics.intervals import student_95

Array = np.ndarray[Any, Any]
LOST_ROW, WON_ROW = 0, 1
BOTH = (LOST_ROW, WON_ROW)


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


def games_of(tally: Tally, side: int) -> int:
    """Lost or won games."""
    wins = int(tally.wins.sum())
    return wins if side == WON_ROW else tally.games - wins


def mean_of_counts(counts: Array) -> Mean | None:
    """Of a histogram; None without games."""
    games = int(counts.sum())
    if not games:
        return None
    values = np.arange(len(counts))
    mean = float(counts @ values / games)
    squares = float(counts @ (values - mean) ** 2)
    return Mean(mean, sqrt(squares / max(1, games - 1) / games), games)


def means_of_squares(tally: Tally, name: str, sides: Sequence[int] = BOTH) -> list[Mean]:
    """Of a column whose squares are kept too (`simulator.switch_signal.tally_records.SQUARED`): of lost games, of won ones, or of both."""
    games = sum(games_of(tally, side) for side in sides)
    if not games:
        return []
    sums, squares = (tally.columns[each][list(sides)].sum(axis=0) for each in (name, f"{name}_squares"))
    means = sums / games
    errors = np.sqrt(np.maximum(0.0, squares - games * means**2) / max(1, games - 1) / games)
    return [Mean(mean, error, games) for mean, error in zip(means.tolist(), errors.tolist(), strict=True)]


def mean_of_column(tally: Tally, name: str, sides: Sequence[int] = BOTH) -> Mean | None:
    """Of a column that has a histogram, whose last class may hold all above it: so only the error is taken from there."""
    found = mean_of_counts(tally.columns[f"{name}_histogram"][list(sides)].sum(axis=0))
    if found is None:
        return None
    return Mean(float(tally.columns[name][list(sides)].sum()) / found.games, found.error, found.games)
