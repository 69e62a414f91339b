"""Who won which deal, piece by piece: figures are those of the whole table."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import experiments.run_store.values
from experiments.findings import find_effects, find_luck
from experiments.results import Results
from experiments.run_store.values import count_only_first, pieces
from experiments.statistics.over_boards import over_boards
from experiments.summary import summarize, summary_csv
from simulator.core.errors import InputError
from tests.experiments.deals import play_deals
from tests.experiments.sweeps import play_all, small_sweep


def test_pieces_are_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    won = play_deals((0.3, 0.5, 0.7), 0.5, 100, np.random.default_rng(1))
    monkeypatch.setattr(experiments.run_store.values, "PIECE", 21)
    found = list(pieces(won))
    assert [piece.shape for piece in found] == [(3, 7)] * 14 + [(3, 2)]
    assert (np.concatenate(found, axis=1) == won).all()


def test_deals_that_only_one_won_are_counted_of_those_that_both_have_met(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first, second, short = np.array([1, 1, 0, 1, 0]), np.array([1, 0, 1, 0, 1]), np.array([0, 1])
    monkeypatch.setattr(experiments.run_store.values, "PIECE", 3 * 8 * 2)
    assert count_only_first([first, second, short]) == [[0, 2, 1], [2, 0, 1], [0, 1, 0]]


def test_boards_are_compared_alike_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    won = play_deals((0.3, 0.5, 0.7, 0.6), 0.5, 500, np.random.default_rng(2))
    kinds = ["europe", "america"] * 2
    whole = over_boards(won, kinds)
    monkeypatch.setattr(experiments.run_store.values, "PIECE", 64)
    assert vars(over_boards(won, kinds)) == pytest.approx(vars(whole))


def test_a_run_says_the_same_whether_its_wins_fit_into_memory_or_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = play_all(small_sweep(200, names=("novice", "planner")), tmp_path / "run")

    def told() -> tuple[object, ...]:
        results = Results.read(store)
        effects = [(each.effects, each.rates) for each in find_effects(results)]
        return summary_csv(results, summarize(results)), effects, find_luck(results)

    in_memory = told()
    assert all(in_memory)  # there is something to compare
    monkeypatch.setattr(experiments.run_store.values, "AT_HAND", 7)
    monkeypatch.setattr(experiments.run_store.values, "PIECE", 96)
    assert told() == in_memory


def test_a_file_that_is_lost_while_it_is_read_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(experiments.run_store.values, "AT_HAND", 0)
    results = Results.read(play_all(small_sweep(), tmp_path / "run"))
    path = sorted((tmp_path / "run").glob("cells/*/*"))[3]
    path.unlink()
    with pytest.raises(
        InputError, match=r"000000060\+20\.block is damaged .*; `sim resume .* plays it again"
    ):
        summarize(results)
