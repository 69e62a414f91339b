"""How many games, which seeds, how many threads: checked before anything is compiled or played."""

from __future__ import annotations

import os

from simulator.errors import InputError

MAX_GAMES = 10**10
MAX_SEED = 2**63 - 1
MAX_JOBS = 1024


def _whole(option: str, value: object, low: int, high: int, note: str = "") -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise InputError(f"{option}: {value} must be a whole number from {low}{note} to {high}.")


def check_games(games: int) -> None:
    _whole("--games", games, 1, MAX_GAMES)


def check_seed(seed: int) -> None:
    _whole("--seed", seed, 0, MAX_SEED)


def worker_count(jobs: int) -> int:
    """The number of threads for `--jobs`; 0 means all cores that this process may use."""
    _whole("--jobs", jobs, 0, MAX_JOBS, " (all cores)")
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return jobs or cores
