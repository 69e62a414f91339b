"""Places of the pieces of a board in a drawing: plain geometry, no matplotlib.

Drawing units are chosen so that one track segment is about one unit long, whatever unit the board file uses. Where
a line has many more segments than there is room for between its ends, the whole board is drawn larger.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import accumulate, pairwise
from statistics import median

import numpy as np

from simulator.switch_signal.board import Board, City, Line, Start

Point = tuple[float, float]

JUNCTION_RADIUS = 0.34
CITY_RADIUS = 0.56
START_RADIUS = 0.42
FIELD_GAP = 0.34  # room for a signal field between two segments
DISC_GAP = 0.16  # more room where a switch disc may lie beside the field
PLAIN_GAP = 0.13
LONG_LINE = 8  # from so many segments on a line may ask for more room than its ends leave it
MAX_GROWTH = 3.0
_SEGMENT = 0.98
_GAP_SHARE = 0.35  # of the room of a segment, at most for the gap beside it
_TIGHT = 0.13  # the least room of a segment that the eye can still count


def kind_of(place: object) -> str:
    """Tell what a place of a board is."""
    return "city" if isinstance(place, City) else "start" if isinstance(place, Start) else "junction"


def radius_of(place: object) -> float:
    """Return the radius of a city, start place or junction as drawn."""
    return {"city": CITY_RADIUS, "start": START_RADIUS, "junction": JUNCTION_RADIUS}[kind_of(place)]


class Path:
    """A polyline that can be asked for points by the distance along it."""

    def __init__(self, points: list[Point]) -> None:
        self.points = points
        self.along = [*accumulate((math.dist(a, b) for a, b in pairwise(points)), initial=0.0)]
        self.length = self.along[-1]

    def at(self, distance: float) -> Point:
        x, y = (float(np.interp(distance, self.along, ends)) for ends in zip(*self.points, strict=True))
        return x, y

    def direction(self, distance: float) -> Point:
        """Unit vector towards the far end; straight to the right where the path has no length."""
        step = max(self.length * 1e-3, 1e-9)
        (ax, ay), (bx, by) = self.at(distance - step), self.at(distance + step)
        return _unit(bx - ax, by - ay) if (ax, ay) != (bx, by) else (1.0, 0.0)

    def between(self, start: float, stop: float) -> list[Point]:
        bends = [p for p, d in zip(self.points, self.along, strict=True) if start < d < stop]
        return [self.at(start), *bends, self.at(stop)]


@dataclass(frozen=True)
class Track:
    """A line of the board as drawn."""

    path: Path
    cells: tuple[tuple[float, float], ...]  # where each segment begins and stops along the path
    edges: tuple[float, ...]  # the middle of each edge


class Geometry:
    """All places and lines of a board in drawing units, the lower left place at about (0, 0)."""

    def __init__(self, board: Board) -> None:
        paths = {line.id: Path(_points(board, line)) for line in board.lines}
        radii = {place: radius_of(found) for place, found in board.places.items()}
        wanted = {line.id: _SEGMENT * line.segments + radii[line.a] + radii[line.b] for line in board.lines}
        ratios = [wanted[line] / path.length for line, path in paths.items() if path.length > 0]
        usual = median(ratios) if ratios else 1.0
        self.growth = max(
            self._growth(board, line, radii, paths[line.id].length * usual) for line in board.lines
        )
        self.scale = usual * self.growth
        everything = [p for path in paths.values() for p in path.points]
        self.left, self.bottom = min(x for x, _ in everything), min(y for _, y in everything)
        self.places = {place: self._to_units(found.at) for place, found in board.places.items()}
        self.width = (max(x for x, _ in everything) - self.left) * self.scale
        self.height = (max(y for _, y in everything) - self.bottom) * self.scale
        self.tracks = {
            line.id: self._track(board, line, radii, [self._to_units(p) for p in paths[line.id].points])
            for line in board.lines
        }
        self.cells = {
            f"{line}#{number}": ends
            for line, track in self.tracks.items()
            for number, ends in enumerate(track.cells, 1)
        }

    @staticmethod
    def _growth(board: Board, line: Line, radii: dict[str, float], length: float) -> float:
        """Return how much larger the board must be for the segments of this line to be told apart."""
        if line.segments < LONG_LINE or length <= 0:
            return 1.0
        fields = sum(f"{line.id}:{edge}" in board.field_city for edge in range(line.segments + 1))
        ends = radii[line.a] + radii[line.b] + 2 * DISC_GAP
        return min(max(1.0, (ends + FIELD_GAP * fields + _TIGHT * line.segments) / length), MAX_GROWTH)

    def _to_units(self, point: Point) -> Point:
        return (point[0] - self.left) * self.scale, (point[1] - self.bottom) * self.scale

    def _track(self, board: Board, line: Line, radii: dict[str, float], points: list[Point]) -> Track:
        path = Path(points)
        fields = [f"{line.id}:{edge}" in board.field_city for edge in range(line.segments + 1)]
        before = DISC_GAP if fields[0] and line.a in board.arms else 0.0
        after = DISC_GAP if fields[-1] and line.b in board.arms else 0.0
        ends = radii[line.a] + before, radii[line.b] + after
        # many segments leave little between them
        room = max(path.length - sum(ends) - FIELD_GAP * sum(fields), 0.0) / max(line.segments, 1)
        gaps = [FIELD_GAP if field else min(PLAIN_GAP, _GAP_SHARE * room) for field in fields]
        # a line drawn too short for its segments shrinks its ends and gaps rather than turning inside out
        shrink = min(1.0, 0.8 * path.length / (sum(ends) + sum(gaps)))
        gaps = [gap * shrink for gap in gaps]
        free = path.length - sum(ends) * shrink
        if line.segments == 0:
            return Track(path, (), (ends[0] * shrink + free / 2,))
        length = (free - sum(gaps)) / line.segments
        cells, edges, position = [], [], ends[0] * shrink
        for gap in gaps:
            edges.append(position + gap / 2)
            cells.append((position + gap, position + gap + length))
            position += gap + length
        return Track(path, tuple(cells[: line.segments]), tuple(edges))

    def field(self, field: str) -> tuple[Point, Point]:
        """Point and direction of an edge or signal field, `line:k`."""
        line, _, edge = field.rpartition(":")
        track = self.tracks[line]
        distance = track.edges[int(edge)]
        return track.path.at(distance), track.path.direction(distance)

    def arm(self, line: str, end: int) -> Point:
        """Unit vector from a junction into one of its arms."""
        path = self.tracks[line].path
        if end == 0:
            return path.direction(min(JUNCTION_RADIUS, path.length / 2))
        x, y = path.direction(max(path.length - JUNCTION_RADIUS, path.length / 2))
        return -x, -y

    def cell(self, cell: str) -> tuple[Point, Point]:
        """Point of a cell and the direction of its line there (places: to the right)."""
        if "#" not in cell:
            return self.places[cell], (1.0, 0.0)
        path, middle = self.tracks[cell.rpartition("#")[0]].path, sum(self.cells[cell]) / 2
        return path.at(middle), path.direction(middle)

    def segment(self, cell: str) -> list[Point]:
        """Return the points of a segment from its begin to its end."""
        return self.tracks[cell.rpartition("#")[0]].path.between(*self.cells[cell])

    def heading(self, cell: str, edge: str) -> Point:
        """Unit vector from a cell to the edge by which its train will leave (B4)."""
        line, _, number = edge.rpartition(":")
        track = self.tracks[line]
        if "#" in cell:
            x, y = self.cell(cell)[1]
            return (x, y) if int(number) == int(cell.rpartition("#")[2]) else (-x, -y)
        (ax, ay), (bx, by) = self.places[cell], track.path.at(track.edges[int(number)])
        return _unit(bx - ax, by - ay)


def _unit(x: float, y: float) -> Point:
    """Return the vector of length 1 in this direction."""
    norm = math.hypot(x, y) or 1.0
    return x / norm, y / norm


def _points(board: Board, line: Line) -> list[Point]:
    return [board.places[line.a].at, *line.via, board.places[line.b].at]
