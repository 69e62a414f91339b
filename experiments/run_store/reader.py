"""What has been played of a run's cells, as it lies in the folder: sums added up file by file, and wins that need not be in memory all at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from experiments.run_store.parquet_files import Damaged
from experiments.run_store.store import Store
from experiments.run_store.tally import Tally, added
from simulator.core.errors import InputError

Array = np.ndarray[Any, Any]
AT_HAND = 50_000_000  # bytes for the wins of a run, a bit each; files beyond that are read whenever their wins are needed


class StoredWins:
    """The deals of consecutive files; each is read when it is needed, unless its bits are at hand."""

    def __init__(
        self,
        files: Sequence[tuple[int, int]],
        won: int,
        at_hand: Mapping[int, Array],
        read: Callable[[int, int], Array],
    ) -> None:
        self._files, self._won, self._at_hand, self._read = files, won, at_hand, read

    def __len__(self) -> int:
        return sum(games for _, games in self._files)

    def sum(self) -> int:
        return self._won

    def __getitem__(self, part: slice, /) -> Array:
        start, stop, step = part.indices(len(self))
        assert step == 1
        pieces = [
            self._unpacked(first, games)[max(0, start - first) : stop - first]
            for first, games in self._files
            if first < stop and first + games > start
        ]
        return np.concatenate(pieces) if pieces else np.zeros(0, np.uint8)

    def _unpacked(self, first: int, games: int) -> Array:
        bits = self._at_hand.get(first)
        return self._read(first, games) if bits is None else np.unpackbits(bits, count=games)


class RunReader:
    """Tallies of cells. `damaged` has a sentence on each file that could not be read, `behind` the games of each cell that do not count for a gap."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.damaged: list[str] = []
        self.behind: dict[str, int] = {}
        self._room = AT_HAND
        self._counted: dict[str, int] = {}

    def tally(self, cell: str) -> Tally | None:
        """All games of a cell from game 0 on without a gap. A damaged file is such a gap.

        What lies behind a gap does not count: cells are compared deal by deal, and a run that goes on closes it.
        """
        columns: dict[str, Array] = {}
        files: list[tuple[int, int]] = []
        at_hand: dict[int, Array] = {}
        won = 0
        for first, games in self.store.whole(cell):
            try:
                block = self.store.read_tally(cell, first, games)
            except Damaged as error:
                self.damaged.append(str(error))
                break
            files.append((first, games))
            columns = added(columns, block.columns) if columns else block.columns
            won += int(block.wins.sum())
            bits = np.packbits(block.wins[:])
            if len(bits) <= self._room:
                self._room -= len(bits)
                at_hand[first] = bits
        wins = StoredWins(files, won, at_hand, partial(self._read_again, cell))
        gap = self._counted[cell] = len(wins)
        self.behind[cell] = sum(games for first, games in self.store.done(cell).items() if first > gap)
        return Tally(0, wins, columns) if files else None

    def blocks(self, cell: str) -> list[Tally]:
        """The same games file by file."""
        counted, found = self._counted.get(cell, 0), []
        for first, games in self.store.whole(cell):
            if first < counted:
                found.append(self._block_again(cell, first, games))
        return found

    def _read_again(self, cell: str, first: int, games: int) -> Array:
        return self._block_again(cell, first, games).wins[:]

    def _block_again(self, cell: str, first: int, games: int) -> Tally:
        """A file that was whole a moment ago."""
        try:
            return self.store.read_tally(cell, first, games)
        except Damaged as error:
            raise InputError(f"{error}; `sim resume {self.store.folder}` plays it again.") from None
