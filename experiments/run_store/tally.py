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

from experiments.statistics.wins import Wins
from simulator.switch_signal.records import heat_dtype
from simulator.switch_signal.tally_records import tally_dtype

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
