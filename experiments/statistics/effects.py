"""What a step of a factor does to the win rate, in points, on average over the settings that were played, and what it is worth in steps of another.

A setting with the highest level of a number, less the same setting with its lowest, divided by the steps between; for any other factor
a level less that of the baseline; averaged over all settings that have both. That asks nothing of how the win rate runs between levels: it is a
weighted sum of win rates, and its error is the jackknife's over groups of deals. For the error every setting is lent half a win and half a loss,
so that one that never won is not known exactly.

A step of A changes the win rate by a points, a step of B by b; so one step of A is worth a/b steps of B, which is their exchange rate. Where b may
be 0, a/b may be anything, and an interval that hid that would be wrong. Fieller's (1954) does not hide it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, sqrt
from typing import Any, Literal

import numpy as np

from experiments.statistics.design import Cell, Step, steps_of
from experiments.statistics.intervals import student_95
from experiments.statistics.jackknife import Groups, jackknife_covariance

Array = np.ndarray[Any, Any]
Shape = Literal["between", "outside", "anything"]


@dataclass(frozen=True)
class Effect:
    """What a step does to the share won, everything else the same."""

    name: str
    points: float
    low: float  # 95 % interval
    high: float

    @property
    def clear(self) -> bool:
        return not self.low <= 0 <= self.high


@dataclass(frozen=True)
class Effects:
    """All steps of a grid, and how their estimates err together."""

    each: tuple[Effect, ...]
    covariance: Array
    quantile: float  # errors that a 95 % interval reaches to either side


def average_effects(cells: Sequence[Cell], grouped: Groups, baseline: Cell, is_share: bool = True) -> Effects:
    """Return the effect of every step that the grid has settings for, in the order of its factors."""
    weighed = {step.name: _weights(step, cells) for step in steps_of(cells, baseline)}
    weighed = {name: weights for name, weights in weighed.items() if weights.any()}
    weights = np.array([*weighed.values()]).reshape(-1, len(cells))
    wins, games = grouped.wins.sum(axis=1), int(grouped.sizes.sum())
    points = weights @ (wins / games)
    half, one = (0.5, 1) if is_share else (0, 0)
    lending = (wins + half) / (games + one)
    without = (wins[:, None] - grouped.wins + half) / (games - grouped.sizes + one)
    covariance = jackknife_covariance(weights @ lending, (weights @ without).T, grouped.sizes)
    if is_share:
        lent = ((1 - lending) ** 2 + lending**2) / 2 / (games + 1) ** 2
        covariance = covariance + (weights * lent) @ weights.T
    quantile = student_95(grouped.degrees_of_freedom)
    halves = quantile * np.sqrt(np.diag(covariance))
    each = tuple(
        Effect(name, float(change), float(change - half), float(change + half))
        for name, change, half in zip(weighed, points, halves, strict=True)
    )
    return Effects(each, covariance, quantile)


def _weights(step: Step, cells: Sequence[Cell]) -> Array:
    """Return the weight of each cell's win rate in the effect; nothing but zeros if no setting has both levels."""
    low, high, steps = step.ends
    place = {(_rest(cell, step), str(cell[step.factor])): number for number, cell in enumerate(cells)}
    pairs = [
        (place[rest, str(low)], number)
        for (rest, level), number in place.items()
        if level == str(high) and (rest, str(low)) in place
    ]
    weights = np.zeros(len(cells))
    for below, above in pairs:
        weights[above] += 1 / len(pairs) / steps
        weights[below] -= 1 / len(pairs) / steps
    return weights


def _rest(cell: Cell, step: Step) -> tuple[tuple[str, int | str], ...]:
    return tuple((name, level) for name, level in cell.items() if name != step.factor)


@dataclass(frozen=True)
class ExchangeRate:
    """One step of `of` is worth `rate` steps of `in_steps_of`; a negative rate says that they pull in opposite directions."""

    of: str
    in_steps_of: str
    rate: float
    shape: Shape  # the 95 % set: between low and high; all but what lies between them; or every number
    low: float
    high: float

    @property
    def determined(self) -> bool:
        """Whether the rate has an interval at all; it has none unless the effect that is the unit clearly differs from 0."""
        return self.shape == "between"

    @property
    def clear(self) -> bool:
        """Whether its interval leaves no doubt which way the rate points; one that holds 0 says next to nothing."""
        return self.determined and not self.low <= 0 <= self.high

    @property
    def size(self) -> tuple[float, float, float]:
        """The rate and its interval without their sign, of one that is clear."""
        low, high = sorted((abs(self.low), abs(self.high)))
        return abs(self.rate), low, high


def exchange_rate(effects: Effects, of: str, in_steps_of: str) -> ExchangeRate:
    """Return what one step is worth in another, by their names: `tokens`, or `board=loop`."""
    names = [each.name for each in effects.each]
    a, b = names.index(of), names.index(in_steps_of)
    rate, shape, low, high = fieller(
        effects.each[a].points,
        effects.each[b].points,
        float(effects.covariance[a, a]),
        float(effects.covariance[a, b]),
        float(effects.covariance[b, b]),
        effects.quantile,
    )
    return ExchangeRate(of, in_steps_of, rate, shape, low, high)


def fieller(
    a: float, b: float, var_a: float, cov: float, var_b: float, quantile: float
) -> tuple[float, Shape, float, float]:
    """The ratio a/b and the set of ratios r for which a − r·b does not differ from 0 by more than `quantile` errors."""
    rate = a / b if b else inf
    # That set is where square·r² − 2·middle·r + constant ≤ 0.
    square = b * b - quantile**2 * var_b
    middle = a * b - quantile**2 * cov
    constant = a * a - quantile**2 * var_a
    discriminant = middle * middle - square * constant
    if not (square > 0 or square < 0 < discriminant):
        return rate, "anything", -inf, inf
    half = sqrt(max(0.0, discriminant)) / abs(square)
    return rate, "between" if square > 0 else "outside", middle / square - half, middle / square + half
