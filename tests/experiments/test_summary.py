"""The table of a run: each cell against its standard setup, with p-values for as many looks as there are."""

from __future__ import annotations

from pathlib import Path

import pytest
from statsmodels.stats.multitest import multipletests

from experiments.results import Results
from experiments.statistics.paired import difference_of
from experiments.summary import summarize
from simulator.switch_signal.game import GAME
from tests.experiments.sweeps import play_all, small_sweep
from tests.runs import made_run


def test_each_cell_is_compared_with_its_standard_setup_and_holms_p(tmp_path: Path) -> None:
    results = Results.read(play_all(small_sweep(200, tokens="6..9"), tmp_path / "run"))
    rows = summarize(results)
    assert [row.cell.levels["tokens"] for row in rows if row.is_base] == [7, 7]
    others = [row for row in rows if not row.is_base]
    found = [row.difference for row in others if row.difference]
    assert len(found) == len(others) == 6
    for row, difference in zip(others, found, strict=True):
        base = results.baseline(row.cell)
        assert base is not None
        assert base.policy == row.cell.policy
        assert (
            difference.p_value == difference_of(GAME.main, row.cell.tally.values, base.tally.values).p_value
        )
        assert difference.difference == pytest.approx(row.cell.rate - base.rate)
    expected = multipletests([each.p_value for each in found], method="holm")[1]
    assert [each.holm for each in found] == pytest.approx(list(expected))


def test_a_standard_setup_alone_is_compared_with_nothing(tmp_path: Path) -> None:
    results = Results.read(play_all(small_sweep(10, tokens="7"), tmp_path / "run"))
    assert [row.difference for row in summarize(results)] == [None, None]


def test_what_the_rulebook_leaves_to_the_board_is_standard_where_the_board_has_it() -> None:
    results = made_run(
        {"board": ("north-america", "central-europe"), "house signals": (8, 9)}, ("random",), games=20
    )
    bases = [row.cell.levels for row in summarize(results) if row.is_base]
    assert [(levels["board"], levels["house signals"]) for levels in bases] == [
        ("north-america", 9),
        ("central-europe", 8),
    ]
    assert all(results.is_standard(row.cell) == row.is_base for row in summarize(results))
