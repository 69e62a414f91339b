"""`sim tune --target 50%`: settings with a given win rate, the smallest change of the rulebook first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from signalbox.cli.failures import CutShort
from signalbox.cli.options import BATCH, Jobs, Seed, json_option, measure_option, number_option
from signalbox.cli.points import amount, amount_option, target_of
from signalbox.cli.setup_options import GridOptions
from simulator.game import Game

if TYPE_CHECKING:
    from experiments.tune import Ladder


def tune(
    game: Game,
    grid: GridOptions,
    target: Annotated[
        str,
        typer.Option(
            "--target",
            metavar="RATE",
            help="The {wanted} that is wanted, {target}; with --measure what that shall come to, 6.5.",
            rich_help_panel=BATCH,
        ),
    ],
    measure: Annotated[str, measure_option()] = "",
    within: Annotated[
        str | None,
        amount_option(
            "--within", "What counts as near the target. (2 percentage points; 2 % of what is no share)"
        ),
    ] = None,
    precision: Annotated[
        str | None,
        amount_option(
            "--precision",
            "How far the intervals of near settings may reach to either side. (1 percentage point; 1 % of what is no share)",
        ),
    ] = None,
    games: Annotated[int, number_option("--games", BATCH, "Most games of a setting.")] = 100_000,
    seed: Seed = 1,
    jobs: Jobs = 0,
    as_json: Annotated[bool, json_option(BATCH)] = False,
) -> None:
    """Find settings with a given {wanted}: {sim} tune --target {target} --policy {player}

    {free}: each option takes a value, a list or a range.
    Settings that cannot be near the target any more drop out early, so that games go where they are needed.

    {tune}
    """
    from experiments.limits import check_games, check_seed, worker_count
    from experiments.prepare import find_measure
    from experiments.tune import free_axes, goal_of, settings

    about = find_measure(game, measure)
    goal = goal_of(
        about,
        target_of(about, target),
        None if within is None else amount(about, "--within", within, 0.1, 50),
        None if precision is None else amount(about, "--precision", precision, 0.1, 25),
        games,
    )
    check_games(games)
    check_seed(seed)
    workers = worker_count(jobs)
    axes = free_axes(game, grid.given)

    from experiments.grid import policy_axis
    from experiments.play import PlayFailed
    from experiments.tune import Ladder, Race, play_race
    from policies.registry import roster_of
    from reports.terminal.screen import note
    from reports.terminal.tune_table import show_ladders
    from signalbox.cli.console import stopped_early
    from signalbox.cli.players import load_players

    texts = [str(text) for text in policy_axis(game, grid.policy or roster_of(game).usual).levels]
    cells_of = [settings(game, axes, text) for text in texts]
    policies = load_players(game, texts)
    free = [axis.name for axis in axes if len(axis.levels) > 1]
    found: list[Ladder] = []
    stopped = False
    for policy, cells in zip(policies, cells_of, strict=True):
        race = Race.of(goal, list(cells))
        rounds = play_race(race, game, cells, policy, seed, workers)
        label = f"{policy.name}: games, at most"
        try:
            stopped = stopped_early(rounds, len(cells) * goal.enough, lambda played: played.task.games, label)
        except PlayFailed as failed:
            note(f"error: {failed}")
            raise typer.Exit(1) from None
        if race.spent:
            found.append(Ladder(game, race, cells, policy.name))
        elif stopped and not found:
            raise KeyboardInterrupt
        if stopped:
            break
    show_ladders(found, len(texts) > 1, free, seed, stopped, as_json)
    if stopped:
        raise CutShort("more games would tell more.")
