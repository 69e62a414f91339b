"""What the parts of a game cost: `python -m pytest benchmarks`. Times are for all positions of a round, a thousand or so, by the processor.

`--benchmark-save NAME` keeps them, `--benchmark-compare` puts them beside the ones kept last (docs of pytest-benchmark).
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from benchmarks import lockstep, parts
from benchmarks.timing import Job

POSITIONS = 1_000
PARTS = (
    "raw random number",
    "draw",
    "copy of a game",
    "step",
    "move, with a copy",
    "full turn of novice, with a copy",
    "evaluation (survey of planner)",
)
pytestmark = pytest.mark.benchmark(timer=time.process_time, min_rounds=20, warmup=True, warmup_iterations=2)


@pytest.fixture(scope="module")
def found() -> parts.Positions:
    return parts.positions("novice", POSITIONS)


@pytest.fixture(scope="module")
def jobs(found: parts.Positions) -> dict[str, tuple[Job, int]]:
    return parts.jobs(found, parts.positions("planner", POSITIONS))


def each(benchmark: BenchmarkFixture, number: int, *job: Any) -> Any:
    """Time a call, and note for how many the time is."""
    benchmark.extra_info["number"] = number
    return benchmark(*job)


@pytest.mark.parametrize("name", PARTS)
def test_part(benchmark: BenchmarkFixture, jobs: dict[str, tuple[Job, int]], name: str) -> None:
    job, number = jobs[name]
    each(benchmark, number, job)


def test_no_part_is_left_out(jobs: dict[str, tuple[Job, int]]) -> None:
    assert tuple(jobs) == PARTS


def test_step_in_lockstep(benchmark: BenchmarkFixture, found: parts.Positions) -> None:
    """NumPy: the same answers as the kernel, and how long it takes for them."""
    games, trains, darts = found.of_trains_under_way()
    stops, last = np.zeros((2, len(games)), np.int64)
    parts.steps(found.board, games, trains, darts, stops, last)
    together = lockstep.Games.of(games)
    answer = each(benchmark, len(games), lockstep.try_steps, found.board[0], together, trains, darts)
    assert np.array_equal(answer, (stops, last))


@pytest.mark.parametrize("policy", ["random", "novice", "planner"])
def test_decide(benchmark: BenchmarkFixture, policy: str) -> None:
    found = parts.positions(policy, POSITIONS)
    table = (found.board, found.rules, found.games, found.minds, found.keys, found.decide)
    each(benchmark, POSITIONS, parts.decisions, *table)
