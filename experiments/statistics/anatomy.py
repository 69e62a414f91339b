"""How games went on two sides of the same deals, and which changes are clear of chance.

A figure is a mean over games, or over the lost ones: a column summed, divided by another column summed. Of all columns of both sides together
only sums and sums of products are kept, as integers, so that blocks add up in any order; they give the error of every paired change.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from math import exp, inf, log, sqrt
from typing import Any

import numpy as np

from experiments.statistics.figures import Figure, figures_of
from experiments.statistics.multiplicity import holm
from experiments.statistics.sequential import PLANNED_GAMES
from simulator.game import Game

Array = np.ndarray[Any, Any]
CLEAR = 0.05  # p-value after Holm
# Games at which the prior of a change is as wide as its error; best looked at after some 8 times as many.
PRIOR_GAMES = PLANNED_GAMES / 8
FEWEST_GAMES = 100  # games that a mean is over, before which its error is itself too uncertain


class JointSums:
    """Sums of all columns of A and B over the same deals, and of their products."""

    def __init__(self, game: Game) -> None:
        self.figures = figures_of(game)
        size = 2 * self.figures.width
        self.games = 0
        self.sums = np.zeros(size, np.int64)
        self.products = np.zeros((size, size), np.int64)

    def add(self, first: Array, second: Array) -> None:
        """Outcomes of A and B; row g of both is the same deal."""
        table = np.concatenate([self.figures.numbers_of(first), self.figures.numbers_of(second)])
        self.games += len(first)
        self.sums += table.sum(axis=1)
        self.products += table @ table.T

    def figure(self, side: int, name: str) -> float | None:
        """The figure of a side; None if there is nothing to divide by, as with no lost game."""
        above, below = (self.sums[place] for place in self.places(side, name))
        return float(above / below) if below else None

    def places(self, side: int, name: str) -> tuple[int, int]:
        """Return where a figure's sum and its games stand."""
        begin = side * self.figures.width
        return begin + self.figures.above[name], begin + self.figures.below[name]

    def counted(self, name: str) -> int:
        """Games that a figure rests on: all, or the lost ones of the side that has fewer; none before they are enough."""
        number = min(int(self.sums[self.places(side, name)[1]]) for side in (0, 1))
        return number if number >= FEWEST_GAMES else 0


@dataclass(frozen=True)
class Change:
    """A figure of A and of B, the error of their difference, and whether chance may have made it."""

    figure: Figure
    first: float | None
    second: float | None
    error: float  # standard error of second − first
    p_value: float  # of no change
    holm: float  # the same among all that were asked together

    @property
    def name(self) -> str:
        return self.figure.name

    @property
    def difference(self) -> float | None:
        return None if self.first is None or self.second is None else self.second - self.first

    @property
    def clear(self) -> bool:
        return self.holm < CLEAR


def changes(moments: JointSums) -> list[Change]:
    """All figures with their changes from A to B. p-values hold at all looks together, and are adjusted for the number of figures."""
    names = list(moments.figures)
    errors = [_error(moments, name) for name in names]
    figures = [(moments.figure(0, name), moments.figure(1, name)) for name in names]
    p_values = [
        1.0 if first is None or second is None else anytime_p(second - first, error, moments.counted(name))
        for name, (first, second), error in zip(names, figures, errors, strict=True)
    ]
    adjusted = holm(p_values)
    return [
        Change(moments.figures[name], *pair, error, p, together)
        for name, pair, error, p, together in zip(names, figures, errors, p_values, adjusted, strict=True)
    ]


def _error(moments: JointSums, name: str) -> float:
    """Standard error of a change: each game moves a quotient by (above − quotient · below) / mean of below, here of B minus A.

    In whole numbers up to the last division: a sum of floating numbers would differ in its last digits from processor to processor, and be a
    little above nothing where nothing has changed.
    """
    places = [moments.places(side, name) for side in (0, 1)]
    sums = [[int(moments.sums[place]) for place in pair] for pair in places]
    if not all(below for _, below in sums):
        return 0.0
    common = (sums[0][1] * sums[1][1]) ** 2  # what all weights are divided by
    weights: dict[int, int] = defaultdict(int)
    for sign, (at_above, at_below), (above, below) in zip((-1, 1), places, sums, strict=True):
        scale = sign * moments.games * (common // below**2)
        weights[at_above] += scale * below
        weights[at_below] -= scale * above
    square = sum(
        one * other * int(moments.products[i, j])
        for i, one in weights.items()
        for j, other in weights.items()
    )
    return sqrt(square / common**2) / moments.games


def anytime_p(difference: float, error: float, games: int) -> float:
    """The p-value of no change that holds although one looked before: one over a bet's capital (Robbins' mixture).

    The error is taken as known, so this is exact only for many games (Waudby-Smith and others, 2024); the tests measure it. Where all deals
    changed alike, it is that of one more deal that did not change.
    """
    if difference == 0 or games == 0:
        return 1.0
    square = min((difference / error) ** 2 if error else inf, games**2)
    log_capital = log(PRIOR_GAMES / (PRIOR_GAMES + games)) / 2 + square / 2 * games / (games + PRIOR_GAMES)
    return min(1.0, exp(-min(log_capital, 700.0)))
