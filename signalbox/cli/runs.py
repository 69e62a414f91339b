"""`sim runs`, `sim resume`, `sim studies`: what has been played, going on with it, and what could be played."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from signalbox.cli.carry_through import carry_through, ended_early, tell_left_out
from signalbox.cli.options import BATCH, WHERE, json_option, number_option, spread
from signalbox.cli.scheduler import Scheduler, check_machines, machines
from signalbox.cli.sweep import NoReport
from simulator.core.errors import InputError
from simulator.core.files import read_text
from simulator.core.messages import file_name

if TYPE_CHECKING:
    from rich.table import Table

    from experiments.run_store.store import Store
    from experiments.sweep import Sweep

RUNS = "runs"  # where sweeps put them
RunFolder = Annotated[str, typer.Argument(metavar="RUN", help="The folder of a run.")]


@spread
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
    jobs: Annotated[int, number_option("--jobs", BATCH, "Cores to use; 0: all of them.")] = 0,
    scheduler: Scheduler = None,
    no_report: NoReport = False,
    as_json: Annotated[bool, json_option(WHERE)] = False,
) -> None:
    """Go on with a run that was broken off: sim resume runs/tokens --games 20000

    Only what is missing is played. With more --games than were planned it is extended.
    """
    from experiments.limits import check_games
    from signalbox.cli.stored_run import open_run

    check_machines(scheduler, jobs)
    if games is not None:
        check_games(games)
    store = open_run(Path(run))
    sweep = sweep_of(store, games, policy or [])
    maps = maps_beside(Path(run), sweep.games)
    with machines(sweep, Path(run), scheduler, jobs) as chosen, ended_early(Path(run)):
        carry_through(sweep, maps, Path(run), chosen, as_json, not no_report)


def maps_beside(folder: Path, games: int) -> Sweep | None:
    """Return the second run of a run that has so many games. None if it was left out, and, with a sentence, where it cannot be read."""
    from experiments.map_findings import FOLDER
    from experiments.maps import GAMES
    from experiments.run_store.manifest import is_run
    from signalbox.cli.stored_run import open_run

    if not is_run(folder / FOLDER):
        return None
    try:
        return sweep_of(open_run(folder / FOLDER), min(GAMES, games), [])
    except InputError as error:
        tell_left_out(folder, error)
        return None


def sweep_of(store: Store, games: int | None, own: list[str]) -> Sweep:
    """The sweep that a manifest describes, checked against what is installed here. No file that it names is executed."""
    from experiments.grid import Axis, Cell, Grid
    from experiments.run_store.manifest import damaged
    from experiments.sweep import Sweep
    from policies.registry import POLICIES
    from signalbox.cli.players import load_players
    from simulator.switch_signal.scenario import Scenario

    manifest = store.manifest
    factors = [Axis(each["name"], tuple(each["levels"])) for each in manifest["factors"]]
    try:
        cells = [
            Cell(each["levels"], Scenario.from_dict(each["scenario"]), each["policy"])
            for each in manifest["cells"]
        ]
    except (KeyError, TypeError, ValueError):
        raise damaged(store.folder) from None
    check_programs(own, {each.get("policy_hash") for each in manifest["cells"]})
    planned = int(manifest["games"])
    named = dict.fromkeys(cell.policy for cell in cells)
    shipped = [name for name in named if name.partition(":")[0] in POLICIES]
    loaded = {policy.name: policy for policy in load_players([*own, *shipped])}
    for name in named:
        if name not in loaded:
            raise InputError(
                f"the run was played by {name}, a file; name it again if you trust it: --policy {name}"
            )
    grid = Grid(factors, cells=cells)
    command = re.sub(r"--games \d+", f"--games {games or planned}", manifest["command"])
    return Sweep(
        grid,
        {name: loaded[name] for name in named},
        manifest["seed"],
        games or planned,
        command,
        manifest["keep_games"],
        manifest.get("title", ""),
        manifest.get("about", ""),
    )


def check_programs(texts: list[str], known: set[object]) -> None:
    """Refuse files that are not those of the run before they are loaded: to load a program is to execute it."""
    from policies.registry import IN_A_FILE, POLICIES
    from policies.sources import source_hash

    for text in texts:
        own = IN_A_FILE.fullmatch(text)
        if text.partition(":")[0] in POLICIES or not own:
            continue
        read_text(Path(own[1]))  # refuses what is no file, or no text
        if source_hash(own[1]) not in known:
            raise InputError(
                f"--policy: {file_name(own[1])} is not the program that the run was begun with, or imports another one beside it; "
                "it was not executed."
            )


def list_runs(
    folder: Annotated[str, typer.Argument(metavar="FOLDER", help="Where runs lie, or one run.")] = RUNS,
    as_json: Annotated[bool, json_option(WHERE)] = False,
) -> None:
    """List the runs in a folder: what they vary, how far they are, and the command that made them.

    How far a run is, is told by the names of its files. Of one run, `sim runs RUN`, every file is read, and what is missing or damaged is named.
    """
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
        show(f"no runs in {folder}; `sim sweep --tokens 7..10` makes one.")


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
        "cells": len(store.manifest["cells"]),
        "games": store.games,
        "done": done / wanted,
        "failed": sum(map(len, store.failures().values())),
        "command": store.manifest["command"],
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


def list_studies() -> None:
    """List the studies that are shipped; `sim sweep NAME` plays one."""
    from experiments.study import load_study, study_names
    from reports.terminal.screen import plain_table, show

    table = plain_table("study", "what it asks")
    for name in study_names():
        study = load_study(name)
        table.add_row(name, study.title)
    show(table)
