"""What the sums of so many games can be: reports divide by them, take their roots and draw axes of them, so no file may say anything else.

All of it follows from how games are counted (`simulator/switch_signal/tallying.py`) and from the range of the fields of an outcome. It does not make a
forged tally a true one; it makes it one that games could have.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from experiments.run_store.tally import FIRST, SHAPES, Tally
from simulator.switch_signal.codes import E1
from simulator.switch_signal.records import outcome_dtype
from simulator.switch_signal.tally_records import NO_GAME, SQUARED

Array = np.ndarray[Any, Any]
HEAT, HISTOGRAM, SQUARES = "heat_", "_histogram", "_squares"
COUNTED = ("lost_by", "helper_uses")  # games, not sums over them


def _most(name: str) -> int:
    """By how much one game can raise a number of this column."""
    if name in COUNTED or name.endswith(HISTOGRAM):
        return 1
    if name.endswith(SQUARES):
        return _most(name.removesuffix(SQUARES)) ** 2
    # What is counted at a place of the board has a wider field, but nothing happens so often in a game.
    field = np.dtype(np.int16) if name.startswith(HEAT) else outcome_dtype[name].base
    return int(np.iinfo(field).max)


SUMS = [name for name in SHAPES if not name.startswith(FIRST)]
SIZES = [int(np.prod(SHAPES[name])) for name in SUMS]
# Every number of all sums, one after the other: whose games it counts (lost, won, all), and by how much each can raise it.
WHOSE = np.concatenate(
    [np.repeat([0, 1], size // 2) if len(SHAPES[name]) == 2 else np.full(size, 2) for name, size in zip(SUMS, SIZES, strict=True)]
)  # fmt: skip
MOST = np.repeat([_most(name) for name in SUMS], SIZES)
# A sum beside the histogram of the same numbers, whose last class may hold all above it.
IN_CLASSES = ("turns", "goods", "tokens")
# A number of each game and where it came about: both have the same sum.
PARTS = (("goods", "goods_by_turn"), ("tokens", "tokens_by_turn"))


def is_possible(tally: Tally) -> bool:
    """Whether some games can have these sums."""
    columns, won = tally.columns, int(tally.wins.sum())
    games = np.array([tally.games - won, won, tally.games])
    values = np.concatenate([columns[name].reshape(-1) for name in SUMS])
    # First of all, since below this nothing can overflow.
    if (values < 0).any() or (values > games[WHOSE] * MOST).any():
        return False
    sides = games[:2]
    return (
        columns["lost_by"][E1] == won
        and columns["lost_by"].sum() == tally.games
        and all((columns[name].sum(axis=1) == sides).all() for name in SHAPES if name.endswith(HISTOGRAM))
        and all(_fits_classes(columns, name) for name in IN_CLASSES)
        and all((columns[whole].sum(axis=1) == columns[part].sum(axis=1)).all() for whole, part in PARTS)
        and all(_fits_squares(columns, name, sides) for name in SQUARED)
        and _are_first(tally, columns["first_win_by_turns"], columns["turns_histogram"][1], won=1)
        and _are_first(tally, columns["first_loss_by_goods"], columns["goods_histogram"][0], won=0)
    )


def _fits_classes(columns: dict[str, Array], name: str) -> bool:
    """Whether a histogram and a sum can be of the same numbers."""
    counts = columns[f"{name}{HISTOGRAM}"]
    least, found = counts @ np.arange(counts.shape[1]), columns[name].sum(axis=1)
    return bool(((found == least) | (found > least) & (counts[:, -1] > 0)).all())


def _fits_squares(columns: dict[str, Array], name: str, games: Array) -> bool:
    """Whether whole numbers can have this sum and this sum of squares: it is no smaller, and none varies less than not at all."""
    sums, squares = columns[name], columns[f"{name}{SQUARES}"]
    # In integers without end, and not in floats, which cannot tell numbers that do not vary.
    enough = games[:, None].astype(object) * squares >= sums.astype(object) ** 2
    return bool((squares >= sums).all() and (squares <= sums * _most(name)).all() and enough.all())


def _are_first(tally: Tally, first: Array, counts: Array, won: int) -> bool:
    """Whether there is a game of every kind that has been counted, of no other, and each ended so."""
    there = first != NO_GAME
    places = first[there] - tally.first
    if not np.array_equal(there, counts > 0) or (places < 0).any() or (places >= tally.games).any():
        return False
    return bool((tally.wins[:][places] == won).all())
