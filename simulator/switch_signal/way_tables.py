"""A board and its discs as records, for the search of the standard layout (`way_search`).

A line has a direction here, as in `records.py`: 2·n from `a` to `b` if n is its number, 2·n + 1 back, so that the way back is
`line ^ 1`. Places are numbered in this order: junctions, cities, start places. A *trip* is a goods city as the origin of ways, for
one kind of train: where loaded and empty ones run alike it is one trip, else two.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np

from simulator.switch_signal.board_model import Board, Layout
from simulator.switch_signal.board_ways import deployment_weight, run_ends_at_ports
from simulator.switch_signal.limits import (
    MAX_CITIES,
    MAX_DISCS,
    MAX_EXITS,
    MAX_FIELDS,
    MAX_GOODS,
    MAX_JUNCTIONS,
    MAX_LINES,
    MAX_STARTS,
)

BOTH_WAYS = 2 * MAX_LINES
MAX_PLACES = MAX_JUNCTIONS + MAX_CITIES + MAX_STARTS
MAX_TRIPS = 2 * MAX_GOODS
TRIAL = MAX_TRIPS  # row of `steps`: those of any trip after a change that is only tried

ways_dtype = np.dtype(
    [
        ("junctions", "i8"),
        ("places", "i8"),
        ("lines", "i8"),
        ("fields", "i8"),
        ("trips", "i8"),
        ("towards", "i8", BOTH_WAYS),  # place that a line leads to
        ("arm", "i8", BOTH_WAYS),  # its number among those that leave the same place
        ("arms", "i8", MAX_PLACES),  # how many lines leave a place …
        ("leaving", "i8", (MAX_PLACES, MAX_EXITS)),  # … and which
        ("segments", "f8", MAX_LINES),  # by the number of a line
        ("field_line", "i8", MAX_FIELDS),  # number of its line
        ("field_city", "i8", MAX_FIELDS),  # the place that it guards, −1 on a line
        ("origin", "i8", MAX_TRIPS),
        ("ends", "i1", (MAX_TRIPS, MAX_PLACES)),  # whether a way ends there
        ("weight", "f8", (MAX_TRIPS, MAX_PLACES)),  # how much a step to the place counts in the work
    ],
    align=True,
)

table_dtype = np.dtype(
    [
        ("joined", "i8", MAX_JUNCTIONS),  # the two open arms, as bits
        ("discs", "i8"),
        ("disc_field", "i8", MAX_DISCS),  # one for each city, then those on lines, then further ones
        # what follows from these
        ("red", "i1", MAX_FIELDS),
        ("length", "f8", MAX_LINES),  # steps along a line, by its number
        ("steps", "f8", (MAX_TRIPS + 1, BOTH_WAYS)),  # of a trip to the end of a line, and of a trial
        ("queue", "i8", BOTH_WAYS),  # lines whose steps have become fewer, as a ring …
        ("queued", "i1", BOTH_WAYS),  # … and whether a line is in there
    ],
    align=True,
)


def way_tables(board: Board) -> Any:
    """The record of what no disc changes."""
    ways = np.zeros(1, ways_dtype)[0]
    places = [*board.arms, *(city.id for city in board.cities), *(start.id for start in board.starts)]
    number = {place: index for index, place in enumerate(places)}
    line_number = {line.id: index for index, line in enumerate(board.lines)}
    ways["junctions"], ways["places"] = len(board.arms), len(places)
    ways["lines"], ways["fields"] = len(board.lines), len(board.fields)
    for index, line in enumerate(board.lines):
        ways["segments"][index] = line.segments
        ways["towards"][2 * index : 2 * index + 2] = number[line.b], number[line.a]
    for place, index in number.items():
        ways["arms"][index] = len(board.line_ends[place])
        for arm, (line_id, end) in enumerate(board.line_ends[place]):
            leaving = 2 * line_number[line_id] + end
            ways["leaving"][index, arm] = leaving
            ways["arm"][leaving] = arm
    for index, (field, city) in enumerate(board.field_city.items()):
        ways["field_line"][index] = line_number[field.partition(":")[0]]
        ways["field_city"][index] = -1 if city is None else number[city]
    trips = _trips(board)
    ways["trips"] = len(trips)
    for trip, ((origin, ends_at_ports), weights) in enumerate(trips.items()):
        ways["origin"][trip] = number[origin]
        ends = [start.id for start in board.starts]
        ends += [port.id for port in board.ports if ends_at_ports]
        for place in ends:
            ways["ends"][trip, number[place]] = 1
        for place, weight in weights.items():
            ways["weight"][trip, number[place]] = weight
    return ways


def _trips(board: Board) -> dict[tuple[str, bool], dict[str, float]]:
    """(city, whether ways end at ports) -> how much the way to each place counts in `board_ways.work`."""
    trips: defaultdict[tuple[str, bool], dict[str, float]] = defaultdict(dict)
    for city in board.goods_cities:
        fetch = trips[city.id, run_ends_at_ports(board, loaded=False)]
        fetch |= {start.id: 2 * deployment_weight(start) for start in board.starts}
        home = trips[city.id, run_ends_at_ports(board, loaded=True)]
        home |= {port.id: 2 / len(board.ports) for port in board.ports}
    return trips


def disc_table(board: Board, layout: Layout) -> Any:
    """The record of a layout, without its further discs (V3)."""
    table = np.zeros(1, table_dtype)[0]
    for index, (junction, arms) in enumerate(board.arms.items()):
        table["joined"][index] = sum(
            1 << arm for arm, (line, _) in enumerate(arms) if line in layout.switches[junction]
        )
    table["discs"] = len(layout.signals)
    table["disc_field"][: len(layout.signals)] = [board.fields.index(field) for field in layout.signals]
    return table


def as_layout(board: Board, table: Any, signals: int) -> Layout:
    """The way back; `signals` discs are those of the first game, the rest are further ones."""
    switches = {}
    for (junction, arms), joined in zip(board.arms.items(), table["joined"].tolist(), strict=False):
        a, b = (line for arm, (line, _) in enumerate(arms) if joined >> arm & 1)
        switches[junction] = a, b
    fields = [board.fields[field] for field in table["disc_field"][: table["discs"]]]
    return Layout(tuple(fields[:signals]), tuple(fields[signals:]), switches)
