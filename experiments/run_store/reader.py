"""What has been played of a run's cells, as it lies in the folder: sums added up file by file, and values that need not be in memory all at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from experiments.run_store.parquet_files import Damaged
from experiments.run_store.store import Store
from experiments.run_store.tally import Tally, TallyForm, added
from simulator.core.errors import InputError

Array = np.ndarray[Any, Any]
AT_HAND = 50_000_000  # bytes for the values of a run, a bit each for shares; files beyond that are read whenever they are needed


class StoredValues:
    """The deals of consecutive files; each is read when it is needed, unless its values are at hand."""

    def __init__(
        self,
        form: TallyForm,
        files: Sequence[tuple[int, int]],
        total: int,
        at_hand: Mapping[int, Array],
        read: Callable[[int, int], Array],
    ) -> None:
        self._form, self._files, self._total = form, files, total
        self._at_hand, self._read = at_hand, read

    def __len__(self) -> int:
        return sum(games for _, games in self._files)

    def sum(self) -> int:
        return self._total

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
        kept = self._at_hand.get(first)
        return self._read(first, games) if kept is None else unpacked(self._form, kept, games)


def packed(form: TallyForm, values: Array) -> Array:
    """Return values in as few bytes as they need: bits, if they are of a share."""
    if form.about.kind == "share":
        return np.packbits(values)
    return values.astype(np.min_scalar_type(min(int(values.min()), -int(values.max()) - 1)))


def unpacked(form: TallyForm, kept: Array, games: int) -> Array:
    """Return values that were packed."""
    return np.unpackbits(kept, count=games) if form.about.kind == "share" else kept


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
            kept = packed(block.form, block.values[:])
            if kept.nbytes <= self._room:
                self._room -= kept.nbytes
                at_hand[first] = kept
        values = StoredValues(self.store.form, files, total, at_hand, partial(self._read_again, cell))
        gap = self._counted[cell] = len(values)
        self.behind[cell] = sum(games for first, games in self.store.done(cell).items() if first > gap)
        return Tally(self.store.form, 0, values, columns) if files else None

    def blocks(self, cell: str) -> list[Tally]:
        """The same games file by file."""
        counted, found = self._counted.get(cell, 0), []
        for first, games in self.store.whole(cell):
            if first < counted:
                found.append(self._block_again(cell, first, games))
        return found

    def _read_again(self, cell: str, first: int, games: int) -> Array:
        return self._block_again(cell, first, games).values[:]

    def _block_again(self, cell: str, first: int, games: int) -> Tally:
        """A file that was whole a moment ago."""
        try:
            return self.store.read_tally(cell, first, games)
        except Damaged as error:
            raise InputError(f"{error}; `sim resume {self.store.folder}` plays it again.") from None
