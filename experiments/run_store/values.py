"""One number of every deal, without holding all deals of a run at once: figures are made from sums over pieces of some million deals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

import numpy as np

Array = np.ndarray[Any, Any]
PIECE = 4_000_000  # deals of all cells together that are looked at at a time


class Values(Protocol):
    """One number for each deal, of a share 1 or 0: an array, or something that reads a part of one when it is asked for it."""

    def __len__(self) -> int: ...

    def __getitem__(self, part: slice, /) -> Array: ...

    def sum(self) -> Any: ...


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
