"""A panel for each policy: curves over turns and histograms, games with one result against those with another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from experiments.statistics.intervals import wilson
from reports.charts.canvas import Canvas, Key, key_height
from reports.charts.columns import Side
from reports.charts.interval_rows import Mark
from reports.charts.style import FAINT, INK, MARGIN, TEXT, WIDTH, Look

Array = np.ndarray[Any, Any]
PLOT, HEAD, FOOT, GAP = 132.0, 24.0, 40.0, 18.0
LEFT = 40.0
HIGH = HEAD + PLOT + FOOT


@dataclass(frozen=True)
class Panels:
    """Two abreast, or one where there is no room or a single policy; a key at the top."""

    titles: Sequence[str]
    axis_name: str
    fill: Callable[[Axes, int], None]  # draws what the panel of this number shows
    sides: Sequence[Side] = ()  # which look is whose, where there are several

    def _abreast(self, width: float) -> int:
        return 1 if len(self.titles) == 1 or width < WIDTH else 2

    @property
    def _key(self) -> Key:
        return [(side.games, side.look) for side in self.sides] if len(self.sides) > 1 else []

    def _head(self, width: float) -> float:
        return key_height(self._key, width) or 2.0

    def height(self, width: float) -> float:
        return self._head(width) + HIGH * -(-len(self.titles) // self._abreast(width))

    def paint(self, canvas: Canvas) -> None:
        canvas.key(self._key)
        abreast = self._abreast(canvas.width)
        room = (canvas.width - 2 * MARGIN - GAP * (abreast - 1)) / abreast
        for number, title in enumerate(self.titles):
            row, column = divmod(number, abreast)
            x = MARGIN + column * (room + GAP)
            y = canvas.height - self._head(canvas.width) - (row + 1) * HIGH
            canvas.text(x, y + FOOT + PLOT + 12, title, size=TEXT, bold=True)
            canvas.text(x + LEFT + (room - LEFT) / 2, y + 10, self.axis_name, colour=FAINT, align="center")
            self.fill(canvas.axes(x + LEFT, y + FOOT, room - LEFT, PLOT), number)


def curve(axes: Axes, look: Look, xs: Sequence[int], marks: Sequence[Mark]) -> None:
    """A line with a band for its interval."""
    axes.fill_between(
        xs, [m.low for m in marks], [m.high for m in marks], color=look.colour, alpha=0.25, lw=0
    )
    axes.plot(xs, [m.value for m in marks], color=look.colour, lw=1.8, marker=look.marker, ms=3.6)


def bars(axes: Axes, values: Sequence[int], counts: Array, games: int, colour: str, sign: int = 1) -> None:
    """Shares with their intervals, upwards or downwards."""
    shares = [sign * int(count) / games for count in counts]
    axes.bar(values, shares, 0.82, color=colour, lw=0, zorder=3)
    ends = [wilson(int(count), games) for count in counts]
    some = [k for k, count in enumerate(counts) if count]
    lows, highs = [sign * ends[k][0] for k in some], [sign * ends[k][1] for k in some]
    axes.vlines([values[k] for k in some], lows, highs, color=INK, lw=1, zorder=4)
