"""Panels with axes of their own, one for each policy, and what is drawn in them: curves and bars."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import ceil, inf
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from experiments.statistics.intervals import wilson
from reports.charts.canvas import Canvas, Key, key_height
from reports.charts.scale import Mark, Scale
from reports.charts.style import FAINT, INK, MARGIN, TEXT, Look

Array = np.ndarray[Any, Any]
FOOT, GAP = 40.0, 18.0


@dataclass(frozen=True)
class Panels:
    """Panels two abreast, or one below the other where there is no room or a single policy; a key at the top."""

    titles: Sequence[str]
    fill: Callable[[Axes, int], None]  # draws what the panel of this number shows
    key: Key = ()
    left: float = 40.0  # room for what is written beside the axes,
    head: float = 24.0  # and above them
    plot: float = 132.0  # the height of the axes
    least: float = 150.0  # the width of axes that have a neighbour
    most: float = inf  # the width of any

    def _abreast(self, width: float) -> int:
        half = (width - 2 * MARGIN - GAP) / 2 - self.left
        return 2 if len(self.titles) > 1 and half >= self.least else 1

    @property
    def _panel(self) -> float:
        return self.head + self.plot + FOOT

    def height(self, width: float) -> float:
        return key_height(self.key, width) + self._panel * ceil(len(self.titles) / self._abreast(width))

    def paint(self, canvas: Canvas) -> None:
        canvas.key(self.key)
        top, abreast = canvas.height - key_height(self.key, canvas.width), self._abreast(canvas.width)
        room = (canvas.width - 2 * MARGIN - GAP * (abreast - 1)) / abreast
        width = min(room - self.left, self.most)
        for number, title in enumerate(self.titles):
            row, column = divmod(number, abreast)
            x = MARGIN + column * (self.left + width + GAP)
            y = top - self._panel * (row + 1)
            canvas.text(x, y + self._panel - 12, title, size=TEXT, bold=True)
            self.fill(canvas.axes(x + self.left, y + FOOT, width, self.plot), number)


def curve(axes: Axes, look: Look, xs: Sequence[int], marks: Sequence[Mark]) -> None:
    """Draw a line with a band for its interval."""
    lows, highs = [mark.low for mark in marks], [mark.high for mark in marks]
    axes.fill_between(xs, lows, highs, color=look.colour, alpha=0.25, lw=0)
    axes.plot(xs, [mark.value for mark in marks], color=look.colour, lw=1.8, marker=look.marker, ms=3.6)


@dataclass(frozen=True)
class Bars:
    """Shares of games by what is counted in them, upwards or, with the sign −1, downwards."""

    colour: str
    counts: Array
    games: int
    sign: int = 1

    @cached_property
    def ends(self) -> Array:
        """Return the 95 % interval of each share; of none there is no interval."""
        ends = [wilson(int(count), self.games) if count else (0.0, 0.0) for count in self.counts]
        return self.sign * np.array(ends)


def bar_panels(
    titles: Sequence[str], panels: Sequence[Sequence[Bars]], labels: Sequence[str], name: str, key: Key = ()
) -> Panels:
    """Return panels on the same scales, with a bar for each label. A last label that ends with a plus is written in any case."""
    ends, last = np.concatenate([bars.ends for panel in panels for bars in panel]), len(labels) - 1
    low, high = 1.06 * min(0.0, ends.min()), 1.06 * ends.max()

    def fill(axes: Axes, number: int) -> None:
        for bars in panels[number]:
            axes.bar(
                range(last + 1), bars.sign * bars.counts / bars.games, 0.82, color=bars.colour, lw=0, zorder=3
            )
            some = np.flatnonzero(bars.counts)
            axes.vlines(some, *bars.ends[some].T, color=INK, lw=1, zorder=4)
        Scale.of_whole(0, last, name).draw(axes)
        ticks = [int(tick) for tick in axes.get_xticks() if 0 <= tick <= last]
        if labels[-1].endswith("+") and ticks[-1] < last:
            ticks = [*(tick for tick in ticks if tick < last - 2), last]
        axes.set_xticks(ticks, [labels[tick] for tick in ticks])
        replace(Scale.of_shares(low, high), most=6).draw(axes, "y")
        axes.spines["bottom"].set_visible(low == 0)
        axes.axhline(0, color=FAINT, lw=1, zorder=5)

    return Panels(titles, fill, key)
