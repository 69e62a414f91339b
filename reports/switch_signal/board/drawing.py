"""A picture of a board with its standard layout.

The same input gives the same bytes: no dates, no random ids, the font that comes with matplotlib, no global figure state.
"""

from __future__ import annotations

from pathlib import Path

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from reports.drawing.matplotlib import Painter
from reports.drawing.primitives import Palette, Words
from reports.picture import DPI, check_picture, save_picture
from reports.switch_signal.board.geometry import Geometry
from reports.switch_signal.board.scene import board_scene, legend
from reports.switch_signal.board.theme import DARK, LIGHT, LOOKS
from simulator.core.provenance import origin
from simulator.switch_signal.board import Board

WIDTH = 1800
MARGIN = 1.25
TITLE_BAND = 0.95
LEGEND_BAND = 0.95
MIN_ACROSS = 15.0  # drawing units, so that title and legend of a small board have room


def draw_board(board: Board, path: str | Path, *, dark: bool = False, width: int | None = None) -> None:
    """Write a PNG or SVG (by suffix), `width` pixels wide.

    Without a width it is WIDTH, or more if the board has lines so long that everything else would become smaller.
    """
    check_picture(path, width)
    if width is None:
        found = Geometry(board)
        width = round(WIDTH * _across(found) / _across(found, 1 / found.growth))
    palette, pixels = DARK if dark else LIGHT, width
    save_picture(path, lambda: _figure(board, palette, pixels))


def _figure(board: Board, palette: Palette, width: int) -> Figure:
    geometry = Geometry(board)
    across = _across(geometry)
    down = max(geometry.height + 2 * MARGIN + TITLE_BAND + LEGEND_BAND, across * 0.35)
    left = (geometry.width - across) / 2
    low = geometry.height / 2 - (down - TITLE_BAND + LEGEND_BAND) / 2
    figure = Figure(figsize=(width / DPI, width / DPI * down / across), facecolor=palette["sea"])
    FigureCanvasAgg(figure)
    painter = Painter(figure.add_axes((0.0, 0.0, 1.0, 1.0)), LOOKS, palette, width / DPI * 72 / across)
    painter.frame(left, low, across, down)
    bounds = (left + 0.15, low + LEGEND_BAND, left + across - 0.15, low + down - TITLE_BAND + 0.2)
    painter.paint(board_scene(board, geometry, bounds))
    painter.paint([*_title(board, left, low + down, across), *legend(left, low, across)])
    return figure


def _across(geometry: Geometry, scaled: float = 1.0) -> float:
    """The width of the picture in drawing units, or that of one of a smaller board."""
    return max(geometry.width * scaled + 2 * MARGIN, MIN_ACROSS, geometry.height * scaled / 2)


def _title(board: Board, left: float, top: float, across: float) -> list[Words]:
    source = origin(board.provenance)
    note = f"{source} board · standard layout" if source != "known" else "standard layout"
    return [
        Words("title", (left + 0.35, top - 0.48), board.name, 0.52, "start"),
        Words("note", (left + across - 0.35, top - 0.45), note, 0.3, "end"),
    ]
