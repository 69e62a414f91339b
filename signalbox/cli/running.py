"""A run that `sim sweep` or `sim resume` plays: on which machines, and what is shown of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import typer

from experiments.limits import worker_count
from experiments.prepare import maps_beside, sweep_of
from experiments.run import Finished, maps_left_out
from experiments.run_store.manifest import is_run
from experiments.run_store.store import Store
from experiments.sweep import Engine, Sweep
from reports.report import RunReport
from reports.terminal.screen import note, show
from reports.terminal.sweep_table import gap_sentences, show_results
from signalbox.cli.console import load_players
from signalbox.keeping import kept_run, kept_so_far
from signalbox.progress import Watcher, busy
from simulator.core.errors import InputError


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
    """Return the run to go on with, and its part on other maps; None, with a sentence, if that part cannot be read."""
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
        kept_run(sweep, maps, folder, machines, Watcher(plan=True)) as finished,
    ):
        _tell(finished, folder, as_json, report)
    if not finished.results.complete:
        raise typer.Exit(1)


def _tell(finished: Finished, folder: Path, as_json: bool, report: bool) -> None:
    results = finished.results
    page = RunReport.of(results, finished.rows, folder)
    show_results(page.answer, folder, finished.seconds, finished.games, as_json)
    finished.store.check_place()
    if report:
        with busy("drawing the report"):
            written = page.write()
        (note if as_json else show)(written)
    note(*gap_sentences(results))


@contextmanager
def _machines(
    sweep: Sweep, folder: Path, scheduler: str | None, jobs: int
) -> Iterator[tuple[int, Engine | None]]:
    """Give how many cores play, and the engine of other machines if these are to play. When they fail, a sentence says how to go on."""
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
            note(f"Stopped: {kept_so_far(folder)}")
        raise
