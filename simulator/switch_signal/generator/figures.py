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

Condition = tuple[bool, str]  # whether something is wrong, and the sentence that says so


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
    """Say in short sentences why this is no plausible board; the layout is not looked at."""
    looks = (*_drawing_faults(board, size), *_count_faults(board, size))
    ways = [sentence for wrong, sentence in _way_faults(board, size) if wrong]
    low, high = PRIORS[board.family].work
    if not ways and not math.sqrt(size) * low <= work(board) <= math.sqrt(size) * high:
        ways.append("the work is out of range")
    return [sentence for wrong, sentence in looks if wrong] + ways


def _drawing_faults(board: Board, size: int) -> Iterator[Condition]:
    number = {place: index for index, place in enumerate(board.places)}
    points = np.array([place.at for place in board.places.values()], float)
    radii = np.array([_radius(place) for place in board.places.values()])
    edges = [(number[line.a], number[line.b]) for line in board.lines]
    segments = [line.segments for line in board.lines]
    crossing = drawing.crossings(points, edges) > 0
    outside = set(number.values()) if crossing else drawing.outer_places(points, edges)
    yield crossing, "two lines cross"
    yield any(number[start.id] not in outside for start in board.starts), "a start place is not at the edge"
    sharpest = drawing.sharpest_angle(points, edges)
    yield sharpest < LIMITS.sharpest_angle / size, "two lines leave a place at a sharp angle"
    clearance = drawing.clearance(points, radii, edges)
    yield clearance < LIMITS.clearance / size, "a line passes too near to a place"
    unevenness = drawing.unevenness(points, radii, edges, segments)
    yield unevenness > LIMITS.uneven * size, "segments are drawn too unequal"


def _radius(place: Place) -> float:
    if isinstance(place, City):
        return drawing.RADIUS["goods" if place.goods else "port"]
    return drawing.RADIUS["start" if isinstance(place, Start) else "junction"]


def _count_faults(board: Board, size: int) -> Iterator[Condition]:
    prior = PRIORS[board.family]
    across = [place.at[0] for place in board.places.values()]
    cities = [city.at[0] for city in board.goods_cities]
    entrances = [len(fields) for fields in board.entrances.values()]
    segments = [line.segments for line in board.lines]
    goods_across = LIMITS.goods_across * (max(across) - min(across))
    yield max(cities) - min(cities) < goods_across, "all goods cities are in one part of the board"
    for count, (low, high), times, sentence in (
        (switch_discs(board), prior.switch_discs, size, "{} switch discs are needed"),
        (sum(entrances), LIMITS.entrances, 1, "cities have {} entrances together"),
        (len(board.line_fields), prior.line_fields, size, "there are {} line signals"),
    ):
        yield not times * low <= count <= times * high, sentence.format(count)
    yield len(set(entrances)) == 1, "all cities have the same number of entrances"
    yield max(segments) > LIMITS.longest_line, "a line is too long"
    yield segments.count(1) > LIMITS.one_segment * len(segments), "nearly all lines have one segment"


def _way_faults(board: Board, size: int) -> Iterator[Condition]:
    """Ways that no train can take, that are too long, or that go round in a way nobody would print."""
    grow = math.sqrt(size)
    spans = [math.dist(board.places[line.a].at, board.places[line.b].at) for line in board.lines]
    unit = sum(spans) / sum(line.segments + 1 for line in board.lines)
    to_start: dict[tuple[Place, Place], float] = {}
    to_port: dict[tuple[Place, Place], float] = {}
    between: list[float] = []
    for city in board.goods_cities:
        fetch = ways_from(board, city.id, loaded=False)
        home = ways_from(board, city.id, loaded=True)
        to_start |= {(city, start): fetch.get(start.id, math.inf) for start in board.starts}
        to_port |= {(city, port): home.get(port.id, math.inf) for port in board.ports}
        between += [fetch.get(other.id, math.inf) for other in board.goods_cities if other is not city]
    nearest = {
        start.name: min(steps for (_, end), steps in to_start.items() if end is start)
        for start in board.starts
    }

    def absurd(ways: dict[tuple[Place, Place], float]) -> bool:
        straight = {(a, b): math.dist(a.at, b.at) / unit for a, b in ways}
        return any(ways[way] > LIMITS.detour * straight[way] + LIMITS.detour_allowance for way in ways)

    yield absurd(to_start), "a start place has an absurd way to a city"
    yield absurd(to_port), "a city has an absurd way to a port"
    yield max(to_port.values()) > grow * LIMITS.farthest_port, "a city is too far from a port"
    far = grow * LIMITS.farthest_start
    yield max(nearest.values()) > far, "a start place is too far from all cities"
    yield min(*between, *to_port.values()) < LIMITS.nearest_cities, "two cities are next to each other"
    for name, segments in load_region(board.family).first_city.items():
        wrong = nearest.get(name, segments + 1) != segments + 1
        yield wrong, f"{name} is not {segments} segments from its first city"
