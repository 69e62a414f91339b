"""What the sums of so many games can be: reports divide by them, take their roots and draw axes of them, so no file may say anything else.

All of it follows from how games are counted (`experiments/run_store/tally.py`) and from the range of the fields of an outcome. It does not make a
forged tally a true one; it makes it one that games could have.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from experiments.measures import MEASURES, RESULTS, SUMMED, outcome_dtype
from experiments.run_store.tally import (
    FIRST,
    GAMES_BY_RESULT,
    HEAT,
    HISTOGRAM,
    NO_GAME,
    SHAPES,
    SQUARES,
    Tally,
)
from simulator.game import Measure

Array = np.ndarray[Any, Any]


def _most(name: str) -> int:
    """By how much one game can raise a number of this column."""
    if (
        name == GAMES_BY_RESULT
        or name.endswith(HISTOGRAM)
        or (name in MEASURES and MEASURES[name].kind != "count")
    ):
        return 1
    if name.endswith(SQUARES):
        return _most(name.removesuffix(SQUARES)) ** 2
    # What is counted at a place of the board has a wider field, but nothing happens so often in a game.
    field = np.dtype(np.int16) if name.startswith(HEAT) else outcome_dtype[name].base
    return int(np.iinfo(field).max)


SUMS = [name for name in SHAPES if not name.endswith(FIRST)]
SIZES = [int(np.prod(SHAPES[name])) for name in SUMS]
# Every number of all sums, one after the other: whose games it counts (of each result, or of all), and by how much each can raise it.
WHOSE = np.concatenate(
    [
        np.repeat(range(len(RESULTS)), SHAPES[name][1])
        if len(SHAPES[name]) == 2
        else np.full(size, len(RESULTS))
        for name, size in zip(SUMS, SIZES, strict=True)
    ]
)
MOST = np.repeat([_most(name) for name in SUMS], SIZES)


def is_possible(tally: Tally) -> bool:
    """Whether some games can have these sums."""
    columns, results = tally.columns, tally.columns[GAMES_BY_RESULT]
    games = np.append(results, tally.games)
    values = np.concatenate([columns[name].reshape(-1) for name in SUMS])
    # First of all, since below this nothing can overflow.
    if (values < 0).any() or (values > games[WHOSE] * MOST).any():
        return False
    return np.array_equal(results, np.bincount(tally.wins[:], minlength=len(RESULTS))) and all(
        _fits(tally, measure) for measure in SUMMED
    )


def _fits(tally: Tally, measure: Measure) -> bool:
    """Whether the columns of a measure can be of the same games."""
    columns, name, results = tally.columns, measure.name, tally.columns[GAMES_BY_RESULT]
    counted = f"{name}{HISTOGRAM}" if measure.top else name
    return (
        (not (measure.top or measure.kind == "code") or np.array_equal(columns[counted].sum(axis=1), results))
        and (not measure.top or _fits_classes(columns, name))
        and (not measure.top or _are_first(tally, columns[f"{name}{FIRST}"], columns[counted]))
        and (not measure.squared or _fits_squares(columns, name, results))
        and (
            not measure.by_turn
            or np.array_equal(*(columns[each].sum(axis=1) for each in (name, measure.by_turn)))
        )
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


def _are_first(tally: Tally, first: Array, counts: Array) -> bool:
    """Whether there is a game of every class that has been counted, of no other, and each ended so."""
    there = first != NO_GAME
    places = first[there] - tally.first
    if not np.array_equal(there, counts > 0) or (places < 0).any() or (places >= tally.games).any():
        return False
    return np.array_equal(tally.wins[:][places], np.nonzero(there)[0])
