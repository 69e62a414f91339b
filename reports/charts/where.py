"""Where it happens: the board with traffic, stops and lost points as heat, and the switches and signals that are used most."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import matplotlib
from matplotlib.axes import Axes
from matplotlib.colors import to_hex
from matplotlib.patches import Rectangle

from experiments.results import CellResult
from reports.board_geometry import CITY_RADIUS, START_RADIUS, Geometry
from reports.board_names import draw_names
from reports.board_painting import paint_board
from reports.board_pieces import Pen
from reports.board_theme import LIGHT
from reports.chart import Chart
from reports.charts.canvas import Align, Canvas, draw_chart
from reports.charts.run import Run
from reports.charts.source import source_words
from reports.charts.style import BLUE, MARGIN, TEXT, WIDTH, short
from simulator.board import Board, City
from simulator.network_tables import board_names_of

EDGE = 1.25  # drawing units around the network
MIN_ACROSS = 12.0
STRIP = 38.0  # of the scale under the board, in points
LEAST_NAME = 9.5  # points
HEAT = matplotlib.colormaps["YlOrBr"]  # light to dark, the same to every eye
HEAD_ON = BLUE
SHADES = 20
SCALE_MARKS: tuple[tuple[float, Align], ...] = ((0.0, "left"), (0.5, "center"), (1.0, "right"))
ON_TRACKS, UNDER_PLACES = 5.5, 9.5  # layers of the drawing
# The network steps back, so that the heat is what one sees.
QUIET = replace(
    LIGHT,
    sea="#e9eef0",
    land="#fbf9f2",
    land_edge="#ddd6c2",
    bed="#ece6d6",
    segment="#c9c4b6",
    sleeper="#dedacd",
    joint="#c2bcab",
)
LEAST_CROSS = 0.15  # of the most head-ons: rarer ones are not marked


@dataclass(frozen=True)
class Heat:
    column: str
    title: str
    what: str


HEATS = (
    Heat("visits", "Where do trains run?", "trains that came through, a game"),
    Heat("stops", "Where do trains stop?", "moves that ended there, a game"),
    Heat("lost_points", "Where are points lost?", "points left unused there, a game"),
)


def where_charts(run: Run) -> Iterator[Chart]:
    """Of the default policy in the reference setting; none without its board."""
    row = run.at(run.reference).get(run.player) or next(iter(run.at(run.reference).values()))
    board = run.boards.get(row.cell.entry["board"]["hash"])
    if board is None:
        return
    for heat in HEATS:
        yield from _board_chart(run, row.cell, board, heat)


def place_words(board: Board, cell: str) -> str:
    """A cell as a player would call it: its city, or the line that it lies on."""
    if "#" not in cell:
        return short(board.places[cell].name or cell)
    line, _, number = cell.rpartition("#")
    ends = [short(board.places[end].name or end, 18) for end in board.line_by_id[line].ends]
    return f"{ends[0]} – {ends[1]}, segment {number}"


def _board_chart(run: Run, cell: CellResult, board: Board, heat: Heat) -> Iterator[Chart]:
    names = board_names_of(board).cells
    values = _a_game(cell, f"heat_{heat.column}", names)
    if not any(values.values()):
        return
    head_ons = _a_game(cell, "heat_head_ons", names) if heat.column == "lost_points" else {}
    geometry = Geometry(board)
    across = max(geometry.width + 2 * EDGE, MIN_ACROSS)
    down = geometry.height + 2 * EDGE
    unit = WIDTH / across

    def paint(canvas: Canvas) -> None:
        axes = canvas.axes(0, STRIP, WIDTH, down * unit)
        left, low = (geometry.width - across) / 2, -EDGE
        axes.set(xlim=(left, left + across), ylim=(low, low + down))
        axes.set_axis_off()
        axes.add_patch(Rectangle((left, low), across, down, fc=QUIET.sea, lw=0, zorder=-1))
        pen = Pen(axes, QUIET, unit)
        paint_board(pen, board, geometry)
        _paint_heat(pen, board, geometry, values)
        _paint_head_ons(pen, geometry, head_ons)
        sizes = {"city": max(0.34, LEAST_NAME / unit), "start": max(0.26, (LEAST_NAME - 1.5) / unit)}
        draw_names(
            pen,
            board,
            geometry,
            (left + 0.15, low + 0.15, left + across - 0.15, low + down - 0.15),
            sizes=sizes,
        )
        _scale(canvas, heat.what, max(values.values()), bool(any(head_ons.values())))

    most = sorted(values, key=lambda name: -values[name])[:3]
    alt = f"{heat.title} {heat.what.capitalize()}: most at {'; '.join(f'{place_words(board, name)} ({values[name]:.2f})' for name in most)}."
    caption = f"Darker is more: {heat.what}, mean of {cell.games:,} games of {short(cell.policy)} in {run.reference_words}."
    if any(head_ons.values()):
        worst = max(head_ons, key=lambda name: head_ons[name])
        alt += f" Most head-ons: {place_words(board, worst)} ({100 * head_ons[worst]:.1f} in 100 games)."
        caption += " Crosses: head-ons, larger where there are more; rare ones are not marked."
    if cell.entry["board"]["origin"] != "known":
        caption += f" The board is {cell.entry['board']['origin']}."
    yield draw_chart(
        f"where-{heat.column.replace('_', '-')}", "where", heat.title, alt=alt, caption=caption,
        source=source_words(run), height=down * unit + STRIP, paint=paint,
    )  # fmt: skip


def _a_game(cell: CellResult, column: str, names: Sequence[str]) -> dict[str, float]:
    sums = cell.tally.columns[column]
    return {name: float(sums[k]) / cell.games for k, name in enumerate(names)}


def _colour(share: float) -> str:
    """Of a share of the most, by its root: one port would outshine everything else."""
    return to_hex(HEAT(0.06 + 0.86 * share**0.5))


def _paint_heat(pen: Pen, board: Board, geometry: Geometry, values: dict[str, float]) -> None:
    top = max(values.values())
    for name, value in values.items():
        if not value:
            continue
        colour = _colour(value / top)
        if "#" in name:
            line, _, number = name.rpartition("#")
            track = geometry.tracks[line]
            pen.stroke(
                track.path.between(*track.cells[int(number) - 1]), 0.46, colour, z=ON_TRACKS, cap="butt"
            )
        else:
            radius = CITY_RADIUS if isinstance(board.places[name], City) else START_RADIUS
            pen.disc(geometry.places[name], radius + 0.13, colour, z=UNDER_PLACES, edge=colour, width=0)


def _paint_head_ons(pen: Pen, geometry: Geometry, head_ons: dict[str, float]) -> None:
    top = max(head_ons.values(), default=0.0)
    for name, value in head_ons.items():
        if value > LEAST_CROSS * top:
            x, y = geometry.cell(name)[0]
            half = 0.08 + 0.22 * (value / top) ** 0.5
            for colour, width in (("#ffffff", 0.19), (HEAD_ON, 0.11)):
                for side in (-1, 1):
                    pen.stroke(
                        [(x - half, y - side * half), (x + half, y + side * half)], width, colour, z=15
                    )


def _scale(canvas: Canvas, what: str, top: float, crosses: bool) -> None:
    """From nothing to the most, with what is counted; the middle of the scale is a quarter of the most."""
    width, low = 110.0, 22.0
    axes: Axes = canvas.axes(MARGIN, low, width, 9)
    axes.set_axis_off()
    axes.set(xlim=(0, 1), ylim=(0, 1))
    for k in range(SHADES):
        axes.add_patch(Rectangle((k / SHADES, 0), 1 / SHADES, 1, fc=_colour(((k + 0.5) / SHADES) ** 2), lw=0))
    for share, align in SCALE_MARKS:
        canvas.text(MARGIN + width * share, 10, f"{top * share * share:.2g}", align=align)
    canvas.text(MARGIN + width + 12, low + 4, what)
    if crosses:
        canvas.text(MARGIN + width + 12, 9, "×", colour=HEAD_ON, bold=True, size=TEXT + 2)
        canvas.text(MARGIN + width + 26, 8, "head-ons")
