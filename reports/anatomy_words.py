"""How games went on two sides in words: names of figures, and which changes explain that one side wins more. For `sim compare` and for two runs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from experiments.statistics.anatomy import TOKENS, Change
from reports.run_words import in_points
from reports.words import CAUSE_WORDS, LOSS_WORDS

C = TypeVar("C", bound=Change)
MOST_REASONS = 2
SHARES = {f"lost by {rule}": f"lost: {words} ({rule})" for rule, words in LOSS_WORDS.items()}
WORDS = {
    "goods": "goods delivered",
    "goods of lost games": "… in lost games",
    "turns": "turns",
    "timetable cards lost": "timetable cards lost to the clock",
    "tokens together": "tokens lost together",
    "head-ons": "trains that met head-on",
    "unspent cards": "cards in hand at the end",
    **{f"{TOKENS}{cause}": f"tokens lost: {words}" for cause, words in CAUSE_WORDS.items()},
    **SHARES,
}
# Figures that may explain a win rate: what is said if they fall, and if they rise. Less of them is better, but for turns.
TURNS = "turns"
REASONS = {
    TURNS: ("shorter games", "longer games"),
    **{
        name: (f"fewer {words}", f"more {words}")
        for name, words in (
            ("timetable cards lost", "timetable cards lost to the clock"),
            *((f"{TOKENS}{cause}", f"tokens lost to {words}") for cause, words in CAUSE_WORDS.items()),
        )
    },
}


def reasons(found: Sequence[Change], better: bool) -> list[str]:
    """The clearest changes that go with the verdict: if B wins more, less of what costs time, or more time."""
    said = []
    for each in sorted(found, key=lambda each: -abs(each.difference or 0) / max(each.error, 1e-12)):
        if each.name in REASONS and each.clear and each.difference:
            rises = each.difference > 0
            if (rises == better) == (each.name == TURNS):
                said.append(REASONS[each.name][rises])
    return said[:MOST_REASONS]


def seen(found: Sequence[C]) -> list[C]:
    """Figures in the order of a table, without those that are nothing on both sides."""
    by_name = {each.name: each for each in found}
    return [each for name in WORDS if (each := by_name[name]).first or each.second]


def both_values(change: Change) -> list[str]:
    shown = "{:.1%}" if change.name in SHARES else "{:.2f}"
    return ["–" if value is None else shown.format(value) for value in (change.first, change.second)]


def signed(change: Change, difference: float | None) -> str:
    """A difference of a figure with its sign, or an end of its interval: shares in points."""
    if difference is None:
        return "–"
    if change.name in SHARES:
        return in_points(difference, True)
    return f"{difference:+.2f}".replace("-", "−")
