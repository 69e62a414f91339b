"""Bars made of parts, a bar in each row, with the error of the whole where there is one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from matplotlib.axes import Axes

from reports.charts.canvas import Key
from reports.charts.row_figure import Numbers, RowFigure
from reports.charts.scale import width_of
from reports.charts.style import INK, PAPER, SMALL, text_on, wide

BAR = 25.0


@dataclass(frozen=True)
class Bar:
    label: str
    parts: Sequence[float]
    words: Sequence[str]  # written on the parts that have room
    ends: tuple[float, float] | None = None  # 95 % interval of the sum
    widest: float = 0.0  # half the widest of the intervals of the parts


@dataclass(frozen=True, kw_only=True)
class Stack(RowFigure):
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
