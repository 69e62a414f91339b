"""How games went on two sides, and which changes are clear of chance: game by game on the same deals, or from what runs keep of their games.

A figure is a mean over games, or over the lost ones: a column summed, divided by another column summed. Of games that are being played, sums
of all columns of both sides together and of their products are enough, as integers, so that blocks add up in any order; they give the error
of every paired change. A run keeps sums of blocks of games, and game by game only one number. Cells that met the same deals are compared
block by block, which takes out most of the luck of the deals. Where they have too few blocks in common, their games are taken as independent ones.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import hypot, sqrt
from statistics import NormalDist
from typing import Any

import numpy as np

from experiments.run_store.tally import Tally
from experiments.statistics.figures import Figure, Figures, figures_of
from experiments.statistics.intervals import NORMAL_95, holm, student_95
from experiments.statistics.means import FEWEST_BLOCKS, Mean
from experiments.statistics.sequential import anytime_p
from simulator.game import Game

Array = np.ndarray[Any, Any]
CLEAR = 0.05  # p-value after Holm
FEWEST_GAMES = 100  # games that a mean is over, before which its error is itself too uncertain


@dataclass(frozen=True)
class Change:
    """A figure of A and of B, the error of their difference, and whether chance may have made it."""

    figure: Figure
    first: float | None
    second: float | None
    error: float = 0.0  # standard error of second − first
    p_value: float = 1.0  # of no change
    holm: float = 1.0  # the same among all that were asked together
    interval: tuple[float, float] | None = (
        None  # 95 %, of kept games; none where nothing varied: one without extent would be a claim
    )

    @property
    def name(self) -> str:
        return self.figure.name

    @property
    def difference(self) -> float | None:
        return None if self.first is None or self.second is None else self.second - self.first

    @property
    def clear(self) -> bool:
        return self.holm < CLEAR


class JointSums:
    """Sums of all columns of A and B over the same deals, and of their products."""

    def __init__(self, game: Game) -> None:
        self.figures = figures_of(game)
        size = 2 * self.figures.width
        self.games = 0
        self.sums = np.zeros(size, np.int64)
        self.products = np.zeros((size, size), np.int64)

    def add(self, first: Array, second: Array) -> None:
        """Add outcomes of A and B; row g of both is the same deal."""
        table = np.concatenate([self.figures.numbers_of(first), self.figures.numbers_of(second)])
        self.games += len(first)
        self.sums += table.sum(axis=1)
        self.products += table @ table.T

    def changes(self) -> list[Change]:
        """Return all figures with their changes from A to B. p-values hold at all looks together, and are adjusted for the number of figures."""
        found = [self._change(figure) for figure in self.figures.values()]
        return _with_holm(found, holm([each.p_value for each in found]))

    def _change(self, figure: Figure) -> Change:
        places = [self._places(side, figure.name) for side in (0, 1)]
        sums = [(int(self.sums[above]), int(self.sums[below])) for above, below in places]
        first, second = (above / below if below else None for above, below in sums)
        if first is None or second is None:  # as with no lost game
            return Change(figure, first, second)
        error, games = self._error(places, sums), min(below for _, below in sums)
        p_value = anytime_p(second - first, error, games if games >= FEWEST_GAMES else 0)
        return Change(figure, first, second, error, p_value)

    def _places(self, side: int, name: str) -> tuple[int, int]:
        """Return where a figure's sum and its games stand."""
        begin = side * self.figures.width
        return begin + self.figures.above[name], begin + self.figures.below[name]

    def _error(self, places: Sequence[tuple[int, int]], sums: Sequence[tuple[int, int]]) -> float:
        """Return the standard error of a change: each game moves a quotient by (above − quotient · below) / mean of below, here of B minus A.

        In whole numbers up to the last division: a sum of floating numbers would differ in its last digits from processor to processor, and be a
        little above nothing where nothing has changed.
        """
        common = (sums[0][1] * sums[1][1]) ** 2  # what all weights are divided by
        weights: dict[int, int] = defaultdict(int)
        for sign, (at_above, at_below), (above, below) in zip((-1, 1), places, sums, strict=True):
            scale = sign * self.games * (common // below**2)
            weights[at_above] += scale * below
            weights[at_below] -= scale * above
        square = sum(
            one * other * int(self.products[i, j])
            for i, one in weights.items()
            for j, other in weights.items()
        )
        return sqrt(square / common**2) / self.games


@dataclass(frozen=True)
class CellChanges:
    """How games went before and after. `games` of both sides, on the same deals if they are `paired`."""

    changes: Sequence[Change]
    games: tuple[int, int]
    paired: bool


def changes_between(
    first: Tally, second: Tally, blocks: tuple[Sequence[Tally], Sequence[Tally]] | None
) -> CellChanges:
    """Return all figures with their changes from the first cell to the second; p-values are not adjusted for anything.

    `blocks` of both, if they met the same deals.
    """
    figures = figures_of(first.form.game)
    sums = _common_sums(figures, *blocks) if blocks else None
    if sums is not None and sums.shape[1] >= FEWEST_BLOCKS:
        games = int(sums[0, :, figures.games].sum())
        return CellChanges([_paired(figures, each, sums) for each in figures.values()], (games, games), True)
    changes = [_unpaired(each, each.mean(first), each.mean(second)) for each in figures.values()]
    return CellChanges(changes, (first.games, second.games), False)


def adjusted(found: Sequence[CellChanges]) -> list[CellChanges]:
    """Return changes with p-values among all figures of all pairs of cells."""
    together = holm([each.p_value for went in found for each in went.changes])
    done, begin = list[CellChanges](), 0
    for went in found:
        end = begin + len(went.changes)
        done.append(replace(went, changes=_with_holm(went.changes, together[begin:end])))
        begin = end
    return done


def _with_holm(changes: Sequence[Change], together: Iterable[float]) -> list[Change]:
    return [replace(each, holm=p) for each, p in zip(changes, together, strict=True)]


def _common_sums(figures: Figures, first: Sequence[Tally], second: Sequence[Tally]) -> Array:
    """Return a table sides × blocks × sums of the deals that both have met. Where blocks of one are smaller, some of them make one of the other."""
    ends = [[block.first + block.games for block in side] for side in (first, second)]
    common = sorted(set(ends[0]) & set(ends[1]))
    table = np.zeros((2, len(common), figures.width))
    for number, side in enumerate((first, second)):
        for block, end in zip(side, ends[number], strict=True):
            if common and end <= common[-1]:
                table[number, np.searchsorted(common, end)] += figures.kept_sums(block)
    return table


def _paired(figures: Figures, figure: Figure, sums: Array) -> Change:
    """A block moves a quotient by (above − quotient · below) / mean of below, here of the second side minus the first."""
    from scipy.stats import t  # slow to import

    above, below = (sums[:, :, place[figure.name]] for place in (figures.above, figures.below))
    games, of = sums[0, :, figures.games], below.sum(axis=1)
    first, second = (float(a / b) if b else None for a, b in zip(above.sum(axis=1), of, strict=True))
    if first is None or second is None or of.min() < FEWEST_GAMES:
        return Change(figure, first, second)
    moved = (above - np.array([[first], [second]]) * below) / of[:, None]
    freedom = len(games) - 1
    error = float(np.sqrt(((moved[1] - moved[0]) ** 2).sum() * len(games) / freedom))
    p_value = float(2 * t.sf(abs(second - first) / error, freedom)) if error else float(first == second)
    return _known(figure, first, second, error, p_value, student_95(freedom) * error)


def _unpaired(figure: Figure, first: Mean | None, second: Mean | None) -> Change:
    if first is None or second is None or min(first.games, second.games) < FEWEST_GAMES:
        return Change(figure, first.value if first else None, second.value if second else None)
    error, difference = hypot(first.error, second.error), second.value - first.value
    p_value = 2 * NormalDist().cdf(-abs(difference) / error) if error else float(difference == 0)
    return _known(figure, first.value, second.value, error, p_value, NORMAL_95 * error)


def _known(figure: Figure, first: float, second: float, error: float, p_value: float, half: float) -> Change:
    interval = (second - first - half, second - first + half) if error else None
    return Change(figure, first, second, error, p_value, p_value, interval)
