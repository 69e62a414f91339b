"""Estimates as figures show them, and the scales that they are drawn on: of shares in percent, of anything else in plain numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import ceil, floor
from typing import Literal

from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from experiments.summary import Row
from reports.charts.style import Look
from reports.units import MINUS, Unit, percent

TICK_ROOM = 46.0  # that a number in percent needs
STEPS = (1, 2, 2.5, 5, 10)
WHOLE_STEPS = (1, 2, 5, 10)  # of numbers that are written without a decimal


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


def marks_in(series: Iterable[Series]) -> list[Mark]:
    """Return all marks that are there."""
    return [mark for each in series for mark in each.marks if mark]


def width_of(axes: Axes) -> float:
    """Return the width of axes in points."""
    return 72 * axes.bbox.width / axes.figure.dpi


def plain_number(value: float) -> str:
    return f"{value:,.4g}".replace("-", MINUS)


def share(value: float) -> str:
    """Write a share; it has no sign where bars go downwards, either."""
    return percent(abs(round(value, 4)))


@dataclass(frozen=True)
class Scale:
    """The ends of an axis, how many ticks it may have, and how numbers are written at them."""

    low: float
    high: float
    name: str = ""  # beside the axis
    write: Callable[[float], str] = plain_number
    steps: Sequence[float] = STEPS
    most: int = 5  # ticks, where there is room for them
    whole: bool = False

    @classmethod
    def of(cls, unit: Unit, marks: Sequence[Mark]) -> Scale:
        """Return a scale of values of a measure that holds these intervals, with round numbers at its ends: for shares tens of percent."""
        low, high = min(mark.low for mark in marks), max(mark.high for mark in marks)
        if unit.is_share:
            return cls.of_shares(max(0.0, floor(10 * low) / 10), min(1.0, ceil(10 * high) / 10), unit.heading)
        air = 0.0 if low < high else 0.1 * abs(high) or 1.0
        ticks = MaxNLocator(5, steps=STEPS).tick_values(low - air, high + air)
        return cls(float(ticks[0]), float(ticks[-1]), unit.heading)

    @classmethod
    def of_shares(cls, low: float = 0.0, high: float = 1.0, name: str = "") -> Scale:
        return cls(low, high, name, share, WHOLE_STEPS)

    @classmethod
    def from_nought(cls, high: float, name: str) -> Scale:
        """Return a scale of counts or means."""
        return cls(0.0, high or 1.0, name, steps=WHOLE_STEPS)

    @classmethod
    def of_whole(cls, low: int, high: int, name: str) -> Scale:
        """Return a scale of whole numbers, with room for a bar at either end."""
        return cls(low - 0.7, high + 0.7, name, steps=WHOLE_STEPS, most=11, whole=True)

    def draw(self, axes: Axes, along: Literal["x", "y"] = "x") -> None:
        """Set ends and ticks, with a line at each unless numbers are whole."""
        axis = axes.xaxis if along == "x" else axes.yaxis
        most = self.most
        if along == "x" and not self.whole:
            most = min(most, max(1, round(width_of(axes) / TICK_ROOM)))
        axes.set(**{f"{along}lim": (self.low, self.high)})
        axis.set_major_locator(MaxNLocator(most, steps=self.steps, integer=self.whole))
        axis.set_major_formatter(lambda value, _: self.write(value))
        axis.set_label_text(self.name)
        axis.grid(not self.whole)
