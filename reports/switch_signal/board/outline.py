"""The land under a network: the convex hull of its places."""

from __future__ import annotations

from reports.switch_signal.board.geometry import Point


def outline(places: list[Point]) -> list[Point]:
    """The corners in order, beginning at the left."""
    points = sorted(places)
    hull: list[Point] = []
    for row in (points, points[::-1]):
        side: list[Point] = []
        for p in row:
            while len(side) > 1 and _turn(side[-2], side[-1], p) <= 0:
                side.pop()
            side.append(p)
        hull += side[:-1]
    return hull


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
