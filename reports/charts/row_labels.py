"""The words beside the rows of a figure, or above them where a figure is too narrow for that; and a heading over all of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from reports.charts.canvas import Canvas
from reports.charts.room import shortened
from reports.charts.style import FAINT, MARGIN, SMALL, WIDTH, in_lines, wide
from reports.factor_words import label_of

LINE = 15.0
HEADING_LINE = 16.0
MOST_SHARE = 0.45  # of the width; longer labels stand above their rows
JOINT = " · "  # between levels


def level_letters(names: Sequence[str]) -> int:
    """How long a level may be where a label has one of each factor."""
    return max(9, 48 // max(1, len(names)))


def setting_labels(
    names: Sequence[str], full: Sequence[str], levels: Sequence[Sequence[str]], room: float
) -> tuple[list[str], str]:
    """Settings in full words; where these take too much room only levels, and a heading that says of which factors."""
    if len(names) == 1 or max(map(wide, full)) <= room:
        return list(full), ""
    heading = JOINT.join(map(label_of, names))
    if wide(heading) > WIDTH - 2 * MARGIN:
        heading = JOINT.join(names)
    return [JOINT.join(each) for each in levels], heading


@dataclass(frozen=True)
class RowLabels:
    words: Sequence[str]
    heading: str = ""
    bold: frozenset[int] = frozenset()  # rows that stand out
    never_above: bool = False  # rows are too close for that: long labels are cut

    @cached_property
    def _longest(self) -> float:
        return max((wide(each, SMALL, k in self.bold) for k, each in enumerate(self.words)), default=0.0)

    def above(self, width: float) -> float:
        """Room above each row: that of a line, or none."""
        return LINE if self._longest > MOST_SHARE * width and not self.never_above else 0.0

    def beside(self, width: float) -> float:
        """Where the rows begin, from the left."""
        return MARGIN + (8 if self.above(width) else min(self._longest, MOST_SHARE * width) + 10)

    def _heading(self, width: float) -> list[str]:
        return in_lines(self.heading, SMALL - 1, width - 2 * MARGIN) if self.heading else []

    def head(self, width: float) -> float:
        """Room for the heading."""
        return HEADING_LINE * len(self._heading(width))

    def paint_heading(self, canvas: Canvas, low: float) -> None:
        for k, line in enumerate(reversed(self._heading(canvas.width))):
            canvas.text(MARGIN, low + HEADING_LINE * (k + 0.5), line, colour=FAINT, size=SMALL - 1)

    def paint(self, canvas: Canvas, number: int, middle: float, top: float) -> float:
        """The label of a row with this middle and top; gives the height at which it stands."""
        words, bold = self.words[number], number in self.bold
        if self.above(canvas.width):
            y = top + LINE / 2 - 3
            canvas.text(MARGIN, y, words, bold=bold)
            return y
        if words:
            fitting = shortened(words, MOST_SHARE * canvas.width, bold=bold)
            canvas.text(self.beside(canvas.width) - 10, middle, fitting, align="right", bold=bold)
        return middle
