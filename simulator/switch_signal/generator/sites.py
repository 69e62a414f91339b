"""Which towns are on a board: goods cities, ports, start places and junctions, well spread but never twice alike.

They are real ones, read from `simulator/switch_signal/data/regions/` and laid out flat.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from simulator.switch_signal.board_model import Point
from simulator.switch_signal.generator.chance import Chance
from simulator.switch_signal.generator.prior import GOODS_CITIES, LOOKED_AT, START_PLACES, BoardPlan

REGION_FOLDER = Path(__file__).resolve().parent.parent / "data" / "regions"
# Of the region in board units: boards are wide, and maps are stretched to fit them.
WIDTH, HEIGHT = 17.0, 10.5
Kind = Literal["goods", "port", "start", "junction"]


@dataclass(frozen=True)
class Region:
    """Where a board may have its places: candidates by kind. What is `always` there is known of the printed board."""

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
    """Return the region whose towns a board like this one has."""
    data = tomllib.loads((REGION_FOLDER / f"{like}.toml").read_text(encoding="utf-8"))
    kinds = ("goods", "ports", "edge", "inner")
    towns = {kind: tuple(data[kind]) for kind in kinds}
    places = {name: point for kind in kinds for name, point in data[kind].items()}
    always = tuple(data["always"]["junctions"])
    return Region(**{**data, **towns, "always": always, "at": _flat(places)})


def _flat(places: dict[str, list[float]]) -> dict[str, Point]:
    """Return longitudes and latitudes in board units."""
    west, south = (min(point[axis] for point in places.values()) for axis in (0, 1))
    east, north = (max(point[axis] for point in places.values()) for axis in (0, 1))
    return {
        name: (WIDTH * (x - west) / (east - west), HEIGHT * (y - south) / (north - south))
        for name, (x, y) in places.items()
    }


@dataclass(frozen=True)
class Site:
    name: str
    kind: Kind
    at: Point


def choose_sites(region: Region, plan: BoardPlan, chance: Chance) -> list[Site]:
    """The places of a board."""
    grow = math.sqrt(plan.size)
    at = {name: (grow * x, grow * y) for name, (x, y) in region.at.items()}
    chosen: dict[str, Kind] = dict.fromkeys(region.ports, "port")

    def take(candidates: Iterable[str], kind: Kind, number: int) -> None:
        free = [name for name in candidates if name not in chosen]
        room = {name: min(math.dist(at[name], at[other]) for other in chosen) for name in free}
        for _ in range(number):
            best = max((chance.pick(free) for _ in range(LOOKED_AT[kind])), key=room.__getitem__)
            chosen[best] = kind
            free.remove(best)
            room = {name: min(room[name], math.dist(at[name], at[best])) for name in free}

    take(region.goods, "goods", GOODS_CITIES)
    chosen |= dict.fromkeys(region.numbered, "start")
    take(region.edge, "start", START_PLACES - len(region.numbered))
    chosen |= dict.fromkeys(region.always, "junction")
    towns = [name for name in (*region.inner, *region.goods) if name not in chosen]
    missing = plan.junctions - len(region.always)
    if plan.size > 1:
        extra = _open_country([at[name] for name in towns], max(0, 4 * missing - len(towns)), chance)
        at |= extra
        towns += list(extra)
    take(towns, "junction", missing)
    order: tuple[Kind, ...] = ("goods", "port", "start", "junction")
    return [Site(name, kind, at[name]) for kind in order for name in at if chosen.get(name) == kind]


def _open_country(towns: Sequence[Point], number: int, chance: Chance) -> dict[str, Point]:
    """Points between towns, for boards larger than there are towns for."""
    points: dict[str, Point] = {}
    for count in range(1, number + 1):
        (x1, y1), (x2, y2) = chance.pick(towns), chance.pick(towns)
        share = chance.share()
        points[f"Junction {count}"] = x1 + share * (x2 - x1), y1 + share * (y2 - y1)
    return points
