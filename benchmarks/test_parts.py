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

POSITIONS = 1_000
pytestmark = pytest.mark.benchmark(timer=time.process_time, min_rounds=20, warmup=True, warmup_iterations=2)


@pytest.fixture(scope="module")
def found() -> parts.Positions:
    return parts.positions("novice", POSITIONS)


@pytest.fixture(scope="module")
def thought_over() -> parts.Positions:
    return parts.positions("planner", POSITIONS)


def each(benchmark: BenchmarkFixture, number: int, *job: Any) -> Any:
    """Time a call, and note for how many the time is."""
    benchmark.extra_info["number"] = number
    return benchmark(*job)


def test_raw_draws(benchmark: BenchmarkFixture) -> None:
    each(benchmark, POSITIONS, parts.raw_draws, np.uint64(1), POSITIONS)


def test_draw(benchmark: BenchmarkFixture, found: parts.Positions) -> None:
    each(benchmark, POSITIONS, parts.draws, found.games.copy(), found.dealers)


def test_copy(benchmark: BenchmarkFixture, found: parts.Positions) -> None:
    each(benchmark, POSITIONS, parts.copies, found.games, found.scratch)


def test_step(benchmark: BenchmarkFixture, found: parts.Positions) -> None:
    games, _, darts = found.of_trains_under_way()
    stops, last = np.zeros((2, len(games)), np.int64)
    each(benchmark, len(games), parts.steps, found.board, games, darts, stops, last)


def test_step_in_lockstep(benchmark: BenchmarkFixture, found: parts.Positions) -> None:
    """NumPy: the same answers as the kernel, and how long it takes for them."""
    games, _, darts = found.of_trains_under_way()
    stops, last = np.zeros((2, len(games)), np.int64)
    parts.steps(found.board, games, darts, stops, last)
    answer = each(benchmark, len(games), lockstep.try_steps, found.board[0], lockstep.Games.of(games), darts)
    assert np.array_equal(answer, (stops, last))


def test_move(benchmark: BenchmarkFixture, found: parts.Positions) -> None:
    games, trains, _ = found.of_trains_under_way()
    each(
        benchmark,
        len(games),
        parts.moves,
        found.board,
        found.rules,
        games,
        found.scratch,
        found.dealers,
        trains,
    )


def test_full_turn(benchmark: BenchmarkFixture, found: parts.Positions) -> None:
    table = (found.board, found.rules, found.games, found.scratch, found.dealers, found.minds)
    played = parts.turns(*table, found.decide)
    assert played > 0
    each(benchmark, played, parts.turns, *table, found.decide)


def test_evaluate(benchmark: BenchmarkFixture, thought_over: parts.Positions) -> None:
    found = thought_over
    each(benchmark, POSITIONS, parts.surveys, found.board, found.rules, found.games, found.minds, found.keys)


@pytest.mark.parametrize("policy", ["random", "novice", "planner"])
def test_decide(benchmark: BenchmarkFixture, policy: str) -> None:
    found = parts.positions(policy, POSITIONS)
    table = (found.board, found.rules, found.games, found.minds, found.keys, found.decide)
    each(benchmark, POSITIONS, parts.decisions, *table)
