"""`--scheduler`: who plays a sweep, this machine or the workers of a dask scheduler (docs/scale.md)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from signalbox.cli.options import BATCH
from simulator.core.errors import InputError

if TYPE_CHECKING:
    from experiments.sweep import Engine, Sweep

Scheduler = Annotated[
    str | None,
    typer.Option(
        "--scheduler",
        metavar="tcp://HOST:PORT",
        help="Play on the workers of this dask scheduler instead (docs/scale.md).",
        rich_help_panel=BATCH,
    ),
]


def check_machines(scheduler: str | None, jobs: int) -> None:
    """Refuse what can never work, before anything is compiled."""
    from experiments.limits import worker_count

    worker_count(jobs)
    if scheduler is None:
        return
    if jobs:
        raise InputError(
            "--jobs and --scheduler exclude each other: the scheduler's workers say how many cores they use."
        )
    from experiments.cluster import check_scheduler

    check_scheduler(scheduler)


@contextmanager
def machines(
    sweep: Sweep, folder: Path, scheduler: str | None, jobs: int
) -> Iterator[tuple[int, Engine | None]]:
    """How many cores play, and their engine; none is this machine's own. When the others fail, a sentence says how to go on."""
    from experiments.limits import worker_count

    if scheduler is None:
        yield worker_count(jobs), None
        return
    from experiments.cluster import Cluster, ClusterFailed, require_portable
    from experiments.run_store.manifest import is_run
    from reports.terminal.screen import note
    from signalbox.cli.stored_run import kept_so_far

    require_portable(sweep)
    try:
        with Cluster(scheduler, sweep.game) as cluster:
            yield cluster.threads, cluster.play
    except ClusterFailed as error:
        note(f"error: {error}")
        if is_run(folder):
            note(f"Stopped: {kept_so_far(folder)}")
        raise typer.Exit(1) from None
