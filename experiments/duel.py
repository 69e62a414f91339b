"""Two sides on the same deals, block by block, until the difference of what they come to is known well enough.

After every block one looks, so the interval is one that may be looked at any time (`experiments/statistics/sequential.py`), and so are the p-values of
`experiments/statistics/changes.py`. Blocks and looks depend on nothing but the number of games: not on cores or speed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import inf, sqrt
from typing import Any

import numpy as np

from experiments.play import Matchup, play_many
from experiments.run_store.tally import values_of
from experiments.statistics.changes import JointSums
from experiments.statistics.paired import PairedSums
from experiments.statistics.sequential import anytime_difference
from simulator.game import Measure

Array = np.ndarray[Any, Any]
BLOCK = 500  # games of each side between two looks
# Unless asked otherwise it stops at this precision, or at a quarter of the difference if that is more; half a percentage point is one
# hundredth of the spread of a game that is won half the time.
HALF_A_POINT, OF_THE_SPREAD, SHARE = 0.005, 0.01, 0.25

DIFFERENT, ALIKE, OPEN = "different", "alike", "open"


@dataclass(frozen=True)
class Aim:
    """When to stop: after so many games of each side, when the interval is as narrow as `precision` asks, or when it holds nothing that matters.

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
    sums: PairedSums = field(default_factory=PairedSums)
    low: float = -inf
    high: float = inf

    @property
    def games(self) -> int:
        return self.sums.change.games

    @property
    def difference(self) -> float:
        return self.sums.change.total / max(1, self.games)

    @property
    def _small(self) -> float:
        """Return what is small beside chance in a single game."""
        if self.measure.kind == "share":
            return HALF_A_POINT
        # Where no game differs from any other, the step from one whole number to the next takes the place of the spread.
        return OF_THE_SPREAD * (sqrt(max(side.variance for side in self.sums.sides)) or 1.0)

    @property
    def negligible(self) -> float:
        """Return the difference that is too small to matter."""
        return self._small if self.aim.negligible is None else self.aim.negligible

    def look(self, first: Array, second: Array) -> None:
        """Add a block: what each game of both sides came to."""
        self.sums.add(first, second)
        self.low, self.high = anytime_difference(self.measure, self.sums.change)

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
        """Return what has been found. `alike` comes before `different`: a difference may be sure and too small to matter."""
        if self._is_negligible:
            return ALIKE
        return DIFFERENT if self.differs else OPEN


def play_until_decided(duel: Duel, sides: tuple[Matchup, Matchup], seed: int, workers: int) -> Iterator[int]:
    """Play until it is enough; gives the number of games of each block when they are in the duel."""
    while not duel.enough:
        first, games = duel.games, min(BLOCK, duel.aim.games - duel.games)
        played = (play_many(side, seed, games, workers, first) for side in sides)
        outcomes = [np.concatenate([batch.outcomes for batch in batches]) for batches in played]
        duel.moments.add(*outcomes)
        duel.look(*(values_of(duel.measure, each) for each in outcomes))
        yield games
