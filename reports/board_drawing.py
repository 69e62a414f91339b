"""A picture of a board with its standard layout, or of a moment of a game on it.

The same input gives the same bytes: no dates, no random ids, the font that comes with matplotlib, no global figure state.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Mapping
from pathlib import Path as FilePath
from typing import Any

import matplotlib
import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.patches import Rectangle
from numpy.typing import NDArray

from reports import board_pieces as pieces
from reports import board_theme as colours
from reports.board_geometry import CITY_RADIUS, JUNCTION_RADIUS, START_RADIUS, Geometry, Point
from reports.board_labels import Label, place_labels
from reports.board_theme import DARK, LIGHT, Theme
from simulator.board import Board
from simulator.errors import InputError

DPI = 150
MARGIN = 1.0
TITLE_BAND = 1.15
LEGEND_BAND = 0.95
MIN_WIDTH = 13.0  # drawing units, so that title and legend of a small board have room
MAX_NAME = 24
SIZES = {"city": 0.34, "start": 0.26, "junction": 0.205}
_SETTINGS = {
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
    width: int = 1800,
) -> None:
    """Write a PNG or SVG (by suffix), `width` pixels wide; `state` is a State of docs/trace.md."""
    target = FilePath(path)
    kind = target.suffix.lower()
    if kind not in (".png", ".svg"):
        raise InputError(
            f"{target.name}: a board is drawn as .png or .svg, not as {kind or 'a file without suffix'}."
        )
    if not 300 <= width <= 10_000:
        raise InputError(f"width = {width} must be from 300 to 10000 pixels.")
    with matplotlib.rc_context(_SETTINGS), warnings.catch_warnings():
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
    across = max(geometry.width + 2 * MARGIN, MIN_WIDTH, geometry.height / 2)
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
    _names(
        pen,
        board,
        geometry,
        (left + 0.15, low + LEGEND_BAND, left + across - 0.15, low + down - TITLE_BAND + 0.2),
    )
    _title(pen, board, state, left, low + down, across)
    _legend(pen, left, low, across, with_trains=state is not None)
    return figure


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
    pen.stroke(ring, 1.5, pen.theme.land_edge, z=0)
    pen.stroke(ring, 1.42, pen.theme.land, z=1)
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
            y += 0.3  # so that the city's letter stays visible
        ahead = geometry.heading(train["at"], heading) if heading else None
        pieces.train(pen, (x, y), ahead, colour, number, train["good"])


def _names(
    pen: pieces.Pen, board: Board, geometry: Geometry, bounds: tuple[float, float, float, float]
) -> None:
    labels, styles = [], []
    groups = (
        ("city", board.cities, CITY_RADIUS),
        ("start", board.starts, START_RADIUS),
        ("junction", board.junctions, 0.42),
    )
    for kind, found, radius in groups:
        for place in found:
            words = place.name if len(place.name) <= MAX_NAME else place.name[: MAX_NAME - 1] + "…"
            if words:
                wide = _text_width(words, kind == "city") * SIZES[kind]
                labels.append(Label(words, geometry.places[place.id], radius, wide, SIZES[kind] * 1.15))
                styles.append(kind)
    boxes = place_labels(labels, _obstacles(board, geometry), bounds)
    for label, kind, (left, low, right, high) in zip(labels, styles, boxes, strict=True):
        at = ((left + right) / 2, (low + high) / 2)
        colour = pen.theme.faint if kind == "junction" else pen.theme.text
        pen.text(at, label.text, SIZES[kind], colour=colour, bold=kind == "city", italic=kind == "junction")


def _text_width(words: str, bold: bool) -> float:
    """Width in units of the font size."""
    from matplotlib.textpath import TextPath

    font = FontProperties(family="DejaVu Sans", weight="bold" if bold else "normal")
    return float(TextPath((0, 0), words.replace("$", "S"), size=1, prop=font).get_extents().width) + 0.2


def _obstacles(board: Board, geometry: Geometry) -> NDArray[np.float64]:
    """What a name should not hide, as points with a radius and the price of hiding them."""
    points: list[tuple[float, float, float, float]] = []
    for track in geometry.tracks.values():
        steps = min(400, max(2, math.ceil(track.path.length / 0.15)))
        points += [(*track.path.at(track.path.length * k / steps), 0.17, 1.5) for k in range(steps + 1)]
    for field in board.fields:
        points.append((*geometry.field(field)[0], 0.2, 4.0))
    for place, at in geometry.places.items():
        radius = (
            JUNCTION_RADIUS + 0.1
            if place in board.arms
            else CITY_RADIUS
            if place in board.entrances
            else START_RADIUS
        )
        points.append((*at, radius, 12.0))
    return np.array(points)


def _title(
    pen: pieces.Pen, board: Board, state: Mapping[str, Any] | None, left: float, top: float, across: float
) -> None:
    pen.text((left + 0.35, top - 0.48), board.name, 0.52, bold=True, align="left")
    reconstructed = any(entry.startswith("reconstructed") for entry in board.provenance.values())
    notes = ["reconstructed board" if reconstructed else ""]
    notes.append(f"turn {state['turn']}, clock {state['clock']}" if state else "standard layout")
    pen.text(
        (left + across - 0.35, top - 0.45), " · ".join(note for note in notes if note), 0.3, colour=pen.theme.faint,
        italic=True, align="right",
    )  # fmt: skip


def _legend(pen: pieces.Pen, left: float, low: float, across: float, *, with_trains: bool) -> None:
    entries = [
        "segment",
        "goods city",
        "port",
        "start place",
        "junction",
        "closed arm",
        "red field",
        "green disc",
    ]
    entries += ["train"] if with_trains else []
    pen.axes.add_patch(Rectangle((left, low), across, 0.8, fc=pen.theme.land, ec="none", zorder=21))
    pitch = (across - 0.3) / len(entries)
    # the samples are drawn by the same functions, in a smaller pen on top of the strip
    for number, entry in enumerate(entries):
        x, y = left + 0.55 + number * pitch, low + 0.4
        _sample(pen, entry, (x, y))
        pen.text((x + 0.36, y), entry, min(0.22, pitch * 0.125), align="left", z=60)


def _sample(pen: pieces.Pen, entry: str, at: Point) -> None:
    x, y = at
    before = len(pen.axes.get_children())
    if entry == "segment":
        pieces.segment(pen, [(x - 0.4, y), (x + 0.25, y)])
    elif entry == "goods city":
        pen.disc(at, 0.24, pen.theme.plate, z=10)
        pen.disc(at, 0.18, colours.GOODS["yellow"], z=11, width=0.02)
    elif entry == "port":
        pen.axes.add_patch(
            Rectangle((x - 0.21, y - 0.21), 0.42, 0.42, fc=colours.NAVY, ec=pen.theme.plate, zorder=10)
        )
        pen.stroke([(x, y - 0.12), (x, y + 0.13)], 0.05, "#ffffff", z=11)
        pen.stroke([(x - 0.11, y - 0.06), (x, y - 0.13), (x + 0.11, y - 0.06)], 0.05, "#ffffff", z=11)
    elif entry == "start place":
        pieces.start_place(pen, at, ())
    elif entry == "junction":
        pieces.junction(pen, at, {"a": (-1.0, 0.0), "b": (1.0, 0.0), "c": (0.0, 1.0)}, ("a", "b"))
    elif entry == "closed arm":
        pieces.switch_disc(pen, at, (1.0, 0.0))
    elif entry == "train":
        pieces.train(pen, at, (1.0, 0.0), "brown", "", "blue")
    else:
        pieces.signal(pen, at, green=entry == "green disc")
    for child in pen.axes.get_children()[before - len(pen.axes.get_children()) :]:
        child.set_zorder(child.get_zorder() + 30)
