"""Lines that could be there: a triangulation of the places, one line for every start place, and which lines trips would use."""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable

import numpy as np
from scipy.spatial import Delaunay

from simulator.switch_signal.generator.chance import Chance
from simulator.switch_signal.generator.prior import SPUR_REACH, SPURS
from simulator.switch_signal.generator.sites import Site

Edge = tuple[int, int]


class Unfit(Exception):
    """This try does not lead to a board; the next one has other random numbers."""


def triangulate(sites: list[Site]) -> list[Edge]:
    corners = Delaunay(np.array([site.at for site in sites])).simplices
    sides = {tuple(sorted((int(tri[i]), int(tri[i - 1])))) for tri in corners for i in range(3)}
    return sorted((a, b) for a, b in sides)


def hang_starts(
    sites: list[Site], edges: list[Edge], near_city: set[str], grow: float, chance: Chance
) -> list[Edge]:
    """One line for each start place, to a near place; `near_city` must get one that leads to a goods city."""
    spurs: list[Edge] = []
    load = [0] * len(sites)
    for start, site in enumerate(sites):
        if site.kind != "start":
            continue
        span = {
            end: math.dist(site.at, sites[end].at)
            for end in (a + b - start for a, b in edges if start in (a, b))
            if load[end] < SPURS.get(sites[end].kind, 0)
        }
        ends = [end for end in span if span[end] <= grow * SPUR_REACH[sites[end].kind]]
        if site.name in near_city:
            ends = [end for end in ends if _leads_to_goods(sites, edges, end)]
        else:
            ends = [end for end in ends if sites[end].kind == "junction"] or ends
        if not ends:
            raise Unfit("a start place with nothing to hang on")
        end = chance.weighted(ends, [math.exp(-1.2 * span[end]) for end in ends])
        load[end] += 1
        spurs.append((start, end))
    return spurs


def _leads_to_goods(sites: list[Site], edges: list[Edge], place: int) -> bool:
    """A goods city, or a junction that may be joined to one."""
    if sites[place].kind == "junction":
        return any(sites[a + b - place].kind == "goods" for a, b in edges if place in (a, b))
    return sites[place].kind == "goods"


def usefulness(sites: list[Site], edges: Iterable[Edge]) -> dict[Edge, float]:
    """How many shortest trips from start places to goods cities and on to the ports use each line, over the mean."""
    roads: dict[int, list[tuple[float, int]]] = {place: [] for place in range(len(sites))}
    trips: dict[Edge, float] = {}
    for a, b in edges:
        span = math.dist(sites[a].at, sites[b].at)
        roads[a].append((span, b))
        roads[b].append((span, a))
        trips[a, b] = 0.0
    for city, site in enumerate(sites):
        if site.kind == "goods":
            before = _tree(roads, city)
            if len(before) < len(sites):
                raise Unfit("a place that no line leads to")
            for place, end in enumerate(sites):
                if end.kind in ("start", "port"):
                    while place != city:
                        step = (min(place, before[place]), max(place, before[place]))
                        trips[step if step in trips else step[::-1]] += 1
                        place = before[place]
    mean = sum(trips.values()) / len(trips)
    return {edge: count / mean for edge, count in trips.items()}


def _tree(roads: dict[int, list[tuple[float, int]]], root: int) -> dict[int, int]:
    """For every place the next one on its shortest way to the root."""
    before: dict[int, int] = {}
    queue = [(0.0, root, root)]
    while queue:
        span, place, previous = heapq.heappop(queue)
        if place in before:
            continue
        before[place] = previous
        for more, other in roads[place]:
            if other not in before:
                heapq.heappush(queue, (span + more, other, place))
    return before
