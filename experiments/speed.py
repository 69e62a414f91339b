"""How fast policies play here, and a signature of what they play.

Times are those of the processor, not of the clock on the wall, so that other programs disturb them less; each is the median of several
repeats, with the spread between the quickest and the slowest. The signature is a hash of the outcomes of fixed games: it changes when
behaviour changes, and only then.
"""

from __future__ import annotations

import hashlib
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from experiments.runner import play
from policies.registry import Policy
from simulator.records import game_dtype, outcome_dtype
from simulator.scenario import Scenario

SEED = 7001
# Games of a signature: some tenths of a second, always the same number for the same policy.
SIGNED_GAMES = {"random": 1000, "idle": 1000, "novice": 500, "planner": 100, "expert": 1, "clairvoyant": 1}
OTHERS_SIGNED = 20
START_GAMES = 1000


@dataclass(frozen=True)
class Speed:
    """One policy on one board, on one core."""

    policy: str
    board: str
    games: int  # of a repeat
    decisions: float  # a game, those with at least two answers
    seconds: tuple[float, ...]  # of each repeat, of the processor
    signature: str

    @property
    def games_a_second(self) -> float:
        return self.games / statistics.median(self.seconds)

    @property
    def spread(self) -> float:
        """Slowest to quickest repeat, less one."""
        return max(self.seconds) / min(self.seconds) - 1

    @property
    def decisions_a_second(self) -> float:
        return self.decisions * self.games_a_second

    @property
    def nanoseconds(self) -> float:
        """Of a decision, with all that the rules do until the next one."""
        return 1e9 / self.decisions_a_second


def measure(policy: Policy, board: str, repeats: int, seconds: float) -> Speed:
    """Repeats of about so many seconds each, on the same games."""
    scenario = Scenario(board=board)
    signature = signature_of(policy, board)  # compiles, too

    def timed(games: int) -> float:
        start = time.thread_time()
        play(scenario, policy, SEED, 0, games)
        return time.thread_time() - start

    games = 1
    while (taken := timed(games)) < seconds / 4:
        games *= max(2, min(16, int(seconds / 2 / max(taken, 1e-9))))
    games = max(1, int(games * seconds / taken))
    decisions = float(play(scenario, policy, SEED, 0, games).outcomes["decisions"].mean())
    return Speed(policy.name, board, games, decisions, tuple(timed(games) for _ in range(repeats)), signature)


def signature_of(policy: Policy, board: str) -> str:
    """A hash of the outcomes of a fixed number of games."""
    games = SIGNED_GAMES.get(policy.name, OTHERS_SIGNED)
    outcomes = play(Scenario(board=board), policy, SEED, 0, games).outcomes
    digest = hashlib.sha256()
    for name in sorted(
        outcome_dtype.names or ()
    ):  # fields one by one: what lies between them is not behaviour
        digest.update(name.encode() + outcomes[name].tobytes())
    return digest.hexdigest()[:12]


def two_threads(policy: Policy, board: str, repeats: int, games: int) -> float:
    """Work done by two threads in the time of one, divided by two: 1 is ideal. By the clock on the wall, so only on idle cores."""
    scenario = Scenario(board=board)

    def clock(job: Callable[[], object]) -> float:
        start = time.perf_counter()
        job()
        return time.perf_counter() - start

    with ThreadPoolExecutor(2) as pool:
        alone, together = [], []
        for _ in range(repeats):
            alone.append(clock(lambda: play(scenario, policy, SEED, 0, games)))
            together.append(
                clock(
                    lambda: list(
                        pool.map(lambda first: play(scenario, policy, SEED, first, games), (0, games))
                    )
                )
            )
    return min(alone) / min(together)


def starts(policy: str, repeats: int) -> tuple[float, float]:
    """Seconds of a whole `sim run`: the first one ever, which compiles, and the median of later ones."""
    command = [sys.executable, "-m", "cli.main", "run", "--policy", policy, "--games", str(START_GAMES)]
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "SIGNALBOX_CACHE": folder}

        def once() -> float:
            start = time.perf_counter()
            subprocess.run(command, env=environment, check=True, capture_output=True)
            return time.perf_counter() - start

        return once(), statistics.median(once() for _ in range(repeats))


def bytes_a_game() -> tuple[int, int]:
    """Of a game in play, and of what is left of it."""
    return game_dtype.itemsize, outcome_dtype.itemsize
