"""How games went on two sides in words: names of figures, and which changes explain that one side does better. For `sim compare` and for two runs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from experiments.statistics.changes import Change
from reports.units import Unit

C = TypeVar("C", bound=Change)
MOST_REASONS = 2


def reasons(found: Sequence[Change], better: bool) -> list[str]:
    """The clearest changes that go with the verdict: if B wins more, less of what costs time, or more time."""
    said = []
    for each in sorted(found, key=lambda each: -abs(each.difference or 0) / max(each.error, 1e-12)):
        figure = each.figure
        if any(figure.reason) and each.clear and each.difference:
            rises = each.difference > 0
            if (rises == better) == (figure.measure.better > 0):
                said.append(figure.reason[rises])
    return said[:MOST_REASONS]


def seen(found: Sequence[C]) -> list[C]:
    """Return the changes without those of figures that are nothing on both sides."""
    return [each for each in found if each.first or each.second]


def both_values(change: Change) -> list[str]:
    """Return the figure of both sides; a dash where there is none."""
    unit = unit_of_figure(change)
    return ["–" if value is None else unit.exact(value) for value in (change.first, change.second)]


def signed(change: Change, difference: float | None) -> str:
    """A difference of a figure with its sign, or an end of its interval: shares in points."""
    return "–" if difference is None else unit_of_figure(change).difference(difference, True)


def unit_of_figure(change: Change) -> Unit:
    """Return how a figure is written: the values of a code are shares of games."""
    return Unit(change.figure.measure)
