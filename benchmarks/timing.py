"""Times by the processor's clock, in turn, the best of several: what other programs on the machine disturb least. And memory."""

from __future__ import annotations

import resource
import time
from collections.abc import Callable, Mapping
from pathlib import Path

Job = Callable[[], object]


def seconds_of(job: Job, clock: Callable[[], float] = time.process_time) -> float:
    """Of all threads of this process, unless another clock is given: that on the wall, for what waits for disks."""
    start = clock()
    job()
    return clock() - start


def best_seconds(job: Job, repeats: int, clock: Callable[[], float] = time.process_time) -> float:
    """The shortest of several runs: disturbances only ever make one longer."""
    return min(seconds_of(job, clock) for _ in range(repeats))


def best_of_all(jobs: Mapping[str, Job], rounds: int) -> dict[str, float]:
    """The shortest run of each, all in turn: a slow moment of the machine meets everybody, and ratios hold."""
    best = {name: float("inf") for name in jobs}
    for _ in range(rounds):
        for name, job in jobs.items():
            best[name] = min(best[name], seconds_of(job))
    return best


def peak_memory() -> float:
    """The most that this process held, in MiB. By Linux's own note where there is one: the other figure begins with the parent's."""
    try:
        status = Path("/proc/self/status").read_text(encoding="utf-8")
        return int(next(line for line in status.splitlines() if line.startswith("VmHWM")).split()[1]) / 1024
    except (OSError, StopIteration):
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
