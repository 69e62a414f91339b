"""Writing a board as the text that `parse_board` reads, in the shape of the hand-made files: fit to be corrected by hand."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable

from simulator.core.toml_table import quoted
from simulator.switch_signal.board_model import Board, Place, Point

WIDTH = 110


def board_toml(board: Board, *comment: str) -> str:
    """The file of a board, with a comment on top."""
    parts = [f"# {line}" for line in comment]
    parts += [f"name = {quoted(board.name)}", f"family = {quoted(board.family)}"]
    if board.components:
        parts.append(f"components = {quoted(board.components)}")
    parts += ["", "[provenance]", *(f"{key} = {_long(text)}" for key, text in board.provenance.items())]
    for city in board.cities:
        extra = [f"goods = {quoted(city.goods)}"] if city.goods else []
        parts += _place("city" if city.goods else "port", city, extra)
    for start in board.starts:
        parts += _place("start", start, [f"numbers = {list(start.numbers)}"])
    for junction in board.junctions:
        parts += _place("junction", junction, [])
    for line in board.lines:
        parts += [
            "",
            "[[line]]",
            f"id = {quoted(line.id)}",
            f"from = {quoted(line.a)}",
            f"to = {quoted(line.b)}",
        ]
        parts.append(f"segments = {line.segments}")
        if line.signals:
            parts.append(f"signals = {list(line.signals)}")
        if line.via:
            parts.append(f"via = [{', '.join(map(_point, line.via))}]")
    parts += [
        "",
        "[layout]",
        f"signals = {_list(board.layout.signals)}",
        f"extra = {_list(board.layout.extra)}",
    ]
    if board.layout.switches:
        parts += ["", "[layout.switches]"]
        parts += [f"{junction} = {_list(pair)}" for junction, pair in board.layout.switches.items()]
    return "\n".join(parts) + "\n"


def _place(kind: str, place: Place, extra: list[str]) -> list[str]:
    name = [f"name = {quoted(place.name)}"] if place.name else []
    return ["", f"[[{kind}]]", f"id = {quoted(place.id)}", *name, *extra, f"at = {_point(place.at)}"]


def _point(point: Point) -> str:
    return f"[{point[0]:.12g}, {point[1]:.12g}]"


def _long(text: str) -> str:
    """A string of its own lines if it is long; a backslash at the end of a line joins it with the next.

    TOML drops spaces after that backslash and keeps those before it, so all between two words stay with the first.
    """
    if len(text) <= WIDTH - 20:
        return quoted(text)
    lines = [""]
    for word in re.findall(r"[^ ]+ *", quoted(text)[1:-1]):
        if lines[-1] and len(lines[-1] + word.rstrip()) > WIDTH:
            lines.append("")
        lines[-1] += word
    body = "\\\n".join(f"  {line}" for line in lines)
    return f'"""\\\n{body}"""'


def _list(items: Iterable[str]) -> str:
    texts = [quoted(item) for item in items]
    flat = f"[{', '.join(texts)}]"
    if len(flat) <= WIDTH - 15:
        return flat
    lines = textwrap.wrap(", ".join(texts) + ",", WIDTH - 4, break_long_words=False, break_on_hyphens=False)
    return "[\n" + "\n".join(f"    {line}" for line in lines) + "\n]"
