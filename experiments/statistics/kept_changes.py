"""How games went in two cells, and which changes are clear of chance: the figures of `experiments/statistics/anatomy.py` from what a run keeps of its games.

A run keeps sums of blocks of games, and game by game only who won. Cells that met the same deals are compared block by block, which takes
out most of the luck of the deals. Where they have too few blocks in common, their games are taken as independent ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import hypot, sqrt
from statistics import NormalDist
from typing import Any

import numpy as np

from experiments.run_store.tally import Tally
from experiments.statistics.anatomy import COLUMNS, FEWEST_GAMES, FIGURES, TOKENS, Change
from experiments.statistics.block_means import FEWEST_BLOCKS, ratio_intervals
from experiments.statistics.intervals import NORMAL_95
from experiments.statistics.kept_means import LOST_ROW, Mean, mean_of_column, means_of_squares
from experiments.statistics.multiplicity import holm
from simulator.switch_signal.codes import CAUSE_NAMES, E2, E3

Array = np.ndarray[Any, Any]
# Figures by what is kept of them: a histogram, squares, or how many games ended so.
HISTOGRAMS = {"goods": "goods", "turns": "turns", "tokens together": "tokens"}
SQUARES = {
    "head-ons": ("head_ons", 0),
    "timetable cards lost": ("cards_lost", 0),
    "unspent cards": ("unspent", 0),
    **{f"{TOKENS}{cause}": ("tokens", number) for number, cause in enumerate(CAUSE_NAMES)},
}
ENDINGS = {"lost by E2": E2, "lost by E3": E3}


@dataclass(frozen=True)
class KeptChange(Change):
    """A change with its 95 % interval; none where too few games tell how far chance goes, or nothing varied."""

    interval: tuple[float, float] | None


@dataclass(frozen=True)
class Went:
    """How games went before and after. `games` of both sides, on the same deals if they are `paired`."""

    changes: Sequence[KeptChange]
    games: tuple[int, int]
    paired: bool


def kept_changes(first: Tally, second: Tally, blocks: tuple[Sequence[Tally], Sequence[Tally]] | None) -> Went:
    """All figures with their changes from the first cell to the second; p-values are not adjusted for anything.

    `blocks` of both, if they met the same deals.
    """
    sums = _common_sums(*blocks) if blocks else None
    if sums is not None and sums.shape[1] >= FEWEST_BLOCKS:
        games = int(sums[0, :, 0].sum())
        return Went([_paired(name, sums) for name in FIGURES], (games, games), True)
    changes = [_unpaired(name, figure_of(first, name), figure_of(second, name)) for name in FIGURES]
    return Went(changes, (_counted(first), _counted(second)), False)


def adjusted(found: Sequence[Went]) -> list[Went]:
    """The same, with p-values among all figures of all pairs of cells."""
    together = iter(holm([each.p_value for went in found for each in went.changes]))
    return [
        replace(went, changes=[replace(each, holm=next(together)) for each in went.changes]) for went in found
    ]


def figure_of(tally: Tally, name: str) -> Mean | None:
    """A figure of a cell; None if there is no game that it is of, as with no lost game."""
    if name in ENDINGS:
        games = _counted(tally)
        share = int(tally.columns["lost_by"][ENDINGS[name]]) / games
        return Mean(share, sqrt(share * (1 - share) / max(1, games - 1)), games)
    if name in HISTOGRAMS:
        return mean_of_column(tally, HISTOGRAMS[name])
    if name in SQUARES:
        column, place = SQUARES[name]
        return means_of_squares(tally, column)[place]
    return mean_of_column(tally, "goods", [LOST_ROW])


def _counted(tally: Tally) -> int:
    return int(tally.columns["turns_histogram"].sum())


def _sums(tally: Tally) -> list[int]:
    """What `columns_of` would sum up."""
    kept = tally.columns
    return [
        _counted(tally),
        int(kept["turns_histogram"][LOST_ROW].sum()),
        int(kept["goods"].sum()),
        int(kept["goods"][LOST_ROW].sum()),
        int(kept["turns"].sum()),
        *(int(number) for number in kept["tokens"].sum(axis=0)),
        *(int(kept[name].sum()) for name in ("tokens", "head_ons", "cards_lost", "unspent")),
        *(int(kept["lost_by"][rule]) for rule in ENDINGS.values()),
    ]


def _common_sums(first: Sequence[Tally], second: Sequence[Tally]) -> Array:
    """A table sides × blocks × COLUMNS of the deals that both have met. Where blocks of one are smaller, some of them make one of the other."""
    ends = [[block.first + block.games for block in side] for side in (first, second)]
    common = sorted(set(ends[0]) & set(ends[1]))
    table = np.zeros((2, len(common), len(COLUMNS)))
    for number, side in enumerate((first, second)):
        for block, end in zip(side, ends[number], strict=True):
            if common and end <= common[-1]:
                table[number, np.searchsorted(common, end)] += _sums(block)
    return table


def _paired(name: str, sums: Array) -> KeptChange:
    """A block moves a quotient by (above − quotient · below) / mean of below, here of the second side minus the first."""
    from scipy.stats import t  # slow to import

    above, below = (sums[:, :, COLUMNS.index(column)] for column in FIGURES[name])
    games, of = sums[0, :, 0], below.sum(axis=1)
    first, second = (float(a / b) if b else None for a, b in zip(above.sum(axis=1), of, strict=True))
    if first is None or second is None or of.min() < FEWEST_GAMES:
        return _unknown(name, first, second)
    moved = (above - np.array([[first], [second]]) * below) * (games.sum() / of)[:, None]
    _, half = ratio_intervals((moved[1] - moved[0] + (second - first) * games)[:, None], games[:, None])
    freedom = len(games) - 1
    error = float(half[0]) / float(t.ppf(0.975, freedom))
    p_value = float(2 * t.sf(abs(second - first) / error, freedom)) if error else float(first == second)
    return _known(name, first, second, error, p_value, float(half[0]))


def _unpaired(name: str, first: Mean | None, second: Mean | None) -> KeptChange:
    if first is None or second is None or min(first.games, second.games) < FEWEST_GAMES:
        return _unknown(name, *(None if mean is None else mean.value for mean in (first, second)))
    error, difference = hypot(first.error, second.error), second.value - first.value
    p_value = 2 * NormalDist().cdf(-abs(difference) / error) if error else float(difference == 0)
    return _known(name, first.value, second.value, error, p_value, NORMAL_95 * error)


def _known(name: str, first: float, second: float, error: float, p_value: float, half: float) -> KeptChange:
    """Where nothing varied there is no interval: one without extent would be a claim."""
    interval = (second - first - half, second - first + half) if error else None
    return KeptChange(name, first, second, error, p_value, p_value, interval)


def _unknown(name: str, first: float | None, second: float | None) -> KeptChange:
    return KeptChange(name, first, second, error=0.0, p_value=1.0, holm=1.0, interval=None)
