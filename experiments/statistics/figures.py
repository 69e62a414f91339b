"""Figures that comparisons tell: means of what measures count, over all games or over those with one result.

A figure is a number of each game summed, divided by how many games it is of. Both can be had from outcomes, and from what a run keeps of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np

from experiments.measures import MAIN, MEASURES, RESULTS
from experiments.run_store.tally import GAMES_BY_RESULT, Tally
from experiments.statistics.kept_means import ALL, Mean, mean_of_column, means_of_squares
from simulator.game import Measure

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
        return self.measure.kind != "count"

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

    def numbers(self, outcomes: Array) -> Array:
        """Return its number of each game; nought in games that it is not of."""
        values = outcomes[self.measure.name].reshape(len(outcomes), -1).astype(np.int64)
        if self.measure.kind == "code":
            return np.asarray(values[:, 0] == self.place, np.int64)
        found: Array = values.sum(axis=1) if self.place is None else values[:, self.place]
        if self.result is not None:
            found = np.where(outcomes[MAIN.name] == self.result, found, 0)
        return found

    def kept_sum(self, tally: Tally) -> int:
        """Return the sum of its numbers in the games of a tally."""
        kept = tally.columns[self.measure.name][list(self.rows)]
        return int(kept.sum() if self.place is None else kept[:, self.place].sum())

    def mean(self, tally: Tally) -> Mean | None:
        """Return its mean in the games of a tally; None if there is no game that it is of, as with no lost game."""
        if self.measure.kind == "code":
            games = int(tally.columns[GAMES_BY_RESULT].sum())
            share = self.kept_sum(tally) / games
            return Mean(share, sqrt(share * (1 - share) / max(1, games - 1)), games)
        if self.place is None and self.measure.top:
            return mean_of_column(tally, self.measure.name, self.rows)
        found = means_of_squares(tally, self.measure.name, self.rows)
        return found[self.place or 0] if found else None


def _figures(measure: Measure) -> Iterator[Figure]:
    """Name the figures of a measure: the whole, the whole in games with one result, its parts or values."""
    name, words = measure.name, measure.words
    if measure.kind == "code":
        for place, (value, meaning) in enumerate(measure.values.items()):
            if meaning:
                yield Figure(f"{name} {value}", f"{words}: {meaning} ({value})", measure, place)
        return
    yield Figure(name, f"{words} together" if measure.parts else words, measure)
    if measure.also_of:
        result = RESULTS.index(measure.also_of)
        yield Figure(
            f"{name} of {measure.also_of} games", f"… in {measure.also_of} games", measure, result=result
        )
    for place, (part, meaning) in enumerate(measure.parts.items()):
        yield Figure(f"{name} {part}", f"{words}: {meaning}", measure, place)


FIGURES: Mapping[str, Figure] = {
    figure.name: figure
    for measure in MEASURES.values()
    if measure.told == "compared"
    for figure in _figures(measure)
}
# In a table of sums: those of the figures, then the games of all and of each result.
GAMES = len(FIGURES)
WIDTH = GAMES + 1 + len(RESULTS)
ABOVE = {name: place for place, name in enumerate(FIGURES)}
BELOW = {name: GAMES if each.result is None else GAMES + 1 + each.result for name, each in FIGURES.items()}


def numbers_of(outcomes: Array) -> Array:
    """Return a table of what is summed, a column for each game."""
    results = outcomes[MAIN.name]
    return np.stack(
        [
            *(figure.numbers(outcomes) for figure in FIGURES.values()),
            np.ones(len(outcomes), np.int64),
            *((results == result).astype(np.int64) for result in range(len(RESULTS))),
        ]
    )


def kept_sums(tally: Tally) -> list[int]:
    """Return the sums of these numbers in the games of a tally."""
    return [
        *(figure.kept_sum(tally) for figure in FIGURES.values()),
        int(tally.columns[GAMES_BY_RESULT].sum()),
        *tally.columns[GAMES_BY_RESULT].tolist(),
    ]
