"""A picture of a board with its standard layout, or of a moment of a game on it.

The same input gives the same bytes: no dates, no random ids, the font that comes with matplotlib, no global figure state.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from reports.board_geometry import Geometry
from reports.board_legend import draw_legend
from reports.board_names import draw_names
from reports.board_painting import paint_board
from reports.board_picture import DPI, check_picture, save_picture
from reports.board_pieces import Pen
from reports.board_theme import DARK, LIGHT, Theme
from simulator.board import Board
from simulator.provenance import origin

WIDTH = 1800
MARGIN = 1.25
TITLE_BAND = 0.95
LEGEND_BAND = 0.95
MIN_ACROSS = 15.0  # drawing units, so that title and legend of a small board have room


def draw_board(
    board: Board,
    path: str | Path,
    *,
    state: Mapping[str, Any] | None = None,
    dark: bool = False,
    width: int | None = None,
) -> None:
    """Write a PNG or SVG (by suffix), `width` pixels wide; `state` is a State of docs/trace.md.

    Without a width it is WIDTH, or more if the board has lines so long that everything else would become smaller.
    """
    check_picture(path, width)
    if width is None:
        found = Geometry(board)
        width = round(WIDTH * _across(found) / _across(found, 1 / found.growth))
    theme, pixels = DARK if dark else LIGHT, width
    save_picture(path, lambda: _figure(board, state, theme, pixels))


def _figure(board: Board, state: Mapping[str, Any] | None, theme: Theme, width: int) -> Figure:
    geometry = Geometry(board)
    across = _across(geometry)
    down = max(geometry.height + 2 * MARGIN + TITLE_BAND + LEGEND_BAND, across * 0.35)
    left = (geometry.width - across) / 2
    low = geometry.height / 2 - (down - TITLE_BAND + LEGEND_BAND) / 2
    figure = Figure(figsize=(width / DPI, width / DPI * down / across), facecolor=theme.sea)
    FigureCanvasAgg(figure)
    axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    axes.set(xlim=(left, left + across), ylim=(low, low + down))
    axes.set_axis_off()
    pen = Pen(axes, theme, width / DPI * 72 / across)
    paint_board(pen, board, geometry, state)
    bounds = (left + 0.15, low + LEGEND_BAND, left + across - 0.15, low + down - TITLE_BAND + 0.2)
    draw_names(pen, board, geometry, bounds, state)
    _title(pen, board, state, left, low + down, across)
    draw_legend(pen, left, low, across, with_trains=state is not None)
    return figure


def _across(geometry: Geometry, scaled: float = 1.0) -> float:
    """The width of the picture in drawing units, or that of one of a smaller board."""
    return max(geometry.width * scaled + 2 * MARGIN, MIN_ACROSS, geometry.height * scaled / 2)


def _title(
    pen: Pen, board: Board, state: Mapping[str, Any] | None, left: float, top: float, across: float
) -> None:
    pen.text((left + 0.35, top - 0.48), board.name, 0.52, bold=True, align="left")
    source = origin(board.provenance)
    notes = [f"{source} board" if source != "known" else ""]
    if state:
        home = sum(sum(colours.values()) for colours in state["delivered"].values())
        notes.append(f"turn {state['turn']}, clock {state['clock']}, delivered {home}")
    else:
        notes.append("standard layout")
    pen.text(
        (left + across - 0.35, top - 0.45), " · ".join(note for note in notes if note), 0.3, colour=pen.theme.faint,
        italic=True, align="right",
    )  # fmt: skip
