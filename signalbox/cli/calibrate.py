"""`sim calibrate plays.csv`: where a real table stands on the skill dial."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from reports.terminal.screen import note
from signalbox.cli.console import load_players
from signalbox.cli.options import BATCH, AsJson, Force, Jobs, Seed, number_option, out_option
from signalbox.progress import Watcher
from simulator.core.files import check_target
from simulator.game import Game


def calibrate(
    game: Game,
    plays: Annotated[
        str,
        typer.Argument(metavar="PLAYS", help="A .csv file: a line a play, with the columns {columns}."),
    ],
    games: Annotated[
        int | None,
        number_option(
            "--games",
            BATCH,
            "Games at each of 11 places of the dial, for each setup. (2,000, or 20 times the plays if that is more)",
        ),
    ] = None,
    seed: Seed = 1,
    jobs: Jobs = 0,
    as_json: AsJson = False,
    out: Annotated[str, out_option("Write the skill to this .json file, for --policy {dial}=OUT.")] = "",
    force: Force = False,
) -> None:
    """How well your table plays, from what it won: {sim} calibrate plays.csv -o table.json

    The file lists your plays, one a line; only the column won is needed, what is missing is as in the standard game (docs/calibrate.md):

    {plays}

    The answer is a place on the dial {dial}=0…1 with its interval, and {sim} run --policy {dial}=table.json
    plays as your table does.{on_dial}
    """
    if out:
        check_target(out, force, ".json", "table.json")

    from experiments.calibrate import TIMES
    from reports.terminal.calibrate_table import calibration_json, show_calibration
    from signalbox.calibrating import calibrate_plays

    results = calibrate_plays(game, Path(plays), games, seed, jobs, load_players, Watcher())
    found = results.found
    if out:
        results.save(out)
    if as_json:
        typer.echo(json.dumps(calibration_json(found), indent=2))
    else:
        show_calibration(found, plays)
    if games is not None and games < TIMES * found.plays.plays:
        note(
            f"{games:,} games a place are few beside {found.plays.plays:,} plays: the interval does not know the error of the curve and is too narrow."
        )
    if out:
        note(f"{out}: written; sim run --policy people:skill={out} plays so.")
