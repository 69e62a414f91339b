"""What must hold of a board as a whole (B2, B3, B5, S5), each broken condition told in one sentence."""

from __future__ import annotations

from collections.abc import Iterator

from simulator.core.errors import InputError
from simulator.core.messages import near, quote
from simulator.switch_signal.board_model import Board, Line
from simulator.switch_signal.board_ways import ways_from
from simulator.switch_signal.limits import (
    MAX_CELLS,
    MAX_DISCS,
    MAX_EDGES,
    MAX_EXITS,
    MAX_FIELDS,
    MAX_GOODS,
    MAX_JUNCTIONS,
    MAX_LINES,
    MAX_STARTS,
)

LINE_DISCS = 3
PRINTED_SWITCH_DISCS = {"central-europe": 26, "north-america": 29}


def check_board(board: Board, *, with_layout: bool = True) -> None:
    """Raise InputError for the first thing that is wrong; the order goes from small to large, and checks rely on those before."""
    layout = (_layout_signals, _layout_switches) if with_layout else ()
    for check in (_sizes, _kinds, _numbers, _degrees, _disconnected, _rings, *layout, missing_ways, _printed):
        for sentence in check(board):
            raise InputError(f"{board.source}: {sentence}.")


def switch_discs(board: Board) -> int:
    """B2: one disc on a 3-way junction, two on a 4-way."""
    return sum(len(arms) - 2 for arms in board.arms.values())


def _sizes(board: Board) -> Iterator[str]:
    segments = sum(line.segments for line in board.lines)
    counts = (
        ("cells", segments + len(board.cities) + len(board.starts), MAX_CELLS),
        ("junctions", len(board.junctions), MAX_JUNCTIONS),
        ("edges", segments + len(board.lines), MAX_EDGES),
        ("lines", len(board.lines), MAX_LINES),
        ("signal fields", len(board.fields), MAX_FIELDS),
        ("entrances of one city", max(map(len, board.entrances.values()), default=0), MAX_EXITS),
        ("signal discs in the layout", len(board.layout.signals) + len(board.layout.extra), MAX_DISCS),
    )
    for what, count, most in counts:
        if count > most:
            yield f"the board has {count} {what}, and at most {most} are allowed"


def _kinds(board: Board) -> Iterator[str]:
    """S1, N1: how many goods cities and ports a board may have."""
    if not 1 <= len(board.goods_cities) <= MAX_GOODS:
        yield f"[[city]] is there {len(board.goods_cities)} times, and 1 to {MAX_GOODS} goods cities are allowed"
    by_colour: dict[str | None, str] = {}
    for city in board.goods_cities:
        if city.goods in by_colour:
            yield (
                f'city "{city.id}": goods = "{city.goods}" is already the colour of "{by_colour[city.goods]}"'
            )
        by_colour[city.goods] = city.id
    most_ports = 1 if board.family == "central-europe" else 2
    if not 1 <= len(board.ports) <= most_ports:
        allowed = "exactly 1" if most_ports == 1 else "1 or 2"
        yield f"[[port]] is there {len(board.ports)} times, and a {board.family} board has {allowed}"
    if not 3 <= len(board.starts) <= MAX_STARTS:
        yield f"[[start]] is there {len(board.starts)} times, and 3 to {MAX_STARTS} start places are allowed"


def _numbers(board: Board) -> Iterator[str]:
    """D1: two dice must always find exactly one start place."""
    owner: dict[int, str] = {}
    for start in board.starts:
        for number in start.numbers:
            if number in owner:
                yield f'start "{start.id}": number {number} is already that of "{owner[number]}"'
            owner[number] = start.id
    missing = [str(number) for number in range(2, 13) if number not in owner]
    if missing:
        yield f"no start place has the number {', '.join(missing)}, and 2 to 12 must all be there"


def _degrees(board: Board) -> Iterator[str]:
    for place, ends in board.line_ends.items():
        count = f"{len(ends)} line{'' if len(ends) == 1 else 's'}"
        if place in board.arms and len(ends) not in (3, 4):
            yield f'junction "{place}": {count} end there, and a junction joins 3 or 4'
        if place in board.entrances and not ends:
            yield f'city "{place}": no line ends there, and a city or port needs at least one entrance'
        if place not in board.arms and place not in board.entrances and len(ends) != 1:
            yield f'start "{place}": {count} end there, and a start place has exactly 1'


