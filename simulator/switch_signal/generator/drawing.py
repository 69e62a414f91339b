"""Moves the places of a finished network a little, so that segments are drawn about equally long and nothing is cramped."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations
from typing import Any

import numpy as np

from simulator.switch_signal.generator.net import Edge

Points = np.ndarray[Any, np.dtype[np.float64]]
STEPS = 160
RADIUS = {"goods": 0.65, "port": 0.65, "start": 0.5, "junction": 0.4}  # of what is drawn at a place
ROOM = 0.25  # wanted between what is drawn at two places
CLEAR = 0.45  # wanted between what is drawn at a place and lines that do not end there
WIDE = 0.85  # radians wanted between two lines at a place
# Weights of what pulls at a place: lengths of its lines, room between places, room beside lines, angles, its place on the map.
LENGTH, APART, BESIDE, ANGLE, HOME = 0.28, 0.25, 0.3, 0.25, 0.02
FARTHEST = 0.12  # that a place moves in one step: no line is jumped over


def relax(points: Points, radii: Points, edges: list[Edge], segments: list[int]) -> Points:
    """Return places for the network whose segments are more even. Places near each other on the map stay so."""
    ends = np.array(edges)
    home = points.copy()
    wanted = radii[ends].sum(axis=1) + np.array(segments) * float(
        np.median(_segment_spans(points, radii, ends, segments))
    )
    away = ~_touching(len(points), ends)
    forks = _forks(edges)
    for _ in range(STEPS):
        pull = HOME * (home - points)
        pull += LENGTH * _by_length(points, ends, wanted)
        pull += APART * _by_room(points, radii)
        pull += BESIDE * _by_clearance(points, radii, ends, away)
        pull += ANGLE * _by_angle(points, forks)
        size = np.linalg.norm(pull, axis=1, keepdims=True)
        points = points + pull * np.minimum(1.0, FARTHEST / np.maximum(size, 1e-9))
    return points


def _touching(places: int, ends: Any) -> Any:
    """Tell which places are an end of which lines, as a table places × lines."""
    table = np.zeros((places, len(ends)), bool)
    lines = np.arange(len(ends))
    table[ends[:, 0], lines] = table[ends[:, 1], lines] = True
    return table


def _by_length(points: Points, ends: Any, wanted: Any) -> Points:
    along = points[ends[:, 1]] - points[ends[:, 0]]
    spans = np.linalg.norm(along, axis=1, keepdims=True)
    force = 0.5 * along * (1 - wanted[:, None] / np.maximum(spans, 1e-9))
    return _added(np.zeros_like(points), (ends[:, 0], force), (ends[:, 1], -force))


def _added(pull: Points, *forces: tuple[Any, Any]) -> Points:
    """Return the pull at each place when forces at some places are added."""
    for places, force in forces:
        np.add.at(pull, places, force)
    return pull


def _by_room(points: Points, radii: Points) -> Points:
    apart = points[:, None] - points[None]
    spans = np.linalg.norm(apart, axis=2)
    push = np.clip(radii[:, None] + radii + ROOM - spans, 0, None) / np.maximum(spans, 1e-9)
    return np.asarray((apart * push[..., None]).sum(axis=1))


def _by_clearance(points: Points, radii: Points, ends: Any, away: Any) -> Points:
    apart, spans, share = from_lines(points, ends)
    push = np.where(away, np.clip(radii[:, None] + CLEAR - spans, 0, None) / np.maximum(spans, 1e-9), 0.0)
    force = apart * push[..., None]
    # what pushes a place off a line pushes the line's ends the other way
    first = -((1 - share)[..., None] * force).sum(axis=0)
    last = -(share[..., None] * force).sum(axis=0)
    return _added(force.sum(axis=1), (ends[:, 0], first), (ends[:, 1], last))


def _neighbours(edges: list[Edge]) -> dict[int, list[int]]:
    """The places to which lines lead from each place."""
    ends: defaultdict[int, list[int]] = defaultdict(list)
    for a, b in edges:
        ends[a].append(b)
        ends[b].append(a)
    return ends


def _forks(edges: list[Edge]) -> Any:
    """Every pair of lines that meet, as (place, end of one, end of the other)."""
    ends = _neighbours(edges).items()
    return np.array([(place, *pair) for place, others in ends for pair in combinations(others, 2)])


def _by_angle(points: Points, forks: Any) -> Points:
    """Turn two lines that meet at a narrow angle away from each other."""
    place, one, other = forks.T
    first, second = points[one] - points[place], points[other] - points[place]
    turn = first[:, 0] * second[:, 1] - first[:, 1] * second[:, 0]
    angle = np.arctan2(turn, (first * second).sum(axis=1))
    missing = np.clip(WIDE - np.abs(angle), 0, None) * np.sign(angle)
    aside = 0.5 * missing[:, None] * np.stack([first[:, 1], -first[:, 0]], axis=1)
    aside_other = 0.5 * missing[:, None] * np.stack([-second[:, 1], second[:, 0]], axis=1)
    back = -0.5 * (aside + aside_other)
    return _added(np.zeros_like(points), (one, aside), (other, aside_other), (place, back))


def from_lines(points: Points, ends: Any) -> tuple[Any, Any, Any]:
    """For each place and line: the vector from the nearest point of the line, its length, and how far along the line that is."""
    first = points[ends[:, 0]]
    along = points[ends[:, 1]] - first
    offset = points[:, None] - first[None]
    share = np.clip((offset * along).sum(axis=2) / np.maximum((along**2).sum(axis=1), 1e-9), 0, 1)
    apart = offset - share[..., None] * along
    return apart, np.linalg.norm(apart, axis=2), share


def clearance(points: Points, radii: Points, edges: list[Edge]) -> float:
    """The least distance between what is drawn at a place and a line that does not end there."""
    ends = np.array(edges)
    _, spans, _ = from_lines(points, ends)
    return float((spans - radii[:, None])[~_touching(len(points), ends)].min())


def sharpest_angle(points: Points, edges: list[Edge]) -> float:
    """Degrees between the two lines at a place that are closest to each other."""
    sharpest = 360.0
    for place, others in _neighbours(edges).items():
        x, y = (points[others] - points[place]).T
        around = np.sort(np.degrees(np.arctan2(y, x)))
        if len(others) > 1:
            sharpest = min(sharpest, *np.diff(around, append=around[0] + 360))
    return float(sharpest)


def crossings(points: Points, edges: list[Edge]) -> int:
    """Count the pairs of lines that cross."""
    ends = np.array(edges)
    a, b = points[ends[:, 0]], points[ends[:, 1]]

    def side(p: Any, q: Any, r: Any) -> Any:
        return np.sign(
            (q[..., 0] - p[..., 0]) * (r[..., 1] - p[..., 1])
            - (q[..., 1] - p[..., 1]) * (r[..., 0] - p[..., 0])
        )

    p, q = a[:, None], b[:, None]
    r, s = a[None], b[None]
    cross = (side(p, q, r) * side(p, q, s) < 0) & (side(r, s, p) * side(r, s, q) < 0)
    joined = (ends[:, None, :, None] == ends[None, :, None, :]).any(axis=(2, 3))
    return int((cross & ~joined).sum()) // 2


def _segment_spans(points: Points, radii: Points, ends: Any, segments: list[int]) -> Points:
    """The length of a segment on each line, what is drawn at its ends left out."""
    spans = np.linalg.norm(points[ends[:, 0]] - points[ends[:, 1]], axis=1) - radii[ends].sum(axis=1)
    return np.asarray(np.maximum(spans, 0.05) / np.array(segments))


def outer_places(points: Points, edges: list[Edge]) -> set[int]:
    """The places at the edge of the network: those met on a walk around it, always by the next line on the same side."""
    ends = _neighbours(edges)

    def bearing(place: int, other: int) -> float:
        x, y = points[other] - points[place]
        return float(np.arctan2(y, x))

    first = min(ends, key=lambda place: tuple(points[place]))  # the westernmost place has nothing to its west
    place = first
    came = float(np.pi)
    walked: set[tuple[int, int]] = set()
    met = {first}
    while True:
        # the first line counterclockwise from the direction that the walk came from
        onward = min(
            ends[place],
            key=lambda other: (bearing(place, other) - came) % (2 * np.pi) or (2 * np.pi),
        )
        if (place, onward) in walked:
            return met
        walked.add((place, onward))
        met.add(onward)
        came = bearing(onward, place)
        place = onward


def unevenness(points: Points, radii: Points, edges: list[Edge], segments: list[int]) -> float:
    """The longest drawn segment over the shortest."""
    spans = _segment_spans(points, radii, np.array(edges), segments)
    return float(spans.max() / spans.min())
