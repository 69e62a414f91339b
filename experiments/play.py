"""Playing on all cores of this machine: games in order, or tasks of a run as they are done. Another engine, for many machines, is `experiments/cluster.py`.

Games are split in the same way whatever the number of workers, so results are the same for any `jobs`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from multiprocessing.pool import ThreadPool
from threading import Event
from typing import Any

from experiments.limits import check_games, check_seed, worker_count
from experiments.run_store.blocks import Task
from experiments.run_store.tally import Count, Tally, TallyForm
from simulator.core.errors import Failed, first_line
from simulator.game import Batch, Game, Policy, Setup
from simulator.game import Event as TraceEvent

BATCH = 1000  # games at most
SLICE_SECONDS = 0.5  # compiled code cannot be interrupted; so long does Ctrl-C wait at most
TIMED_SECONDS = 0.15  # at least, to know how fast games are
LARGEST_SLICE = 10_000  # games; more would only take memory


@dataclass(frozen=True)
class Matchup:
    """Who plays what: a setup of a game, and the policies at its table."""

    game: Game
    setup: Setup
    lineup: tuple[Policy, ...]

    @property
    def policy(self) -> str:
        """Name who plays."""
        return "+".join(policy.name for policy in self.lineup)

    def play(self, seed: int, first: int, games: int) -> Batch:
        """Play games first … first + games − 1 of a seed, here and now."""
        return self.game.play(self.setup, self.lineup, seed, first, games)

    def trace(self, seed: int, game: int, **options: Any) -> Iterator[TraceEvent]:
        """Play one game and tell it, header first (`Game.trace`)."""
        return self.game.trace(self.setup, self.lineup, seed, game, **options)


def play_many(matchup: Matchup, seed: int, games: int, jobs: int = 0, begin: int = 0) -> Iterator[Batch]:
    """Play games begin … begin + games − 1 on `jobs` threads (0: all cores), batch by batch in order."""
    check_games(games)
    check_seed(seed)
    workers = worker_count(jobs)
    firsts = range(begin, begin + games, min(BATCH, max(1, games // 16)))  # few games, too, are for all cores
    # Several batches a task: handing one out costs as much as some hundred quick games.
    some = max(1, min(20, len(firsts) // (workers * 8)))
    tasks = [firsts[i : i + some] for i in range(0, len(firsts), some)]
    end = begin + games

    def play(some_firsts: range) -> list[Batch]:
        return [matchup.play(seed, first, min(some_firsts.step, end - first)) for first in some_firsts]

    # Python's own pool: joblib, with processes and all, takes 0.04 s to load. Its threads do not hold the program up after Ctrl-C.
    # What a policy does wrong is raised in its turn, so that it is the first of all for any `jobs`.
    with ThreadPool(workers) as pool:
        for batches in pool.imap(play, tasks):
            yield from batches


class PlayFailed(Failed):
    """A task could not be played; the message is the sentence of what went wrong."""


@dataclass(frozen=True)
class Played:
    """A task and its tally, or the sentence of what went wrong."""

    task: Task
    tally: Tally | None
    failure: str = ""


def games_a_second(matchup: Matchup, seed: int) -> float:
    """Time some games on one core, after a first one that compiles what is needed."""
    matchup.play(seed, 0, 1)
    games = 1
    while True:
        start = time.perf_counter()
        matchup.play(seed, 0, games)
        taken = time.perf_counter() - start
        if taken >= TIMED_SECONDS:
            return games / taken
        games = max(2 * games, int(games * TIMED_SECONDS / max(taken, 1e-6)))


def play_task(
    matchup: Matchup,
    form: TallyForm,
    seed: int,
    task: Task,
    stopped: Callable[[], bool],
    keep: bool = False,
) -> Played | None:
    """Play all games of a task; nothing if it was stopped on the way. Whatever goes wrong is told, not raised: the other tasks go on.

    A slice is as long as the one before it allows: a single game first, which may have to be compiled.
    """
    count, last, size = Count(form, task.first, keep), task.first + task.games, 1
    try:
        while count.next < last:
            if stopped():
                return None
            start = time.perf_counter()
            count.add(matchup.play(seed, count.next, min(size, last - count.next)))
            taken = max(time.perf_counter() - start, 1e-6)
            size = max(1, min(LARGEST_SLICE, 10 * size, int(size * SLICE_SECONDS / taken)))
    except Exception as error:  # a policy of a user may raise anything
        return Played(task, None, first_line(error) or type(error).__name__)
    return Played(task, count.tally())


def play_here(
    tasks: Iterable[Task],
    matchup_of: Callable[[str], Matchup],
    form: TallyForm,
    seed: int,
    jobs: int,
    keep: bool = False,
) -> Iterator[Played]:
    """Play tasks on so many threads, and give them as they are done. When the caller stops asking, threads end within a slice."""
    from joblib import Parallel, delayed

    stop = Event()
    calls = (delayed(play_task)(matchup_of(task.cell), form, seed, task, stop.is_set, keep) for task in tasks)
    try:
        done = Parallel(
            n_jobs=jobs, backend="threading", return_as="generator_unordered", pre_dispatch="2*n_jobs"
        )(calls)
        for played in done:
            if played is not None:
                yield played
    finally:
        stop.set()


def play_all(
    tasks: Iterable[Task], matchups: Mapping[str, Matchup], form: TallyForm, seed: int, jobs: int
) -> Iterator[tuple[Played, Tally]]:
    """Play tasks on so many threads; `PlayFailed` with what goes wrong first."""
    for played in play_here(tasks, matchups.__getitem__, form, seed, jobs):
        if played.tally is None:
            raise PlayFailed(played.failure)
        yield played, played.tally
