"""Blocks of games: how large they are, how many a run may have, what is to be played of them, what their files are called and what is in them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from experiments.run_store.game_table import joined
from experiments.run_store.tally import Tally

LARGEST_BLOCK = 100_000  # games: what is lost at most for each core when a run is killed
MOST_BLOCKS = 1_000_000  # of all cells: 10¹¹ games in the largest blocks
BLOCK_FILE = re.compile(r"(\d{1,12})\+(\d{1,12})\.parquet")


@dataclass(frozen=True)
class Task:
    """Games of a cell that are still to be played: a block, or what is missing of it."""

    cell: str
    first: int
    games: int


@dataclass(frozen=True)
class Piece:
    """Consecutive games of a cell as they are kept: their tally, and a table of them if games are kept one by one."""

    tally: Tally
    games: Any = None

    def merged(self, *others: Piece) -> Piece:
        """This and the games that follow it."""
        tally = self.tally.merged(*(each.tally for each in others))
        if self.games is None:
            return Piece(tally)
        return Piece(tally, joined([self.games, *(each.games for each in others)]))


def block_size(games: int) -> int:
    """At most a fifth of a cell's games: 1, 2, 10, 20, 100 … Each of them divides the next, so that small blocks can be joined to large ones."""
    wanted = min(max(1, games // 5), LARGEST_BLOCK)
    ten = int(10 ** (len(str(wanted)) - 1))
    return 2 * ten if 2 * ten <= wanted else ten


def block_name(first: int, games: int) -> str:
    return f"{first:09d}+{games}.parquet"
