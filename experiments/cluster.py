"""Playing tasks on many machines: the workers of a dask.distributed scheduler (docs/scale.md). The local engine is `play_here`.

Blocks are handed out a few for each thread, so that neither client nor scheduler grows with the number of blocks, and workers that come
later get their share. When a worker dies, the scheduler gives its blocks to others; what was played is kept in any case.
"""

from __future__ import annotations

import importlib.util
import logging
import re
import time
from asyncio import CancelledError
from collections.abc import Callable, Iterable, Iterator
from itertools import count, islice
from multiprocessing import TimeoutError as NoAnswer
from multiprocessing.pool import ThreadPool
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from experiments.parcels import (
    ANOTHER_PROGRAM,
    FAILED,
    RemoteTask,
    answer,
    pack,
    play_remote_task,
    program,
)
from experiments.play import Matchup, Played
from experiments.run_store.blocks import Damaged, Task, read_tally
from experiments.run_store.tally import TallyForm
from experiments.sweep import Sweep
from simulator.core.errors import Failed, InputError, named
from simulator.core.messages import quote
from simulator.game import Game

if TYPE_CHECKING:
    from distributed import Client, Future

ADDRESS = re.compile(r"(tcp|tls)://[^\s/]+:\d{1,5}")
ANSWER_SECONDS = 5.0  # so long does a scheduler have to answer
WORKER_SECONDS = 30.0  # so long may there be no worker at all
SILENT_SECONDS = 60.0  # so long may a scheduler that is connected say nothing
WATCH_SECONDS = 2.0  # how often workers are counted
POLL_SECONDS = 0.01
AGAIN = object()  # in the place of an answer: it is still to come
AHEAD = 4  # blocks on the way for each thread of the workers: one played, others near at hand


class ClusterFailed(Failed):
    """The other machines cannot play, or no longer; the message is one sentence. What was played is kept."""


def check_scheduler(address: str) -> None:
    """Refuse what can never work, before anything is compiled."""
    if not ADDRESS.fullmatch(address):
        raise InputError(
            f"--scheduler: {quote(address)} must have the form tcp://host:port or tls://host:port."
        )
    if importlib.util.find_spec("distributed") is None:
        raise InputError(
            "--scheduler needs dask.distributed, which is not installed: pip install 'signalbox[cluster]'."
        )
    from distributed.security import Security

    # The address must go with the certificates in dask's own settings; dask would complain at length, and late.
    encrypted = address.startswith("tls://")
    try:
        settings = Security()
        usable = settings.get_connection_args("client")["ssl_context"] is not None
    except Exception as error:  # a file that is missing, or holds something else
        raise InputError(f"--scheduler: dask cannot use its TLS certificates ({named(error)}).") from None
    if encrypted and not usable:
        raise InputError(
            "--scheduler: tls:// needs a certificate and a key in dask's settings (docs/scale.md)."
        )
    if settings.require_encryption and not encrypted:
        raise InputError("--scheduler: dask is set to require encryption; give an address with tls://.")


