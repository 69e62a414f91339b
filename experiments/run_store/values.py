"""What has been played of a run's cells, as it lies in the folder: sums added up file by file, and one number of every deal.

Deals of a run need not be in memory all at once: figures are made from sums over pieces of some million deals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from experiments.run_store.blocks import Damaged
from experiments.run_store.store import Store
from experiments.run_store.tally import Tally, Values, added
from simulator.core.errors import InputError

Array = np.ndarray[Any, Any]
PIECE = 4_000_000  # deals of all cells together that are looked at at a time
AT_HAND = 50_000_000  # bytes for the values of a run, a bit each for shares; files beyond that are read whenever they are needed

# By cells: a table cells × deals, or cells whose deals are read when they are asked for.
ValuesByCell = Array | Sequence[Values]


def common_deals(values: ValuesByCell) -> int:
    """Count the deals that all cells have met."""
    return min(map(len, values))


def pieces(values: ValuesByCell) -> Iterator[Array]:
    """Give tables cells × deals, one after another, of the deals that all cells have met."""
    games, size = common_deals(values), max(1, PIECE // len(values))
    for first in range(0, games, size):
        yield np.array([each[first : min(first + size, games)] for each in values])


def sum_products(values: Sequence[Values]) -> tuple[list[int], list[list[int]]]:
    """Sum the values of each cell over the deals that all have met, and in row i at place j the products of i's and j's: all that paired differences of means need."""
    sums, products = np.zeros(len(values), np.int64), np.zeros((len(values), len(values)), np.int64)
    for piece in pieces(values):
        wide = piece.astype(np.int64)
        sums, products = sums + wide.sum(axis=1), products + wide @ wide.T
    return sums.tolist(), products.tolist()


def count_only_first(wins: Sequence[Values]) -> list[list[int]]:
    """Count, in row i at place j, the deals that i won and j lost, of those that both have met: all that a paired difference of shares needs, for any two."""
    most, size = max(map(len, wins)), max(1, PIECE // 8 // len(wins))
    counts = np.zeros((len(wins), len(wins)), np.int64)
    for first in range(0, most, size):
        won, lost = np.zeros((2, len(wins), size), np.float32)  # exact for so few deals, and quick
        for number, each in enumerate(wins):
            piece = each[first : first + size]
            won[number, : len(piece)] = piece
            lost[number, : len(piece)] = 1 - piece
        counts += np.rint(won @ lost.T).astype(np.int64)
    found: list[list[int]] = counts.tolist()
    return found


@dataclass(frozen=True)
class StoredValues:
    """The deals of consecutive files, from deal 0 on: first deal and number of each file, and what reads its values when they are needed."""

    files: Sequence[tuple[int, int]]
    total: int
    read: Callable[[int, int], Array]

    def __len__(self) -> int:
        return sum(games for _, games in self.files)

    def sum(self) -> int:
        return self.total

    def __getitem__(self, part: slice, /) -> Array:
        start, stop, step = part.indices(len(self))
        assert step == 1
        pieces = [
            self.read(first, games)[max(0, start - first) : stop - first]
            for first, games in self.files
            if first < stop and first + games > start
        ]
        return np.concatenate(pieces) if pieces else np.zeros(0, np.uint8)


class RunReader:
    """Tallies of cells. `damaged` has a sentence on each file that could not be read, `behind` the games of each cell that do not count because they lie behind a gap."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.damaged: list[str] = []
        self.behind: dict[str, int] = {}
        self._room = AT_HAND
        self._at_hand: dict[tuple[str, int], Array] = {}
        self._counted: dict[str, list[tuple[int, int]]] = {}

    def tally(self, cell: str) -> Tally | None:
        """Return all games of a cell from game 0 on without a gap. A damaged file is such a gap.

        What lies behind a gap does not count: cells are compared deal by deal, and a run that goes on closes it.
        """
        columns: dict[str, Array] = {}
        files: list[tuple[int, int]] = []
        self._counted[cell] = files
        total = 0
        for first, games in self.store.whole(cell):
            try:
                block = self.store.read_tally(cell, first, games)
            except Damaged as error:
                self.damaged.append(str(error))
                break
            files.append((first, games))
            columns = added(columns, block.columns) if columns else block.columns
            total += int(block.values.sum())
            kept = block.form.packed(block.values[:])
            if kept.nbytes <= self._room:
                self._room -= kept.nbytes
                self._at_hand[cell, first] = kept
        values = StoredValues(files, total, partial(self._values, cell))
        gap = len(values)
        self.behind[cell] = sum(games for first, games in self.store.done(cell).items() if first > gap)
        return Tally(self.store.form, 0, values, columns) if files else None

    def blocks(self, cell: str) -> list[Tally]:
        """Return the games that count, file by file."""
        return [self._block_again(cell, *file) for file in self._counted.get(cell, ())]

    def _values(self, cell: str, first: int, games: int) -> Array:
        kept = self._at_hand.get((cell, first))
        if kept is None:
            return self._block_again(cell, first, games).values[:]
        return self.store.form.unpacked(kept, games)

    def _block_again(self, cell: str, first: int, games: int) -> Tally:
        """Read a file that was whole a moment ago."""
        try:
            return self.store.read_tally(cell, first, games)
        except Damaged as error:
            raise InputError(f"{error}; `sim resume {self.store.folder}` plays it again.") from None
