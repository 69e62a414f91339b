"""A real scheduler and real worker processes on loopback, for tests of the cluster."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

from experiments.parcels import Parcel, play_parcel, unpack

ROOT = Path(__file__).parents[2]
DEADLY = 40  # the first game of the block that no worker survives


class Machines:
    """Processes that end with the test. Workers stand in the project's folder, tests elsewhere if they like."""

    def __init__(self, folder: Path, workers: int = 2, nanny: bool = False, **settings: object) -> None:
        self.folder, self.nanny = folder, nanny
        self.settings = {f"DASK_DISTRIBUTED__{name.upper()}": str(value) for name, value in settings.items()}
        self.workers: list[subprocess.Popen[bytes]] = []
        card = folder / "scheduler.json"
        self.scheduler = self._start(
            "scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(card)
        )
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


def play_or_die(parcel: Parcel) -> bytes | str:
    """Instead of `play_parcel`: what a block does that makes the program crash."""
    if parcel.task.first == DEADLY:
        os.kill(os.getpid(), signal.SIGKILL)
    return play_parcel(parcel)


def play_slowly(parcel: Parcel) -> bytes | str:
    """Instead of `play_parcel`: leaves a test the time to do something meanwhile."""
    time.sleep(0.1)
    return play_parcel(parcel)


def tell_params(parcel: Parcel) -> str:
    """Instead of `play_parcel`: which parameters would play."""
    return repr(unpack(parcel)[1].params)