class Cluster:
    """A connection to a scheduler whose workers have the same program; `play` is an engine for `play_missing`."""

    def __init__(
        self,
        address: str,
        game: Game,
        work: Callable[[RemoteTask], bytes | str] = play_remote_task,
        patience: float = WORKER_SECONDS,
    ) -> None:
        check_scheduler(address)
        self.address, self.game, self.work, self.patience = address, game, work, patience
        self.client = _connect(address)
        self.threads = 0
        self._counted = self._seen = time.monotonic()
        self._silent_since: float | None = None
        self._numbers = count()
        self._name = f"block-{uuid4().hex[:12]}"

    def __enter__(self) -> Cluster:
        try:
            self._check_workers()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *error: object) -> None:
        self.client.close(timeout=ANSWER_SECONDS)

    def _check_workers(self) -> None:
        """Refuse a scheduler without workers, or with one that has another program; workers that come later are checked with their first block."""
        try:
            self.client.wait_for_workers(1, timeout=self.patience)
        except TimeoutError:
            raise ClusterFailed(
                f"the scheduler at {self.address} has no workers; start some with: dask worker {self.address}"
            ) from None
        for worker, found in self.client.run(program, self.game.name, on_error="return").items():
            if isinstance(found, OSError):
                continue  # it has just left
            if isinstance(found, BaseException):
                raise ClusterFailed(_no_program(worker, found))
            if found != program(self.game.name):
                raise ClusterFailed(self._another_program(worker, found))
        self._count_threads()
        while self._silent_since is not None:  # busy; whoever plans with the number needs an answer
            self._count_threads()

    def _count_threads(self) -> None:
        self._counted = time.monotonic()
        try:
            found = self.client.nthreads(callback_timeout=ANSWER_SECONDS)
        except TimeoutError:  # a busy scheduler answers late; one that hangs never does
            self._silent_since = self._silent_since or self._counted
            if time.monotonic() - self._silent_since > SILENT_SECONDS:
                raise self._lost() from None
            return
        except (OSError, RuntimeError, AttributeError):  # closed connections have many faces
            raise self._lost() from None
        self._silent_since = None
        self.threads = sum(found.values())
        if self.threads:
            self._seen = self._counted
        elif self._counted - self._seen > self.patience:
            raise ClusterFailed(
                f"for {self.patience:.0f} s the scheduler at {self.address} has had no worker."
            )

    def _lost(self) -> ClusterFailed:
        return ClusterFailed(f"the connection to the scheduler at {self.address} was lost.")

    def play(
        self,
        tasks: Iterable[Task],
        matchup_of: Callable[[str], Matchup],
        form: TallyForm,
        seed: int,
    ) -> Iterator[Played]:
        """Play tasks on the workers, and give them as they are done."""
        from distributed import KilledWorker

        parcels = (pack(task, matchup_of(task.cell), form, seed) for task in tasks)
        suspects: list[RemoteTask] = []
        for parcel, found in self._spread(parcels):
            if isinstance(found, KilledWorker):
                suspects.append(parcel)
            else:
                yield self._played(form, parcel.task, found)
        # A worker that dies takes along what waits beside the culprit. Played alone, the others prove their innocence.
        for parcel, found in self._spread(suspects, at_once=1):
            if isinstance(found, KilledWorker):
                found = FAILED, _deadly(parcel.task, found.allowed_failures + 1)
            yield self._played(form, parcel.task, found)

    def _another_program(self, worker: str, found: str) -> str:
        return f"the worker {worker} has another Signalbox: {found}; here it is {program(self.game.name)}."

    def _spread(self, parcels: Iterable[RemoteTask], at_once: int = 0) -> Iterator[tuple[RemoteTask, object]]:
        """Hand parcels out, never more than so many at once, and give the answers as they come."""
        from distributed import as_completed

        waiting = iter(parcels)
        out: dict[Future[Any], RemoteTask] = {}
        done = as_completed(loop=self.client.loop)
        try:
            while True:
                room = (at_once or max(1, AHEAD * self.threads)) - len(out)
                for parcel in islice(waiting, max(0, room)):
                    key = (self._name, next(self._numbers))
                    future = self.client.submit(answer, self.work, parcel, key=key, pure=False)
                    out[future] = parcel
                    done.add(future)
                if not out:
                    return
                for future in self._next(done):
                    found = self._answer(future)
                    if found is AGAIN:
                        done.add(future)
                    else:
                        yield out.pop(future), found
        finally:
            if out and self.client.status == "running":
                self.client.cancel(list(out))

    def _answer(self, future: Future[Any]) -> object:
        """Return what a worker made of its parcel; `AGAIN` if it went down with the worker before we had it, and is made again.

        `as_completed` can fetch answers too, but forgets for ever those that are lost so.
        """
        try:
            return future.result(timeout=ANSWER_SECONDS)
        except (Exception, CancelledError) as error:
            if future.status == "error":
                return error
            if future.status not in ("pending", "finished"):
                raise self._lost() from None
            if future.status == "pending" or isinstance(error, OSError | CancelledError):
                return AGAIN
            return FAILED, f"a worker's answer cannot be read ({named(error)})"

    def _next(self, done: Any) -> list[Future[Any]]:
        """Wait for answers and return them, at least one; meanwhile workers are counted."""
        while True:
            if time.monotonic() - self._counted > WATCH_SECONDS:
                self._count_threads()
            batch: list[Future[Any]] = done.next_batch(block=False)
            if batch:
                return batch
            time.sleep(POLL_SECONDS)

    def _played(self, form: TallyForm, task: Task, found: object) -> Played:
        """Return a task with its tally, or the sentence of what went wrong, whatever a worker has sent."""
        match found:
            case BaseException():  # the work itself raises nothing: it could not even begin
                raise ClusterFailed(_no_program("", found))
            case (kind, str(text)) if kind == ANOTHER_PROGRAM:
                raise ClusterFailed(self._another_program("that came later", text))
            case (kind, str(text)) if kind == FAILED:
                return Played(task, None, text)
        if not isinstance(found, bytes):
            return Played(task, None, "a worker sent something that is no answer")
        try:
            tally = read_tally(form, found, task.games)
        except Damaged as error:
            return Played(task, None, f"the tally came back damaged ({error})")
        if (tally.first, tally.games) != (task.first, task.games):
            return Played(task, None, "a worker sent other games than it was asked for")
        return Played(task, tally)


def _connect(address: str) -> Client:
    from distributed import Client

    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # failures are told in our sentences
    # dask waits for ever for one that takes the call and says nothing. So the call is made in a thread that can be left behind.
    with ThreadPool(1) as pool:
        options = {"timeout": ANSWER_SECONDS, "set_as_default": False}
        call = pool.apply_async(Client, (address,), options)
        try:
            return call.get(2 * ANSWER_SECONDS)
        except NoAnswer:
            why = "TimeoutError: something else may be listening there"
        except Exception as error:  # a connection can fail in many ways
            why = named(error)
    raise ClusterFailed(f"the scheduler at {address} does not answer ({why}); is it running?")


def require_portable(sweep: Sweep) -> None:
    """Refuse what cannot be played elsewhere: a user's file is a program, and machines whose owners have not seen it do not get it; and only tallies come back."""
    if sweep.keep_games:
        raise InputError("--keep-games and --scheduler exclude each other: other machines send sums only.")
    if sweep.game.file:
        raise InputError(
            f"--scheduler: {sweep.game.title} is a game in a file, and files are not sent to other machines; play it without --scheduler."
        )
    for name, policy in sweep.policies.items():
        if policy.source_hash:
            raise InputError(
                f"--scheduler: {quote(name)} is a policy in a file, and files are not sent to other machines; "
                f"play it without --scheduler, or install it there with a line in policies/{sweep.game.package}/roster.py."
            )


def _deadly(task: Task, deaths: int) -> str:
    who = "1 worker died when it" if deaths == 1 else f"{deaths} workers died when they"
    return f"{who} played games {task.first} to {task.first + task.games - 1}."


def _no_program(worker: str, error: BaseException) -> str:
    name = f"the worker {worker}".rstrip() if worker else "a worker"
    return f"{name} cannot play ({named(error)}); install the same version of Signalbox there."
