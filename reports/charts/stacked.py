"""Bars made of parts, one above the other, with the error of the whole where there is one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from matplotlib.axes import Axes

from reports.charts.canvas import Canvas, Key, key_height
from reports.charts.row_labels import RowLabels
from reports.charts.style import FAINT, INK, MARGIN, PAPER, SMALL, text_on, wide

BAR, FOOT, AXIS_NAME = 25.0, 24.0, 17.0
GROUP_GAP = 9.0


@dataclass(frozen=True)
class Bar:
    label: str
    parts: Sequence[float]
    words: Sequence[str]  # written on the parts that have room
    low: float | None = None  # 95 % interval of the sum
    high: float | None = None
    widest: float = 0.0  # half the widest of the intervals of the parts
    after_gap: bool = False  # begins a new group


@dataclass(frozen=True)
class Stack:
    bars: Sequence[Bar]
    key: Key  # names of the parts, with their looks
    axis: Callable[[Axes], None]
    axis_name: str = ""
    heading: str = ""

    @property
    def _beside(self) -> RowLabels:
        return RowLabels([bar.label for bar in self.bars], self.heading)

    def _tops(self, width: float) -> list[float]:
        """Return how far each bar's middle lies below the top of the first row."""
        tops, y = [], 0.0
        for bar in self.bars:
            y += self._beside.above(width) + (GROUP_GAP if bar.after_gap else 0.0)
            tops.append(y + BAR / 2)
            y += BAR
        return tops

    @property
    def _low(self) -> float:
        return FOOT + (AXIS_NAME if self.axis_name else 0)

    def height(self, width: float) -> float:
        top = key_height(self.key, width) + self._beside.head(width)
        return top + self._tops(width)[-1] + BAR / 2 + self._low

    def paint(self, canvas: Canvas) -> None:
        canvas.key(self.key, bars=True)
        labels, tops = self._beside, self._tops(canvas.width)
        high = tops[-1] + BAR / 2
        left = labels.beside(canvas.width)
        width = canvas.width - left - MARGIN - 16
        axes = canvas.axes(left, self._low, width, high)
        axes.set_ylim(high, 0)
        axes.set_yticks([])
        self.axis(axes)
        axes.spines["bottom"].set_visible(False)
        span = axes.get_xlim()[1] - axes.get_xlim()[0]
        labels.paint_heading(canvas, self._low + high)
        for k, (bar, y) in enumerate(zip(self.bars, tops, strict=True)):
            middle = self._low + high - y
            labels.paint(canvas, k, middle, middle + BAR / 2)
            begin = 0.0
            for part, words, (_, look) in zip(bar.parts, bar.words, self.key, strict=True):
                if part > 0:
                    axes.barh(y, part, BAR - 7, left=begin, color=look.colour, ec=PAPER, lw=0.8, zorder=3)
                free = min(part, bar.low - begin) if bar.low is not None else part  # what the error leaves
                if words and free / span * width > wide(words) + 4:
                    axes.text(begin + free / 2, y, words, size=SMALL, color=text_on(look.colour), ha="center", va="center_baseline", zorder=5)  # fmt: skip
                begin += part
            if bar.low is not None and bar.high is not None:
                axes.plot([bar.low, bar.high], [y, y], color=PAPER, lw=3.6, zorder=4, solid_capstyle="butt")
                axes.plot([bar.low, bar.high], [y, y], color=INK, lw=1.6, zorder=5, solid_capstyle="butt")
        if self.axis_name:
            canvas.text(left + width / 2, 8, self.axis_name, colour=FAINT, align="center")
