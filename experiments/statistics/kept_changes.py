"""How games went in two cells, and which changes are clear of chance: the figures of `experiments/statistics/anatomy.py` from what a run keeps of its games.

A run keeps sums of blocks of games, and game by game only who won. Cells that met the same deals are compared block by block, which takes
out most of the luck of the deals. Where they have too few blocks in common, their games are taken as independent ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import hypot
from statistics import NormalDist
from typing import Any

import numpy as np

from experiments.run_store.tally import GAMES_BY_RESULT, Tally
from experiments.statistics.anatomy import FEWEST_GAMES, Change
from experiments.statistics.figures import Figure, Figures, figures_of
from experiments.statistics.intervals import NORMAL_95
from experiments.statistics.kept_means import FEWEST_BLOCKS, Mean, ratio_intervals
from experiments.statistics.multiplicity import holm

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class KeptChange(Change):
    """A change with its 95 % interval; none where too few games tell how far chance goes, or nothing varied."""

    interval: tuple[float, float] | None


@dataclass(frozen=True)
class CellChanges:
    """How games went before and after. `games` of both sides, on the same deals if they are `paired`."""

    changes: Sequence[KeptChange]
    games: tuple[int, int]
    paired: bool


def changes_between(
    first: Tally, second: Tally, blocks: tuple[Sequence[Tally], Sequence[Tally]] | None
) -> CellChanges:
    """All figures with their changes from the first cell to the second; p-values are not adjusted for anything.

    `blocks` of both, if they met the same deals.
    """
    figures = figures_of(first.form.game)
    sums = _common_sums(figures, *blocks) if blocks else None
    if sums is not None and sums.shape[1] >= FEWEST_BLOCKS:
        games = int(sums[0, :, figures.games].sum())
        return CellChanges([_paired(figures, name, sums) for name in figures], (games, games), True)
    changes = [_unpaired(each, each.mean(first), each.mean(second)) for each in figures.values()]
    return CellChanges(changes, (_counted(first), _counted(second)), False)


def adjusted(found: Sequence[CellChanges]) -> list[CellChanges]:
    """Return changes with p-values among all figures of all pairs of cells."""
    together = iter(holm([each.p_value for went in found for each in went.changes]))
    return [
        replace(went, changes=[replace(each, holm=next(together)) for each in went.changes]) for went in found
    ]


def _counted(tally: Tally) -> int:
    return int(tally.columns[GAMES_BY_RESULT].sum())


def _common_sums(figures: Figures, first: Sequence[Tally], second: Sequence[Tally]) -> Array:
    """A table sides × blocks × sums of the deals that both have met. Where blocks of one are smaller, some of them make one of the other."""
    ends = [[block.first + block.games for block in side] for side in (first, second)]
    common = sorted(set(ends[0]) & set(ends[1]))
    table = np.zeros((2, len(common), figures.width))
    for number, side in enumerate((first, second)):
        for block, end in zip(side, ends[number], strict=True):
            if common and end <= common[-1]:
                table[number, np.searchsorted(common, end)] += figures.kept_sums(block)
    return table


def _paired(figures: Figures, name: str, sums: Array) -> KeptChange:
    """A block moves a quotient by (above − quotient · below) / mean of below, here of the second side minus the first."""
    from scipy.stats import t  # slow to import

    above, below = (sums[:, :, place[name]] for place in (figures.above, figures.below))
    games, of = sums[0, :, figures.games], below.sum(axis=1)
    first, second = (float(a / b) if b else None for a, b in zip(above.sum(axis=1), of, strict=True))
    if first is None or second is None or of.min() < FEWEST_GAMES:
        return _unknown(figures[name], first, second)
    moved = (above - np.array([[first], [second]]) * below) * (games.sum() / of)[:, None]
    _, half = ratio_intervals((moved[1] - moved[0] + (second - first) * games)[:, None], games[:, None])
    freedom = len(games) - 1
    error = float(half[0]) / float(t.ppf(0.975, freedom))
    p_value = float(2 * t.sf(abs(second - first) / error, freedom)) if error else float(first == second)
    return _known(figures[name], first, second, error, p_value, float(half[0]))


def _unpaired(figure: Figure, first: Mean | None, second: Mean | None) -> KeptChange:
    if first is None or second is None or min(first.games, second.games) < FEWEST_GAMES:
        return _unknown(figure, *(None if mean is None else mean.value for mean in (first, second)))
    error, difference = hypot(first.error, second.error), second.value - first.value
    p_value = 2 * NormalDist().cdf(-abs(difference) / error) if error else float(difference == 0)
    return _known(figure, first.value, second.value, error, p_value, NORMAL_95 * error)


def _known(
    figure: Figure, first: float, second: float, error: float, p_value: float, half: float
) -> KeptChange:
    """Where nothing varied there is no interval: one without extent would be a claim."""
    interval = (second - first - half, second - first + half) if error else None
    return KeptChange(figure, first, second, error, p_value, p_value, interval)


def _unknown(figure: Figure, first: float | None, second: float | None) -> KeptChange:
    return KeptChange(figure, first, second, error=0.0, p_value=1.0, holm=1.0, interval=None)
