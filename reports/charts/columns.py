"""What figures take from a cell's sums: means with intervals, and histograms without their empty ends."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from typing import Any

import numpy as np

from experiments.results import CellResult
from reports.charts.interval_rows import Mark
from simulator.board import Board

Array = np.ndarray[Any, Any]
LOST_ROW, WON_ROW = 0, 1
SIDES = ((LOST_ROW, "lost"), (WON_ROW, "won"))
Z = 1.96


def games_of(cell: CellResult, side: int) -> int:
    """Lost or won games."""
    return cell.wins if side == WON_ROW else cell.games - cell.wins


def histogram(cell: CellResult, name: str, side: int) -> Array:
    counts: Array = cell.tally.columns[f"{name}_histogram"][side]
    return counts


def mean_of_histogram(counts: Array) -> Mark | None:
    """The mean with its 95 % interval; None without games."""
    games = int(counts.sum())
    if not games:
        return None
    values = np.arange(len(counts))
    mean = float(counts @ values / games)
    spread = sqrt(max(0.0, float(counts @ (values - mean) ** 2) / games))
    half = Z * spread / sqrt(games)
    return Mark(mean, max(0.0, mean - half), mean + half)


def bounded(mean: float, top: float, games: int) -> Mark:
    """A mean with a 95 % interval that is rather too wide: of numbers between 0 and `top` only the sum was kept, and their variance
    is at most mean · (top − mean) (Bhatia and Davis, 2000)."""
    half = Z * sqrt(max(0.0, mean * (top - mean)) / games)
    return Mark(mean, max(0.0, mean - half), min(top, mean + half))


def goods_required(cell: CellResult, boards: Mapping[str, Board]) -> int | None:
    """What won games have delivered; without one, what the board asks for; None if that is not known either."""
    won = histogram(cell, "goods", WON_ROW)
    if won.any():
        return int(np.flatnonzero(won)[-1])
    entry = cell.entry
    board = boards.get(entry["board"]["hash"])
    if board is None:
        return None
    scenario = entry["scenario"]
    return int(scenario["house"]["goods"]) * len(board.goods_cities) + (2 if scenario["goods"] == 10 else 0)


def last_used(*counts: Array) -> int:
    """The last place that holds anything."""
    return max((int(np.flatnonzero(each)[-1]) for each in counts if each.any()), default=0)
