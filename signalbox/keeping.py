"""How a run goes that is kept in its folder, at a terminal and in a notebook alike: what is said when it ends early."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from experiments.results import resume_command
from experiments.run import Finished, play_run
from experiments.run_store.lock import FolderLost
from experiments.run_store.manifest import is_run
from experiments.run_store.store import Store
from experiments.sweep import Engine, Sweep
from signalbox.progress import Interrupted, Watcher, is_interrupt
from simulator.core.errors import Failed, InputError
from simulator.core.memory import ran_short


@contextmanager
def kept_run(
    sweep: Sweep, maps: Sweep | None, folder: Path, machines: tuple[int, Engine | None], watcher: Watcher
) -> Iterator[Finished]:
    """Play what is missing of a run, and give what was found (`play_run`).

    Whatever ends it early, it is said what is kept and how to go on: Ctrl-C at any time, a disk that is full, or a folder that is moved away.
    """
    try:
        with play_run(sweep, maps, folder, machines, watcher) as finished:
            yield finished
    except FolderLost as error:
        if is_interrupt(error):
            raise Interrupted(_kept_elsewhere(error)) from None
        raise Failed(_kept_elsewhere(error)) from None
    except BaseException as error:
        if not is_run(folder):
            raise
        if is_interrupt(error):
            raise Interrupted(kept_so_far(folder)) from None
        if _has_run_out(error):
            watcher.note(f"Stopped: {kept_so_far(folder)}")
        raise


def _has_run_out(error: BaseException) -> bool:
    """Tell whether a disk or the memory had no more to give."""
    if isinstance(error, OSError):
        return not isinstance(error, BrokenPipeError)
    return not isinstance(error, InputError | Failed) and ran_short(error)


def kept_so_far(folder: Path) -> str:
    """Tell how much of a run that ends early is kept, and how to go on with it."""
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


def _kept_elsewhere(lost: FolderLost) -> str:
    """Tell how much is kept of a run whose folder was taken away while it was played, and where."""
    if lost.now and is_run(lost.now):
        return f"{lost.folder} was moved to {lost.now} while the run was played; {kept_so_far(lost.now)}"
    return (
        f"{lost.folder} was removed, or moved to another disk, while the run was played; finished blocks are kept as far as its files are. "
        "Go on with `sim resume` and the folder's new place, or begin anew with the same command."
    )
