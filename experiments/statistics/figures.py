"""Figures that comparisons tell: means of what measures count, over all games or over those with one result.

A figure is a number of each game summed, divided by how many games it is of. Both can be had from outcomes, and from what a run keeps of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from math import sqrt
from typing import Any

import numpy as np

from experiments.run_store.tally import GAMES_BY_RESULT, Tally, TallyForm, tally_form
from experiments.statistics.means import ALL, Mean, mean_of_column, means_of_squares, rows_of
from simulator.game import Game, Measure

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Figure:
    """A measure, one of its parts or values, or its whole where `place` is None; of games with the `result`, or of all where that is None."""

    name: str
    words: str
    measure: Measure
    place: int | None = None
    result: int | None = None

    @property
    def is_share(self) -> bool:
        """Whether it is a share of games, told in percent."""
        return not self.measure.is_mean

    @property
    def short(self) -> str:
        """Its words where a table has little room."""
        if self.place is not None and self.measure.parts:
            return list(self.measure.parts.values())[self.place]
        return self.measure.short or self.measure.words

    @property
    def reason(self) -> tuple[str, str]:
        """What is said where it explains a result, if it falls and if it rises; nothing of a row as a whole, whose parts say it."""
        fewer, more = self.measure.reason
        part = self.short if self.place is not None and self.measure.parts else ""
        return (
            ("", "")
            if self.result is not None or bool(part) != ("{}" in fewer)
            else (fewer.format(part), more.format(part))
        )

    @property
    def rows(self) -> tuple[int, ...]:
        """The results of the games that it is of."""
        return ALL if self.result is None else (self.result,)

    def numbers(self, outcomes: Array, rows: Array) -> Array:
        """Return its number of each game; nought in games that it is not of. `rows` are the results of the games."""
        values = outcomes[self.measure.name].reshape(len(outcomes), -1).astype(np.int64)
        if self.measure.kind == "code":
            return np.asarray(values[:, 0] == self.place, np.int64)
        if self.measure.kind == "share":
            values = np.asarray(values > 0, np.int64)
        found: Array = values.sum(axis=1) if self.place is None else values[:, self.place]
        if self.result is not None:
            found = np.where(rows == self.result, found, 0)
        return found

    def kept_sum(self, tally: Tally) -> int:
        """Return the sum of its numbers in the games of a tally."""
        kept = tally.columns[self.measure.name][rows_of(tally, self.rows)]
        return int(kept.sum() if self.place is None else kept[:, self.place].sum())

    def mean(self, tally: Tally) -> Mean | None:
        """Return its mean in the games of a tally; None if there is no game that it is of, as with no lost game."""
        if self.is_share:
            games = int(tally.columns[GAMES_BY_RESULT][rows_of(tally, self.rows)].sum())
            if not games:
                return None
            share = self.kept_sum(tally) / games
            return Mean(share, sqrt(share * (1 - share) / max(1, games - 1)), games)
        if self.place is None and self.measure.top:
            return mean_of_column(tally, self.measure.name, self.rows)
        found = means_of_squares(tally, self.measure.name, self.rows)
        if found and self.place is None and self.measure.parts:  # parts may go together: so much at most
            return Mean(sum(part.value for part in found), sum(part.error for part in found), found[0].games)
        return found[self.place or 0] if found else None


def _figures(game: Game, measure: Measure) -> Iterator[Figure]:
    """Name the figures of a measure: the whole, the whole in games with one result, its parts or values."""
    name, words = measure.name, measure.words
    if measure.kind == "code":
        for place, (value, meaning) in enumerate(measure.values.items()):
            if meaning:
                told = meaning if meaning == value else f"{meaning} ({value})"
                yield Figure(f"{name} {value}", f"{words}: {told}", measure, place)
        return
    if measure.is_mean or not measure.parts:  # how many games have any of several shares is not kept
        yield Figure(name, f"{words} together" if measure.parts else words, measure)
        if measure.also_of:
            result = game.results.index(measure.also_of)
            yield Figure(
                f"{name} of {measure.also_of} games", f"… in {measure.also_of} games", measure, result=result
            )
    for place, (part, meaning) in enumerate(measure.parts.items()):
        yield Figure(f"{name} {part}", f"{words}: {meaning}", measure, place)


class Figures(dict[str, Figure]):
    """The figures of a game by name, and where each stands in a table of sums: those of the figures, then the games of all and of each result."""

    def __init__(self, game: Game) -> None:
        self._form: TallyForm = tally_form(game, game.main.name)
        told = [measure for measure in self._form.summed if measure.told == "compared"]
        super().__init__((figure.name, figure) for measure in told for figure in _figures(game, measure))
        self.games = len(self)
        self.width = self.games + 1 + len(game.results)
        self.above = {name: place for place, name in enumerate(self)}
        self.below = {
            name: self.games if each.result is None else self.games + 1 + each.result
            for name, each in self.items()
        }

    def numbers_of(self, outcomes: Array) -> Array:
        """Return a table of what is summed, a column for each game."""
        rows = self._form.rows(outcomes)
        return np.stack(
            [
                *(figure.numbers(outcomes, rows) for figure in self.values()),
                np.ones(len(outcomes), np.int64),
                *((rows == row).astype(np.int64) for row in range(self._form.results)),
            ]
        )

    def kept_sums(self, tally: Tally) -> list[int]:
        """Return the sums of these numbers in the games of a tally."""
        return [
            *(figure.kept_sum(tally) for figure in self.values()),
            int(tally.columns[GAMES_BY_RESULT].sum()),
            *tally.columns[GAMES_BY_RESULT].tolist(),
        ]


@cache
def figures_of(game: Game) -> Figures:
    """Return what comparisons tell of a game."""
    return Figures(game)
