"""`sim compare A B`: two setups or players head to head on the same deals, for as long as it takes to tell."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from signalbox.cli.console import load_players
from signalbox.cli.failures import Interrupted
from signalbox.cli.options import (
    BATCH,
    About,
    AsJson,
    Jobs,
    Seed,
    Tables,
    amount,
    amount_option,
    number_option,
)
from signalbox.cli.setup_options import SetupOptions
from signalbox.progress import Watcher
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
    *,
    first: Annotated[str, _side("A")],
    second: Annotated[str, _side("B")],
) -> None:
    """Which is easier, by how much, and why: {sim} compare {sides}

    Both sides meet the same deals. It looks after every 500 of them and stops when the answer is known; the interval holds
    in spite of that. Options are for both sides, A and B change them:

    {compare}
    """
    from experiments.compare import on_other_maps
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
    watcher = Watcher()
    found = compare_sides(
        game, about, (first, second), setup.levels(), policy, aim, seed, jobs, load_players, watcher
    )
    asked = on_other_maps(game, about, found.pairs, found.players, games) if found.complete else None
    over_sets, left_off = None, False
    if asked:
        rates = asked.play(seed, jobs)
        try:
            played = list(watcher.games(rates, asked.total, lambda rate: asked.games, "other maps"))
            over_sets = asked.compared(played)
        except KeyboardInterrupt:
            left_off = True
    show_comparisons(found.found, over_sets, len(found.pairs) > 1, seed, not found.complete, as_json)
    if not found.complete:
        raise Interrupted("more games would tell more.")
    if left_off:
        raise Interrupted("this is the whole comparison, without other maps.")
