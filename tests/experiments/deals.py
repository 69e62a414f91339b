"""Made-up games of many cells on the same deals, with win rates that are known."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

import numpy as np
from scipy.stats import norm

BASELINE: dict[str, int | str] = {"tokens": 7, "removed": 0, "board": "europe"}
GRID: list[dict[str, int | str]] = [
    {"tokens": tokens, "removed": removed, "board": board}
    for tokens, removed, board in product((6, 7, 8), (0, 2), ("europe", "america"))
]
TRUTH = {
    "baseline": 0.2,
    "tokens": 0.5,
    "removed": 0.25,
    "board=america": -0.6,
    "tokens × removed": 0.1,
    "tokens × board=america": -0.2,
    "removed × board=america": 0.0,
}


def play_deals(
    rates: Sequence[float] | np.ndarray[Any, Any], together: float, games: int, dice: np.random.Generator
) -> np.ndarray[Any, Any]:
    """Cells × games of zeros and ones; `together` is how far the luck of a deal is that of all cells, from 0 to 1."""
    luck = np.sqrt(together) * dice.standard_normal(games)
    luck = luck + np.sqrt(1 - together) * dice.standard_normal((len(rates), games))
    return np.asarray(luck < norm.ppf(np.asarray(rates))[:, None], np.uint8)


def true_rates(cells: Sequence[dict[str, int | str]], truth: dict[str, float]) -> np.ndarray[Any, Any]:
    """Win rates of cells by a logit model, written out here a second time."""
    odds = []
    for cell in cells:
        tokens, removed = int(cell["tokens"]) - 7, int(cell["removed"])
        america = int(cell["board"] == "america")
        odds.append(
            truth["baseline"]
            + truth["tokens"] * tokens
            + truth["removed"] * removed
            + truth["board=america"] * america
            + truth["tokens × removed"] * tokens * removed
            + truth["tokens × board=america"] * tokens * america
            + truth["removed × board=america"] * removed * america
        )
    return np.asarray(1 / (1 + np.exp(-np.array(odds))))


def true_effects(truth: dict[str, float]) -> dict[str, float]:
    return effects_of_rates(true_rates(GRID, truth))


def effects_of_rates(rates: np.ndarray[Any, Any]) -> dict[str, float]:
    """Average change of the win rate in GRID for each step."""

    def mean_at(factor: str, level: int | str) -> float:
        return float(np.mean([rate for cell, rate in zip(GRID, rates, strict=True) if cell[factor] == level]))

    return {
        "tokens": (mean_at("tokens", 8) - mean_at("tokens", 6)) / 2,
        "removed": (mean_at("removed", 2) - mean_at("removed", 0)) / 2,
        "board=america": mean_at("board", "america") - mean_at("board", "europe"),
    }
