"""`sim compare A B`: two setups or players head to head on the same deals, for as long as it takes to tell."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from signalbox.cli.console import load_players
from signalbox.cli.options import (
    BATCH,
    About,
    AsJson,
    Jobs,
    NoMaps,
    Seed,
    Tables,
    amount,
    amount_option,
    number_option,
)
from signalbox.cli.setup_options import SetupOptions
from signalbox.progress import Interrupted, Watcher
from simulator.game import Game


def _side(letter: str) -> Any:
    return typer.Argument(
        metavar=letter,
        help="A {side_kinds} by its name, or factor=level, joined by commas: {side}.",
        show_default=False,
    )


def compare(
    game: Game,
    setup: SetupOptions,
    games: Annotated[int, number_option("--games", BATCH, "Most games of each side.")] = 100_000,
    seed: Seed = 1,
    jobs: Jobs = 0,
    as_json: AsJson = False,
    policy: Tables = None,
    measure: About = "",
    precision: Annotated[
        str | None,
        amount_option(
            "--precision",
            "How far the interval may reach to either side. (0.5 percentage points, or a quarter of the difference if that is more)",
        ),
    ] = None,
    negligible: Annotated[
        str | None,
        amount_option("--negligible", "A difference that is too small to matter. (0.5 percentage points)"),
    ] = None,
    no_maps: NoMaps = False,
    *,
    first: Annotated[str, _side("A")],
    second: Annotated[str, _side("B")],
) -> None:
    """Which is easier, by how much, and why: {sim} compare {sides}

    Both sides meet the same deals. It looks after every 500 of them and stops when the answer is known; the interval holds
    in spite of that. Options are for both sides, A and B change them:

    {compare}
    """
    from experiments.duel import Aim
    from experiments.prepare import find_measure
    from reports.terminal.compare_table import show_comparisons
    from signalbox.comparing import compare_sides

    about = find_measure(game, measure)
    aim = Aim(
        games,
        amount(about, "--precision", precision, 0.01, 50),
        amount(about, "--negligible", negligible, 0, 50),
    )
    sides, common = (first, second), setup.levels()
    found = compare_sides(
        game, about, sides, common, policy, aim, seed, jobs, not no_maps, load_players, Watcher()
    )
    stopped = not found.complete and not found.left_off
    show_comparisons(found.found, found.over_sets, found.several, seed, stopped, as_json)
    if stopped:
        raise Interrupted("more games would tell more.")
    if found.left_off:
        raise Interrupted("this is the whole comparison, without other maps.")
