"""What is kept of a block of games: who won, game by game, and integer sums of everything else.

Sums are split into lost and won games, since a report asks why games are lost. Every column can be merged in any grouping of games
(sums add up, first games are the smaller ones), so neither slices nor workers show in the result.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from experiments.runner import Block
from simulator.records import MAX_TURNS, heat_dtype, outcome_dtype

Array = np.ndarray[Any, Any]
NO_GAME = 2**62
MOST_TOKENS = 60  # tokens lost in a game; the last class holds all above
MOST_GOODS = 40
FIRST = "first_"  # columns of game numbers, of which the smallest stays
NARROW = "won"  # the first of the one-byte fields of an outcome
SUMMED = tuple(name for name in outcome_dtype.names or () if name not in ("won", "why", "helper_turn"))


@dataclass(frozen=True)
class Tally:
    """Consecutive games of a cell: `wins` is one byte for each, `columns` are integers."""

    first: int
    wins: Array
    columns: dict[str, Array]

    @property
    def games(self) -> int:
        return len(self.wins)

    def merged(self, *others: Tally) -> Tally:
        """This and the games that follow it."""
        parts = (self, *others)
        for before, after in pairwise(parts):
            assert after.first == before.first + before.games
        columns: dict[str, Array] = {}
        for name in self.columns:
            together = np.minimum if name.startswith(FIRST) else np.add
            columns[name] = together.reduce([part.columns[name] for part in parts])
        return Tally(self.first, np.concatenate([part.wins for part in parts]), columns)


def tally_of(block: Block) -> Tally:
    """All columns of a block; those of outcomes have a row for lost and one for won games."""
    outcomes = block.outcomes
    wins = outcomes["won"].astype(np.uint8)
    columns = dict(_sums(outcomes, wins))
    tokens = np.minimum(outcomes["tokens"].sum(axis=1), MOST_TOKENS)
    goods, turns = outcomes["goods"].astype(np.int64), outcomes["turns"].astype(np.int64)
    columns["lost_by"] = np.bincount(outcomes["why"], minlength=4).astype(np.int64)
    columns["helper_uses"] = _split(outcomes["helper_turn"] > 0, wins)
    columns["turns_histogram"] = _histogram(turns, wins, MAX_TURNS + 1)
    columns["goods_histogram"] = _histogram(goods, wins, MOST_GOODS + 1)
    columns["tokens_histogram"] = _histogram(tokens, wins, MOST_TOKENS + 1)
    columns["first_win_by_turns"] = _first(turns, wins == 1, MAX_TURNS + 1, block.first)
    columns["first_loss_by_goods"] = _first(goods, wins == 0, MOST_GOODS + 1, block.first)
    for name in heat_dtype.names or ():
        columns[f"heat_{name}"] = block.heat[name][0].astype(np.int64)
    return Tally(block.first, wins, columns)


def _sums(outcomes: Array, wins: Array) -> Iterator[tuple[str, Array]]:
    """Sums of the fields of outcomes. All fields of one width at once: field by field takes six times as long."""
    raw = np.ascontiguousarray(outcomes).view(np.uint8).reshape(len(outcomes), -1)
    fields = outcome_dtype.fields
    assert fields is not None
    middle = fields[NARROW][1]
    wide = _split(raw[:, :middle].copy().view(np.int16), wins)
    narrow = _split(raw[:, middle:].view(np.int8), wins)
    for name in SUMMED:
        kind, offset = fields[name][0], fields[name][1]
        count = int(np.prod(kind.shape, dtype=int))
        part, start = (wide, offset // 2) if offset < middle else (narrow, offset - middle)
        yield name, part[:, start : start + count]


def _split(values: Array, wins: Array) -> Array:
    """Sums over games, of the lost ones and of the won ones."""
    won = values[wins == 1].sum(axis=0, dtype=np.int64)
    return np.stack([values.sum(axis=0, dtype=np.int64) - won, won])


def _histogram(values: Array, wins: Array, size: int) -> Array:
    return np.bincount(values + size * wins.astype(np.int64), minlength=2 * size).reshape(2, size)


def _first(values: Array, among: Array, size: int, first: int) -> Array:
    """The first game with each value."""
    found = np.full(size, NO_GAME, np.int64)
    games = np.flatnonzero(among)
    np.minimum.at(found, values[games], games + first)
    return found
