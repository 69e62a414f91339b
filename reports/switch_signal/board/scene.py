"""A board as one list of primitives, for pages and pictures alike: land, tracks, junctions, places and discs.

Its groups carry the names of traces: `data-cell`, `data-field` and `data-junction`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from reports.drawing.labels import Box, text_width
from reports.drawing.primitives import Disc, Group, Part, Path, Point, Words
from reports.switch_signal.board import pieces
from reports.switch_signal.board.geometry import Geometry, radius_of
from reports.switch_signal.board.names import SIZES, name_words, placed_names
from simulator.switch_signal.board import Board

GLOW = 0.13  # drawing units around a place
STRIP = 0.8  # height in drawing units


@dataclass(frozen=True)
class Heat:
    """The light on a segment or place."""

    shade: int  # of HEAT: from little to much
    words: str = ""  # shown when one points at it


def board_scene(
    board: Board,
    geometry: Geometry,
    bounds: Box,
    sizes: Mapping[str, float] = SIZES,
    *,
    heat: Mapping[str, Heat] | None = None,
    marks: Sequence[Part] = (),
) -> list[Part]:
    """The whole board with names of these sizes, placed within the bounds; `marks` lie on the places but under the names."""
    names = name_words(placed_names(board, geometry, bounds, sizes), sizes)
    return [*tracks(board, geometry, heat), *places(board, geometry), *marks, *names]


def tracks(board: Board, geometry: Geometry, heat: Mapping[str, Heat] | None = None) -> list[Part]:
    """Return what lies under the places, in the standard layout; `heat` is by the names of cells."""
    hull = _outline(list(geometry.places.values()))
    lines = [track.path.points for track in geometry.tracks.values()]
    return [
        Path("coast", [hull], closed=True),
        Path("land", [hull], closed=True),
        Path("bed", lines),
        Path("joint", lines),
        *(
            Group(pieces.segment(geometry.segment(cell)), attributes={"data-cell": cell})
            for cell in geometry.cells
        ),
        *(_glow(board, geometry, name, found) for name, found in (heat or {}).items()),
        *(_junction(board, geometry, junction) for junction in board.arms),
    ]


def places(board: Board, geometry: Geometry) -> list[Part]:
    """Return cities, start places and signals, but no names."""
    return [
        *(
            Group(
                pieces.city(city.goods),
                "city" if city.goods else "port",
                at=geometry.places[city.id],
                attributes={"data-cell": city.id},
            )
            for city in board.cities
        ),
        *(
            Group(
                pieces.start_place(start.numbers),
                "start",
                at=geometry.places[start.id],
                attributes={
                    "data-cell": start.id,
                    "data-letters": str(len(pieces.numbers_in_words(start.numbers))),
                },
            )
            for start in board.starts
        ),
        *(
            Group(
                pieces.signal(green=field in board.layout.signals),
                "signal",
                at=geometry.field(field)[0],
                attributes={"data-field": field, "data-green": str(int(field in board.layout.signals))},
            )
            for field in board.fields
        ),
    ]


def _junction(board: Board, geometry: Geometry, junction: str) -> Group:
    at, joined = geometry.places[junction], board.layout.switches.get(junction, ())
    arms = {line: geometry.arm(line, end) for line, end in board.arms[junction]}
    return Group(
        pieces.junction(at, arms, joined),
        attributes={"data-junction": junction, "data-middle": at, "data-open": " ".join(joined)},
    )


def _glow(board: Board, geometry: Geometry, name: str, heat: Heat) -> Group:
    light: Part
    if name in geometry.cells:
        light = Path(f"glow-{heat.shade}", [geometry.segment(name)])
    else:
        light = Disc(f"heat-{heat.shade}", geometry.places[name], radius_of(board.places[name]) + GLOW)
    return Group([light], attributes={"data-heat": name}, title=heat.words)


def _outline(places: list[Point]) -> list[Point]:
    """Return the convex hull of the places, its corners in order; places in a row have one, too."""
    from scipy.spatial import ConvexHull  # slow to import

    return [places[k] for k in ConvexHull(places, qhull_options="QJ").vertices] if len(places) > 2 else places


def legend(left: float, low: float, across: float, *, roomy: float = float("inf")) -> list[Part]:
    """A strip at the foot; on one longer than `roomy` the samples stay together in its middle."""
    samples = {
        "segment": (pieces.segment([(-0.42, 0.0), (0.25, 0.0)]), 1.0),
        "goods city": (pieces.city("yellow"), 0.5),
        "port": (pieces.city(None), 0.5),
        "start place": (pieces.start_place(()), 0.6),
        "closed arm": (pieces.switch_disc((1.0, 0.0)), 1.0),
        "red field": (pieces.signal(green=False), 1.0),
        "green disc": (pieces.signal(green=True), 1.0),
    }
    top, middle = low + STRIP, low + STRIP / 2
    corners = [(left, low), (left + across, low), (left + across, top), (left, top)]
    parts: list[Part] = [Path("strip", [corners], closed=True)]
    if across > roomy:
        left, across = left + (across - roomy) / 2, roomy
    widths = {entry: text_width(entry) for entry in samples}
    size = min(0.25, max(0.1, (across - 0.3 - 0.9 * len(samples)) / sum(widths.values())))
    gap = (across - 0.3 - 0.85 * len(samples) - size * sum(widths.values())) / len(samples)
    x = left + 0.6
    for entry, (sample, scale) in samples.items():
        parts.append(Group(sample, "sample", at=(x, middle), scale=scale))
        parts.append(Words("words", (x + 0.4, middle), entry, size, "start"))
        x += 0.85 + size * widths[entry] + gap
    return parts
