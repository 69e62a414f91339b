"""`sim perft`: every legal continuation of a game to a few decisions, counted."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from cli.options import BATCH, ScenarioOptions, spread, whole_number

DEPTH_HELP = "Decisions to look ahead."


@spread
def perft(
    setup: ScenarioOptions,
    depth: Annotated[
        int,
        typer.Option("--depth", parser=whole_number, metavar="N", help=DEPTH_HELP, rich_help_panel=BATCH),
    ] = 3,
    seed: Annotated[
        int,
        typer.Option("--seed", parser=whole_number, metavar="N", help="Seed.", rich_help_panel=BATCH),
    ] = 1,
    game: Annotated[
        int,
        typer.Option("--game", parser=whole_number, metavar="G", help="Game.", rich_help_panel=BATCH),
    ] = 0,
    published: Annotated[
        bool,
        typer.Option("--published", help="Print the table of docs/perft.md.", rich_help_panel=BATCH),
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="One JSON object instead of a table.", rich_help_panel=BATCH)
    ] = False,
) -> None:
    """Count all legal continuations of a game: a fingerprint of the rules, as perft is for chess."""
    from cli.console import announce_compiling
    from experiments.limits import MAX_GAMES, check_seed
    from simulator.errors import InputError
    from simulator.limits import MAX_PERFT_DEPTH

    scenario = setup.scenario()
    check_seed(seed)
    if not 0 <= game <= MAX_GAMES:
        raise InputError(f"--game: {game} must be a whole number from 0 to {MAX_GAMES}.")
    if not 1 <= depth <= MAX_PERFT_DEPTH:
        raise InputError(f"--depth: {depth} must be a whole number from 1 to {MAX_PERFT_DEPTH}.")
    announce_compiling()
    from simulator.perft import perft as count
    from simulator.perft import published_table

    if published:
        typer.echo("\n".join(published_table()))
        return
    rows = (count(scenario, seed, game, plies) for plies in range(1, depth + 1))
    if as_json:
        counts = [row._asdict() for row in rows]
        typer.echo(json.dumps({"scenario": scenario.to_dict(), "seed": seed, "game": game, "counts": counts}))
        return
    # Each depth takes many times as long as the one before, so a row is shown as soon as it is known.
    typer.echo(f"{'decisions':>9}{'continuations':>20}{'of them games over':>22}")
    for row in rows:
        typer.echo(f"{row.plies:>9}{row.continuations:>20,}{row.ended:>22,}")
