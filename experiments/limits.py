"""How many games, which of them, which seeds, how many workers: checked before anything is compiled or played."""

from __future__ import annotations

import os

from simulator.core.messages import check_whole

MAX_GAMES = 10**10
MAX_SEED = 2**63 - 1
MAX_JOBS = 1024


def check_games(games: int, option: str = "--games") -> None:
    check_whole(option, games, 1, MAX_GAMES)


def check_first_game(game: int, games: int) -> None:
    """Refuse games `game` … `game + games − 1` of a seed unless all have a number that `sim run` could reach."""
    check_whole("--game", game, 0, MAX_GAMES - games)


def check_seed(seed: int) -> None:
    check_whole("--seed", seed, 0, MAX_SEED)


def worker_count(jobs: int) -> int:
    """Return the number of threads or processes for `--jobs`; 0 means all cores that this process may use."""
    check_whole("--jobs", jobs, 0, MAX_JOBS, "0: all cores")
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return jobs or cores
