"""Single steps of the procedure that makes a standard layout."""

from __future__ import annotations

from simulator.switch_signal.board_model import Board, Layout
from simulator.switch_signal.way_search import improve_discs
from simulator.switch_signal.way_tables import as_layout, disc_table, way_tables


def improve(board: Board, layout: Layout) -> Layout:
    """Change one junction or one disc at a time, each to its best, until no single change lowers the work."""
    table = disc_table(board, layout)
    improve_discs(way_tables(board), table)
    return as_layout(board, table, len(layout.signals))
