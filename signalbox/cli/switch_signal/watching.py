"""`sim board draw --watch`: draws a board again whenever its file is saved.

The file is looked at three times a second, which works with every editor and on every system.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import typer

from signalbox.cli.switch_signal.board_files import is_shipped, spelled_out
from simulator.core.errors import InputError

PAUSE = 1 / 3  # seconds

Stamp = tuple[int, int, int] | None  # None: there is no file at the moment


def draw_while_edited(files: list[str], out: str, *, dark: bool, width: int | None) -> None:
    """Draw the board of the one file now and after every save, until Ctrl-C."""
    from reports.drawing.matplotlib import check_picture
    from reports.switch_signal.board.pictures import draw_board
    from simulator.switch_signal.board import load_board
    from simulator.switch_signal.board_ways import work

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
    """A mistake in the file is what watching is for: it is told, and the next save may mend it."""
    try:
        return redo()
    except InputError as error:
        return str(error)
