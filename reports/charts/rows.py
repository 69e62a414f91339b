"""Rows of points with their intervals, behind ladders, bands, forest plots and factors without numbers; and rows of bars made of parts.

All rows of points are drawn, however many there are: where they would be higher than a page together, they move closer, and only some are named.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from matplotlib.axes import Axes

from reports.charts.canvas import Key
from reports.charts.row_figure import LINE, ROW, Numbers, RowFigure
from reports.charts.scale import Series, width_of
from reports.charts.style import GRID, INK, PAPER, SMALL, evenly, text_on, wide

DODGE = 9.0
BAR = 25.0
MOST_HEIGHT = 900.0  # of all rows together, labels above them apart; more of them are drawn closer
MOST_MARKS = 3000  # more would make a page of many megabytes; rows are left out then
MOST_LABEL = 210.0


@dataclass(frozen=True, kw_only=True)
class Rows(RowFigure):
    """Rows with a mark for each series. `bands` joins the outermost marks of a row instead of giving each series a line of its own."""

    series: Sequence[Series]
    notable: frozenset[int] = frozenset()  # rows that are named first, where not all can be
    bands: bool = False
    zero: bool = False  # a line where nothing changes
    keyed: bool = False  # the key is shown, even if there is one series only
    left_out: int = 0  # rows that are not drawn

    @property
    def unnamed(self) -> str:
        """Return a sentence on rows that are not named, or not drawn, if there are any."""
        number = len(self.labels)
        if len(self.named) == number:
            return ""
        drawn = f"All {number} are"
        if self.left_out:
            drawn = f"{number} of {number + self.left_out}, evenly chosen, are"
        return f" {drawn} drawn; the table names every one."

    @property
    def key(self) -> Key:
        """Return the looks of the series; nothing where there is one name that need not be told."""
        looks = {series.name: series.look for series in self.series}
        return list(looks.items()) if len(looks) > 1 or self.keyed else []

    @property
    def _lines_a_row(self) -> int:
        return 1 if self.bands else len(self.series)

    @property
    def _roomy(self) -> float:
        """Return the height of a row without a label above it, if there is room for its words."""
        return max(ROW, DODGE * self._lines_a_row + 9)

    @property
    def line(self) -> float:
        return min(self._roomy, MOST_HEIGHT / len(self.labels))

    @cached_property
    def named(self) -> list[int]:
        """Return the rows whose words are written: all of them, or as many as have room, those that matter first."""
        everything = range(len(self.labels))
        if self.line >= LINE:
            return list(everything)
        wanted = dict.fromkeys([*sorted(self.bold), 0, everything[-1], *sorted(self.notable)])
        found = list(wanted)[: int(MOST_HEIGHT / LINE)]
        for k in everything:
            if all(abs(k - other) * self.line >= LINE for other in found):
                found.append(k)
        return sorted(found)

    def draw(self, axes: Axes, middles: Numbers) -> None:
        if len(self.named) == len(self.labels):
            for y in middles[:-1] + self.line / 2:
                axes.axhline(y, color=GRID, lw=0.5)
        if self.zero:
            axes.axvline(0, color=INK, lw=1)
        line = self.line / self._lines_a_row if self.line < self._roomy else ROW
        if self.bands:
            values = np.array(
                [[mark.value if mark else np.nan for mark in each.marks] for each in self.series]
            )
            ends = np.fmin.reduce(values), np.fmax.reduce(values)
            axes.hlines(middles, *ends, color=GRID, lw=min(9.0, 0.75 * line), capstyle="round", zorder=2)
        between = 0.0 if self.bands else min(DODGE, 0.8 * line)
        thick, size = min(1.8, max(0.7, 0.25 * line)), min(6.0, max(2.0, 0.6 * line))
        for n, series in enumerate(self.series):
            ys = middles + (n - (len(self.series) - 1) / 2) * between
            found = [(y, mark) for y, mark in zip(ys.tolist(), series.marks, strict=True) if mark]
            heights, colour = [y for y, _ in found], series.look.colour
            axes.hlines(heights, [m.low for _, m in found], [m.high for _, m in found], color=colour, lw=thick, zorder=3)  # fmt: skip
            axes.scatter(
                [mark.value for _, mark in found], heights, size**2, marker=series.look.marker, edgecolors=colour,
                facecolors=[colour if mark.clear else PAPER for _, mark in found], linewidths=min(1.6, 0.27 * size),
                zorder=4, clip_on=False,
            )  # fmt: skip

    def thinned(self) -> Rows:
        """Return as many rows as a page can hold, those that are to be named among them."""
        number, lines = len(self.labels), max(1, len(self.series))
        kept = evenly(range(number), MOST_MARKS // lines, keep=self.bold | self.notable)
        if len(kept) == number:
            return self
        places = {k: place for place, k in enumerate(kept)}
        return replace(
            self,
            labels=[self.labels[k] for k in kept],
            series=[replace(each, marks=[each.marks[k] for k in kept]) for each in self.series],
            values=[self.values[k] for k in kept] if self.values else (),
            bold=frozenset(places[k] for k in self.bold & places.keys()),
            notable=frozenset(places[k] for k in self.notable & places.keys()),
            left_out=number - len(kept),
        )


@dataclass(frozen=True)
class Bar:
    label: str
    parts: Sequence[float]
    words: Sequence[str]  # written on the parts that have room
    ends: tuple[float, float] | None = None  # 95 % interval of the sum
    widest: float | None = None  # half the widest of the intervals of the parts; one game has none


@dataclass(frozen=True, kw_only=True)
class Stack(RowFigure):
    """Bars made of parts, with the error of the whole where there is one."""

    bars: Sequence[Bar]
    parts: Key  # names of the parts, with their looks

    @property
    def key(self) -> Key:
        return self.parts

    @property
    def line(self) -> float:
        return BAR

    def draw(self, axes: Axes, middles: Numbers) -> None:
        points = width_of(axes) / (self.scale.high - self.scale.low)
        for bar, y in zip(self.bars, middles.tolist(), strict=True):
            begin = 0.0
            for part, words, (_, look) in zip(bar.parts, bar.words, self.parts, strict=True):
                if part > 0:
                    axes.barh(y, part, BAR - 7, left=begin, color=look.colour, ec=PAPER, lw=0.8, zorder=3)
                free = min(part, bar.ends[0] - begin) if bar.ends else part  # what the error leaves
                if words and free * points > wide(words) + 4:
                    axes.text(begin + free / 2, y, words, size=SMALL, color=text_on(look.colour), ha="center", va="center_baseline", zorder=5)  # fmt: skip
                begin += part
            if bar.ends:
                for colour, thick in ((PAPER, 3.6), (INK, 1.6)):
                    axes.hlines(y, *bar.ends, color=colour, lw=thick, zorder=4)
