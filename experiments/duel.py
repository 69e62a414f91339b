"""Two sides on the same deals, block by block, until the difference of what they come to is known well enough.

After every block one looks, so the interval is one that may be looked at any time (`experiments/statistics/anytime.py`), and so are the p-values of
`experiments/statistics/anatomy.py`. Blocks and looks depend on nothing but the number of games: not on cores or speed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf, sqrt
from threading import Event
from typing import Any

import numpy as np
from joblib import Parallel, delayed

from experiments.play import Matchup, games_a_second, slice_size
from experiments.run_store.tally import values_of
from experiments.statistics.anatomy import JointSums
from experiments.statistics.anytime import anytime_difference
from experiments.statistics.means import NOTHING, Moments, moments_of
from simulator.core.errors import IllegalChoice
from simulator.game import Batch, Measure

Array = np.ndarray[Any, Any]
BLOCK = 500  # games of each side between two looks
# Unless asked otherwise it stops at this precision, or at a quarter of the difference if that is more; half a percentage point is one
# hundredth of the spread of a game that is won half the time.
HALF_A_POINT, OF_THE_SPREAD, SHARE = 0.005, 0.01, 0.25

DIFFERENT, ALIKE, OPEN = "different", "alike", "open"


@dataclass(frozen=True)
class Aim:
    """When to stop: after so many games of each side, or when the interval reaches so far to either side, or holds nothing that matters.

    None: half a percentage point of a share, and of any other measure as large a part of its spread.
    """

    games: int
    precision: float | None = None
    negligible: float | None = None


@dataclass
class Duel:
    """What is known so far of B minus A."""

    aim: Aim
    measure: Measure
    moments: JointSums
    sides: tuple[Moments, Moments] = (NOTHING, NOTHING)
    apart: Moments = NOTHING  # B minus A, deal by deal
    more_first: int = 0  # deals on which A came to more, as by winning what B lost
    more_second: int = 0
    low: float = -inf
    high: float = inf

    @property
    def games(self) -> int:
        return self.apart.games

    @property
    def difference(self) -> float:
        return self.apart.total / max(1, self.games)

    @property
    def _small(self) -> float:
        """Return what is small beside chance in a single game."""
        if self.measure.kind == "share":
            return HALF_A_POINT
        return OF_THE_SPREAD * sqrt(max(side.variance for side in self.sides))

    @property
    def negligible(self) -> float:
        """Return the difference that is too small to matter."""
        return self._small if self.aim.negligible is None else self.aim.negligible

    def look(self, first: Array, second: Array) -> bool:
        """Add a block: what each game of both sides came to. Tells whether that is enough."""
        one, other = np.asarray(first, np.int64), np.asarray(second, np.int64)
        self.sides = self.sides[0] + moments_of(one), self.sides[1] + moments_of(other)
        self.apart += moments_of(other - one)
        self.more_first += int((one > other).sum())
        self.more_second += int((other > one).sum())
        self.low, self.high = anytime_difference(self.measure, self.apart)
        return self.enough

    @property
    def enough(self) -> bool:
        return self.games >= self.aim.games or (self.games > 0 and self._known)

    @property
    def _known(self) -> bool:
        if self._is_negligible:
            return True
        wanted = self.aim.precision
        if wanted is None:
            wanted = max(self._small, SHARE * abs(self.difference))
        return self.differs and (self.high - self.low) / 2 <= wanted

    @property
    def _is_negligible(self) -> bool:
        return -self.negligible <= self.low and self.high <= self.negligible

    @property
    def differs(self) -> bool:
        """Tell whether the interval excludes that there is no difference."""
        return self.low > 0 or self.high < 0

    @property
    def verdict(self) -> str:
        """`alike` comes before `different`: a difference may be sure and too small to matter."""
        if self._is_negligible:
            return ALIKE
        return DIFFERENT if self.differs else OPEN


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
