"""What a board looks like in numbers, and what makes one implausible."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from simulator.switch_signal.board_checks import switch_discs
from simulator.switch_signal.board_model import Board, City, Place, Start
from simulator.switch_signal.board_ways import ways_from, work
from simulator.switch_signal.generator import drawing
from simulator.switch_signal.generator.prior import LIMITS, PRIORS
from simulator.switch_signal.generator.sites import load_region


@dataclass(frozen=True)
class Figures:
    """Means are over start places and goods cities, or goods cities and ports."""

    work: float
    to_city: float  # mean steps from a start place to a goods city
    to_port: float  # mean steps from a goods city to a port
    segments: int
    line_lengths: tuple[int, ...]  # lines with 0, 1, 2, … segments
    three_way: int
    four_way: int
    switch_discs: int
    entrances: int
    line_fields: int
    loops: int  # lines that could be taken away before the network has no circle


def board_figures(board: Board) -> Figures:
    fetch = [ways_from(board, city.id, loaded=False) for city in board.goods_cities]
    home = [ways_from(board, city.id, loaded=True) for city in board.goods_cities]
    lengths = [line.segments for line in board.lines]
    arms = [len(ends) for ends in board.arms.values()]
    return Figures(
        work=work(board),
        to_city=float(np.mean([steps[start.id] for steps in fetch for start in board.starts])),
        to_port=float(np.mean([steps[port.id] for steps in home for port in board.ports])),
        segments=sum(lengths),
        line_lengths=tuple(lengths.count(length) for length in range(max(lengths) + 1)),
        three_way=arms.count(3),
        four_way=arms.count(4),
        switch_discs=switch_discs(board),
        entrances=sum(map(len, board.entrances.values())),
        line_fields=len(board.line_fields),
        loops=len(board.lines) - len(board.places) + 1,
    )


def faults(board: Board, size: int = 1) -> list[str]:
    """Why this is no plausible board, in short sentences; the layout is not looked at."""
    return [*_drawing_faults(board, size), *_count_faults(board, size), *_way_faults(board, size)]


def _drawing_faults(board: Board, size: int) -> Iterator[str]:
    number = {place: index for index, place in enumerate(board.places)}
    points = np.array([place.at for place in board.places.values()], float)
    radii = np.array([_radius(place) for place in board.places.values()])
    edges = [(number[line.a], number[line.b]) for line in board.lines]
    if drawing.crossings(points, edges):
        yield "two lines cross"
    else:
        outside = drawing.outer_places(points, edges)
        if any(number[start.id] not in outside for start in board.starts):
            yield "a start place is not at the edge"
    if drawing.sharpest_angle(points, edges) < LIMITS.sharpest_angle / size:
        yield "two lines leave a place at a sharp angle"
    if drawing.clearance(points, radii, edges) < LIMITS.clearance / size:
        yield "a line passes too near to a place"
    if (
        drawing.unevenness(points, radii, edges, [line.segments for line in board.lines])
        > LIMITS.uneven * size
    ):
        yield "segments are drawn too unequal"


def _radius(place: Place) -> float:
    if isinstance(place, City):
        return drawing.RADIUS["goods" if place.goods else "port"]
    return drawing.RADIUS["start" if isinstance(place, Start) else "junction"]


def _count_faults(board: Board, size: int) -> Iterator[str]:
    prior = PRIORS[board.family]
    across = [place.at[0] for place in board.places.values()]
    cities = [city.at[0] for city in board.goods_cities]
    if max(cities) - min(cities) < LIMITS.goods_across * (max(across) - min(across)):
        yield "all goods cities are in one part of the board"
    discs = switch_discs(board)
    if not size * prior.switch_discs[0] <= discs <= size * prior.switch_discs[1]:
        yield f"{discs} switch discs are needed"
    entrances = sum(map(len, board.entrances.values()))
    if not LIMITS.entrances[0] <= entrances <= LIMITS.entrances[1]:
        yield f"cities have {entrances} entrances together"
    if not size * prior.line_fields[0] <= len(board.line_fields) <= size * prior.line_fields[1]:
        yield f"there are {len(board.line_fields)} line signals"
    if len({len(fields) for fields in board.entrances.values()}) == 1:
        yield "all cities have the same number of entrances"
    if max(line.segments for line in board.lines) > LIMITS.longest_line:
        yield "a line is too long"
    if sum(line.segments == 1 for line in board.lines) > LIMITS.one_segment * len(board.lines):
        yield "nearly all lines have one segment"


def _way_faults(board: Board, size: int) -> list[str]:
    """Ways that no train can take, that are too long, or that go round in a way nobody would print."""
    grow = math.sqrt(size)
    spans = [math.dist(board.places[line.a].at, board.places[line.b].at) for line in board.lines]
    unit = sum(spans) / sum(line.segments + 1 for line in board.lines)
    found = []
    closest = math.inf
    nearest = {start.id: math.inf for start in board.starts}
    for city in board.goods_cities:
        fetch = ways_from(board, city.id, loaded=False)
        home = ways_from(board, city.id, loaded=True)
        for start in board.starts:
            steps = fetch.get(start.id, math.inf)
            nearest[start.id] = min(nearest[start.id], steps)
            straight = math.dist(start.at, city.at) / unit
            if steps > LIMITS.detour * straight + LIMITS.detour_allowance:
                found.append("a start place has an absurd way to a city")
        closest = min(
            closest, *(fetch.get(other.id, math.inf) for other in board.goods_cities if other is not city)
        )
        for port in board.ports:
            steps = home.get(port.id, math.inf)
            straight = math.dist(city.at, port.at) / unit
            closest = min(closest, steps)
            if steps > LIMITS.detour * straight + LIMITS.detour_allowance:
                found.append("a city has an absurd way to a port")
            if steps > grow * LIMITS.farthest_port:
                found.append("a city is too far from a port")
    if max(nearest.values()) > grow * LIMITS.farthest_start:
        found.append("a start place is too far from all cities")
    if closest < LIMITS.nearest_cities:
        found.append("two cities are next to each other")
    for name, segments in load_region(board.family).first_city.items():
        if any(nearest[start.id] != segments + 1 for start in board.starts if start.name == name):
            found.append(f"{name} is not {segments} segments from its first city")
    if not found:
        low, high = PRIORS[board.family].work
        total = work(board)
        if not grow * low <= total <= grow * high:
            found.append("the work is out of range")
    return found
