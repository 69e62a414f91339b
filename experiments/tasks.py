"""Playing tasks: a cell's games in slices, here on all cores. Another engine, for many machines, is `experiments/cluster.py`."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from threading import Event
from typing import Any

import numpy as np
from joblib import Parallel, delayed

from experiments.run_store.blocks import Task
from experiments.run_store.tally import Count, Tally
from experiments.runner import play
from policies.registry import Policy
from simulator.core.errors import first_line
from simulator.switch_signal.scenario import Scenario

SLICE_SECONDS = 0.5  # compiled code cannot be interrupted; so long does Ctrl-C wait at most
TIMED_SECONDS = 0.15  # at least, to know how fast games are
LARGEST_SLICE = 10_000  # games; more would only take memory


@dataclass(frozen=True)
class Played:
    """A task and its tally, or the sentence of what went wrong."""

    task: Task
    tally: Tally | None
    failure: str = ""
    outcomes: np.ndarray[Any, Any] | None = None  # game by game, if they are to be kept


Player = tuple[Scenario, Policy]


def games_a_second(player: Player, seed: int) -> float:
    """From a short timing on one core, after a first game that compiles what is needed."""
    play(*player, seed, 0, 1)
    games = 1
    while True:
        start = time.perf_counter()
        play(*player, seed, 0, games)
        taken = time.perf_counter() - start
        if taken >= TIMED_SECONDS:
            return games / taken
        games = max(2 * games, int(games * TIMED_SECONDS / max(taken, 1e-6)))


def slice_size(rate: float) -> int:
    return max(1, min(LARGEST_SLICE, int(rate * SLICE_SECONDS)))


def play_task(
    player: Player, seed: int, task: Task, size: int, stopped: Callable[[], bool], keep: bool = False
) -> Played | None:
    """All games of a task; nothing if it was stopped on the way. Whatever goes wrong is told, not raised: the other tasks go on."""
    count = Count(task.first)
    outcomes: list[np.ndarray[Any, Any]] = []
    last = task.first + task.games
    try:
        for first in range(task.first, last, size):
            if stopped():
                return None
            batch = play(*player, seed, first, min(size, last - first))
            count.add(batch)
            if keep:
                outcomes.append(batch.outcomes)
    except Exception as error:  # a policy of a user may raise anything
        return Played(task, None, first_line(error) or type(error).__name__)
    return Played(task, count.tally(), outcomes=np.concatenate(outcomes) if keep else None)


def play_here(
    tasks: Iterable[Task],
    player_of: Callable[[str], Player],
    seed: int,
    rate_of: Callable[[str], float],
    jobs: int,
    keep: bool = False,
) -> Iterator[Played]:
    """Play tasks on so many threads, and give them as they are done. When the caller stops asking, threads end within a slice."""
    stop = Event()
    calls = (
        delayed(play_task)(
            player_of(task.cell), seed, task, slice_size(rate_of(task.cell)), stop.is_set, keep
        )
        for task in tasks
    )
    try:
        done = Parallel(
            n_jobs=jobs, backend="threading", return_as="generator_unordered", pre_dispatch="2*n_jobs"
        )(calls)
        for played in done:
            if played is not None:
                yield played
    finally:
        stop.set()
