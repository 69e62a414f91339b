"""Pictures of boards with their standard layout: one board, or several side by side at one scale and with one legend.

On a sheet a larger network looks larger; what would be too small to read is left out rather than drawn.

The same input gives the same bytes: no dates, no random ids, the font that comes with matplotlib, no global figure state.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from matplotlib.figure import Figure

from reports.drawing.labels import text_width
from reports.drawing.matplotlib import DPI, MAX_WIDTH, MIN_WIDTH, Painter, check_picture, save_picture
from reports.drawing.primitives import Palette, Words
from reports.switch_signal.board.geometry import Geometry
from reports.switch_signal.board.names import SIZES
from reports.switch_signal.board.scene import STRIP, board_scene, legend
from reports.switch_signal.board.theme import DARK, LIGHT, LOOKS
from simulator.core.errors import InputError
from simulator.core.provenance import origin
from simulator.switch_signal.board import Board

WIDTH = 1800  # pixels, unless a width is given; of a sheet at least
MARGIN = 1.25
TITLE_BAND = 0.95
LEGEND_BAND = 0.95
MIN_ACROSS = 15.0  # drawing units, so that title and legend of a small board have room
MAX_BOARDS = 100
CELL_WIDTH = 900  # pixels of a board, unless a width is given
LEAST_CELL_WIDTH = 250
CELL_MARGIN = 1.3
CELL_BAND = 1.25
CELL_ACROSS = 11.0  # drawing units, so that the title of a small board has room
SHAPE = 1.75  # width by height of a sheet that suits a screen
TITLE, NOTE, LEAST_TITLE = 0.62, 0.42, 0.4
READABLE = 11.0  # pixels
# How much a kind of name may be enlarged to be readable; junctions are many and their names matter least.
STRETCH = {"city": 1.6, "start": 1.6, "line": 1.5, "junction": 1.0}
LEGEND_SCALE = 1.5
LEGEND_ROOM = 20.0  # drawing units; on a longer strip the samples stay together


def draw_board(board: Board, path: str | Path, *, dark: bool = False, width: int | None = None) -> None:
    """Write a PNG or SVG (by suffix), `width` pixels wide.

    Without a width it is WIDTH, or more if the board has lines so long that everything else would become smaller.
    """
    check_picture(path, width)
    if width is None:
        found = Geometry(board)
        width = round(WIDTH * _across(found) / _across(found, 1 / found.growth))
    palette, pixels = DARK if dark else LIGHT, width
    save_picture(path, lambda: board_figure(board, palette, pixels))


def board_figure(board: Board, palette: Palette, width: int) -> Figure:
    """Draw one board with title and legend, so many pixels wide."""
    geometry = Geometry(board)
    across = _across(geometry)
    down = max(geometry.height + 2 * MARGIN + TITLE_BAND + LEGEND_BAND, across * 0.35)
    left = (geometry.width - across) / 2
    low = geometry.height / 2 - (down - TITLE_BAND + LEGEND_BAND) / 2
    figure = Figure(figsize=(width / DPI, width / DPI * down / across), facecolor=palette["sea"])
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


@dataclass(frozen=True)
class Grid:
    """Cells of one size in drawing units, filled row by row."""

    columns: int
    rows: int
    across: float
    down: float

    @staticmethod
    def fitting(geometries: Sequence[Geometry]) -> Grid:
        """The columns that give a sheet of a good shape with few empty cells."""
        down = max(found.height + 2 * CELL_MARGIN + CELL_BAND for found in geometries)
        across = max(CELL_ACROSS, down / 2, *(found.width + 2 * CELL_MARGIN for found in geometries))
        number = len(geometries)

        def unfit(columns: int) -> float:
            rows = math.ceil(number / columns)
            empty = 1 - number / (columns * rows)
            return abs(math.log(columns * across / (rows * down) / SHAPE)) + empty

        columns = min(range(1, number + 1), key=unfit)
        return Grid(columns, math.ceil(number / columns), across, down)


def draw_sheet(
    boards: Sequence[Board], path: str | Path, *, dark: bool = False, width: int | None = None
) -> None:
    """Write all boards as one PNG or SVG (by suffix), `width` pixels wide; without a width, as wide as names need."""
    if not 1 <= len(boards) <= MAX_BOARDS:
        raise InputError(f"{len(boards)} boards were given, and a picture holds 1 to {MAX_BOARDS}.")
    check_picture(path, None)
    geometries = [Geometry(board) for board in boards]
    grid = Grid.fitting(geometries)
    pixels = min(MAX_WIDTH, max(WIDTH, CELL_WIDTH * grid.columns)) if width is None else width
    check_picture(path, pixels, max(MIN_WIDTH, LEAST_CELL_WIDTH * grid.columns))
    palette = DARK if dark else LIGHT
    save_picture(path, lambda: sheet_figure(boards, geometries, grid, palette, pixels))


def sheet_figure(
    boards: Sequence[Board], geometries: Sequence[Geometry], grid: Grid, palette: Palette, width: int
) -> Figure:
    """Draw boards in the cells of a grid, and a legend below them."""
    unit = width / (grid.columns * grid.across)  # pixels
    legend_unit = min(LEGEND_SCALE * unit, width / LEGEND_ROOM)
    height = grid.rows * grid.down * unit + STRIP * legend_unit
    figure = Figure(figsize=(width / DPI, height / DPI), facecolor=palette["sea"])
    sizes = _readable_sizes(unit)
    for number, (board, geometry) in enumerate(zip(boards, geometries, strict=True)):
        row, column = divmod(number, grid.columns)
        top = 1 - row * grid.down * unit / height
        share = grid.down * unit / height
        axes = figure.add_axes((column / grid.columns, top - share, 1 / grid.columns, share))
        _cell(Painter(axes, LOOKS, palette, unit / DPI * 72), board, geometry, grid, sizes)
    foot = figure.add_axes((0.0, 0.0, 1.0, STRIP * legend_unit / height))
    painter = Painter(foot, LOOKS, palette, legend_unit / DPI * 72)
    painter.frame(0.0, 0.0, width / legend_unit, STRIP)
    painter.paint(legend(0.0, 0.0, width / legend_unit, roomy=LEGEND_ROOM))
    return figure


def _readable_sizes(unit: float) -> dict[str, float]:
    """The sizes of names in drawing units of so many pixels; kinds that cannot be read there are not in it."""
    wanted = {kind: max(size, READABLE / unit) for kind, size in SIZES.items()}
    return {kind: size for kind, size in wanted.items() if size <= SIZES[kind] * STRETCH[kind]}


def _cell(painter: Painter, board: Board, geometry: Geometry, grid: Grid, sizes: dict[str, float]) -> None:
    left = (geometry.width - grid.across) / 2
    low = (geometry.height - (grid.down - CELL_BAND)) / 2
    painter.frame(left, low, grid.across, grid.down)
    bounds = (left + 0.15, low + 0.15, left + grid.across - 0.15, low + grid.down - CELL_BAND + 0.1)
    painter.paint(board_scene(board, geometry, bounds, sizes))
    painter.paint(_cell_title(board, left + 0.35, low + grid.down - 0.7, grid.across - 0.7))


def _cell_title(board: Board, left: float, middle: float, across: float) -> list[Words]:
    """The name, and beside it what to call the board by and what kind of facts it rests on."""
    source = Path(board.source).name.removesuffix(".toml")
    note = _shortened(f"{source} · {origin(board.provenance)}", across / 2 / NOTE)
    room = across - text_width(note) * NOTE - 0.3
    size = min(TITLE, max(LEAST_TITLE, room / text_width(board.name, bold=True)))
    name = _shortened(board.name, room / size, bold=True)
    return [
        Words("title", (left, middle), name, size, "start"),
        Words("note", (left + across, middle), note, NOTE, "end"),
    ]


def _shortened(words: str, room: float, *, bold: bool = False) -> str:
    """Return as much of the text as fits, in units of its font size."""
    if text_width(words, bold=bold) <= room:
        return words
    kept = next(
        (n for n in range(len(words) - 1, 0, -1) if text_width(words[:n] + "…", bold=bold) <= room), 1
    )
    return words[:kept] + "…"
