"""A run that is there already, opened for a command; what had to be mended for it is told, and how one goes on with it."""

from __future__ import annotations

from pathlib import Path

from experiments.results import Results, resume_command
from experiments.run_store.lock import FolderLost
from experiments.run_store.manifest import is_run
from experiments.run_store.store import Store
from reports.terminal.screen import note


def open_run(folder: Path) -> Store:
    store = Store.open(folder)
    if store.restored:
        note(store.restored)
    return store


def read_run(folder: str) -> Results:
    """All that it has stored."""
    return Results.read(open_run(Path(folder)))


def kept_so_far(folder: Path) -> str:
    """How much of a run that ends early is kept, and how to go on with it."""
    store = Store.open(folder)
    there, wanted = store.progress()
    if there == wanted:
        kept = "all games are kept"
    elif there:
        kept = f"{there:,} of {wanted:,} games are kept, in finished blocks of {store.block:,}"
    elif (blocks := folder / "cells").exists() and not blocks.is_dir():
        kept = f"{blocks} is no folder any more, so what was kept in it is not there: put it back, or remove what stands in its place"
    else:
        kept = f"nothing is kept yet, since no block of {store.block:,} games was finished"
    return f"{kept}. Go on with: {resume_command(folder, store.manifest)}"


def kept_elsewhere(lost: FolderLost) -> str:
    """How much is kept of a run whose folder was taken away while it was played, and where."""
    if lost.now and is_run(lost.now):
        return f"{lost.folder} was moved to {lost.now} while the run was played; {kept_so_far(lost.now)}"
    return (
        f"{lost.folder} was removed, or moved to another disk, while the run was played; finished blocks are kept as far as its files are. "
        "Go on with `sim resume` and the folder's new place, or begin anew with the same command."
    )
