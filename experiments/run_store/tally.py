"""What is kept of a block of games: who won, game by game, and integer sums of everything else.

Sums are split by the result of games, since a report asks why games are lost. Every column can be merged in any grouping of games
(sums add up, first games are the smaller ones), so neither slices nor workers show in what is kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise
from math import prod
from typing import Any

import numpy as np

from experiments.measures import MAIN, RESULTS, SUMMED, heat_dtype, outcome_dtype
from experiments.statistics.wins import Wins
from simulator.game import Measure

Array = np.ndarray[Any, Any]
# Columns: how many games had each result; and after the name of a field …
GAMES_BY_RESULT, HEAT = "results", "heat_"
SQUARES, HISTOGRAM, FIRST = "_squares", "_histogram", "_first"  # … with the first game of each class
NO_GAME = 2**62


@dataclass(frozen=True)
class Batch:
    """Outcomes of some consecutive games, and where trains went, stood and lost points, summed over them."""

    first: int
    outcomes: Array
    heat: Array


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
    """Return the columns of some games and of others, together."""
    return {
        name: np.minimum(values, others[name]) if name.endswith(FIRST) else values + others[name]
        for name, values in some.items()
    }


def _shapes(measure: Measure) -> Iterator[tuple[str, tuple[int, int]]]:
    """Name the columns of a measure, each with a row for every result."""
    numbers, classes = prod(outcome_dtype[measure.name].shape), measure.top + 1
    yield measure.name, (len(RESULTS), len(measure.values) or numbers)
    if measure.squared:
        yield f"{measure.name}{SQUARES}", (len(RESULTS), numbers)
    if measure.top:
        yield f"{measure.name}{HISTOGRAM}", (len(RESULTS), classes)
        yield f"{measure.name}{FIRST}", (len(RESULTS), classes)


# The columns of every tally, and their shapes.
SHAPES: dict[str, tuple[int, ...]] = {
    GAMES_BY_RESULT: (len(RESULTS),),
    **dict(column for measure in SUMMED for column in _shapes(measure)),
    **{f"{HEAT}{name}": heat_dtype[name].shape for name in heat_dtype.names or ()},
}


class Count:
    """A tally in the making, batch by batch."""

    def __init__(self, first: int) -> None:
        self.first = self.next = first
        self.columns = {
            name: np.full(shape, NO_GAME if name.endswith(FIRST) else 0, np.int64)
            for name, shape in SHAPES.items()
        }
        self.wins: list[Array] = []

    def add(self, batch: Batch) -> None:
        """Count the games that follow."""
        assert batch.first == self.next
        self.next += len(batch.outcomes)
        results = batch.outcomes[MAIN.name]
        self.wins.append(results.astype(np.uint8))
        for name in heat_dtype.names or ():
            self.columns[f"{HEAT}{name}"] += batch.heat[name][0]
        for result in range(len(RESULTS)):
            places = np.flatnonzero(results == result)
            if not len(places):
                continue
            outcomes, games = batch.outcomes[places], places + batch.first
            self.columns[GAMES_BY_RESULT][result] += len(games)
            for measure in SUMMED:
                self._add(measure, outcomes[measure.name].reshape(len(games), -1), games, result)

    def _add(self, measure: Measure, values: Array, games: Array, result: int) -> None:
        """Count one measure of games with the same result; a row of values is a game."""
        name, columns = measure.name, self.columns
        if measure.kind == "code":
            columns[name][result] += np.bincount(values[:, 0], minlength=len(measure.values))
        else:
            counted = values > 0 if measure.kind == "share" else values
            columns[name][result] += counted.sum(axis=0, dtype=np.int64)
        if measure.squared:
            wide = values.astype(np.int64)
            columns[f"{name}{SQUARES}"][result] += (wide * wide).sum(axis=0)
        if measure.top:
            classes = np.minimum(values.sum(axis=1, dtype=np.int64), measure.top)
            columns[f"{name}{HISTOGRAM}"][result] += np.bincount(classes, minlength=measure.top + 1)
            first = np.full(measure.top + 1, NO_GAME)
            first[classes[::-1]] = games[::-1]  # of several games in a class the last that is written stays
            np.minimum(columns[f"{name}{FIRST}"][result], first, out=columns[f"{name}{FIRST}"][result])

    def tally(self) -> Tally:
        """Return what has been counted so far."""
        return Tally(
            self.first, np.concatenate(self.wins), {name: each.copy() for name, each in self.columns.items()}
        )


def tally_of(batch: Batch) -> Tally:
    """Count the games of one batch."""
    count = Count(batch.first)
    count.add(batch)
    return count.tally()
