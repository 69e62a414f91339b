"""`sim tune --target 50%`: settings with a given win rate, the smallest change of the rulebook first."""

from __future__ import annotations

from typing import Annotated

from signalbox.cli.console import load_players
from signalbox.cli.options import (
    BATCH,
    About,
    AsJson,
    GridPlayers,
    Jobs,
    Seed,
    amount,
    amount_option,
    number_option,
    target_of,
    text_option,
)
from signalbox.cli.setup_options import GridOptions
from signalbox.progress import Interrupted, Watcher
from simulator.game import Game


def tune(
    game: Game,
    grid: GridOptions,
    policy: GridPlayers = None,
    *,
    target: Annotated[
        str,
        text_option(
            "--target",
            "RATE",
            BATCH,
            "The {wanted} that is wanted, {target}; with --measure what that shall come to, 6.5.",
        ),
    ],
    measure: About = "",
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
    as_json: AsJson = False,
) -> None:
    """Find settings with a given {wanted}: {sim} tune --target {target} --policy {player}

    {free}: each option takes a value, a list or a range.
    Settings that cannot be near the target any more drop out early, so that games go where they are needed.

    {tune}
    """
    from experiments.prepare import find_measure
    from experiments.tune import goal_of
    from reports.terminal.tune_table import show_ladders
    from signalbox.tuning import tune_tables

    about = find_measure(game, measure)
    goal = goal_of(
        about,
        target_of(about, target),
        amount(about, "--within", within, 0.1, 50),
        amount(about, "--precision", precision, 0.1, 25),
        games,
    )
    found = tune_tables(game, goal, grid.given, policy, seed, jobs, load_players, Watcher())
    show_ladders(found.found, found.several, found.free, seed, not found.complete, as_json)
    if not found.complete:
        raise Interrupted("more games would tell more.")
