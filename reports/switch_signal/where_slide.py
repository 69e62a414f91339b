"""A board with heat on a slide."""

from __future__ import annotations

from collections.abc import Mapping

from matplotlib.patches import Rectangle

from reports.charts.canvas import Align, Canvas, slide_bytes
from reports.charts.style import BLUE, MARGIN, SETTINGS, TEXT, WIDTH
from reports.picture import drawing_settings
from reports.switch_signal.board.geometry import CITY_RADIUS, START_RADIUS, Geometry
from reports.switch_signal.board.names import SIZES, draw_names
from reports.switch_signal.board.painting import paint_board
from reports.switch_signal.board.pieces import Pen
from reports.switch_signal.board.theme import HEAT, QUIET
from reports.switch_signal.where_svg import GLOW, shade_of
from simulator.switch_signal.board import Board, City

EDGE = 1.25  # drawing units around the network
MIN_ACROSS = 12.0
STRIP = 38.0  # of the scale under the board, in points
LEAST_NAME = 9.5  # points
HEAD_ON = BLUE
SCALE_MARKS: tuple[tuple[float, Align], ...] = ((0.0, "left"), (0.5, "center"), (1.0, "right"))
ON_TRACKS, UNDER_PLACES = 5.5, 9.5  # layers of the drawing


def heat_slide(
    name: str,
    title: str,
    source: str,
    board: Board,
    values: Mapping[str, float],
    crosses: Mapping[str, float],
    what: str,
) -> bytes:
    """The same as `heat_svg`, as PNG."""
    geometry = Geometry(board)
    across = max(geometry.width + 2 * EDGE, MIN_ACROSS)
    down = geometry.height + 2 * EDGE
    unit, top = WIDTH / across, max(values.values())
    with drawing_settings({**SETTINGS, "svg.hashsalt": name}):
        canvas = Canvas(WIDTH, down * unit + STRIP, title, source)
        axes = canvas.axes(0, STRIP, WIDTH, down * unit)
        left, low = (geometry.width - across) / 2, -EDGE
        axes.set(xlim=(left, left + across), ylim=(low, low + down))
        axes.set_axis_off()
        axes.add_patch(Rectangle((left, low), across, down, fc=QUIET.sea, lw=0, zorder=-1))
        pen = Pen(axes, QUIET, unit)
        paint_board(pen, board, geometry)
        _paint_heat(pen, board, geometry, {cell: value / top for cell, value in values.items()})
        _paint_crosses(pen, geometry, crosses)
        bounds = (left + 0.15, low + 0.15, left + across - 0.15, low + down - 0.15)
        least = {"city": LEAST_NAME, "start": LEAST_NAME - 1.5, "junction": LEAST_NAME - 2.5}
        sizes = {kind: max(SIZES[kind], points / unit) for kind, points in least.items()}
        draw_names(pen, board, geometry, bounds, sizes=sizes)
        _scale(canvas, what, top, bool(crosses))
        return slide_bytes(canvas)


def _paint_heat(pen: Pen, board: Board, geometry: Geometry, shares: Mapping[str, float]) -> None:
    for name, share in shares.items():
        colour = HEAT[shade_of(share)]
        if "#" in name:
            line, _, number = name.rpartition("#")
            track = geometry.tracks[line]
            points = track.path.between(*track.cells[int(number) - 1])
            pen.stroke(points, GLOW["line"], colour, z=ON_TRACKS, cap="butt")
        else:
            radius = CITY_RADIUS if isinstance(board.places[name], City) else START_RADIUS
            pen.disc(
                geometry.places[name],
                radius + GLOW["place"] / 2,
                colour,
                z=UNDER_PLACES,
                edge=colour,
                width=0,
            )


def _paint_crosses(pen: Pen, geometry: Geometry, crosses: Mapping[str, float]) -> None:
    for name, share in crosses.items():
        x, y = geometry.cell(name)[0]
        half = 0.08 + 0.22 * share**0.5
        for colour, width in (("#ffffff", 0.19), (HEAD_ON, 0.11)):
            for side in (-1, 1):
                pen.stroke([(x - half, y - side * half), (x + half, y + side * half)], width, colour, z=15)


def _scale(canvas: Canvas, what: str, top: float, crosses: bool) -> None:
    """From nothing to the most, with what is counted; the middle of the scale is a quarter of the most."""
    width, low = 110.0, 22.0
    axes = canvas.axes(MARGIN, low, width, 9)
    axes.set_axis_off()
    axes.set(xlim=(0, 1), ylim=(0, 1))
    for k, colour in enumerate(HEAT):
        axes.add_patch(Rectangle((k / len(HEAT), 0), 1 / len(HEAT), 1, fc=colour, lw=0))
    for share, align in SCALE_MARKS:
        canvas.text(MARGIN + width * share, 10, f"{top * share * share:.2g}", align=align)
    canvas.text(MARGIN + width + 12, low + 4, what)
    if crosses:
        canvas.text(MARGIN + width + 12, 9, "×", colour=HEAD_ON, bold=True, size=TEXT + 2)
        canvas.text(MARGIN + width + 26, 8, "head-ons")
