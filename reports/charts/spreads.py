"""Histograms of every measure that has one: games with good results upwards, with bad ones downwards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from experiments.results import CellResult
from experiments.run_store.tally import HISTOGRAM
from experiments.statistics.means import games_of
from reports.chart import Chart
from reports.charts.canvas import chart_name, draw_chart
from reports.charts.columns import Array, Side, key_of, sides_of
from reports.charts.panels import Bars, bar_panels
from reports.charts.run import Run
from reports.charts.style import BLUE, Look, short
from reports.units import MINUS
from simulator.game import Measure

MOST_BARS = 30
FROM_NOUGHT = 1 / 3  # of the highest value: where lower ones are seen, the axis begins with nothing


@dataclass(frozen=True)
class Classes:
    """Classes of a histogram as bars: the first and the last that are drawn, and how many of them share a bar."""

    measure: Measure
    first: int
    last: int
    open_end: bool  # whether the last holds games with more, too

    @classmethod
    def of(cls, measure: Measure, cells: list[CellResult]) -> Classes:
        """Return those that any game of the cells has."""
        columns = [cell.tally.columns for cell in cells]
        together: Array = np.sum([each[f"{measure.name}{HISTOGRAM}"] for each in columns], axis=(0, 1))
        whole = sum(int(each[measure.name].sum()) for each in columns)
        used = np.flatnonzero(together)
        first, last = int(used[0]), int(used[-1])
        if measure.low == 0 and first < FROM_NOUGHT * last:
            first = 0
        values = np.arange(measure.low, measure.top + 1)
        above = last == len(together) - 1 and whole > int(together @ values)
        return cls(measure, first, last, above)

    @property
    def width(self) -> int:
        return -(-(self.last - self.first + 1) // MOST_BARS)

    @property
    def values(self) -> list[int]:
        """Return the value with which each bar begins."""
        low = self.measure.low
        return list(range(low + self.first, low + self.last + 1, self.width))

    def counts(self, cell: CellResult, rows: list[int]) -> Array:
        """Return how many games of a cell with these results lie in each bar."""
        counts = cell.tally.columns[f"{self.measure.name}{HISTOGRAM}"][rows].sum(axis=0)
        starts = range(0, self.last - self.first + 1, self.width)
        found: Array = np.add.reduceat(counts[self.first : self.last + 1], starts)
        return found

    @property
    def labels(self) -> list[str]:
        labels = [str(value).replace("-", MINUS) for value in self.values]
        return [*labels[:-1], f"{labels[-1]}+"] if self.open_end else labels


def spread_charts(run: Run) -> Iterator[Chart]:
    for measure in run.game.measures.values():
        if measure.top:
            yield _spread(run, measure)


def _axis_name(run: Run, measure: Measure) -> str:
    """`goods delivered, 8 win`."""
    facts = run.facts
    words = facts.scene.words_of(measure).full
    required = {facts.scene.required(measure.name, cell, facts.places) for cell in run.shown_here.values()}
    return f"{words}, {required.pop()} win" if len(required) == 1 and None not in required else words


def _spread(run: Run, measure: Measure) -> Chart:
    cells, sides, axis_name = run.shown_here, sides_of(run.game), _axis_name(run, measure)
    classes = Classes.of(measure, list(cells.values()))
    ways = _ways(sides)
    found = [
        [Bars(look.colour, classes.counts(cell, rows), cell.games, sign) for look, sign, rows in ways]
        for cell in cells.values()
    ]
    key = key_of(sides) if len(ways) > 1 else ()
    panels = bar_panels([short(policy) for policy in cells], found, classes.labels, axis_name, key)
    told = [
        f"{short(policy)} {cell.tally.columns[measure.name][side.row].sum() / games:.1f} in {side.games}"
        for policy, cell in cells.items()
        for side in sides
        if (games := games_of(cell.tally, side.row))
    ]
    which = (
        f": {sides[1].words} ones upwards, {sides[0].words} ones downwards, with"
        if len(ways) > 1
        else ", with"
    )
    more = f" The last bar holds all games with {classes.values[-1]} and more." if classes.open_end else ""
    grouped = f" Each bar covers {classes.width} values, starting at its label." if classes.width > 1 else ""
    question = run.facts.scene.words_of(measure).spread
    return draw_chart(
        f"{chart_name(measure.name)}-spread", "luck", question, alt=f"Mean {axis_name}: {', '.join(told)}.",
        caption=f"Share of all games{which} 95 % intervals, in {run.reference_words}.{grouped}{more}{run.left_out}",
        source=run.source(f"every policy in {run.reference_name}", cells.values()), drawing=panels,
    )  # fmt: skip


def _ways(sides: list[Side]) -> list[tuple[Look, int, list[int]]]:
    """Return what bars show upwards, and perhaps downwards: look, sign and results. One of two results is bad; of more none is."""
    if len(sides) == 2:
        return [(sides[1].look, 1, [sides[1].row]), (sides[0].look, -1, [sides[0].row])]
    return [(Look(BLUE), 1, [side.row for side in sides])]
