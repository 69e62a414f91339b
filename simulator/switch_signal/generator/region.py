"""Where a generated board may have its places: real towns, read from `simulator/switch_signal/data/regions/` and laid out flat."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from simulator.switch_signal.board_model import Point

REGION_FOLDER = Path(__file__).resolve().parent.parent / "data" / "regions"
# Of the region in board units: boards are wide, and maps are stretched to fit them.
WIDTH, HEIGHT = 17.0, 10.5


@dataclass(frozen=True)
class Region:
    """Candidates by kind. What is `always` there is known of the printed board."""

    name: str
    family: str
    goods: tuple[str, ...]
    ports: tuple[str, ...]
    edge: tuple[str, ...]
    inner: tuple[str, ...]
    always: tuple[str, ...]  # junctions
    numbered: dict[str, int]  # start places with a known number
    first_city: dict[str, int]  # start places with known segments to their first goods city
    at: dict[str, Point]


@cache
def load_region(like: str) -> Region:
    text = (REGION_FOLDER / f"{like}.toml").read_text(encoding="utf-8")
    data = tomllib.loads(text)
    places = {
        name: point for kind in ("goods", "ports", "edge", "inner") for name, point in data[kind].items()
    }
    return Region(
        name=data["name"],
        family=data["family"],
        goods=tuple(data["goods"]),
        ports=tuple(data["ports"]),
        edge=tuple(data["edge"]),
        inner=tuple(data["inner"]),
        always=tuple(data["always"]["junctions"]),
        numbered=data["numbered"],
        first_city=data["first_city"],
        at=_flat(places),
    )


def _flat(places: dict[str, list[float]]) -> dict[str, Point]:
    """Longitude and latitude as board units."""
    west, south = (min(point[axis] for point in places.values()) for axis in (0, 1))
    east, north = (max(point[axis] for point in places.values()) for axis in (0, 1))
    return {
        name: (WIDTH * (x - west) / (east - west), HEIGHT * (y - south) / (north - south))
        for name, (x, y) in places.items()
    }
