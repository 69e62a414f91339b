"""`sim calibrate plays.csv`: where a real table stands on the skill dial."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from signalbox.cli.options import BATCH, Force, json_option, number_option, out_option, spread
from simulator.core.errors import InputError
from simulator.core.files import check_target

if TYPE_CHECKING:
    from experiments.plays import Plays
    from experiments.skill_curve import Points
    from simulator.switch_signal.scenario import Scenario

GAMES, FEWEST = 2_000, 100
TIMES = 20  # as many games as plays, so that the error of the curve is small beside that of the plays


@spread
def calibrate(
    plays: Annotated[
        str,
        typer.Argument(
            metavar="PLAYS", help="A .csv file: a line a play, with the columns tokens, removed, …, won."
        ),
    ],
    games: Annotated[
        int | None,
        number_option(
            "--games",
            BATCH,
            f"Games at each of 11 places of the dial, for each setup. ({GAMES:,}, or {TIMES} times the plays if that is more)",
        ),
    ] = None,
    seed: Annotated[int, number_option("--seed", BATCH, "Seed of all random numbers.")] = 1,
    jobs: Annotated[int, number_option("--jobs", BATCH, "Cores to use; 0: all of them.")] = 0,
    as_json: Annotated[bool, json_option(BATCH)] = False,
    out: Annotated[
        str, out_option("Write the skill to this .json file, for --policy people:skill=OUT.")
    ] = "",
    force: Force = False,
) -> None:
    """How well your table plays, from what it won: sim calibrate plays.csv -o table.json

    The file lists your plays, one a line; only the column won is needed, what is missing is as in the standard game (docs/calibrate.md):

    date,board,players,tokens,removed,goods,won

    2026-03-14,central-europe,2,7,2,8,no

    The answer is a place on the dial people:skill=0…1 with its interval, and sim run --policy people:skill=table.json
    plays as your table does.
    """
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
    found = read_plays(Path(plays))
    plays_of_all = sum(setting.plays for setting in found.settings)
    points = simulate(found, games or max(GAMES, TIMES * plays_of_all), seed, workers)

    from reports.terminal.calibrate_table import Calibration, figures, show_calibration
    from reports.terminal.screen import note

    result = Calibration.of(found, points, standard(found), seed)
    if out:
        text = json.dumps(figures(result), indent=2, ensure_ascii=False)
        write_whole(out, (text + "\n").encode())
    if as_json:
        typer.echo(json.dumps(figures(result), indent=2))
    else:
        show_calibration(result, plays)
    if games is not None and games < TIMES * plays_of_all:
        note(
            f"{games:,} games a place are few beside {plays_of_all:,} plays: the interval does not know the error of the curve and is too narrow."
        )
    if out:
        note(f"{out}: written; sim run --policy people:skill={out} plays so.")


def simulate(found: Plays, games: int, seed: int, workers: int) -> Points:
    """Play every setup of the file, and the standard game, along the dial."""
    from experiments.skill_curve import PLACES, Points, play_points, policy_at
    from reports.terminal.screen import note
    from signalbox.cli.console import tracked
    from signalbox.cli.players import load_players

    scenarios = [setting.scenario for setting in found.settings]
    points = Points(list(dict.fromkeys([*scenarios, standard(found)])), games)
    policies = load_players(map(policy_at, PLACES))
    for played in tracked(
        play_points(points, policies, seed, workers), points.size, "games", lambda played: played.task.games
    ):
        if played.tally is None:
            note(f"error: {played.failure}")
            raise typer.Exit(1)
    return points


def standard(found: Plays) -> Scenario:
    """The rulebook's game on the board and with the number of players that the table plays most."""
    from simulator.switch_signal.scenario import Scenario

    plays: Counter[tuple[str, int]] = Counter()
    for setting in found.settings:
        plays[setting.scenario.board, setting.scenario.players] += setting.plays
    ((board, players), _), *_ = plays.most_common(1)
    return Scenario(board=board, players=players)
