"""`sim runs`, `sim resume`, `sim studies`: what has been played, going on with it, and what could be played."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from experiments.factors import catalogue
from experiments.limits import check_games
from reports.terminal.screen import note, plain_table, show
from signalbox.cli.console import open_run
from signalbox.cli.options import (
    BATCH,
    Jobs,
    NoReport,
    RunAsJson,
    RunFolder,
    Scheduler,
    number_option,
    text_option,
)
from signalbox.levels import program_words
from simulator.core.errors import InputError
from simulator.core.messages import file_name
from simulator.game import Game

if TYPE_CHECKING:
    from rich.table import Table

RUNS = "runs"  # where sweeps put them


def resume(
    run: RunFolder,
    games: Annotated[
        int | None, number_option("--games", BATCH, "More games in each cell than were planned.")
    ] = None,
    policy: Annotated[
        list[str] | None,
        text_option(
            "--policy",
            "FILE.py:NAME",
            BATCH,
            "A policy of your own that the run was begun with: its file is not opened unless you name it. Repeatable.",
        ),
    ] = None,
    jobs: Jobs = 0,
    scheduler: Scheduler = None,
    no_report: NoReport = False,
    as_json: RunAsJson = False,
) -> None:
    """Go on with a run that was broken off: {sim} resume runs/{factor} --games 20000

    Only what is missing is played. With more --games than were planned it is extended.
    """
    from signalbox.cli.running import check_machines, resumed, run_sweep

    check_machines(scheduler, jobs)
    if games is not None:
        check_games(games)
    sweep, maps = resumed(Path(run), games, policy or [])
    run_sweep(sweep, maps, Path(run), scheduler=scheduler, jobs=jobs, as_json=as_json, report=not no_report)


def list_runs(
    game: Game,
    folder: Annotated[str, typer.Argument(metavar="FOLDER", help="Where runs lie, or one run.")] = RUNS,
    as_json: RunAsJson = False,
) -> None:
    """List the runs in a folder: what they vary, how far they are, and the command that made them.

    How far a run is, is told by the names of its files. Of one run, `sim runs RUN`, every file is read, and what is missing or damaged is named.
    """
    from experiments.run_store.manifest import COPY, MANIFEST, is_run

    if folder != RUNS and not Path(folder).is_dir():
        raise InputError(f"{file_name(folder)}: there is no such folder.")
    one = is_run(Path(folder))
    manifests = [path for name in (MANIFEST, COPY) for path in Path(folder).glob(f"*/{name}")]
    runs = dict.fromkeys(path.parent for path in sorted(manifests, key=lambda path: path.lstat().st_mtime))
    found = [_described(path, inside=one) for path in ([Path(folder)] if one else runs)]
    if as_json:
        typer.echo(json.dumps(found, indent=2))
    elif found:
        show(_table_of_runs(found))
        for sentence in found[0].get("short", ()) if one else ():
            note(sentence)
    else:
        name, levels = catalogue(game).example
        makes = f"{' '.join(program_words(game))} sweep --{name} {levels}"
        show(f"no runs in {folder}; `{makes}` makes one.")


def _described(folder: Path, inside: bool) -> dict[str, Any]:
    """Return a line on a run; `inside` reads all its files and tells what is missing."""
    from experiments.results import Results
    from reports.terminal.sweep_table import gap_sentences

    try:
        store = open_run(folder)
        done, wanted = store.progress()
        short: dict[str, Any] = {}
        if inside:
            results = Results.read(store)
            done = sum(cell.games for cell in results.cells)
            short = {"short": list(gap_sentences(results))}
    except InputError as error:
        return {"run": str(folder), "error": str(error)}
    return {
        "run": str(folder),
        "cells": len(store.manifest.cells),
        "games": store.games,
        "done": done / wanted,
        "failed": sum(map(len, store.failures().values())),
        "command": store.manifest.command,
        **short,
    }


def _table_of_runs(found: list[dict[str, Any]]) -> Table:
    table = plain_table("run", "cells", "games each", "done", "command", right=(1, 2, 3))
    for each in found:
        if "error" in each:
            table.add_row(each["run"], "", "", "", each["error"])
        else:
            share = f"{each['done']:.0%}" + (f", {each['failed']} failed" if each["failed"] else "")
            table.add_row(each["run"], str(each["cells"]), f"{each['games']:,}", share, each["command"])
    return table
