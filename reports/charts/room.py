"""What fits: names cut to the room that they have, labels moved apart, lists thinned out evenly."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TypeVar

from reports.charts.style import SMALL, short, wide

T = TypeVar("T")


def evenly(items: Sequence[T], most: int, keep: Collection[T] = ()) -> list[T]:
    """Choose not more than so many of a list, first and last among them, and those that must be kept."""
    if len(items) <= most:
        return list(items)
    chosen = {round(k * (len(items) - 1) / (most - 1)) for k in range(most)}
    wanted = {items.index(item) for item in keep if item in items}
    spare = sorted(chosen - wanted - {0, len(items) - 1})
    for number in sorted(wanted - chosen)[: len(spare)]:
        nearest = min(spare, key=lambda k: abs(k - number))
        spare.remove(nearest)
        chosen = (chosen - {nearest}) | {number}
    return [items[k] for k in sorted(chosen)]


def shortened(words: str, room: float, *, bold: bool = False) -> str:
    """A text as `short` cuts it, to a width in points."""
    letters = len(words)
    while letters > 3 and wide(short(words, letters), SMALL, bold) > room:
        letters -= 1
    return short(words, letters)


def spread(wanted: Sequence[float], least: float, low: float, high: float) -> list[float]:
    """Places near the wanted ones, in the same order and at least so far apart, between low and high where that is possible."""
    order = sorted(range(len(wanted)), key=lambda k: wanted[k])
    places = [wanted[k] for k in order]
    for _ in range(50):
        for k in range(len(places) - 1):
            lack = least - (places[k + 1] - places[k])
            if lack > 1e-9:
                places[k] -= lack / 2
                places[k + 1] += lack / 2
        if places and places[0] < low:
            places[0] = low
        if places and places[-1] > high:
            places[-1] = high
    found = [0.0] * len(wanted)
    for k, place in zip(order, places, strict=True):
        found[k] = place
    return found
