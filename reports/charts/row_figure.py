"""Figures of rows: their words, beside them or above them where a figure is too narrow for that, a heading over all words, and one scale."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from reports.charts.canvas import Canvas, Key, key_height
from reports.charts.scale import Scale
from reports.charts.style import (
    FAINT,
    GRID,
    MARGIN,
    SMALL,
    WIDTH,
    in_lines,
    short,
    shortened,
    spread_labels,
    wide,
)

Numbers = NDArray[np.float64]
ROW = 19.0  # the least height of a row whose words may stand above it
LINE = 15.0
HEADING_LINE, HEADING_GAP = 16.0, 6.0
GROUP_GAP = 9.0
FOOT, SCALE_NAME = 24.0, 17.0
MOST_SHARE = 0.45  # of the width; longer labels stand above their rows
JOINT = " · "  # between levels
JOINTS = re.compile("( · | = )")  # and before the name of a preset
FEWEST_LETTERS = 4  # that still show begin and end
NO_BREAK = "\N{NO-BREAK SPACE}"


def level_letters(names: Sequence[str]) -> int:
    """Return how long a level may be where a label has one of each factor."""
    return max(9, 48 // max(1, len(names)))


def setting_labels(
    names: Sequence[str],
    headings: Sequence[str],
    full: Sequence[str],
    levels: Sequence[Sequence[str]],
    room: float,
) -> tuple[list[str], str]:
    """Settings in full words; where these take too much room only levels, and a heading that says of which factors."""
    if len(names) == 1 or max(map(wide, full)) <= room:
        return list(full), ""
    heading = JOINT.join(headings)
    if wide(heading) > WIDTH - 2 * MARGIN:
        heading = JOINT.join(names)
    return [JOINT.join(each) for each in levels], heading


@lru_cache(maxsize=8)
def cut_labels(labels: tuple[str, ...], bold: frozenset[int], room: float) -> list[str]:
    """Labels that fit: where they have several levels the longest of them are cut, and none so far that it could be taken for another."""
    rows = [JOINTS.split(label) for label in labels]
    columns = [{row[k] for row in rows if k < len(row)} for k in range(max(map(len, rows)))]
    return [_cut(row, columns, room, k in bold) for k, row in enumerate(rows)]


def _cut(row: list[str], columns: list[set[str]], room: float, bold: bool) -> str:
    """Every second part of a row is a joint."""
    if len(row) == 1:
        return shortened(row[0], room, bold=bold)
    letters = [len(part) for part in row]
    while wide(fitting := "".join(map(short, row, letters)), SMALL, bold) > room:
        spare = [k for k in range(0, len(row), 2) if letters[k] > FEWEST_LETTERS]
        if not spare:
            break
        longest = max(spare, key=lambda k: (_told_apart(columns[k], letters[k] - 1), letters[k]))
        letters[longest] -= 1
    return fitting


def _told_apart(levels: set[str], letters: int) -> bool:
    return len({short(level, letters) for level in levels}) == len(levels)


@dataclass(frozen=True, kw_only=True)
class RowFigure(ABC):
    """Rows on one scale, each with its words; a key at the top. Kinds of rows say what is drawn in them."""

    labels: Sequence[str]
    scale: Scale
    heading: str = ""  # over the labels
    bold: frozenset[int] = frozenset()  # rows that stand out
    gaps: frozenset[int] = frozenset()  # rows that begin a group
    values: Sequence[str] = ()  # at the right of each row

    @property
    @abstractmethod
    def key(self) -> Key:
        """Return the looks by the names that they stand for."""

    @property
    @abstractmethod
    def line(self) -> float:
        """Return the height of a row without a label above it."""

    @abstractmethod
    def draw(self, axes: Axes, middles: Numbers) -> None:
        """Draw what the rows show; `middles` is how far each lies below the top of the axes, in points."""

    @property
    def named(self) -> Sequence[int]:
        """Return the rows whose words are written."""
        return range(len(self.labels))

    @cached_property
    def _longest(self) -> float:
        return max((wide(self.labels[k], SMALL, k in self.bold) for k in self.named), default=0.0)

    def _above(self, width: float) -> float:
        """Return the room above each row: that of a line, or none."""
        return LINE if self._longest > MOST_SHARE * width and self.line >= ROW else 0.0

    @property
    def _air(self) -> float:
        """Return the room above the first row, whose words are higher than itself where rows are close."""
        return max(0.0, (LINE - self.line) / 2)

    def _heading(self, width: float) -> list[str]:
        """Return lines that end between factors, or they would read like the first of the rows."""
        whole = JOINT.join(part.replace(" ", NO_BREAK) for part in self.heading.split(JOINT))
        return in_lines(whole, SMALL - 1, width - 2 * MARGIN) if whole else []

    @property
    def _foot(self) -> float:
        return FOOT + (SCALE_NAME if self.scale.name else 0.0)

    def _middles(self, width: float) -> Numbers:
        rows = np.arange(len(self.labels))
        gaps = np.isin(rows, list(self.gaps)).cumsum()
        middles: Numbers = (self.line + self._above(width)) * (rows + 1) - self.line / 2 + GROUP_GAP * gaps
        return middles

    def height(self, width: float) -> float:
        heading = HEADING_LINE * len(self._heading(width)) + (HEADING_GAP if self.heading else 0.0)
        rows = float(self._middles(width)[-1]) + self.line / 2
        return (key_height(self.key, width) or 6) + heading + self._air + rows + self._foot

    def paint(self, canvas: Canvas) -> None:
        width, above, middles = canvas.width, self._above(canvas.width), self._middles(canvas.width)
        left = MARGIN + (8 if above else min(self._longest, MOST_SHARE * width) + 10)
        values = max(map(wide, self.values), default=8.0)
        right = MARGIN + 8 + (8.0 if above else values)
        high = float(middles[-1]) + self.line / 2
        axes = canvas.axes(left, self._foot, width - left - right, high)
        axes.set(ylim=(high, 0), yticks=[])
        axes.spines["bottom"].set_visible(False)
        self.scale.draw(axes)
        canvas.key(self.key)
        top = self._foot + high
        for k, words in enumerate(reversed(self._heading(width))):
            y = top + self._air + HEADING_GAP + HEADING_LINE * (k + 0.5)
            canvas.text(MARGIN, y, words.replace(NO_BREAK, " "), colour=FAINT, size=SMALL - 1)
        shown = tuple(words if k in self.named else "" for k, words in enumerate(self.labels))
        room = width - 2 * MARGIN - values - 10 if above else MOST_SHARE * width
        fitting = cut_labels(shown, self.bold, room)
        for k, y in self._written(middles, above, high):
            bold = k in self.bold
            if above:
                canvas.text(MARGIN, top - y, fitting[k], bold=bold)
            else:
                canvas.text(left - 10, top - y, fitting[k], align="right", bold=bold)
            if self.values:
                canvas.text(width - MARGIN, top - y, self.values[k], align="right", bold=bold)
            if len(self.named) < len(self.labels):  # a line from the words to the marks
                reach = 8 / (width - left - right)
                ends, heights = [-reach, 0, 1, 1 + reach], [y, middles[k], middles[k], y]
                axes.plot(ends, heights, transform=axes.get_yaxis_transform(), color=GRID, lw=0.6, clip_on=False, zorder=1)  # fmt: skip
        self.draw(axes, middles)

    def _written(self, middles: Numbers, above: float, high: float) -> Iterable[tuple[int, float]]:
        """Return the rows that are named, each with the height of its words: above the row, or near its middle; never in the heading."""
        named = middles[list(self.named)]
        if above:
            return zip(self.named, (named - (self.line + LINE) / 2 + 3).tolist(), strict=True)
        return zip(self.named, spread_labels(named, LINE, LINE / 2 - self._air, high), strict=True)
