"""A standard first-game layout (S5) for any board, by one procedure: least work with what the layout closes counted.

The printed layouts are lost. A publisher prints one that plays well, so every board gets its discs by the same rule, which
looks at the map only and never at a win rate: make the ways from start places to goods cities and on to the ports as
cheap as possible, where a closed switch and a red field cost the steps that `board_ways` gives them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, islice

from simulator.board_checks import LINE_DISCS
from simulator.board_model import Board, Layout
from simulator.board_ways import work

STARTS = 12  # layouts to improve from; the best of a dozen was found from several of them on both full boards
_WORTHWHILE = 1e-9  # sums of floats in another order must not count as an improvement


def _settings(board: Board, junction: str) -> list[tuple[str, str]]:
    return list(combinations([line for line, _ in board.arms[junction]], 2))


def _first_layout(board: Board, number: int) -> Layout:
    """One of the layouts to improve from; they spread over the choices in a fixed way instead of at random."""
    switches = {}
    for place, junction in enumerate(board.arms, start=1):
        settings = _settings(board, junction)
        switches[junction] = settings[number * place % len(settings)]
    entrances = [board.entrances[city.id] for city in board.cities]
    at_cities = [fields[number * place % len(fields)] for place, fields in enumerate(entrances, start=1)]
    shift = number % max(1, len(board.line_fields))
    on_lines = (board.line_fields[shift:] + board.line_fields[:shift])[:LINE_DISCS]
    return Layout((*at_cities, *on_lines), (), switches)


def neighbours(board: Board, layout: Layout) -> Iterator[list[Layout]]:
    """For each junction and each disc the layouts that differ in that alone (B2, B5)."""
    for junction in board.arms:
        yield [
            replace(layout, switches={**layout.switches, junction: pair})
            for pair in _settings(board, junction)
        ]
    for number, field in enumerate(layout.signals):
        city = board.field_city[field]
        free = [
            other for other in board.fields if other not in layout.signals and board.field_city[other] == city
        ]
        yield [
            replace(layout, signals=(*layout.signals[:number], other, *layout.signals[number + 1 :]))
            for other in free
        ]


def improve(board: Board, layout: Layout) -> Layout:
    """Change one junction or one disc at a time, each to its best, until no single change lowers the work."""
    cost = work(board, layout)
    part, unchanged = 0, 0
    while unchanged < (parts := len(board.arms) + len(layout.signals)):
        options = next(islice(neighbours(board, layout), part % parts, None))
        costs = [round(work(board, option), 6) for option in options]
        part, unchanged = part + 1, unchanged + 1
        if costs and min(costs) < cost - _WORTHWHILE:
            layout, cost, unchanged = options[costs.index(min(costs))], min(costs), 0
    return layout


def with_extra_discs(board: Board, layout: Layout) -> Layout:
    """Rank all red fields for further discs (V3): each time the one that lowers the work most."""
    layout = replace(layout, extra=())
    while red := [field for field in board.fields if field not in layout.signals + layout.extra]:
        wider = [replace(layout, extra=(*layout.extra, field)) for field in red]
        costs = [round(work(board, option), 6) for option in wider]
        layout = wider[costs.index(min(costs))]
    return layout


def standard_layout(board: Board) -> Layout:
    """The layout of the two full boards, and a fair one for a board of the user's own (some seconds)."""
    improved = [improve(board, _first_layout(board, number)) for number in range(STARTS)]
    costs = [round(work(board, layout), 6) for layout in improved]
    best = improved[costs.index(min(costs))]
    count = len(board.cities)
    on_lines = sorted(best.signals[count:], key=board.fields.index)
    return with_extra_discs(board, replace(best, signals=(*best.signals[:count], *on_lines)))