def _disconnected(board: Board) -> Iterator[str]:
    group = {place: place for place in board.places}
    for line in board.lines:
        group = _joined(group, line)
    first = next(iter(group))
    lost = [place for place in group if group[place] != group[first]]
    if lost:
        yield f'the network is not connected: no line leads from "{first}" to "{lost[0]}"'


def _joined(group: dict[str, str], line: Line) -> dict[str, str]:
    """Return for each place which ones it hangs together with, when the ends of a line do, too."""
    old, new = group[line.b], group[line.a]
    return {place: new if found == old else found for place, found in group.items()}


def _rings(board: Board) -> Iterator[str]:
    """B6: a step ends at a cell, so junctions joined without cells must not close a ring."""
    group = {junction.id: junction.id for junction in board.junctions}
    for line in board.lines:
        if line.segments == 0 and line.a in group and line.b in group:
            if group[line.a] == group[line.b]:
                yield f'line "{line.id}": segments = 0 closes a ring of junctions without a cell'
            group = _joined(group, line)


def _layout_signals(board: Board) -> Iterator[str]:
    """B5: one disc at each city first, then those on lines, then further ones; never two on a field."""
    used: set[str] = set()
    for key, fields in (("signals", board.layout.signals), ("extra", board.layout.extra)):
        for field in fields:
            if field not in board.field_city:
                hint = near(field, board.fields)
                yield f"layout: {key} names {quote(field)}, which is not a signal field of this board{hint}"
            if field in used:
                yield f'layout: {key} names the field "{field}" a second time, and a field holds one disc'
            used.add(field)
    guarded = [board.field_city[field] for field in board.layout.signals]
    for city in board.cities:
        if guarded.count(city.id) != 1:
            yield (
                f'layout: signals names {guarded.count(city.id)} entrances of "{city.id}", '
                "and exactly one of every city and port is allowed"
            )
    late = [city for city in guarded[len(board.cities) :] if city is not None]
    if late:
        yield (
            f'layout: signals names the entrance of "{late[0]}" after a line disc, and entrances come first'
        )


def _layout_switches(board: Board) -> Iterator[str]:
    """B2: exactly two arms of each junction are joined."""
    for junction, open_lines in board.layout.switches.items():
        arms = [line for line, _ in board.arms[junction]]
        for line in open_lines:
            if line not in arms:
                yield (
                    f"layout.switches: {junction} = {quote(line)} is not a line of this junction"
                    f"{near(line, arms)}; its lines are {', '.join(arms)}"
                )
    for junction in board.arms:
        if junction not in board.layout.switches:
            yield f'layout.switches: the junction "{junction}" is missing'


def missing_ways(board: Board) -> Iterator[str]:
    """The game can be won: every start place leads to every goods city, every goods city to every port."""
    for start in board.starts:
        reached = ways_from(board, start.id, loaded=False)
        for city in board.goods_cities:
            if city.id not in reached:
                yield f'no train can come from start place "{start.id}" to city "{city.id}"'
    for city in board.goods_cities:
        reached = ways_from(board, city.id, loaded=True)
        for port in board.ports:
            if port.id not in reached:
                yield f'no loaded train can come from city "{city.id}" to port "{port.id}"'


def _printed(board: Board) -> Iterator[str]:
    """Hold boards that say components = "printed" to the counts of the box; those of discs only once there is a layout."""
    discs, most = switch_discs(board), PRINTED_SWITCH_DISCS[board.family]
    exact = board.family == "central-europe"
    conditions = [
        (len(board.starts) == 11, f"has {len(board.starts)} start places instead of 11"),
        (len(board.goods_cities) == 4, f"has {len(board.goods_cities)} goods cities instead of 4"),
        (exact or len(board.ports) == 2, f"has {len(board.ports)} port instead of 2"),
        (
            discs == most if exact else discs <= most,
            f"needs {discs} switch discs instead of {'' if exact else 'at most '}{most}",
        ),
        (
            len(board.line_fields) >= LINE_DISCS,
            f"has {len(board.line_fields)} line signal fields instead of at least {LINE_DISCS}",
        ),
    ]
    if board.layout.signals:
        line_discs = len(board.layout.signals) - len(board.cities)
        conditions += [
            (
                line_discs == LINE_DISCS,
                f"has {line_discs} line discs in layout.signals instead of {LINE_DISCS}",
            ),
            (len(board.layout.extra) > 0, "names no field in layout.extra, and V3 needs at least one"),
        ]
    for fine, sentence in conditions:
        if board.components == "printed" and not fine:
            yield f'components = "printed": the board {sentence}'
