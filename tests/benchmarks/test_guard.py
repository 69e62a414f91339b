"""The guard against slower kernels: what it calls a regression. How long things take is not tested here."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.guard import keep, kept_costs, measure, regressions
from benchmarks.second_engine import oracle_games, pick_first
from simulator.switch_signal.play import play
from simulator.switch_signal.scenario import Scenario
from tests.players import load_player


def test_only_a_clear_loss_is_a_regression() -> None:
    kept = {"step": 2.0, "decision": 100.0}
    assert regressions(kept, {"step": 2.8, "decision": 20.0}, 1.5) == []
    assert regressions(kept, {"step": 3.1, "decision": 100.0}, 1.5) == ["step"]


def test_what_is_no_longer_measured_is_missed() -> None:
    assert regressions({"step": 2.0}, {}) == ["step"]


def test_costs_are_kept_in_a_file(tmp_path: Path) -> None:
    keep({"step in draws": 2.6925}, tmp_path / "guard.toml")
    assert kept_costs(tmp_path / "guard.toml") == {"step in draws": 2.69}


@pytest.mark.slow
def test_everything_that_is_measured_is_guarded() -> None:
    assert set(measure(rounds=1)) == set(kept_costs())


def test_the_oracle_plays_the_games_of_idle() -> None:
    scenario = Scenario(board="central-europe")
    idle = play(scenario, load_player("idle"), 1, 0, 3).outcomes["decisions"].sum()
    assert oracle_games(scenario, 3, pick_first) == idle
