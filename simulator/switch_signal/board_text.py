"""Writing a board as the text that `parse_board` reads, in the shape of the hand-made files: fit to be corrected by hand."""

from __future__ import annotations

from typing import Any

from simulator.core.toml_text import REMARKS, toml_text
from simulator.switch_signal.board_model import Board, Layout, Place


def board_toml(board: Board, *comment: str) -> str:
    """The file of a board, with a comment on top."""
    return toml_text(
        {
            REMARKS: comment,
            "name": board.name,
            "family": board.family,
            "components": board.components,
            "provenance": board.provenance,
            "city": [_place(city, goods=city.goods) for city in board.goods_cities],
            "port": [_place(port) for port in board.ports],
            "start": [_place(start, numbers=start.numbers) for start in board.starts],
            "junction": [_place(junction) for junction in board.junctions] or None,
            "line": [
                {
                    "id": line.id,
                    "from": line.a,
                    "to": line.b,
                    "segments": line.segments,
                    "signals": line.signals or None,
                    "via": line.via or None,
                }
                for line in board.lines
            ],
            "layout": layout_data(board.layout),
        }
    )


def layout_data(layout: Layout) -> dict[str, Any]:
    """The last table of the file of a board."""
    return {"signals": layout.signals, "extra": layout.extra, "switches": layout.switches or None}


def _place(place: Place, **extra: object) -> dict[str, object]:
    return {"id": place.id, "name": place.name or None, **extra, "at": place.at}
