"""The pieces of a board as primitives, each around the origin: tracks, places, junctions, discs."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise

from reports.drawing.primitives import Disc, Group, Part, Path, Point, Words
from reports.switch_signal.board.geometry import CITY_RADIUS, JUNCTION_RADIUS, START_RADIUS

SHORT_SEGMENT = 0.25
_CAP = 0.1  # round ends stick out, so a bar begins later and ends earlier


def segment(points: Sequence[Point]) -> list[Part]:
    """A track segment: a bar of its own with light sleepers, so that segments can be counted."""
    if sum(math.dist(a, b) for a, b in pairwise(points)) < SHORT_SEGMENT:
        # round ends and sleepers would run into those of its neighbours
        return [Path("bar short", [points])]
    bar = list(points)
    for end, inner in ((0, 1), (-1, -2)):
        (ax, ay), (bx, by) = bar[end], bar[inner]
        length = math.dist(bar[end], bar[inner])
        share = min(_CAP / length, 0.45) if length else 0.0
        bar[end] = ax + share * (bx - ax), ay + share * (by - ay)
    return [Path("bar", [bar]), Path("sleepers", [bar])]


def city(goods: str | None) -> list[Part]:
    """A disc in the colour of its goods, with a letter for those who see hues differently; a port has none."""
    if goods is None:
        return _port()
    letter = "letter dark" if goods in ("yellow", "white") else "letter"
    return [
        Disc("plate", (0.0, 0.0), CITY_RADIUS),
        Disc(f"good-{goods}", (0.0, 0.0), 0.8 * CITY_RADIUS),
        Words(letter, (0.0, 0.0), goods[0].upper(), 0.4),
    ]


def _port() -> list[Part]:
    """A square plate, rounded by its broad strokes, with an anchor."""
    square = _ring((0.0, 0.0), 0.31 * math.sqrt(2), 4, 45)
    arms = [_at((0.0, 0.0), 0.28, 200 + 14 * k) for k in range(11)]
    tips = [_ring((side * 0.27, -0.09), 0.085, 3, 90) for side in (-1, 1)]
    return [
        Path("quay", [square], closed=True),
        Path("harbour", [square], closed=True),
        Path("anchor", [[(0.0, -0.28), (0.0, 0.16)], [(-0.15, 0.08), (0.15, 0.08)], arms]),
        Disc("anchor", (0.0, 0.23), 0.075),
        Path("fluke", tips, closed=True),
    ]


def start_place(numbers: Sequence[int]) -> list[Part]:
    """An octagon with its numbers."""
    words = numbers_in_words(numbers)
    size = 0.34 if len(words) < 3 else 0.62 / len(words) + 0.06
    octagon = _ring((0.0, 0.0), START_RADIUS, 8, 22.5)
    return [Path("octagon", [octagon], closed=True), Words("number", (0.0, 0.0), words, size)]


def numbers_in_words(numbers: Sequence[int]) -> str:
    """Write numbers so that they fit into the octagon: three in a row, and more, by the first and the last."""
    in_a_row = len(numbers) == 3 and max(numbers) - min(numbers) == 2
    if len(numbers) > 3 or in_a_row:
        return f"{min(numbers)}–{max(numbers)}"
    return ",".join(map(str, numbers))


def junction(at: Point, arms: Mapping[str, Point], joined: Sequence[str]) -> list[Part]:
    """B2: all arms are visible, the joined pair is one strong curve, a disc lies on each closed arm."""
    ends = {line: (at[0] + x * JUNCTION_RADIUS, at[1] + y * JUNCTION_RADIUS) for line, (x, y) in arms.items()}
    discs = [
        Group(
            switch_disc(along),
            "arm",
            at=ends[line],
            attributes={"data-line": line},
            hidden=not joined or line in joined,
        )
        for line, along in arms.items()
    ]
    curve = [[ends[joined[0]], at, ends[joined[1]]]] if joined else []
    return [
        Disc("turntable", at, JUNCTION_RADIUS),
        Path("arms", [[at, end] for end in ends.values()]),
        Path("joined", curve, bent=True),
        *discs,
    ]


def switch_disc(along: Point) -> list[Part]:
    """Round like a signal disc, but with a bar across the track, as on a no-entry sign."""
    x, y = -0.085 * along[1], 0.085 * along[0]
    return [Disc("disc", (0.0, 0.0), 0.155), Path("bolt", [[(x, y), (-x, -y)]])]


def signal(*, green: bool) -> list[Part]:
    """B3: a red field is a small square; a green disc, larger and round, lies on it or is hidden."""
    rings = [Disc("green-disc", (0.0, 0.0), 0.165), Disc("rim", (0.0, 0.0), 0.195)]
    square = Path("field", [_ring((0.0, 0.0), 0.14, 4, 45)], closed=True)
    return [square, Group(rings, "is-green", hidden=not green)]


def cross(at: Point, half: float) -> list[list[Point]]:
    (x, y) = at
    return [[(x - half, y - side * half), (x + half, y + side * half)] for side in (-1, 1)]


def _at(middle: Point, radius: float, degrees: float) -> Point:
    angle = math.radians(degrees)
    return middle[0] + radius * math.cos(angle), middle[1] + radius * math.sin(angle)


def _ring(middle: Point, radius: float, corners: int, first: float) -> list[Point]:
    """The corners of a regular polygon, from the angle of the first one on."""
    return [_at(middle, radius, first + 360 / corners * k) for k in range(corners)]
