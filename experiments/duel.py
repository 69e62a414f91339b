"""Two sides on the same deals, block by block, until the difference of their win rates is known well enough.

After every block one looks, so the interval is one that may be looked at any time (`experiments/statistics/sequential.py`), and so are the p-values of
`experiments/statistics/anatomy.py`. Blocks and looks depend on nothing but the number of games: not on cores or speed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from threading import Event
from typing import Any

import numpy as np
from joblib import Parallel, delayed

from experiments.play import Matchup, games_a_second, slice_size
from experiments.run_store.tally import values_of
from experiments.statistics.anatomy import Moments
from experiments.statistics.sequential import ConfidenceSequence
from simulator.core.errors import IllegalChoice
from simulator.game import Batch, Measure

Array = np.ndarray[Any, Any]
BLOCK = 500  # games of each side between two looks
# Unless asked otherwise: half a point, or a quarter of the difference if that is more.
PRECISION, SHARE = 0.005, 0.25
NEGLIGIBLE = 0.005

DIFFERENT, ALIKE, OPEN = "different", "alike", "open"


@dataclass(frozen=True)
class Aim:
    """When to stop: how far the interval may reach to either side (None: see PRECISION), and what is too small to matter."""

    games: int
    precision: float | None = None
    negligible: float = NEGLIGIBLE

    def reached(self, low: float, high: float, difference: float) -> bool:
        if -self.negligible <= low and high <= self.negligible:
            return True
        enough = max(PRECISION, SHARE * abs(difference)) if self.precision is None else self.precision
        return (low > 0 or high < 0) and (high - low) / 2 <= enough


@dataclass
class Duel:
    """What is known so far of B minus A."""

    aim: Aim
    measure: Measure
    moments: Moments
    sequence: ConfidenceSequence = field(default_factory=ConfidenceSequence)
    wins: list[int] = field(default_factory=lambda: [0, 0])
    low: float = -1.0
    high: float = 1.0

    @property
    def games(self) -> int:
        return int(self.sequence.counts.sum())

    @property
    def difference(self) -> float:
        return (self.wins[1] - self.wins[0]) / max(1, self.games)

    def look(self, first: Array, second: Array) -> bool:
        """Add the wins of a block, game by game; gives whether that is enough."""
        won, other = np.asarray(first, bool), np.asarray(second, bool)
        only_first, only_second = int((won & ~other).sum()), int((other & ~won).sum())
        self.sequence.update([only_first, len(won) - only_first - only_second, only_second])
        self.wins = [self.wins[0] + int(won.sum()), self.wins[1] + int(other.sum())]
        self.low, self.high = self.sequence.interval()
        return self.enough

    @property
    def enough(self) -> bool:
        return self.games >= self.aim.games or self.aim.reached(self.low, self.high, self.difference)

    @property
    def verdict(self) -> str:
        """`alike` comes before `different`: a difference may be sure and too small to matter."""
        if -self.aim.negligible <= self.low and self.high <= self.aim.negligible:
            return ALIKE
        return DIFFERENT if self.low > 0 or self.high < 0 else OPEN

    @property
    def only_first(self) -> int:
        """Deals that A won and B lost."""
        return int(self.sequence.counts[0])

    @property
    def only_second(self) -> int:
        return int(self.sequence.counts[2])


def play_until_decided(duel: Duel, sides: tuple[Matchup, Matchup], seed: int, workers: int) -> Iterator[int]:
    """Play until it is enough; gives the number of games of each block when they are in the duel."""
    sizes = [slice_size(games_a_second(side, seed)) for side in sides]
    stop = Event()
    with Parallel(n_jobs=workers, backend="threading", return_as="generator") as pool:
        try:
            while not duel.enough:
                first, games = duel.games, min(BLOCK, duel.aim.games - duel.games)
                slices = [
                    (side, start, min(size, first + games - start))
                    for side, size in enumerate(sizes)
                    for start in range(first, first + games, size)
                ]
                found = pool(
                    delayed(_play_slice)(sides[side], seed, start, some, stop) for side, start, some in slices
                )
                parts: list[list[Array]] = [[], []]
                for (side, _, _), batch in zip(slices, found, strict=True):
                    if not isinstance(batch, Batch):
                        raise batch
                    parts[side].append(batch.outcomes)
                outcomes = [np.concatenate(part) for part in parts]
                duel.moments.add(*outcomes)
                duel.look(*(values_of(duel.measure, each) for each in outcomes))
                yield games
        finally:
            stop.set()


def _play_slice(matchup: Matchup, seed: int, first: int, games: int, stop: Event) -> Batch | Exception:
    """What a policy does wrong is handed back and raised in its turn: the same for any number of workers."""
    if stop.is_set():
        return RuntimeError("stopped")
    try:
        return matchup.play(seed, first, games)
    except IllegalChoice as error:
        return error
