"""From outcomes of games to a tally. Apart from `tally.py`, since reading tallies compiles nothing."""

from __future__ import annotations

from typing import Any

import numpy as np

from experiments.batches import Batch
from experiments.run_store.tally import FIRST, SHAPES, Tally
from simulator.switch_signal.records import heat_dtype
from simulator.switch_signal.tally_records import NO_GAME, tally_dtype
from simulator.switch_signal.tallying import count_games

Array = np.ndarray[Any, Any]


class Count:
    """A tally in the making, slice by slice."""

    def __init__(self, first: int) -> None:
        self.first = self.next = first
        self.sums = np.zeros(1, tally_dtype)
        for name in tally_dtype.names or ():
            if name.startswith(FIRST):
                self.sums[name] = NO_GAME
        self.heat = np.zeros(1, heat_dtype)
        self.wins: list[Array] = []

    def add(self, batch: Batch) -> None:
        """The games that follow."""
        assert batch.first == self.next
        self.next += len(batch.outcomes)
        self.wins.append(np.empty(len(batch.outcomes), np.uint8))
        count_games(batch.outcomes, batch.first, self.sums, self.wins[-1])
        for name in heat_dtype.names or ():
            self.heat[name] += batch.heat[name]

    def tally(self) -> Tally:
        found = {name: self.sums[name] for name in tally_dtype.names or ()}
        found |= {f"heat_{name}": self.heat[name] for name in heat_dtype.names or ()}
        columns = {name: found[name].reshape(shape) for name, shape in SHAPES.items()}
        return Tally(self.first, np.concatenate(self.wins), columns)


def tally_of(batch: Batch) -> Tally:
    """Of one batch."""
    count = Count(batch.first)
    count.add(batch)
    return count.tally()
