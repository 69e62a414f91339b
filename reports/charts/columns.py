"""Histograms and means from a cell's sums, as figures need them: means are marks with their 95 % intervals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import isnan, sqrt
from typing import Any

import numpy as np

from experiments.run_store.tally import HISTOGRAM, Tally
from experiments.statistics.intervals import NORMAL_95
from experiments.statistics.means import (
    ALL,
    FEWEST_BLOCKS,
    Mean,
    mean_of_counts,
    means_of_squares,
    ratio_intervals,
)
from reports.charts.canvas import Key
from reports.charts.scale import Mark
from reports.charts.style import BLUE, HUES, LOST, MARKERS, WON, Look
from simulator.game import Game

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Side:
    """Games with one result, or all of them where games are not split by results."""

    row: int
    words: str  # `lost`; nothing of all
    look: Look

    @property
    def games(self) -> str:
        """`lost games`."""
        return f"{self.words or 'all'} games"


def sides_of(game: Game) -> list[Side]:
    """Return the results of games in their order: of two the first is bad, and the second good."""
    words = list(game.main.values.values())
    if not words:
        return [Side(0, "", Look(BLUE))]
    looks = (
        [Look(LOST, "s"), Look(WON, "o")]
        if len(words) == 2
        else [Look(hue, marker) for hue, marker in zip(HUES, MARKERS, strict=False)]
    )
    return [Side(row, each, looks[row % len(looks)]) for row, each in enumerate(words)]


def key_of(sides: Sequence[Side]) -> Key:
    """Say which look is whose, where there are several."""
    return [(side.games, side.look) for side in sides] if len(sides) > 1 else []


def histogram(tally: Tally, name: str, row: int) -> Array:
    counts: Array = tally.columns[f"{name}{HISTOGRAM}"][row]
    return counts


def mean_of_histogram(counts: Array, low: int = 0) -> Mark | None:
    """The mean with its 95 % interval; None without games."""
    found = mean_of_counts(counts, low)
    return mark_of(found) if found else None


def means_of(tally: Tally, name: str, sides: Sequence[int] = ALL) -> list[Mark]:
    """Means of a column whose squares are kept too, with 95 % intervals: of games with these results, or of all."""
    return [mark_of(mean) for mean in means_of_squares(tally, name, sides)]


def mark_of(mean: Mean) -> Mark:
    """Return a mean with its 95 % interval; nothing that is counted is less than none."""
    low = mean.value - mean.half
    return Mark(mean.value, max(0.0, low) if mean.value >= 0 else low, mean.value + mean.half)


def bounded(mean: float, top: float, games: int) -> Mark:
    """A mean with a 95 % interval that is rather too wide: of numbers between 0 and `top` only the sum is known, and their variance
    is at most mean · (top − mean) (Bhatia and Davis, 2000)."""
    half = NORMAL_95 * sqrt(max(0.0, mean * (top - mean)) / games)
    return Mark(mean, max(0.0, mean - half), min(top, mean + half), rough=True)


def intervals_words(marks: Iterable[Mark]) -> str:
    """Say what kind of intervals these means have."""
    rough = any(mark.rough for mark in marks)
    return f"95 % intervals{f', rather too wide where fewer than {FEWEST_BLOCKS} blocks have such games' if rough else ''}"


def mean_marks(
    sums: Array | Sequence[Array], games: Sequence[int] | Sequence[Array], top: float | None = None
) -> list[Mark]:
    """Return means of figures that are kept as sums, with 95 % intervals from the blocks of a cell: `sums` and `games` are those of each block.

    Where too few blocks have such games, the interval is that of numbers between 0 and `top`; without a top there is none.
    """
    of = np.array([np.atleast_1d(each) for each in games])
    means, halves = ratio_intervals(np.asarray(sums), of)
    total = np.broadcast_to(of.sum(axis=0), means.shape)
    marks = []
    for mean, half, number in zip(means.tolist(), halves.tolist(), total.tolist(), strict=True):
        if not isnan(half):
            marks.append(Mark(mean, max(0.0, mean - half), mean + half))
        else:
            marks.append(bounded(mean, max(top, mean), number) if top and number else Mark(mean, mean, mean))
    return marks


def last_used(*counts: Array) -> int:
    """Return the last place that holds anything."""
    return max((int(np.flatnonzero(each)[-1]) for each in counts if each.any()), default=0)
