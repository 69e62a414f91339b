"""A run that `sim sweep` or `sim resume` plays: on which machines, what is shown meanwhile, and what is said when it ends early."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import typer

from experiments.limits import worker_count
from experiments.prepare import maps_beside, sweep_of
from experiments.results import resume_command
from experiments.run import Finished, maps_left_out, play_run
from experiments.run_store.lock import FolderLost
from experiments.run_store.manifest import is_run
from experiments.run_store.store import Store
from experiments.sweep import Engine, Sweep
from reports.report import RunReport
from reports.terminal.screen import note, show
from reports.terminal.sweep_table import gap_sentences, show_results
from signalbox.cli.console import load_players
from signalbox.cli.failures import Interrupted
from signalbox.progress import Watcher, busy, is_interrupt
from simulator.core.errors import Failed, InputError
from simulator.core.memory import ran_short


def check_machines(scheduler: str | None, jobs: int) -> None:
    """Refuse what can never work, before anything is compiled."""
    worker_count(jobs)
    if scheduler is None:
        return
    if jobs:
        raise InputError(
            "--jobs and --scheduler exclude each other: the scheduler's workers say how many cores they use."
        )
    from experiments.cluster import check_scheduler

    check_scheduler(scheduler)


def resumed(folder: Path, games: int | None, own: Sequence[str]) -> tuple[Sweep, Sweep | None]:
    """Return a run that is gone on with, and what is played on other maps; None, with a sentence, where that cannot be read."""
    store = Store.open(folder)
    if store.restored:
        note(store.restored)
    sweep = sweep_of(store, games, own, load_players)
    try:
        return sweep, maps_beside(folder, sweep.games, load_players)
    except InputError as error:
        note(maps_left_out(folder, error))
        return sweep, None


def run_sweep(
    sweep: Sweep,
    maps: Sweep | None,
    folder: Path,
    *,
    scheduler: str | None,
    jobs: int,
    as_json: bool,
    report: bool,
) -> None:
    """Play what is missing, show what was found, and make the report; exit 1 where games are missing."""
    with (
        _machines(sweep, folder, scheduler, jobs) as machines,
        _report_interruption(folder),
        play_run(sweep, maps, folder, machines, Watcher(plan=True)) as finished,
    ):
        _tell(finished, folder, as_json, report)


def _tell(finished: Finished, folder: Path, as_json: bool, report: bool) -> None:
    results = finished.results
    page = RunReport.of(results, finished.rows, folder)
    show_results(page.answer, folder, finished.seconds, finished.games, as_json)
    finished.store.check_place()
    if report:
        with busy("drawing the report"):
            written = page.write()
        (note if as_json else show)(written)
    for sentence in gap_sentences(results):
        note(sentence)
    if not results.complete:
        raise typer.Exit(1)


@contextmanager
def _machines(
    sweep: Sweep, folder: Path, scheduler: str | None, jobs: int
) -> Iterator[tuple[int, Engine | None]]:
    """Give how many cores play, and their engine; none is this machine's own. When the others fail, a sentence says how to go on."""
    if scheduler is None:
        yield worker_count(jobs), None
        return
    from experiments.cluster import Cluster, ClusterFailed, require_portable

    require_portable(sweep)
    try:
        with Cluster(scheduler, sweep.game) as cluster:
            yield cluster.threads, cluster.play
    except ClusterFailed:
        if is_run(folder):
            note(f"Stopped: {_kept_so_far(folder)}")
        raise


@contextmanager
def _report_interruption(folder: Path) -> Iterator[None]:
    """Say what is kept, and how to go on, whatever ends a run: Ctrl-C at any time, a disk that is full, or a folder that is moved away."""
    try:
        yield
    except FolderLost as error:
        if is_interrupt(error):
            raise Interrupted(_kept_elsewhere(error)) from None
        raise Failed(_kept_elsewhere(error)) from None
    except BaseException as error:
        if not is_run(folder):
            raise
        if is_interrupt(error):
            raise Interrupted(_kept_so_far(folder)) from None
        if _ran_out(error):
            note(f"Stopped: {_kept_so_far(folder)}")
        raise


def _ran_out(error: BaseException) -> bool:
    """Tell whether a disk or the memory had no more to give."""
    if isinstance(error, OSError):
        return not isinstance(error, BrokenPipeError)
    return not isinstance(error, InputError | Failed | typer.Exit) and ran_short(error)


def _kept_so_far(folder: Path) -> str:
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
        return f"{lost.folder} was moved to {lost.now} while the run was played; {_kept_so_far(lost.now)}"
    return (
        f"{lost.folder} was removed, or moved to another disk, while the run was played; finished blocks are kept as far as its files are. "
        "Go on with `sim resume` and the folder's new place, or begin anew with the same command."
    )
