"""The files of boards (docs/board-format.md): a shipped name or a file of the user becomes a checked `Board`, and a board the text of a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from simulator.core.files import read_text
from simulator.core.messages import file_name, near, quote
from simulator.core.provenance import read_provenance
from simulator.core.toml_table import TomlTable, parse_toml
from simulator.core.toml_text import REMARKS, toml_text
from simulator.switch_signal.board_checks import check_board
from simulator.switch_signal.board_model import (
    FAMILIES,
    GOODS_COLOURS,
    TRAIN_COLOURS,
    Board,
    City,
    Junction,
    Layout,
    Line,
    Place,
    Start,
)
from simulator.switch_signal.ensemble import named_file, names_in
from simulator.switch_signal.limits import MAX_CELLS

__all__ = [
    "FAMILIES",
    "GOODS_COLOURS",
    "TRAIN_COLOURS",
    "Board",
    "City",
    "Junction",
    "Layout",
    "Line",
    "Start",
    "board_file",
    "board_names",
    "board_toml",
    "layout_data",
    "load_board",
    "parse_board",
    "read_board",
]

BOARD_FOLDER = Path(__file__).parent / "data" / "boards"
PROVENANCE_KEYS = (
    "cities",
    "goods_colours",
    "ports",
    "start_places",
    "start_numbers",
    "topology",
    "segments",
    "signal_fields",
    "switch_discs",
    "layout",
)


def board_names() -> list[str]:
    """Return the names of the boards that come with the program."""
    return names_in(BOARD_FOLDER)


def board_file(name: str, option: str = "") -> Path:
    """Return the file that a name stands for; what is no name of a shipped board is taken for a path. `option` is where it was given."""
    return named_file(name, "board", BOARD_FOLDER, option)


def load_board(name: str, option: str = "") -> Board:
    """Load a shipped board by its name (`central-europe`, `ensemble:test/ce-01`), or any board file by its path."""
    return parse_board(read_text(board_file(name, option)), file_name(name))


def parse_board(text: str, source: str) -> Board:
    """Return the board that a file's text describes; `source` stands before every message about it."""
    return read_board(parse_toml(text, source), source)


def read_board(data: dict[str, Any], source: str, *, with_layout: bool = True) -> Board:
    """Return the board that the content of a file describes.

    Without its layout it can be checked before there is one, and drawn up for `standard_layout`.
    """
    top = TomlTable(data, source)
    top.only(
        (
            "name",
            "family",
            "provenance",
            "city",
            "port",
            "start",
            "line",
            *(["layout"] if with_layout else []),
        ),
        ("components", "junction"),
    )
    ids: set[str] = set()
    cities = tuple(_city(table, ids, "goods") for table in top.tables("city"))
    ports = tuple(_city(table, ids, None) for table in top.tables("port"))
    starts = tuple(_start(table, ids) for table in top.tables("start"))
    junctions = tuple(_junction(table, ids) for table in top.tables("junction"))
    city_ids = {city.id for city in cities + ports}
    places = frozenset(ids)
    lines = tuple(_line(table, ids, places, city_ids) for table in top.tables("line"))
    board = Board(
        name=top.text("name"),
        family=top.choice("family", FAMILIES),
        components=top.choice("components", ("printed",)) if "components" in top.data else None,
        provenance=read_provenance(top.table("provenance"), PROVENANCE_KEYS),
        cities=cities + ports,
        starts=starts,
        junctions=junctions,
        lines=lines,
        layout=_layout(top.table("layout"), junctions, lines) if with_layout else Layout((), (), {}),
        source=source,
    )
    check_board(board, with_layout=with_layout)
    return board


def _new_id(table: TomlTable, ids: set[str]) -> str:
    """Return an id that is not used yet. Places and lines share one set of ids, so that a name in a message or trace means one thing."""
    identifier = table.identifier("id")
    if identifier in ids:
        raise table.error("this id is used a second time")
    ids.add(identifier)
    return identifier


def _city(table: TomlTable, ids: set[str], goods: str | None) -> City:
    table.only(("id", "name", *([goods] if goods else []), "at"))
    colour = table.choice(goods, GOODS_COLOURS) if goods else None
    return City(_new_id(table, ids), table.text("name"), table.point("at"), colour)


