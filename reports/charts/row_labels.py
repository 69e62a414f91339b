"""The words beside the rows of a figure, or above them where a figure is too narrow for that; and a heading over all of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from reports.charts.canvas import Canvas
from reports.charts.style import FAINT, MARGIN, SMALL, WIDTH, in_lines, short, shortened, wide

LINE = 15.0
HEADING_LINE, HEADING_GAP = 16.0, 6.0
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
        """Return where the rows begin, from the left."""
        return MARGIN + (8 if self.above(width) else min(self._longest, MOST_SHARE * width) + 10)

    def _heading(self, width: float) -> list[str]:
        """Lines that end between factors, or they would read like the first of the rows."""
        whole = JOINT.join(part.replace(" ", NO_BREAK) for part in self.heading.split(JOINT))
        return in_lines(whole, SMALL - 1, width - 2 * MARGIN) if whole else []

    def head(self, width: float) -> float:
        """Room for the heading."""
        lines = self._heading(width)
        return HEADING_LINE * len(lines) + (HEADING_GAP if lines else 0.0)

    def paint_heading(self, canvas: Canvas, low: float) -> None:
        for k, line in enumerate(reversed(self._heading(canvas.width))):
            y = low + HEADING_GAP + HEADING_LINE * (k + 0.5)
            canvas.text(MARGIN, y, line.replace(NO_BREAK, " "), colour=FAINT, size=SMALL - 1)

    def paint(self, canvas: Canvas, number: int, middle: float, top: float) -> float:
        """The label of a row with this middle and top; gives the height at which it stands."""
        words, bold = self.words[number], number in self.bold
        if self.above(canvas.width):
            y = top + LINE / 2 - 3
            canvas.text(MARGIN, y, words, bold=bold)
            return y
        if words:
            fitting = cut_labels(tuple(self.words), self.bold, MOST_SHARE * canvas.width)[number]
            canvas.text(self.beside(canvas.width) - 10, middle, fitting, align="right", bold=bold)
        return middle
