"""The names on a board drawing: what they say, how large they are, what they must not hide."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from reports.drawing.labels import TEXT_AIR, Box, Label, hidden_by, place_labels, text_width
from reports.drawing.primitives import Align, Words
from reports.switch_signal.board.geometry import (
    CITY_RADIUS,
    JUNCTION_RADIUS,
    LONG_LINE,
    START_RADIUS,
    Geometry,
    Point,
    kind_of,
)
from simulator.switch_signal.board import Board

MAX_NAME = 24
SIZES = {"city": 0.34, "start": 0.26, "junction": 0.205, "line": 0.205}
RADII = {"city": CITY_RADIUS, "start": START_RADIUS, "junction": JUNCTION_RADIUS + 0.08, "line": 0.2}


@dataclass(frozen=True)
class Name:
    """A name with its place in a drawing."""

    words: str  # in one line or more
    kind: str  # city, start, junction or line
    near: Point  # what it names
    box: Box
    on_tracks: bool  # it could not but hide something


def name_words(names: Sequence[Name], sizes: Mapping[str, float]) -> list[Words]:
    """The names as primitives, anchored at the side that is next to the thing: letters of a page may be wider than planned."""
    parts = []
    for name in names:
        (left, low, right, high), size = name.box, sizes[name.kind]
        align: Align = "start" if left > name.near[0] else "end" if right < name.near[0] else "middle"
        air = TEXT_AIR / 2 * size
        x = {"start": left + air, "end": right - air, "middle": (left + right) / 2}[align]
        at = (x, (low + high) / 2)
        parts.append(Words(f"name {name.kind}", at, name.words, size, align, halo=name.on_tracks))
    return parts


def placed_names(
    board: Board,
    geometry: Geometry,
    bounds: Box,
    sizes: Mapping[str, float] = SIZES,
) -> list[Name]:
    """Place the names of a board; larger things choose first. Long lines say how many segments they have. Kinds that have no size are left out."""
    found: list[tuple[str, Label]] = []
    for place in board.places.values():
        kind = kind_of(place)
        words = place.name if len(place.name) <= MAX_NAME else place.name[: MAX_NAME - 1] + "…"
        if words and kind in sizes:
            lines = _in_two_lines(words) if kind == "city" else [words]
            found.append((kind, _label(kind, lines, geometry.places[place.id], sizes[kind])))
    for line in board.lines:
        if line.segments >= LONG_LINE and "line" in sizes:
            path = geometry.tracks[line.id].path
            words = f"{line.segments} segments"
            found.append(("line", _label("line", [words], path.at(path.length / 2), sizes["line"])))
    if not found:
        return []
    obstacles = _obstacles(board, geometry)
    boxes = place_labels([label for _, label in found], obstacles, bounds)
    crowded = hidden_by(np.array(boxes), obstacles) > 0
    return [
        Name(label.text, kind, label.at, box, bool(on_tracks))
        for (kind, label), box, on_tracks in zip(found, boxes, crowded, strict=True)
    ]


def _label(kind: str, lines: list[str], at: Point, size: float) -> Label:
    wide = max(text_width(line, bold=kind == "city") for line in lines) * size
    return Label("\n".join(lines), at, RADII[kind], wide, size * (1.15 + 1.2 * (len(lines) - 1)))


def _in_two_lines(words: str) -> list[str]:
    """A long name of several words, broken where its lines become most equal: broad names find no place near their city."""
    parts = words.split(" ")
    if len(parts) == 1 or len(words) < 8:
        return [words]
    breaks = [(" ".join(parts[:k]), " ".join(parts[k:])) for k in range(1, len(parts))]
    return list(min(breaks, key=lambda lines: max(map(len, lines))))


def _obstacles(board: Board, geometry: Geometry) -> NDArray[np.float64]:
    """Return what a name should not hide, as points with a radius and the price of hiding them."""
    points: list[tuple[float, float, float, float]] = []
    for track in geometry.tracks.values():
        steps = min(400, max(2, math.ceil(track.path.length / 0.15)))
        points += [(*track.path.at(track.path.length * k / steps), 0.17, 1.5) for k in range(steps + 1)]
    points += [(*geometry.field(field)[0], 0.2, 4.0) for field in board.fields]
    points += [(*at, RADII[kind_of(board.places[place])], 12.0) for place, at in geometry.places.items()]
    return np.array(points)
