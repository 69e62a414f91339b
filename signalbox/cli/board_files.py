"""Board files as text: what a copy says of itself, and the same file with another layout."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from simulator.core.errors import InputError
from simulator.core.files import read_text
from simulator.core.toml_table import parse_toml, quoted
from simulator.switch_signal.board import Board, board_file, board_names, parse_board
from simulator.switch_signal.board_layout import standard_layout
from simulator.switch_signal.board_text import board_toml
from simulator.switch_signal.ensemble import PREFIX, is_ensemble, members

GENERATED = "Generated, a reconstruction: not the printed map (docs/reconstruction.md). Correct it by hand as you like."
PROCEDURE = "simulator/board_layout.py"  # as the frozen boards call it, which never change
COMPUTED = f"reconstructed: computed by {PROCEDURE} (`sim board layout`)"
_COMMENT_ON_TOP = re.compile(r"\A(#.*\n)+")
_HEADING = re.compile(r"\s*\[\[?\s*([A-Za-z0-9_.\"'-]+)\s*\]\]?\s*(#.*)?")
_LAYOUT_ENTRY = re.compile(
    r"""^(\s*layout\s*=\s*)("{3}.*?"{3}|'{3}.*?'{3}|"(\\.|[^"\\\n])*"|'[^'\n]*')""", re.MULTILINE | re.DOTALL
)


def is_shipped(name: str) -> bool:
    """Whether this names a board that comes with the program, or a whole set of them."""
    return name.startswith(PREFIX) or name in board_names()


def spelled_out(names: list[str]) -> list[str]:
    """The names, each set replaced by the boards in it."""
    return [board for name in names for board in (members(name, "board") if is_ensemble(name) else [name])]


def text_to_change(name: str) -> str:
    """The text of a board file, for a copy; one of a frozen board does not say that it never changes."""
    text = read_text(board_file(name))
    return _COMMENT_ON_TOP.sub(f"# {GENERATED}\n", text) if name.startswith(PREFIX) else text


def is_same_file(file: str, out: str) -> bool:
    return not is_shipped(file) and Path(out).exists() and Path(file).exists() and Path(out).samefile(file)


def with_standard_layout(text: str, source: str) -> tuple[str, Board]:
    """The text of a board file with the layout that the program chooses, and its board.

    All else stays as it is, comments outside of it included, but for a provenance that the new layout does not have. The old
    layout may be wrong or missing: it is not looked at.
    """
    data = parse_toml(text, source)
    before, after = _around_layout(text)
    if parse_toml(before + after, source) != {key: data[key] for key in data if key != "layout"}:
        parse_board(text, source)  # a mistake elsewhere is told first
        raise InputError(f"{source}: the layout must stand below a line [layout] to be written anew.")
    board = parse_board(before + after, source, with_layout=False)
    board = replace(board, layout=standard_layout(board))
    written = board_toml(board)
    layout = written[written.rindex("[layout]\n") :] + ("\n" if after else "")
    if "\r\n" in text:
        layout = layout.replace("\n", "\r\n")
    changed = _with_layout_computed(before + layout + after, source)
    return changed, parse_board(changed, source)


def _with_layout_computed(text: str, source: str) -> str:
    """The same text, whose provenance says of the layout that it was computed. On an invented board it stays invented."""
    data = parse_toml(text, source)
    entry = data["provenance"]["layout"]
    if PROCEDURE in entry or entry.startswith("invented:"):
        return text
    changed = _LAYOUT_ENTRY.sub(lambda found: found[1] + quoted(COMPUTED), text, count=1)
    data["provenance"]["layout"] = COMPUTED
    if parse_toml(changed, source) != data:
        raise InputError(f"{source}: provenance: layout must stand on a line of its own to be written anew.")
    return changed


def _around_layout(text: str) -> tuple[str, str]:
    """What stands before [layout] and [layout.switches], and what after, a comment above the next heading included."""
    parts: tuple[list[str], list[str]] = ([], [])
    above: list[str] = []  # comments and empty lines since the last key of the layout
    inside, found = False, False
    for line in text.splitlines(keepends=True):
        heading = _HEADING.fullmatch(line.rstrip("\r\n"))
        if heading:
            inside = heading[1] in ("layout", "layout.switches")
            found = found or inside
            if not inside:
                parts[found].extend(above)
            above = []
        if not inside:
            parts[found].append(line)
        elif line.strip() == "" or line.lstrip().startswith("#"):
            above.append(line)
        else:
            above = []
    before, after = map("".join, parts)
    return before if found else f"{before}\n\n", after.lstrip("\r\n")
