"""A real scheduler and real worker processes on loopback, for tests of the cluster."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from experiments.parcels import RemoteTask, play_remote_task, unpack

ROOT = Path(__file__).parents[2]
DEADLY = 40  # the first game of the block that no worker survives, or that fails


class Machines:
    """Processes that end with the test. Workers stand in the project's folder, tests elsewhere if they like."""

    def __init__(
        self, folder: Path, workers: int = 2, nanny: bool = False, protocol: str = "tcp", **settings: object
    ) -> None:
        self.folder, self.nanny = folder, nanny
        self.settings = {f"DASK_DISTRIBUTED__{name.upper()}": str(value) for name, value in settings.items()}
        self.workers: list[subprocess.Popen[bytes]] = []
        card = folder / "scheduler.json"
        here = ("--protocol", protocol, "--host", "127.0.0.1", "--port", "0")
        self.scheduler = self._start("scheduler", *here, "--scheduler-file", str(card))
        wait_for(lambda: card.exists() and bool(card.read_text().strip()))
        self.address = str(json.loads(card.read_text())["address"])
        for _ in range(workers):
            self.add_worker()

    def add_worker(self, *options: str) -> subprocess.Popen[bytes]:
        nanny = "--nanny" if self.nanny else "--no-nanny"
        local = ("--local-directory", str(self.folder))
        worker = self._start("worker", self.address, "--nthreads", "1", nanny, *local, *options)
        self.workers.append(worker)
        return worker

    def _start(self, what: str, *options: str) -> subprocess.Popen[bytes]:
        log = (self.folder / f"{what}-{time.monotonic_ns()}.log").open("wb")
        with log:
            return subprocess.Popen(
                [sys.executable, "-m", f"distributed.cli.dask_{what}", "--no-dashboard", *options],
                cwd=ROOT,
                env={**os.environ, **self.settings},
                stdout=log,
                stderr=log,
            )

    def __enter__(self) -> Machines:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.nanny:  # it takes its worker along, if it is asked
            for process in self.workers:
                process.terminate()
            for process in self.workers:
                process.wait(30)
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()


def wait_for(condition: Callable[[], bool], seconds: float = 30) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it took too long"
        time.sleep(0.05)


def play_or_die(parcel: RemoteTask) -> bytes | str:
    """Instead of `play_remote_task`: what a block does that makes the program crash."""
    if parcel.task.first == DEADLY:
        os.kill(os.getpid(), signal.SIGKILL)
    return play_remote_task(parcel)


class Unreadable(Exception):
    """Can be pickled and read again where it was raised, and nowhere else: a library that only the worker has does that."""

    def __reduce__(self) -> tuple[Callable[[int], object], tuple[int]]:
        return read_here_only, (os.getpid(),)


def read_here_only(process: int) -> object:
    if process != os.getpid():
        raise RuntimeError("no such thing here")
    return Unreadable("it went wrong")


class NoException(Unreadable):
    """Becomes something that is no exception when it is read."""

    def __reduce__(self) -> tuple[type[str], tuple[str]]:  # type: ignore[override]
        return str, ("a text",)


class Needy(Exception):
    """Cannot be made again from what it says."""

    def __init__(self, first: int, second: int) -> None:
        super().__init__("it went wrong")


class Silent(Exception):
    """Can be neither pickled nor told."""

    def __str__(self) -> str:
        raise RuntimeError("no words")

    __repr__ = __str__

    def __reduce__(self) -> str:
        raise SystemExit("no pickle")


class Stop(BaseException):
    """No Exception, so that hardly anybody catches it."""


ERRORS: dict[str, BaseException] = {
    "Unreadable: it went wrong": Unreadable("it went wrong"),
    "NoException: it went wrong": NoException("it went wrong"),
    "Needy: it went wrong": Needy(1, 2),
    "Silent": Silent(),
    "Stop: it went wrong": Stop("it went wrong"),
    "SystemExit: it went wrong": SystemExit("it went wrong"),
    "KeyboardInterrupt": KeyboardInterrupt(),
}


@dataclass(frozen=True)
class PlayOrRaise:
    """Instead of `play_remote_task`: raises one of these errors in the deadly block."""

    error: str

    def __call__(self, parcel: RemoteTask) -> bytes | str:
        if parcel.task.first == DEADLY:
            raise ERRORS[self.error]
        return play_remote_task(parcel)


def play_or_send_another_thing(parcel: RemoteTask) -> Any:
    """Instead of `play_remote_task`: makes something of the deadly block that only the worker can read."""
    return Unreadable() if parcel.task.first == DEADLY else play_remote_task(parcel)


def play_slowly(parcel: RemoteTask) -> bytes | str:
    """Instead of `play_remote_task`: leaves a test the time to do something meanwhile."""
    time.sleep(0.1)
    return play_remote_task(parcel)


def tell_params(parcel: RemoteTask) -> str:
    """Instead of `play_remote_task`: which parameters would play."""
    return repr(unpack(parcel).lineup[0].params)
