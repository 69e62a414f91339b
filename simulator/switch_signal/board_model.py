"""What a board is (B1–B3, B5): places, lines and signal fields, as read from a file and before compilation.

Everything here is a plain immutable value. Orders are those of the file, because cells, fields, arms and entrances
are numbered by them (docs/board-format.md).
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cached_property

GOODS_COLOURS = ("yellow", "blue", "red", "white")
TRAIN_COLOURS = ("black", "brown", "grey")
FAMILIES = ("central-europe", "north-america")

Point = tuple[float, float]


@dataclass(frozen=True)
class City:
    id: str
    name: str
    at: Point
    goods: str | None  # the colour it sends, None for a port


@dataclass(frozen=True)
class Start:
    id: str
    name: str
    at: Point
    numbers: tuple[int, ...]  # of the deployment dice (D1); one on a full board


@dataclass(frozen=True)
class Junction:
    id: str
    name: str
    at: Point


Place = City | Start | Junction


@dataclass(frozen=True)
class Line:
    id: str
    a: str  # place at edge 0
    b: str  # place at the last edge
    segments: int
    signals: tuple[int, ...]  # edges with a line signal field, ascending; entrances are not among them
    via: tuple[Point, ...]

    @property
    def ends(self) -> tuple[str, str]:
        return self.a, self.b


@dataclass(frozen=True)
class Layout:
    """The standard first-game layout (S5)."""

    signals: tuple[str, ...]  # one entrance of every city, then the line discs
    extra: tuple[str, ...]  # fields of further discs (V3), in the order in which they are added
    switches: dict[str, tuple[str, str]]  # junction -> the two lines that are joined, in arm order


@dataclass(frozen=True)
class Board:
    name: str
    family: str
    components: str | None  # "printed": held to the counts of the box
    provenance: dict[str, str]
    cities: tuple[City, ...]  # goods cities, then ports
    starts: tuple[Start, ...]
    junctions: tuple[Junction, ...]
    lines: tuple[Line, ...]
    layout: Layout
    source: str

    def __hash__(self) -> int:
        return hash((self.hash, self.source))

    @cached_property
    def goods_cities(self) -> tuple[City, ...]:
        return tuple(city for city in self.cities if city.goods is not None)

    @cached_property
    def ports(self) -> tuple[City, ...]:
        return tuple(city for city in self.cities if city.goods is None)

    @cached_property
    def places(self) -> dict[str, Place]:
        """Everything a line may end at, by id."""
        everything: list[Place] = [*self.cities, *self.starts, *self.junctions]
        return {place.id: place for place in everything}

    @cached_property
    def line_by_id(self) -> dict[str, Line]:
        return {line.id: line for line in self.lines}

    @cached_property
    def line_ends(self) -> dict[str, tuple[tuple[str, int], ...]]:
        """The lines at each place with the end that lies there: 0 for `a`, 1 for `b`."""
        ends: dict[str, list[tuple[str, int]]] = {place: [] for place in self.places}
        for line in self.lines:
            for end, place in enumerate(line.ends):
                ends[place].append((line.id, end))
        return {place: tuple(found) for place, found in ends.items()}

    @cached_property
    def arms(self) -> dict[str, tuple[tuple[str, int], ...]]:
        """Junction -> its arms (B2) as (line, end)."""
        return {junction.id: self.line_ends[junction.id] for junction in self.junctions}

    @cached_property
    def field_city(self) -> dict[str, str | None]:
        """Signal field -> the city whose entrance it guards, None for a line signal (B3); in field order."""
        city_ids = {city.id for city in self.cities}
        owner: dict[str, str | None] = {}
        for line in self.lines:
            for edge in range(line.segments + 1):
                touched = [line.a] * (edge == 0) + [line.b] * (edge == line.segments)
                cities = [place for place in touched if place in city_ids]
                if cities or edge in line.signals:
                    owner[f"{line.id}:{edge}"] = cities[0] if cities else None
        return owner

    @cached_property
    def fields(self) -> tuple[str, ...]:
        return tuple(self.field_city)

    @cached_property
    def line_fields(self) -> tuple[str, ...]:
        return tuple(field for field, city in self.field_city.items() if city is None)

    @cached_property
    def entrances(self) -> dict[str, tuple[str, ...]]:
        """City -> its entrance fields."""
        return {
            city.id: tuple(field for field, owner in self.field_city.items() if owner == city.id)
            for city in self.cities
        }

    @cached_property
    def hash(self) -> str:
        """Identifies how the board plays: ids, orders and layout count, names and drawing do not."""
        play = {
            "family": self.family,
            "cities": [[city.id, city.goods] for city in self.cities],
            "starts": [[start.id, start.numbers] for start in self.starts],
            "junctions": [junction.id for junction in self.junctions],
            "lines": [[line.id, line.a, line.b, line.segments, line.signals] for line in self.lines],
            "signals": self.layout.signals,
            "extra": self.layout.extra,
            "switches": self.layout.switches,
        }
        canonical = json.dumps(play, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
        return hashlib.sha256(canonical.encode("ascii")).hexdigest()[:16]
