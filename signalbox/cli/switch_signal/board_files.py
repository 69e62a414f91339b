"""Work on board files: what a copy says of itself, a new layout for a file, and a drawing that follows every save.

A file that is watched is looked at three times a second, which works with every editor and on every system.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import typer

from simulator.core.errors import InputError
from simulator.core.files import read_text
from simulator.core.toml_table import parse_toml
from simulator.core.toml_text import toml_text
from simulator.switch_signal.board import (
    Board,
    board_file,
    board_names,
    layout_data,
    load_board,
    parse_board,
    read_board,
)
from simulator.switch_signal.board_layout import standard_layout
from simulator.switch_signal.board_ways import work
from simulator.switch_signal.ensemble import PREFIX, is_ensemble, members

GENERATED = "Generated, a reconstruction: not the printed map (docs/reconstruction.md). Correct it by hand as you like."
PROCEDURE = "simulator/board_layout.py"  # as the frozen boards call it, which never change
COMPUTED = f"reconstructed: computed by {PROCEDURE} (`sim board layout`)"
PAUSE = 1 / 3  # seconds

Stamp = tuple[int, int, int] | None  # None: there is no file at the moment
_COMMENT_ON_TOP = re.compile(r"\A(#.*\n)+")


def is_shipped(name: str) -> bool:
    """Tell whether this names a board that comes with the program, or a whole set of them."""
    return name.startswith(PREFIX) or name in board_names()


def spelled_out(names: list[str]) -> list[str]:
    """Return the names, each set replaced by the boards in it."""
    return [board for name in names for board in (members(name, "board") if is_ensemble(name) else [name])]


def text_to_change(name: str) -> str:
    """Return the text of a board file for a copy; one of a frozen board does not say that it never changes."""
    text = read_text(board_file(name))
    return _COMMENT_ON_TOP.sub(f"# {GENERATED}\n", text) if name.startswith(PREFIX) else text


def is_same_file(file: str, out: str) -> bool:
    return not is_shipped(file) and Path(out).exists() and Path(file).exists() and Path(out).samefile(file)


def with_standard_layout(text: str, source: str) -> tuple[str, Board]:
    """Return the text of a board file with the layout that the program chooses, and its board.

    All else stays as it is, comments included, but for a provenance that the new layout does not have. The old layout may be wrong or
    missing: it is not looked at.
    """
    import tomlkit

    data = parse_toml(text, source)
    data.pop("layout", None)
    board = read_board(data, source, with_layout=False)
    layout = tomlkit.parse(toml_text({"layout": layout_data(standard_layout(board))}))
    data |= layout.unwrap()
    entry = board.provenance["layout"]
    if PROCEDURE not in entry and not entry.startswith("invented:"):  # an invented board stays invented
        data["provenance"]["layout"] = COMPUTED
    try:
        document = tomlkit.parse(text.replace("\r\n", "\n"))
        _fill(document, {"provenance": data["provenance"], **layout})
        changed = document.as_string()
        same = parse_toml(changed, source) == data
    except ValueError:  # what tomlkit cannot do
        same = False
    if not same:
        raise InputError(f"{source}: the layout must stand below a line [layout] to be written anew.")
    board = parse_board(changed, source)
    return (changed.replace("\n", "\r\n") if "\r\n" in text else changed), board


def _fill(table: Any, values: dict[str, Any]) -> None:
    """Set values of a file; a table in it gets these values, and keeps no others."""
    for key, value in values.items():
        old = table.get(key)
        if isinstance(old, dict) and isinstance(value, dict):
            for gone in set(old) - set(value):
                del old[gone]
            _fill(old, value)
        elif old != value:
            table[key] = value


def draw_while_edited(files: list[str], out: str, *, dark: bool, width: int | None) -> None:
    """Draw the board of the one file now and after every save, until Ctrl-C."""
    from reports.drawing.matplotlib import check_picture
    from reports.switch_signal.board.pictures import draw_board

    if len(files) != 1:
        raise InputError(f"--watch: {len(files)} boards were given, and one file can be watched.")
    (file,) = files
    if is_shipped(file):
        board = spelled_out(files)[0]
        load_board(board)  # a name that is not there is told as everywhere
        raise InputError(
            f"--watch: {file} comes with the program and does not change; "
            f"`sim board copy {board} -o my-board.toml` makes a file of your own to edit and watch."
        )
    check_picture(out, width)
    if not (file.endswith(".toml") and Path(file).is_file()):
        load_board(file)  # says best why there is nothing to watch; a mistake in a file is no reason

    def redraw() -> str:
        board = load_board(file)
        draw_board(board, out, dark=dark, width=width)
        return f"{out} was written: {board.name}, work {work(board):.1f}"

    watch(Path(file), redraw)


def watch(file: Path, redo: Callable[[], str]) -> None:
    """Call `redo` now and after every save; print with the time what it says, or what is wrong, until Ctrl-C."""
    told: Stamp | str = "nothing yet"
    seen = _stamp(file)
    typer.echo(f"Watching {file}; Ctrl-C ends it.")
    try:
        while True:
            stamp = _stamp(file)
            # Unchanged since the last look: who writes in two steps, or puts a new file in place of the old, is done.
            if stamp == seen and stamp != told:
                told = stamp
                typer.echo(f"{time.strftime('%H:%M:%S')} {_said(redo)}")
            seen = stamp
            time.sleep(PAUSE)
    except KeyboardInterrupt:
        typer.echo("Watching has ended.")


def _stamp(file: Path) -> Stamp:
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


def _said(redo: Callable[[], str]) -> str:
    """Return what to tell of a save. A mistake in the file is what watching is for: the next save may mend it."""
    try:
        return redo()
    except InputError as error:
        return str(error)
