"""What is kept of a block of games: the value of one measure, game by game, and integer sums of everything else.

Sums are split by the result of games, since a report asks why games are lost. Every column can be merged in any grouping of games
(sums add up, first games are the smaller ones), so neither slices nor workers show in what is kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass
from functools import cache, cached_property, reduce
from hashlib import sha256
from itertools import pairwise
from math import prod
from typing import Any, Protocol

import numpy as np

from simulator.game import Batch, Game, Measure

Array = np.ndarray[Any, Any]
# Columns: how many games had each result; and after the name of a field …
GAMES_BY_RESULT, HEAT = "results", "heat_"
SQUARES, HISTOGRAM, FIRST = "_squares", "_histogram", "_first"  # … with the first game of each class
NO_GAME = 2**62


class Values(Protocol):
    """One number for each deal, of a share 1 or 0: an array, or something that reads a part of one when it is asked for it."""

    def __len__(self) -> int: ...

    def __getitem__(self, part: slice, /) -> Array: ...

    def sum(self) -> Any: ...


@dataclass(frozen=True)
class Column:
    """A column of tallies: its shape, and how far one game can move a number of it."""

    shape: tuple[int, ...]
    most: int = 1
    least: int = 0


class TallyForm:
    """Which columns a tally of a game has. `about` is the measure whose value is kept of every game."""

    def __init__(self, game: Game, about: Measure) -> None:
        self.game, self.about = game, about
        # The main measure is what sums are split by, if it has values.
        self.summed = [each for each in game.measures.values() if each is not game.main or not each.values]

    @property
    def results(self) -> int:
        """Count the rows of every sum."""
        return len(self.game.results)

    @cached_property
    def columns(self) -> dict[str, Column]:
        """Return the columns of every tally."""
        heat = self.game.heat
        # What is counted at a place of the board has a wider field, but nothing happens so often in a game.
        most = int(np.iinfo(np.int16).max)
        return {
            GAMES_BY_RESULT: Column((self.results,)),
            **dict(column for measure in self.summed for column in self._columns_of(measure)),
            **{f"{HEAT}{name}": Column(heat[name].shape, most) for name in heat.names or ()},
        }

    @cached_property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """Return the columns of every tally, and their shapes."""
        return {name: column.shape for name, column in self.columns.items()}

    @cached_property
    def hash(self) -> str:
        """Identify the columns and what their numbers stand for, since a file of tallies says nothing of it."""
        meanings = [
            (name, each.kind, each.low, list(each.values), list(each.parts))
            for name, each in self.game.measures.items()
        ]
        return sha256(repr((self.shapes, meanings)).encode()).hexdigest()[:16]

    def _columns_of(self, measure: Measure) -> Iterator[tuple[str, Column]]:
        """Name the columns of a measure, each with a row for every result."""
        field = self.game.outcome[measure.name]
        # At most so much that squares of many games stay integers.
        most = min(int(np.iinfo(field.base).max), 2**31) if measure.is_mean else 1
        numbers = len(measure.values) if measure.kind == "code" else prod(field.shape)
        yield measure.name, Column((self.results, numbers), most, -most if measure.kind == "score" else 0)
        if measure.squared:
            yield f"{measure.name}{SQUARES}", Column((self.results, numbers), most**2)
        if measure.classes:
            for kind in (HISTOGRAM, FIRST):
                yield f"{measure.name}{kind}", Column((self.results, measure.classes))

    def rows(self, outcomes: Array) -> Array:
        """Return the result of each game, as the row of sums that it belongs to."""
        main = self.game.main
        return outcomes[main.name] if main.values else np.zeros(len(outcomes), np.uint8)

    def packed(self, values: Array) -> Array:
        """Return values in as few bytes as they need: bits, if they are of a share."""
        if self.about.kind == "share":
            return np.packbits(values)
        return values.astype(np.min_scalar_type(min(int(values.min()), -int(values.max()) - 1)))

    def unpacked(self, kept: Array, games: int) -> Array:
        """Return values that were packed."""
        return np.unpackbits(kept, count=games) if self.about.kind == "share" else kept


def values_of(measure: Measure, outcomes: Array) -> Array:
    """Return one number for each game: whether it has a share, the whole of a count."""
    found = outcomes[measure.name].reshape(len(outcomes), -1)
    values: Array = found.sum(axis=1, dtype=np.int64)
    return (values > 0).astype(np.uint8) if measure.kind == "share" else values


@cache
def tally_form(game: Game, about: str) -> TallyForm:
    """Return the form of tallies of a game, about the measure of a name."""
    return TallyForm(game, game.measures[about])


@dataclass(frozen=True)
class Tally:
    """Consecutive games of a cell: `values` has one number for each, `columns` are integers. `outcomes` are the games one by one, where they are kept."""

    form: TallyForm
    first: int
    values: Values
    columns: dict[str, Array]
    outcomes: Array | None = None

    @property
    def games(self) -> int:
        return len(self.values)

    def merged(self, *others: Tally) -> Tally:
        """Return this and the games that follow it."""
        parts = (self, *others)
        for before, after in pairwise(parts):
            assert after.first == before.first + before.games
        values = np.concatenate([part.values[:] for part in parts])
        columns = reduce(added, (part.columns for part in parts))
        outcomes = [part.outcomes for part in parts if part.outcomes is not None]
        return Tally(self.form, self.first, values, columns, np.concatenate(outcomes) if outcomes else None)


def added(some: dict[str, Array], others: dict[str, Array]) -> dict[str, Array]:
    """Return the columns of some games and of others, together."""
    return {
        name: np.minimum(values, others[name]) if name.endswith(FIRST) else values + others[name]
        for name, values in some.items()
    }


class Count:
    """A tally in the making, batch by batch; `keep` the games one by one, too."""

    def __init__(self, form: TallyForm, first: int, keep: bool = False) -> None:
        self.form, self.first, self.next, self.keep = form, first, first, keep
        self.columns = {
            name: np.full(shape, NO_GAME if name.endswith(FIRST) else 0, np.int64)
            for name, shape in form.shapes.items()
        }
        self.values: list[Array] = []
        self.outcomes: list[Array] = []

    def copy(self) -> Count:
        """Return a count that goes on by itself from here."""
        other = copy(self)
        other.columns = {name: column.copy() for name, column in self.columns.items()}
        other.values, other.outcomes = [*self.values], [*self.outcomes]
        return other

    def add(self, batch: Batch) -> None:
        """Count the games that follow."""
        assert batch.first == self.next
        self.next += len(batch.outcomes)
        self.values.append(values_of(self.form.about, batch.outcomes))
        if self.keep:
            self.outcomes.append(batch.outcomes)
        if batch.heat is not None:
            for name in batch.heat.dtype.names or ():
                self.columns[f"{HEAT}{name}"] += batch.heat[name][0]
        rows = self.form.rows(batch.outcomes)
        for row in range(self.form.results):
            places = np.flatnonzero(rows == row)
            if not len(places):
                continue
            outcomes, games = batch.outcomes[places], places + batch.first
            self.columns[GAMES_BY_RESULT][row] += len(games)
            for measure in self.form.summed:
                self._add(measure, outcomes[measure.name].reshape(len(games), -1), games, row)

    def _add(self, measure: Measure, values: Array, games: Array, row: int) -> None:
        """Count one measure of games with the same result; a row of values is a game."""
        name, columns = measure.name, self.columns
        if measure.kind == "code":
            columns[name][row] += np.bincount(values[:, 0], minlength=len(measure.values))
        else:
            counted = values > 0 if measure.kind == "share" else values
            columns[name][row] += counted.sum(axis=0, dtype=np.int64)
        if measure.squared:
            wide = values.astype(np.int64)
            columns[f"{name}{SQUARES}"][row] += (wide * wide).sum(axis=0)
        if measure.classes:
            classes = np.clip(values.sum(axis=1, dtype=np.int64), measure.low, measure.top) - measure.low
            columns[f"{name}{HISTOGRAM}"][row] += np.bincount(classes, minlength=measure.classes)
            first = np.full(measure.classes, NO_GAME)
            first[classes[::-1]] = games[::-1]  # of several games in a class the last that is written stays
            np.minimum(columns[f"{name}{FIRST}"][row], first, out=columns[f"{name}{FIRST}"][row])

    def tally(self) -> Tally:
        """Return what has been counted so far."""
        return Tally(
            self.form,
            self.first,
            np.concatenate(self.values),
            {name: each.copy() for name, each in self.columns.items()},
            np.concatenate(self.outcomes) if self.keep else None,
        )
