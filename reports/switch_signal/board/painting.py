"""One board painted with a pen: land, tracks, junctions, places and discs, wherever the pen's axes lie."""

from __future__ import annotations

from reports.switch_signal.board import pieces as pieces
from reports.switch_signal.board.geometry import Geometry
from reports.switch_signal.board.outline import outline
from simulator.switch_signal.board import Board


def paint_board(pen: pieces.Pen, board: Board, geometry: Geometry) -> None:
    """All but the names, in the standard layout."""
    _land(pen, geometry)
    _tracks(pen, board, geometry)
    _junctions(pen, board, geometry)
    _places(pen, board, geometry)
    for field in board.fields:
        pieces.signal(pen, geometry.field(field)[0], green=field in board.layout.signals)


def _land(pen: pieces.Pen, geometry: Geometry) -> None:
    """A plate under the network: its convex hull, widened."""
    hull = outline(list(geometry.places.values()))
    ring = [*hull, hull[0], hull[1 % len(hull)]]
    pen.stroke(ring, 2.3, pen.theme.land_edge, z=0)
    pen.stroke(ring, 2.22, pen.theme.land, z=1)
    pen.axes.fill([p[0] for p in hull], [p[1] for p in hull], color=pen.theme.land, zorder=1, lw=0)


def _tracks(pen: pieces.Pen, board: Board, geometry: Geometry) -> None:
    for line in board.lines:
        track = geometry.tracks[line.id]
        pen.stroke(track.path.points, 0.4, pen.theme.bed, z=2)
        pen.stroke(track.path.points, 0.07, pen.theme.joint, z=3)
        for start, stop in track.cells:
            pieces.segment(pen, track.path.between(start, stop))


def _junctions(pen: pieces.Pen, board: Board, geometry: Geometry) -> None:
    for junction, ends in board.arms.items():
        arms = {line: geometry.arm(line, end) for line, end in ends}
        pieces.junction(pen, geometry.places[junction], arms, board.layout.switches.get(junction))


def _places(pen: pieces.Pen, board: Board, geometry: Geometry) -> None:
    for city in board.cities:
        if city.goods is None:
            pieces.port(pen, geometry.places[city.id])
        else:
            pieces.city(pen, geometry.places[city.id], city.goods)
    for start in board.starts:
        pieces.start_place(pen, geometry.places[start.id], start.numbers)
