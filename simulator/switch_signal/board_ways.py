"""Shortest ways as trains move, and the work that a board asks for.

A train keeps its heading (M4): it passes a junction between any two of its arms, leaves a city by any entrance, and never
turns on a line. A start place is an end (M11), and so is a port for a train that returns to the depot there (M9, N3).
"""

from __future__ import annotations

import heapq

from simulator.switch_signal.board_model import Board, Layout, Start

# What a closed switch and a red field cost in steps. They stay as they are: the layouts of the frozen boards were made with them.
CLOSED_SWITCH = 1.4
RED_FIELD = 1.2


def ways_from(board: Board, origin: str, *, loaded: bool, layout: Layout | None = None) -> dict[str, float]:
    """Steps (cells entered) from a start place or city to every other one; to the origin itself by the shortest loop.

    Ways can be run backwards, so the way to a start place is as long as that of a train deployed there. Switches and signals are left out of account unless a layout is given; what it closes then costs extra steps.
    """
    goods = {city.id: city.goods for city in board.cities}
    ends_at_ports = run_ends_at_ports(board, loaded=loaded)
    length = _lengths(board, layout)
    steps: dict[str, float] = {}
    seen: set[tuple[str, int]] = set()
    # entries are (steps up to the end the train runs towards, line, that end)
    queue = [(length[line], line, 1 - end) for line, end in board.line_ends[origin]]
    heapq.heapify(queue)
    while queue:
        cost, line, end = heapq.heappop(queue)
        if (line, end) in seen:
            continue
        seen.add((line, end))
        place = board.line_by_id[line].ends[end]
        if place in board.arms:
            joined = layout.switches[place] if layout else None
            for arm, near_end in board.arms[place]:
                if arm != line and (arm, 1 - near_end) not in seen:
                    toll = 0.0 if joined is None or (arm in joined and line in joined) else CLOSED_SWITCH
                    heapq.heappush(queue, (cost + toll + length[arm], arm, 1 - near_end))
        elif place not in steps:
            steps[place] = cost + 1
            if place not in goods or (goods[place] is None and ends_at_ports):
                continue
            for arm, near_end in board.line_ends[place]:
                heapq.heappush(queue, (cost + 1 + length[arm], arm, 1 - near_end))
    return steps


def run_ends_at_ports(board: Board, *, loaded: bool) -> bool:
    """Tell whether a train goes no further than a port: all do, except empty ones in North America (M9, N3)."""
    return loaded or board.family == "central-europe"


def _lengths(board: Board, layout: Layout | None) -> dict[str, float]:
    """Steps along each line between its ends, red fields included if a layout is given."""
    length = {line.id: float(line.segments) for line in board.lines}
    if layout is not None:
        green = {*layout.signals, *layout.extra}
        for field in board.fields:
            if field not in green:
                length[field.partition(":")[0]] += RED_FIELD
    return length


def deployment_weight(start: Start) -> float:
    """Probability that two dice send a train to this place (D1)."""
    return sum(6 - abs(7 - number) for number in start.numbers) / 36


def work(board: Board, layout: Layout | None = None) -> float:
    """Steps on shortest ways to fetch and bring home two goods of each colour (on two ports: one to each).

    Each good counts the mean way of a newly deployed train to its city and the way from there to the port. The larger
    the work, the harder the board. With a layout, what it closes counts too.
    """
    total = 0.0
    alike = run_ends_at_ports(board, loaded=False)  # and so for loaded ones
    for city in board.goods_cities:
        fetch = ways_from(board, city.id, loaded=False, layout=layout)
        home = fetch if alike else ways_from(board, city.id, loaded=True, layout=layout)
        mean = sum(deployment_weight(start) * fetch[start.id] for start in board.starts)
        total += sum(2 / len(board.ports) * (mean + home[port.id]) for port in board.ports)
    return total
