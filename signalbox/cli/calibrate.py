"""`sim calibrate plays.csv`: where a real table stands on the skill dial."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from signalbox.cli.options import BATCH, Force, Jobs, Seed, json_option, number_option, out_option
from simulator.core.errors import InputError
from simulator.core.files import check_target
from simulator.game import Game

if TYPE_CHECKING:
    from experiments.calibrate import Points

FEWEST = 100


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
    as_json: Annotated[bool, json_option(BATCH)] = False,
    out: Annotated[str, out_option("Write the skill to this .json file, for --policy {dial}=OUT.")] = "",
    force: Force = False,
) -> None:
    """How well your table plays, from what it won: {sim} calibrate plays.csv -o table.json

    The file lists your plays, one a line; only the column won is needed, what is missing is as in the standard game (docs/calibrate.md):

    {plays}

    The answer is a place on the dial {dial}=0…1 with its interval, and {sim} run --policy {dial}=table.json
    plays as your table does.{on_dial}
    """
    from experiments.calibrate import TIMES, Calibration, check_dial, games_for, points_of
    from experiments.limits import check_games, check_seed, worker_count
    from experiments.plays import read_plays
    from simulator.core.files import write_whole

    if games is not None:
        check_games(games)
        if games < FEWEST:
            raise InputError(f"--games: {games} are too few for a curve; it takes {FEWEST} at least.")
    check_seed(seed)
    workers = worker_count(jobs)
    if out:
        check_target(out, force, ".json", "table.json")
    check_dial(game)
    found = read_plays(game, Path(plays))
    points = points_of(game, found, games or games_for(found))
    _play(points, seed, workers)

    from reports.terminal.calibrate_table import figures, show_calibration
    from reports.terminal.screen import note

    result = Calibration.of(found, points, seed)
    if out:
        text = json.dumps(figures(result), indent=2, ensure_ascii=False)
        write_whole(out, (text + "\n").encode())
    if as_json:
        typer.echo(json.dumps(figures(result), indent=2))
    else:
        show_calibration(result, plays)
    if games is not None and games < TIMES * found.plays:
        note(
            f"{games:,} games a place are few beside {found.plays:,} plays: the interval does not know the error of the curve and is too narrow."
        )
    if out:
        note(f"{out}: written; sim run --policy people:skill={out} plays so.")


def _play(points: Points, seed: int, workers: int) -> None:
    """Play every setup along the dial."""
    from experiments.calibrate import play_points, policy_at
    from experiments.play import PlayFailed
    from experiments.skill import PLACES
    from reports.terminal.screen import note
    from signalbox.cli.console import tracked
    from signalbox.cli.players import load_players

    policies = load_players(points.game, (policy_at(points.game, place) for place in PLACES))
    played = play_points(points, policies, seed, workers)
    try:
        for _ in tracked(played, points.size, "games", lambda each: each.task.games):
            pass
    except PlayFailed as failed:
        note(f"error: {failed}")
        raise typer.Exit(1) from None
