"""What is kept of a block of games: who won, game by game, and integer sums of everything else.

Sums are split into lost and won games, since a report asks why games are lost. Every column can be merged in any grouping of games
(sums add up, first games are the smaller ones), so neither slices nor workers show in the result.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from itertools import pairwise
from math import prod
from typing import Any

import numpy as np

from experiments.runner import Block
from experiments.wins import Wins
from simulator.records import heat_dtype
from simulator.tallying import MOST_TOKENS, NO_GAME, count_games, tally_dtype

__all__ = ["FIRST", "MOST_TOKENS", "NO_GAME", "Count", "Tally", "tally_of"]

Array = np.ndarray[Any, Any]
FIRST = "first_"  # columns of game numbers, of which the smallest stays


@dataclass(frozen=True)
class Tally:
    """Consecutive games of a cell: `wins` is one number for each, `columns` are integers."""

    first: int
    wins: Wins
    columns: dict[str, Array]

    @property
    def games(self) -> int:
        return len(self.wins)

    def merged(self, *others: Tally) -> Tally:
        """This and the games that follow it."""
        parts = (self, *others)
        for before, after in pairwise(parts):
            assert after.first == before.first + before.games
        columns = reduce(added, (part.columns for part in parts))
        return Tally(self.first, np.concatenate([part.wins[:] for part in parts]), columns)


def added(some: dict[str, Array], others: dict[str, Array]) -> dict[str, Array]:
    """The columns of some games and of others, together."""
    return {
        name: np.minimum(values, others[name]) if name.startswith(FIRST) else values + others[name]
        for name, values in some.items()
    }


# The columns of every tally, and their shapes: sums have a row for lost and one for won games.
SHAPES: dict[str, tuple[int, ...]] = {
    **{
        name: (2, prod(shape[1:])) if shape[0] == 2 else shape
        for name, shape in ((name, tally_dtype[name].shape) for name in tally_dtype.names or ())
    },
    **{f"heat_{name}": heat_dtype[name].shape for name in heat_dtype.names or ()},
}


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

    def add(self, block: Block) -> None:
        """The games that follow."""
        assert block.first == self.next
        self.next += len(block.outcomes)
        self.wins.append(np.empty(len(block.outcomes), np.uint8))
        count_games(block.outcomes, block.first, self.sums, self.wins[-1])
        for name in heat_dtype.names or ():
            self.heat[name] += block.heat[name]

    def tally(self) -> Tally:
        found = {name: self.sums[name] for name in tally_dtype.names or ()}
        found |= {f"heat_{name}": self.heat[name] for name in heat_dtype.names or ()}
        columns = {name: found[name].reshape(shape) for name, shape in SHAPES.items()}
        return Tally(self.first, np.concatenate(self.wins), columns)


def tally_of(block: Block) -> Tally:
    """Of one block."""
    count = Count(block.first)
    count.add(block)
    return count.tally()
