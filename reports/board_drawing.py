"""A picture of a board with its standard layout, or of a moment of a game on it.

The same input gives the same bytes: no dates, no random ids, the font that comes with matplotlib, no global figure state.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from pathlib import Path as FilePath
from typing import Any

import matplotlib
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from reports import board_pieces as pieces
from reports.board_geometry import Geometry, Point
from reports.board_names import draw_names, text_width
from reports.board_theme import DARK, LIGHT, Theme
from simulator.board import Board
from simulator.errors import InputError
from simulator.toml_table import check_whole, file_name, origin

WIDTH = 1800
DPI = 150
MARGIN = 1.25
TITLE_BAND = 0.95
LEGEND_BAND = 0.95
MIN_WIDTH = 15.0  # drawing units, so that title and legend of a small board have room
_SETTINGS: dict[Any, Any] = {
    "svg.hashsalt": "signalbox",
    "svg.fonttype": "path",
    "text.usetex": False,
    "path.simplify": False,
}


def draw_board(
    board: Board,
    path: str | FilePath,
    *,
    state: Mapping[str, Any] | None = None,
    dark: bool = False,
    width: int | None = None,
) -> None:
    """Write a PNG or SVG (by suffix), `width` pixels wide; `state` is a State of docs/trace.md.

    Without a width it is WIDTH, or more if the board has lines so long that everything else would become smaller.
    """
    target = FilePath(path)
    kind = target.suffix.lower()
    if kind not in (".png", ".svg"):
        raise InputError(
            f'--out: "{file_name(str(path))}" must be the name of a .png or .svg file, for instance board.png.'
        )
    if width is None:
        found = Geometry(board)
        width = round(WIDTH * _across(found) / _across(found, 1 / found.growth))
    check_whole("--width", width, 300, 10_000, "pixels")
    with matplotlib.rc_context(), warnings.catch_warnings():
        # the user's own matplotlibrc must not change the picture
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(_SETTINGS)
        # a name may use letters the font lacks; a box in the picture says enough
        warnings.simplefilter("ignore", UserWarning)
        figure = _figure(board, state, DARK if dark else LIGHT, width)
        metadata = {"Software": None} if kind == ".png" else {"Date": None, "Creator": None}
        try:
            figure.savefig(target, format=kind[1:], dpi=DPI, metadata=metadata)
        except OSError as error:
            raise InputError(f"{target}: cannot be written ({error.strerror}).") from None


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
    pen = pieces.Pen(axes, theme, width / DPI * 72 / across)
    _land(pen, geometry)
    _tracks(pen, board, geometry)
    _junctions(pen, board, geometry, state)
    _places(pen, board, geometry, state)
    green = state["signals"] if state else board.layout.signals
    for field in board.fields:
        pieces.signal(pen, geometry.field(field)[0], green=field in green)
    if state:
        _trains(pen, geometry, state)
    bounds = (left + 0.15, low + LEGEND_BAND, left + across - 0.15, low + down - TITLE_BAND + 0.2)
    draw_names(pen, board, geometry, bounds, state)
    _title(pen, board, state, left, low + down, across)
    _legend(pen, left, low, across, with_trains=state is not None)
    return figure


def _across(geometry: Geometry, scaled: float = 1.0) -> float:
    """The width of the picture in drawing units, or that of one of a smaller board."""
    return max(geometry.width * scaled + 2 * MARGIN, MIN_WIDTH, geometry.height * scaled / 2)


def _land(pen: pieces.Pen, geometry: Geometry) -> None:
    """A plate under the network: its convex hull, widened."""
    points = sorted(geometry.places.values())
    hull: list[Point] = []
    for row in (points, points[::-1]):
        side: list[Point] = []
        for p in row:
            while len(side) > 1 and _turn(side[-2], side[-1], p) <= 0:
                side.pop()
            side.append(p)
        hull += side[:-1]
    ring = [*hull, hull[0], hull[1 % len(hull)]]
    pen.stroke(ring, 2.3, pen.theme.land_edge, z=0)
    pen.stroke(ring, 2.22, pen.theme.land, z=1)
    pen.axes.fill([p[0] for p in hull], [p[1] for p in hull], color=pen.theme.land, zorder=1, lw=0)


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _tracks(pen: pieces.Pen, board: Board, geometry: Geometry) -> None:
    for line in board.lines:
        track = geometry.tracks[line.id]
        pen.stroke(track.path.points, 0.4, pen.theme.bed, z=2)
        pen.stroke(track.path.points, 0.07, pen.theme.joint, z=3)
        for start, stop in track.cells:
            pieces.segment(pen, track.path.between(start, stop))


def _junctions(pen: pieces.Pen, board: Board, geometry: Geometry, state: Mapping[str, Any] | None) -> None:
    switches = state["switches"] if state else board.layout.switches
    for junction, ends in board.arms.items():
        arms = {line: geometry.arm(line, end) for line, end in ends}
        joined = switches.get(junction)
        pieces.junction(pen, geometry.places[junction], arms, tuple(joined) if joined else None)


def _places(pen: pieces.Pen, board: Board, geometry: Geometry, state: Mapping[str, Any] | None) -> None:
    for city in board.cities:
        if city.goods is None:
            pieces.port(pen, geometry.places[city.id])
        else:
            pieces.city(pen, geometry.places[city.id], city.goods)
    for start in board.starts:
        numbers = state["numbers"][start.id] if state else start.numbers
        pieces.start_place(pen, geometry.places[start.id], numbers)


def _trains(pen: pieces.Pen, geometry: Geometry, state: Mapping[str, Any]) -> None:
    for name, train in state["trains"].items():
        if train["at"] is None:
            continue
        colour, _, number = name.partition("-")
        heading = train["heading"]
        x, y = geometry.cell(train["at"])[0]
        if heading is None:
            y += 0.42  # so that the city's letter stays visible
        ahead = geometry.heading(train["at"], heading) if heading else None
        pieces.train(pen, (x, y), ahead, colour, number, train["good"])


def _title(
    pen: pieces.Pen, board: Board, state: Mapping[str, Any] | None, left: float, top: float, across: float
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


def _legend(pen: pieces.Pen, left: float, low: float, across: float, *, with_trains: bool) -> None:
    """A strip at the foot; its samples are drawn by the functions that draw the board."""
    pen.axes.add_patch(Rectangle((left, low), across, 0.8, fc=pen.theme.land, ec="none", zorder=30))
    above = pieces.Pen(pen.axes, pen.theme, pen.unit, lift=40)
    samples: dict[str, Callable[[Point], None]] = {
        "segment": lambda at: pieces.segment(above, [(at[0] - 0.42, at[1]), (at[0] + 0.25, at[1])]),
        "goods city": lambda at: pieces.city(above, at, "yellow", 0.5),
        "port": lambda at: pieces.port(above, at, 0.5),
        "start place": lambda at: pieces.start_place(above, at, (), 0.6),
        "closed arm": lambda at: pieces.switch_disc(above, at, (1.0, 0.0)),
        "red field": lambda at: pieces.signal(above, at, green=False),
        "green disc": lambda at: pieces.signal(above, at, green=True),
    }
    if with_trains:
        samples["train"] = lambda at: pieces.train(
            above, (at[0] - 0.12, at[1]), (1.0, 0.0), "brown", "", "blue"
        )
    widths = {entry: text_width(entry) for entry in samples}
    size = min(0.25, max(0.1, (across - 0.3 - 0.9 * len(samples)) / sum(widths.values())))
    gap = (across - 0.3 - 0.85 * len(samples) - size * sum(widths.values())) / len(samples)
    x = left + 0.6
    for entry, draw in samples.items():
        draw((x, low + 0.4))
        above.text((x + 0.4, low + 0.4), entry, size, align="left")
        x += 0.85 + size * widths[entry] + gap
