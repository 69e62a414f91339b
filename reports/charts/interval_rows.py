"""Rows of points with their intervals: the drawing behind ladders, bands, forest plots and factors without numbers.

All rows are drawn, however many there are: where they would be higher than a page together, they move closer, and only some are named.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from matplotlib.axes import Axes

from experiments.summary import Row
from reports.charts.canvas import Canvas, Key, key_height
from reports.charts.row_labels import LINE, RowLabels
from reports.charts.style import FAINT, GRID, INK, MARGIN, PAPER, Look, evenly, spread_labels, wide

ROW, DODGE = 19.0, 9.0
MOST_HEIGHT = 900.0  # of all rows together, labels above them apart; more of them are drawn closer
MOST_MARKS = 3000  # more would make a page of many megabytes; rows are left out then
FOOT, AXIS_NAME = 24.0, 17.0
MOST_LABEL = 210.0


@dataclass(frozen=True)
class Mark:
    """An estimate with its 95 % interval; hollow if it may be chance."""

    value: float
    low: float
    high: float
    clear: bool = True
    rough: bool = False  # the interval is rather too wide

    @classmethod
    def of(cls, row: Row | None) -> Mark | None:
        """Return the value of a row of a run, if it was played."""
        return cls(row.rate, row.low, row.high) if row else None


@dataclass(frozen=True)
class Series:
    name: str
    look: Look
    marks: Sequence[Mark | None]  # one for each row


@dataclass(frozen=True)
class Rows:
    """What is drawn. `bands` joins the outermost marks of a row instead of giving each series a line of its own."""

    labels: Sequence[str]
    series: Sequence[Series]
    axis: Callable[[Axes], None]  # sets limits and ticks
    axis_name: str = ""
    heading: str = ""  # over the labels
    bold: frozenset[int] = frozenset()  # rows that stand out
    notable: frozenset[int] = frozenset()  # rows that are named first, where not all can be
    values: Sequence[str] = ()  # at the right of each row
    bands: bool = False
    zero: bool = False  # a line where nothing changes
    named: bool = False  # whose it is, even if there is one series only
    left_out: int = 0  # rows that are not drawn

    @property
    def unnamed(self) -> str:
        """A sentence on rows whose words are not written, or that are not drawn, if there are any."""
        if len(self._named) == len(self.labels):
            return ""
        number = len(self.labels)
        drawn = (
            f"{number} of {number + self.left_out}, evenly chosen, are"
            if self.left_out
            else f"All {number} are"
        )
        return f" {drawn} drawn; the table names every one."

    @property
    def key(self) -> Key:
        """Looks by the names that they stand for; nothing where there is one name that need not be told."""
        looks = {series.name: series.look for series in self.series}
        return list(looks.items()) if len(looks) > 1 or self.named else []

    @property
    def _beside(self) -> RowLabels:
        labels = [words if k in self._named else "" for k, words in enumerate(self.labels)]
        return RowLabels(labels, self.heading, self.bold, never_above=self._lines < ROW)

    @property
    def _lines_a_row(self) -> int:
        return 1 if self.bands else len(self.series)

    @property
    def _roomy(self) -> float:
        """The height of a row without a label above it, if there is room for its words."""
        return max(ROW, DODGE * self._lines_a_row + 9)

    @property
    def _lines(self) -> float:
        """The height of a row without a label above it."""
        return min(self._roomy, MOST_HEIGHT / len(self.labels))

    @cached_property
    def _named(self) -> list[int]:
        """Rows whose words are written: all of them, or as many as have room, those that matter first."""
        everything = range(len(self.labels))
        if self._lines >= LINE:
            return list(everything)
        wanted = dict.fromkeys([*sorted(self.bold), 0, everything[-1], *sorted(self.notable)])
        found = list(wanted)[: int(MOST_HEIGHT / LINE)]
        for k in everything:
            if all(abs(k - other) * self._lines >= LINE for other in found):
                found.append(k)
        return sorted(found)

    @property
    def _low(self) -> float:
        return FOOT + (AXIS_NAME if self.axis_name else 0)

    @property
    def _air(self) -> float:
        """Above the first row, whose words are higher than itself where rows are close."""
        return max(0.0, (LINE - self._lines) / 2)

    def height(self, width: float) -> float:
        top = (key_height(self.key, width) or 6) + self._beside.head(width) + self._air
        return top + (self._lines + self._beside.above(width)) * len(self.labels) + self._low

    def paint(self, canvas: Canvas) -> None:
        number, width, low, labels = len(self.labels), canvas.width, self._low, self._beside
        row = self._lines + labels.above(width)
        canvas.key(self.key)
        left = labels.beside(width)
        right = MARGIN + 8 + max((wide(v) for v in self.values if not labels.above(width)), default=8)
        axes = canvas.axes(left, low, width - left - right, row * number)
        axes.set_ylim(number - 0.5, -0.5)
        axes.set_yticks([])
        self.axis(axes)
        axes.spines["bottom"].set_visible(False)
        for k, y in self._places(low, row):
            middle = low + row * (number - k - 0.5)
            written = labels.paint(canvas, k, y, middle - row / 2 + self._lines)
            if self.values:
                canvas.text(width - MARGIN, written, self.values[k], align="right", bold=k in self.bold)
            if len(self._named) < number:
                self._lead(axes, k, (y - low) / (row * number), 8 / (width - left - right))
            elif k:
                axes.axhline(k - 0.5, color=GRID, lw=0.5)
        labels.paint_heading(canvas, low + row * number + self._air)
        if self.axis_name:
            canvas.text(left + (width - left - right) / 2, 8, self.axis_name, colour=FAINT, align="center")
        if self.zero:
            axes.axvline(0, color=INK, lw=1)
        self._marks(axes, row, labels.above(width) / 2 / row)

    def _places(self, low: float, row: float) -> list[tuple[int, float]]:
        """Rows that are named, each with the height of its words: beside the row, or near it where neighbours need room, too; never in the heading."""
        number = len(self.labels)
        middles = [low + row * (number - k - 0.5) for k in self._named]
        high = low + row * number + self._air - LINE / 2
        return list(zip(self._named, spread_labels(middles, LINE, low, high), strict=True))

    def _lead(self, axes: Axes, k: int, words: float, reach: float) -> None:
        """A line from the words of a row to its marks; `words` is their height and `reach` their distance, as shares of the axes."""
        middle = 1 - (k + 0.5) / len(self.labels)
        axes.plot(
            [-reach, 0, 1, 1 + reach], [words, middle, middle, words], transform=axes.transAxes, color=GRID, lw=0.6,
            clip_on=False, zorder=1,
        )  # fmt: skip

    def _marks(self, axes: Axes, row: float, down: float) -> None:
        """`down`: how far below the middle of their rows, as a share of a row."""
        line = row / self._lines_a_row if self._lines < self._roomy else ROW
        thick, size = min(1.8, max(0.7, 0.25 * line)), min(6.0, max(2.0, 0.6 * line))
        if self.bands:
            values = [
                [mark.value for each in self.series if (mark := each.marks[k])]
                for k in range(len(self.labels))
            ]
            played = [k for k, each in enumerate(values) if each]
            lows, highs = [min(values[k]) for k in played], [max(values[k]) for k in played]
            across = min(9.0, 0.75 * line)
            axes.hlines(
                [k + down for k in played], lows, highs, color=GRID, lw=across, capstyle="round", zorder=2
            )
        dodge = min(DODGE, 0.8 * line)
        for n, series in enumerate(self.series):
            offset = down + (0.0 if self.bands else (n - (len(self.series) - 1) / 2) * dodge / row)
            found = [(k + offset, mark) for k, mark in enumerate(series.marks) if mark]
            colour, marker = series.look.colour, series.look.marker
            lows, highs = [mark.low for _, mark in found], [mark.high for _, mark in found]
            axes.hlines([y for y, _ in found], lows, highs, color=colour, lw=thick, zorder=3)
            for clear in (True, False):
                some = [(mark.value, y) for y, mark in found if mark.clear == clear]
                if some:
                    axes.plot(
                        [x for x, _ in some], [y for _, y in some], ls="", marker=marker, color=colour, ms=size,
                        mfc=colour if clear else PAPER, mew=min(1.6, 0.27 * size), zorder=4, clip_on=False,
                    )  # fmt: skip


def thinned(rows: Rows) -> Rows:
    """Keep as many rows as a page can hold, those that are to be named among them."""
    number, lines = len(rows.labels), max(1, len(rows.series))
    kept = evenly(range(number), MOST_MARKS // lines, keep=rows.bold | rows.notable)
    if len(kept) == number:
        return rows
    return replace(
        rows,
        labels=[rows.labels[k] for k in kept],
        series=[replace(each, marks=[each.marks[k] for k in kept]) for each in rows.series],
        values=[rows.values[k] for k in kept] if rows.values else (),
        bold=frozenset(kept.index(k) for k in rows.bold if k in kept),
        notable=frozenset(kept.index(k) for k in rows.notable if k in kept),
        left_out=number - len(kept),
    )
