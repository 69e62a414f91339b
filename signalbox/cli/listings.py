"""`sim games`, `sim policies`, `sim presets`, `sim studies` and `sim runs`: what there is to play, who plays it, and what has been played."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from experiments.factors import catalogue
from policies.registry import roster_of
from reports.terminal.screen import note, plain_table, show
from signalbox.cli.console import open_run
from signalbox.cli.options import POLICY, RunAsJson
from signalbox.levels import program_words
from simulator.core.errors import InputError
from simulator.core.messages import check_known, file_name
from simulator.game import Game
from simulator.games import DEFAULT, all_games

RUNS = "runs"  # where sweeps put them


def list_games(game: Game) -> None:
    """List the games that can be played; `sim --game NAME COMMAND` plays one, and what a run of it can be about is told beside it.

    `sim --game FILE.py games` lists all that a game of your own counts: what `--measure` can ask about, and the rest.
    """
    if game.source:
        counted = game.measures.values()
        kinds = [(each.name, each.kind, each.words, "yes" if each.asked else "no") for each in counted]
        show(plain_table("measure", "kind", "what it counts", "--measure", rows=kinds))
        return
    rows = [
        (
            each.name,
            each.title + (" (default)" if each.name == DEFAULT else ""),
            ", ".join(measure.name for measure in each.measures.values() if measure.asked),
        )
        for each in all_games()
    ]
    own = ("path/to/game.py", "your own (docs/own-game.md)", "")
    show(plain_table("game", "title", "measures", rows=[*rows, own]))


def list_policies(
    game: Game,
    name: Annotated[
        str,
        typer.Argument(
            metavar="POLICY",
            help="Show what can be set with it, for instance {measured}.",
            autocompletion=POLICY,
        ),
    ] = "",
) -> None:
    """List the policies and how they play; with a name, its settings: {sim} policies {settable}"""
    roster = roster_of(game)
    assumed = (roster.assumed,) if roster.assumed else ()
    if not name:
        rows = [
            (each, kind.meaning + (" (default)" if each in roster.usual else ""))
            for each, kind in roster.all.items()
        ]
        own = ("FILE.py:NAME", "your own, a function in a file (docs/own-policy.md)")
        show(plain_table("policy", "how it plays", rows=[*rows, own]), *assumed)
        return
    check_known("there is no policy", name, roster.all)
    kind = roster.all[name]
    if kind.plays:
        player = kind.plays.partition(":")[0]
        show(
            f"{name}: {kind.meaning}.",
            f"It plays as {kind.plays} and has no settings of its own; `sim policies {player}` shows those of the player underneath.",
            *assumed,
        )
        return
    parameters = kind.settings()
    if not parameters:
        show(f"{name} has no settings")
        return
    settings = [
        (key, f"{default:g}", f"{low:g}", f"{high:g}", meaning)
        for key, (default, low, high, meaning, _) in parameters.items()
    ]
    table = plain_table("setting", "unless set", "from", "to", "meaning", right=(1, 2, 3), rows=settings)
    shown = kind.dial or next(iter(parameters))
    level = 0.4 if parameters[shown].low <= 0.4 <= parameters[shown].high else parameters[shown].high
    show(table, f"for instance --policy {name}:{shown}={level:g}")


def list_presets(game: Game) -> None:
    """List the presets: the rulebook's easings, challenges and variants."""
    if not game.presets:
        show(f"{game.title} has no presets.")
        return
    rows = [
        (each.name, each.meaning, " ".join(f"--{name} {value}" for name, value in each.changes.items()))
        for each in game.presets.values()
    ]
    show(plain_table("preset", "meaning", "options", rows=rows))


def list_studies(game: Game) -> None:
    """List the studies that are shipped; `sim sweep NAME` plays one."""
    from experiments.study import load_study, study_names

    names = study_names(game)
    if not names:
        show(f"{game.title} has no studies of its own; `sim sweep FILE.toml` plays yours.")
        return
    rows = [(name, load_study(game, name).title) for name in names]
    show(plain_table("study", "what it asks", rows=rows))


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
        headings = ("run", "cells", "games each", "done", "command")
        show(plain_table(*headings, right=(1, 2, 3), rows=map(_row, found)))
        if one:
            note(*found[0].get("short", ()))
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


def _row(run: dict[str, Any]) -> tuple[str, ...]:
    if "error" in run:
        return run["run"], "", "", "", run["error"]
    share = f"{run['done']:.0%}" + (f", {run['failed']} failed" if run["failed"] else "")
    return run["run"], str(run["cells"]), f"{run['games']:,}", share, run["command"]
