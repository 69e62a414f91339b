"""How many segments each line has: by distance, at a scale that gives the board the work that was drawn for it."""

from __future__ import annotations

import math
from collections.abc import Callable

from simulator.switch_signal.generator.candidates import Edge, Unfit
from simulator.switch_signal.generator.chance import Chance
from simulator.switch_signal.generator.prior import LIMITS, SCALES, Plan
from simulator.switch_signal.generator.sites import Site


def known_lengths(sites: list[Site], edges: list[Edge], first_city: dict[str, int]) -> dict[int, int]:
    """Lines whose segments are known, by their index: those from a start place to its first goods city, directly or over a junction."""
    known: dict[int, int] = {}
    for number, (start, end) in enumerate(edges):
        if sites[start].name not in first_city:
            continue
        segments = first_city[sites[start].name]
        if sites[end].kind == "goods":
            known[number] = segments
            continue
        onward = [
            other
            for other, (a, b) in enumerate(edges)
            if other != number and end in (a, b) and sites[a + b - end].kind == "goods"
        ]
        if not onward:
            raise Unfit("no goods city next to the start place that has one")
        known |= {number: 1, onward[0]: segments - 1}
    return known


def space_lines(
    sites: list[Site],
    edges: list[Edge],
    known: dict[int, int],
    work_of: Callable[[list[int]], float],
    plan: Plan,
    noise: float,
    chance: Chance,
) -> list[int]:
    """Segments of each line, so that `work_of` them comes as near to the plan's as the network allows; `noise` is the spread about what distances suggest."""
    distances = [math.dist(sites[a].at, sites[b].at) * math.exp(noise * chance.normal()) for a, b in edges]

    longest = [LIMITS.longest_spur if sites[a].kind == "start" else LIMITS.longest_line for a, _ in edges]

    def at_scale(scale: float) -> list[int]:
        return [
            known.get(number, min(longest[number], max(1, round(distance / scale - 1))))
            for number, distance in enumerate(distances)
        ]

    low, high = SCALES
    best, error = at_scale(high), math.inf
    for _ in range(9):
        scale = math.sqrt(low * high)
        segments = at_scale(scale)
        if segments.count(1) > LIMITS.one_segment * len(segments):
            high = scale
            continue
        work = work_of(segments)
        if abs(work - plan.work) < error:
            best, error = segments, abs(work - plan.work)
        if work > plan.work:
            low = scale
        else:
            high = scale
    return best
