"""`sim runs`, `sim resume`, `sim studies`: what has been played, going on with it, and what could be played."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from signalbox.cli.carry_through import carry_through, ended_early
from signalbox.cli.options import BATCH, WHERE, Jobs, command_words, json_option, number_option
from signalbox.cli.scheduler import Scheduler, check_machines, machines
from signalbox.cli.sweep import NoReport
from simulator.core.errors import InputError
from simulator.core.messages import file_name
from simulator.game import Game

if TYPE_CHECKING:
    from rich.table import Table

    from experiments.sweep import Sweep

RUNS = "runs"  # where sweeps put them
RunFolder = Annotated[str, typer.Argument(metavar="RUN", help="The folder of a run.")]


def resume(
    run: RunFolder,
    games: Annotated[
        int | None, number_option("--games", BATCH, "More games in each cell than were planned.")
    ] = None,
    policy: Annotated[
        list[str] | None,
        typer.Option(
            "--policy",
            metavar="FILE.py:NAME",
            help="A policy of your own that the run was begun with: its file is not opened unless you name it. Repeatable.",
            rich_help_panel=BATCH,
        ),
    ] = None,
    jobs: Jobs = 0,
    scheduler: Scheduler = None,
    no_report: NoReport = False,
    as_json: Annotated[bool, json_option(WHERE)] = False,
) -> None:
    """Go on with a run that was broken off: {sim} resume runs/{factor} --games 20000

    Only what is missing is played. With more --games than were planned it is extended.
    """
    from experiments.limits import check_games
    from experiments.resume import sweep_of
    from signalbox.cli.players import load_players
    from signalbox.cli.stored_run import open_run

    check_machines(scheduler, jobs)
    if games is not None:
        check_games(games)
    sweep = sweep_of(open_run(Path(run)), games, policy or [], load_players)
    maps = _maps_beside(Path(run), sweep.games)
    with machines(sweep, Path(run), scheduler, jobs) as chosen, ended_early(Path(run)):
        carry_through(sweep, maps, Path(run), chosen, as_json, not no_report)


def _maps_beside(folder: Path, games: int) -> Sweep | None:
    """Return what is played on other maps; None, with a sentence, where it cannot be read."""
    from experiments.resume import maps_beside
    from experiments.run import maps_left_out
    from reports.terminal.screen import note
    from signalbox.cli.players import load_players

    try:
        return maps_beside(folder, games, load_players)
    except InputError as error:
        note(maps_left_out(folder, error))
        return None


def list_runs(
    game: Game,
    folder: Annotated[str, typer.Argument(metavar="FOLDER", help="Where runs lie, or one run.")] = RUNS,
    as_json: Annotated[bool, json_option(WHERE)] = False,
) -> None:
    """List the runs in a folder: what they vary, how far they are, and the command that made them.

    How far a run is, is told by the names of its files. Of one run, `sim runs RUN`, every file is read, and what is missing or damaged is named.
    """
    from experiments.factors import catalogue
    from experiments.run_store.manifest import COPY, MANIFEST, is_run
    from reports.terminal.screen import note, show

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
        makes = f"{' '.join(command_words(game, 'sweep'))} --{name} {levels}"
        show(f"no runs in {folder}; `{makes}` makes one.")


def _described(folder: Path, inside: bool) -> dict[str, Any]:
    """A line on a run; `inside` reads all its files and tells what is missing."""
    from experiments.results import Results
    from reports.terminal.sweep_table import gap_sentences
    from signalbox.cli.stored_run import open_run

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
    from reports.terminal.screen import plain_table

    table = plain_table("run", "cells", "games each", "done", "command", right=(1, 2, 3))
    for each in found:
        if "error" in each:
            table.add_row(each["run"], "", "", "", each["error"])
        else:
            share = f"{each['done']:.0%}" + (f", {each['failed']} failed" if each["failed"] else "")
            table.add_row(each["run"], str(each["cells"]), f"{each['games']:,}", share, each["command"])
    return table


def list_studies(game: Game) -> None:
    """List the studies that are shipped; `sim sweep NAME` plays one."""
    from experiments.study import load_study, study_names
    from reports.terminal.screen import plain_table, show

    names = study_names(game)
    if not names:
        show(f"{game.title} has no studies of its own; `sim sweep FILE.toml` plays yours.")
        return
    table = plain_table("study", "what it asks")
    for name in names:
        study = load_study(game, name)
        table.add_row(name, study.title)
    show(table)
