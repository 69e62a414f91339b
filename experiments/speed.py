"""How fast policies play here, and a signature of what they play.

Every figure is the median of several repeats, with the spread between the least and the greatest. Times are those of the processor, not of
the clock on the wall, so that other programs disturb them less; only two threads and whole processes are timed by the clock, since waiting is
what they may lose. The signature is a hash of the outcomes of fixed games: it changes when behaviour changes, and only then.
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
from functools import partial

from experiments.play import Matchup
from policies.registry import roster_of

SEED = 7001
OTHERS_SIGNED = 20  # games of a signature, if the roster does not say how many
START_GAMES = 1000


def seconds_of(work: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> float:
    """Return how long some work takes, by the clock on the wall unless another is named."""
    start = clock()
    work()
    return clock() - start


def spread(repeats: tuple[float, ...]) -> float:
    """Return by what part the greatest repeat exceeds the least."""
    return max(repeats) / min(repeats) - 1


@dataclass(frozen=True)
class Speed:
    """One policy in one place."""

    policy: str
    place: str
    games: int  # of a repeat
    decisions: float  # a game, those with at least two answers
    seconds: tuple[float, ...]  # of each repeat, of the processor
    together: tuple[float, ...]  # of each repeat: work of two threads in the time of one, divided by two
    signature: str

    @property
    def games_a_second(self) -> float:
        return self.games / statistics.median(self.seconds)

    @property
    def spread(self) -> float:
        return spread(self.seconds)

    @property
    def two_threads(self) -> float:
        """Return the efficiency of two threads: 1 is ideal."""
        return statistics.median(self.together)

    @property
    def decisions_a_second(self) -> float:
        return self.decisions * self.games_a_second

    @property
    def nanoseconds(self) -> float:
        """Return the time of a decision, with all that the rules do until the next one."""
        return 1e9 / self.decisions_a_second if self.decisions else 0.0


@dataclass(frozen=True)
class Starts:
    """Seconds of a whole `sim run` with a policy: the first one ever, which compiles, and each later one."""

    policy: str
    cold: float
    later: tuple[float, ...]

    @property
    def warm(self) -> float:
        return statistics.median(self.later)


def measure(matchup: Matchup, place: str, repeats: int, seconds: float) -> Speed:
    """Time repeats of about so many seconds each, on the same games."""
    signature = signature_of(matchup)  # compiles, too

    def timed(games: int) -> float:
        return seconds_of(partial(matchup.play, SEED, 0, games), time.thread_time)

    games = 1
    while (taken := timed(games)) < seconds / 4:
        games *= max(2, min(16, int(seconds / 2 / max(taken, 1e-9))))
    games = max(1, int(games * seconds / taken))
    outcomes = matchup.play(SEED, 0, games).outcomes
    decisions = float(outcomes["decisions"].mean()) if "decisions" in matchup.game.measures else 0.0
    alone = tuple(timed(games) for _ in range(repeats))
    together = two_threads(partial(matchup.play, SEED, 0, games), repeats)
    return Speed(matchup.policy, place, games, decisions, alone, together, signature)


def signature_of(matchup: Matchup) -> str:
    """Hash the outcomes of a fixed number of games: some tenths of a second, always as many for the same policy."""
    roster = roster_of(matchup.game)
    games = roster.signed_games.get(matchup.policy, OTHERS_SIGNED)
    outcomes = matchup.play(SEED, 0, games).outcomes
    digest = hashlib.sha256()
    for name in sorted(roster.signed_measures or matchup.game.measures):
        digest.update(name.encode() + outcomes[name].tobytes())
    return digest.hexdigest()[:12]


def two_threads(job: Callable[[], object], repeats: int) -> tuple[float, ...]:
    """Return the work of two threads in the time of one, divided by two. Both do the same job, so that neither waits for the other's longer games.

    It is timed by the clock on the wall, so it means something on idle cores only.
    """
    with ThreadPoolExecutor(2) as pool:
        # One alone just before and just after both, so that a change of pace in between meets either side.
        def once() -> float:
            before = seconds_of(job)
            both = seconds_of(lambda: list(pool.map(lambda _: job(), range(2))))
            return (before + seconds_of(job)) / 2 / both

        return tuple(once() for _ in range(repeats))


def starts(game: str, policy: str, repeats: int) -> Starts:
    """Time whole processes, with a cache of compiled rules that is empty at first."""
    command = [
        sys.executable,
        "-m",
        "signalbox.cli.main",
        "--game",
        game,
        "run",
        "--policy",
        policy,
        "--games",
        str(START_GAMES),
    ]
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "SIGNALBOX_CACHE": folder}
        once = partial(subprocess.run, command, env=environment, check=True, capture_output=True)
        cold, *later = (seconds_of(once) for _ in range(1 + repeats))
    return Starts(policy, cold, tuple(later))
