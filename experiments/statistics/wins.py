"""Who won which deal, without holding all deals of a run at once: figures are made from sums over pieces of some million deals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

import numpy as np

Array = np.ndarray[Any, Any]
PIECE = 4_000_000  # deals of all cells together that are looked at at a time, a byte each


class Wins(Protocol):
    """One number for each deal, 1 where it was won: an array, or something that reads a part of one when it is asked for it."""

    def __len__(self) -> int: ...

    def __getitem__(self, part: slice, /) -> Array: ...

    def sum(self) -> Any: ...


# By cells: a table cells × deals, or cells whose deals are read when they are asked for.
WinsByCell = Array | Sequence[Wins]


def common_deals(wins: WinsByCell) -> int:
    """How many deals all of them have met."""
    return min(map(len, wins))


def pieces(wins: WinsByCell) -> Iterator[Array]:
    """Tables cells × deals, one after another, of the deals that all of them have met."""
    games, size = common_deals(wins), max(1, PIECE // len(wins))
    for first in range(0, games, size):
        yield np.array([each[first : min(first + size, games)] for each in wins], np.uint8)


def count_won(wins: Wins, first: int, last: int) -> int:
    """Of deals first … last − 1."""
    ends = range(first, last, PIECE)
    return sum(int(wins[start : min(start + PIECE, last)].sum(dtype=np.int64)) for start in ends)


def count_only_first(wins: Sequence[Wins]) -> list[list[int]]:
    """Row i, place j: deals that i won and j lost, of those that both have met. All that a paired difference needs, for any two."""
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
