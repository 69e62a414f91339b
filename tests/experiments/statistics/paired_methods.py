"""Intervals for a difference of paired shares, side by side: how often each holds the truth, counted and not simulated."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from scipy.stats import binom, norm

from experiments.statistics.paired import tango

Array = np.ndarray[Any, Any]
Method = Callable[[Array, Array, int], tuple[Array, Array]]


def wald(only_first: Array, only_second: Array, games: int) -> tuple[Array, Array]:
    first, second = only_first / games, only_second / games
    half = norm.ppf(0.975) * np.sqrt((first + second - (first - second) ** 2) / games)
    return first - second - half, first - second + half


def agresti_min(only_first: Array, only_second: Array, games: int) -> tuple[Array, Array]:
    return wald(only_first + 0.5, only_second + 0.5, games + 2)


def bonett_price(only_first: Array, only_second: Array, games: int) -> tuple[Array, Array]:
    return wald(only_first + 1, only_second + 1, games + 2)


METHODS: dict[str, Method] = {
    "Wald": wald,
    "Agresti-Min": agresti_min,
    "Bonett-Price": bonett_price,
    "Tango": tango,
}
SETTINGS = [
    (games, differing, split)
    for games in (100, 500)
    for differing in (0.02, 0.05, 0.2, 0.5)
    for split in (0.5, 0.7, 0.95)
]


def exact_coverage(name: str) -> Array:
    """For each setting, the chance that the interval holds the true difference: a sum over all counts that can occur."""
    return np.array([_coverage(METHODS[name], *setting) for setting in SETTINGS])


def _coverage(method: Method, games: int, differing: float, split: float) -> float:
    chance_of = binom.pmf(np.arange(games + 1), games, differing)
    totals = np.flatnonzero(chance_of > 1e-9)
    only_first = np.concatenate([np.arange(total + 1) for total in totals])
    total = np.repeat(totals, totals + 1)
    chances = chance_of[total] * binom.pmf(only_first, total, split)
    low, high = method(only_first, total - only_first, games)
    truth = differing * (2 * split - 1)
    return float(chances[(low <= truth) & (truth <= high)].sum())
