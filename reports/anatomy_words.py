"""How games went on two sides in words: names of figures, and which changes explain that one side wins more. For `sim compare` and for two runs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from experiments.statistics.anatomy import Change
from experiments.statistics.figures import FIGURES
from reports.run_words import in_points

C = TypeVar("C", bound=Change)
MOST_REASONS = 2


def reasons(found: Sequence[Change], better: bool) -> list[str]:
    """The clearest changes that go with the verdict: if B wins more, less of what costs time, or more time."""
    said = []
    for each in sorted(found, key=lambda each: -abs(each.difference or 0) / max(each.error, 1e-12)):
        figure = FIGURES[each.name]
        if any(figure.reason) and each.clear and each.difference:
            rises = each.difference > 0
            if (rises == better) == (figure.measure.better > 0):
                said.append(figure.reason[rises])
    return said[:MOST_REASONS]


def seen(found: Sequence[C]) -> list[C]:
    """Return the changes without those of figures that are nothing on both sides."""
    return [each for each in found if each.first or each.second]


def both_values(change: Change) -> list[str]:
    shown = "{:.1%}" if FIGURES[change.name].is_share else "{:.2f}"
    return ["–" if value is None else shown.format(value) for value in (change.first, change.second)]


def signed(change: Change, difference: float | None) -> str:
    """A difference of a figure with its sign, or an end of its interval: shares in points."""
    if difference is None:
        return "–"
    if FIGURES[change.name].is_share:
        return in_points(difference, True)
    return f"{difference:+.2f}".replace("-", "−")
