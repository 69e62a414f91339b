"""What a step of a factor does to the win rate, in points, on average over the settings that were played.

A setting with the highest level of a number, less the same setting with its lowest, divided by the steps between; for any other factor
a level less that of the baseline; averaged over all settings that have both. That asks nothing of how the win rate runs between levels: it is a
weighted sum of win rates, and its error is the jackknife's over groups of deals. For the error every setting is lent half a win and half a loss,
so that one that never won is not known exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from experiments.statistics.design import Cell, Step, steps_of
from experiments.statistics.jackknife import Groups, jackknife_covariance

Array = np.ndarray[Any, Any]


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
    from scipy.stats import t

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
    quantile = float(t.ppf(0.975, grouped.degrees_of_freedom))
    halves = quantile * np.sqrt(np.diag(covariance))
    each = tuple(
        Effect(name, float(change), float(change - half), float(change + half))
        for name, change, half in zip(weighed, points, halves, strict=True)
    )
    return Effects(each, covariance, quantile)


def _weights(step: Step, cells: Sequence[Cell]) -> Array:
    """Of the win rate of each cell in the effect; nothing but zeros if no setting has both levels."""
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