def _start(table: TomlTable, ids: set[str]) -> Start:
    table.only(("id", "name", "numbers", "at"))
    numbers = table.integers("numbers", 2, 12)
    if not numbers:
        raise table.error("numbers is empty, and every start place has at least one number")
    return Start(_new_id(table, ids), table.text("name"), table.point("at"), numbers)


def _junction(table: TomlTable, ids: set[str]) -> Junction:
    table.only(("id", "at"), ("name",))
    identifier = _new_id(table, ids)
    return Junction(identifier, table.text("name") if "name" in table.data else "", table.point("at"))


def _line(table: TomlTable, ids: set[str], places: frozenset[str], city_ids: set[str]) -> Line:
    """B3: an edge at a city has its field anyway, so `signals` must not name it, and no edge may touch two cities."""
    table.only(("id", "from", "to", "segments"), ("signals", "via"))
    identifier = _new_id(table, ids)
    for key in ("from", "to"):
        place = table.data[key]
        if not isinstance(place, str) or place not in places:
            hint = near(place, sorted(places)) if isinstance(place, str) else ""
            raise table.error(f"{key} = {quote(place)} is not a place of this board{hint}")
    a, b = table.data["from"], table.data["to"]
    if a == b:
        raise table.error(f'from and to are both "{a}", and a line joins two different places')
    segments = table.integer("segments", 0, MAX_CELLS)
    if a in city_ids and b in city_ids and segments == 0:
        raise table.error("segments = 0, and a line between two cities needs at least 1")
    signals = table.integers("signals", 0, segments) if "signals" in table.data else ()
    for edge in signals:
        if (edge == 0 and a in city_ids) or (edge == segments and b in city_ids):
            raise table.error(
                f"signals names edge {edge}, a city entrance, which has its field without saying so"
            )
        if signals.count(edge) > 1:
            raise table.error(f"signals names edge {edge} twice")
    via = tuple(table.point("via", bend) for bend in table.items("via")) if "via" in table.data else ()
    return Line(identifier, a, b, segments, tuple(sorted(signals)), via)


def _layout(table: TomlTable, junctions: tuple[Junction, ...], lines: tuple[Line, ...]) -> Layout:
    table.only(("signals", "extra", "switches") if junctions else ("signals", "extra"), ("switches",))
    order = {line.id: number for number, line in enumerate(lines)}
    switches: dict[str, tuple[str, str]] = {}
    pairs = table.table("switches") if "switches" in table.data else TomlTable({}, table.source)
    known = [junction.id for junction in junctions]
    for junction in pairs.data:
        if junction not in known:
            raise pairs.error(f"{quote(junction)} is not a junction of this board{near(junction, known)}")
        pair = pairs.texts(junction)
        if len(pair) != 2 or pair[0] == pair[1]:
            raise pairs.error(f"{junction} must be the two different lines that are joined")
        # arm order, which is file order; a line that does not exist is reported by the checks
        first, second = sorted(pair, key=lambda line: order.get(line, -1))
        switches[junction] = first, second
    return Layout(table.texts("signals"), table.texts("extra"), switches)


def board_toml(board: Board, *comment: str) -> str:
    """Write a board as the text that `parse_board` reads, in the shape of the hand-made files and fit to be corrected by hand, with a comment on top."""
    return toml_text(
        {
            REMARKS: comment,
            "name": board.name,
            "family": board.family,
            "components": board.components,
            "provenance": board.provenance,
            "city": [_place_data(city, goods=city.goods) for city in board.goods_cities],
            "port": [_place_data(port) for port in board.ports],
            "start": [_place_data(start, numbers=start.numbers) for start in board.starts],
            "junction": [_place_data(junction) for junction in board.junctions] or None,
            "line": [
                {
                    "id": line.id,
                    "from": line.a,
                    "to": line.b,
                    "segments": line.segments,
                    "signals": line.signals or None,
                    "via": line.via or None,
                }
                for line in board.lines
            ],
            "layout": layout_data(board.layout),
        }
    )


def layout_data(layout: Layout) -> dict[str, Any]:
    """Return the last table of the file of a board."""
    return {"signals": layout.signals, "extra": layout.extra, "switches": layout.switches or None}


def _place_data(place: Place, **extra: object) -> dict[str, object]:
    return {"id": place.id, "name": place.name or None, **extra, "at": place.at}
