"""A standard first-game layout (S5) for any board, by one procedure: least work with what the layout closes counted.

The printed layouts are lost. A publisher prints one that plays well, so every board gets its discs by the same rule, which
looks at the map only and never at a win rate: make the ways from start places to goods cities and on to the ports as
cheap as possible, where a closed switch and a red field cost the steps that `board_ways` gives them.
"""

from __future__ import annotations

from itertools import combinations

from simulator.switch_signal.board_checks import LINE_DISCS
from simulator.switch_signal.board_model import Board, Layout
from simulator.switch_signal.limits import MAX_DISCS
from simulator.switch_signal.way_tables import as_layout, disc_table, way_tables

FIRST_LAYOUTS = 12  # to improve from; the best of a dozen was found from several of them on both full boards


def first_layout(board: Board, number: int) -> Layout:
    """Return one of the layouts to improve from; they spread over the choices in a fixed way instead of at random."""
    switches = {}
    for place, (junction, arms) in enumerate(board.arms.items(), start=1):
        settings = list(combinations([line for line, _ in arms], 2))
        switches[junction] = settings[number * place % len(settings)]
    entrances = [board.entrances[city.id] for city in board.cities]
    at_cities = [fields[number * place % len(fields)] for place, fields in enumerate(entrances, start=1)]
    shift = number % max(1, len(board.line_fields))
    on_lines = (board.line_fields[shift:] + board.line_fields[:shift])[:LINE_DISCS]
    return Layout((*at_cities, *on_lines), (), switches)


def standard_layout(board: Board) -> Layout:
    """Return the layout of the two full boards, and a fair one for a board of the user's own.

    The further discs (V3) rank the red fields: each time the one where a disc lowers the work most.
    """
    from simulator.switch_signal.way_search import (  # here, since the import may have to compile
        add_discs,
        improve_discs,
    )

    ways = way_tables(board)
    tables = [disc_table(board, first_layout(board, number)) for number in range(FIRST_LAYOUTS)]
    works = [round(improve_discs(ways, table), 6) for table in tables]
    best = tables[works.index(min(works))]
    signals = int(best["discs"])
    best["disc_field"][len(board.cities) : signals].sort()
    add_discs(ways, best, min(len(board.fields), MAX_DISCS) - signals)
    return as_layout(board, best, signals)
