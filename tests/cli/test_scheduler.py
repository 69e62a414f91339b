"""`--scheduler` as the shell sees it; what happens behind it is in tests/experiments/test_cluster.py."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import Sim
from tests.experiments.machines import Machines

GRID = ("sweep", "--board", "tiny", "--tokens", "7,9", "--policy", "random", "--no-report")
SWEEP = (*GRID, "--games", 100)


@pytest.mark.slow
def test_a_sweep_on_two_workers_gives_the_figures_of_a_local_one_and_goes_on_there(
    sim: Sim, tmp_path: Path
) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    with Machines(tmp_path) as machines:
        first = sim(*SWEEP, "--out", there, "--scheduler", machines.address)
        assert (first.code, first.err.count("error")) == (0, 0)
        assert sim("resume", there, "--games", 150, "--scheduler", machines.address).code == 0
    assert sim(*GRID, "--games", 150, "--out", here).code == 0
    assert (here / "summary.csv").read_bytes() == (there / "summary.csv").read_bytes()


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--scheduler", "nowhere"), 'error: --scheduler: "nowhere" must have the form tcp://host:port.\n'),
        (
            ("--scheduler", "tcp://localhost:1", "--jobs", 2),
            "error: --jobs and --scheduler exclude each other: the scheduler's workers say how many cores they use.\n",
        ),
    ],
)
def test_options_that_cannot_be(sim: Sim, tmp_path: Path, options: tuple[object, ...], sentence: str) -> None:
    result = sim(*SWEEP, "--out", tmp_path / "run", *options)
    assert (result.code, result.out, result.err) == (2, "", sentence)


def test_a_scheduler_that_does_not_answer(sim: Sim, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("experiments.cluster.ANSWER_SECONDS", 1.0)
    result = sim(*SWEEP, "--out", tmp_path / "run", "--scheduler", "tcp://127.0.0.1:1")
    assert (result.code, result.out) == (1, "")
    assert result.err.startswith("error: the scheduler at tcp://127.0.0.1:1 does not answer (OSError: ")
    assert result.err.count("\n") == 1
    assert not (tmp_path / "run").exists()
