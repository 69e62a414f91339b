"""Cells of the ladder: who stands above whom, and how well a mean over boards is known."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from experiments.switch_signal.ladder import Cell, interval
from reports.switch_signal.ladder_page import ladder_page


def cell(won: tuple[float, float, float], goods: float, reach: float) -> Cell:
    return Cell("planner", "standard", "tiny", 100, *won, goods, reach, 0.0)


def test_who_is_above_whom_is_told_by_wins_or_else_by_goods() -> None:
    """Where nearly nobody wins, goods must show it; intervals that touch show nothing."""
    weak, strong = cell((0.0, 0.0, 0.04), 2.0, 0.2), cell((0.3, 0.2, 0.4), 5.0, 0.2)
    assert strong.is_above(weak) == "wins"
    assert cell((0.01, 0.0, 0.05), 3.0, 0.2).is_above(weak) == "goods"
    assert cell((0.01, 0.0, 0.05), 2.3, 0.2).is_above(weak) == ""
    assert weak.is_above(strong) == ""


def test_names_of_files_are_text() -> None:
    named = replace(cell((0.3, 0.2, 0.4), 5.0, 0.2), board="my_own|board.toml")
    assert "## my\\_own\\|board.toml" in ladder_page([named], "sim ladder")


def test_intervals_over_boards_cover() -> None:
    """12 boards of 20 games with rates from 0.3 to 0.95: of 2,000 tables at least 93.5 % hold the mean (fixed seed)."""
    chance = np.random.default_rng(4)
    rates = np.linspace(0.3, 0.95, 12)
    held = 0
    for _ in range(2_000):
        _, low, high = interval([chance.random(20) < rate for rate in rates])
        held += low <= rates.mean() <= high
    assert 0.935 <= held / 2_000 <= 0.98
