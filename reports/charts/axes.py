"""Axes of figures, of shares in percent, of other measures in plain numbers and of whole ones; and a panel for each policy with axes of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from matplotlib.axes import Axes

from experiments.statistics.intervals import wilson
from reports.charts.canvas import Canvas, Key, key_height
from reports.charts.columns import Side
from reports.charts.interval_rows import Mark
from reports.charts.style import FAINT, GRID, INK, MARGIN, SMALL, TEXT, WIDTH, Look
from reports.units import MINUS, Unit, percent

Array = np.ndarray[Any, Any]
TICK_ROOM = 46.0  # that a number in percent needs
STEPS = [1, 2, 2.5, 5, 10]
PLOT, HEAD, FOOT, GAP = 132.0, 24.0, 40.0, 18.0
LEFT = 40.0
PANEL = HEAD + PLOT + FOOT


def value_axis(unit: Unit, axes: Axes, low: float, high: float, *, along: Literal["x", "y"]) -> None:
    """Draw an axis of values of a measure."""
    if unit.is_share:
        percent_axis(axes, low, high, along=along)
        return
    if along == "x":
        axes.set_xlim(low, high)
    else:
        axes.set_ylim(low, high)
    axes.locator_params(axis=along, nbins=5, steps=STEPS)
    axis = axes.xaxis if along == "x" else axes.yaxis
    axis.set_major_formatter(lambda value, _: f"{value:,.4g}".replace("-", MINUS))
    axes.grid(axis=along)


def from_nought(high: float) -> Callable[[Axes], None]:
    """Return what draws an axis of counts or means across, from nothing on."""

    def draw(axes: Axes) -> None:
        axes.set_xlim(0, high or 1)
        axes.locator_params(axis="x", nbins=6, steps=[1, 2, 5, 10])
        axes.grid(axis="x")

    return draw


def ends_of(unit: Unit, lows: Sequence[float], highs: Sequence[float]) -> tuple[float, float]:
    """Return ends of an axis that has these intervals on it."""
    if unit.is_share:
        return around(lows, highs)
    low, high = min(lows), max(highs)
    air = 0.06 * (high - low) or 0.1 * abs(high) or 1.0
    return (0.0 if 0 <= low < air else low - air), high + air


def percent_axis(axes: Axes, low: float, high: float, *, along: Literal["x", "y"]) -> None:
    """Draw an axis of shares from low to high, with a tick and a line every so many points."""
    span = high - low
    figure = axes.get_figure(root=True)
    assert figure is not None
    room = axes.get_position().width * figure.get_figwidth() * 72
    most = 5.5 if along == "y" else max(1.0, room / TICK_ROOM)
    step = next(step for step in (0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5, 1.0) if span / step <= most)
    first = round(low / step)
    ticks = [step * k for k in range(first, round(high / step) + 1) if low - 1e-9 <= step * k <= high + 1e-9]
    labels = [percent(round(tick, 4)) for tick in ticks]
    if along == "x":
        axes.set_xlim(low, high)
        axes.set_xticks(ticks, labels)
    else:
        axes.set_ylim(low, high)
        axes.set_yticks(ticks, labels)
    axes.grid(axis=along)


def around(lows: Sequence[float], highs: Sequence[float]) -> tuple[float, float]:
    """Return the tens below the lowest and above the highest, within 0 and 100 %."""
    low = max(0.0, 0.1 * int((min(lows) - 0.005) / 0.1))
    high = min(1.0, 0.1 * (int((max(highs) + 0.005) / 0.1) + 1))
    return low, high


def whole_ticks(axes: Axes, low: int, high: int) -> None:
    """Draw an axis of whole numbers across, with not more ticks than have room."""
    axes.set_xlim(low - 0.7, high + 0.7)
    step = next(step for step in (1, 2, 5, 10, 20) if (high - low) / step <= 9)
    axes.set_xticks([value for value in range(low, high + 1) if value % step == 0 or high - low < step])


def share_axis(axes: Axes, low: float, high: float) -> None:
    """Draw an axis of shares upwards and, of lost games, downwards: no sign, since both are shares."""
    axes.set_ylim(1.06 * low, 1.06 * high)
    span = max(high, -low)
    step = next(step for step in (0.01, 0.02, 0.05, 0.1, 0.2, 0.5) if span / step <= 4)
    ticks = [step * k for k in range(int(low / step), int(high / step) + 1)]
    axes.set_yticks(ticks, [percent(abs(round(tick, 4))) for tick in ticks])
    axes.tick_params(axis="y", labelsize=SMALL - 0.5)
    axes.grid(axis="y")
    if low < 0:
        axes.spines["bottom"].set_visible(False)
        axes.axhline(0, color=FAINT, lw=1, zorder=5)
    else:
        axes.axhline(0, color=GRID, lw=0.8)


@dataclass(frozen=True)
class Panels:
    """Panels two abreast, or one below the other where there is no room or a single policy; a key at the top."""

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
        return self._head(width) + PANEL * -(-len(self.titles) // self._abreast(width))

    def paint(self, canvas: Canvas) -> None:
        canvas.key(self._key)
        abreast = self._abreast(canvas.width)
        room = (canvas.width - 2 * MARGIN - GAP * (abreast - 1)) / abreast
        for number, title in enumerate(self.titles):
            row, column = divmod(number, abreast)
            x = MARGIN + column * (room + GAP)
            y = canvas.height - self._head(canvas.width) - (row + 1) * PANEL
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
