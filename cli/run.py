"""`sim run`: play many games of one scenario and say how they went."""

from __future__ import annotations

import json
import time
from typing import Annotated

import typer

from cli.options import BATCH, PlayOptions, ScenarioOptions, spread, whole_number


@spread
def run(
    setup: ScenarioOptions,
    play: PlayOptions,
    games: Annotated[
        int,
        typer.Option("--games", parser=whole_number, metavar="N", help="Games.", rich_help_panel=BATCH),
    ] = 10_000,
    jobs: Annotated[
        int,
        typer.Option(
            "--jobs", parser=whole_number, metavar="N", help="Threads; 0: all cores.", rich_help_panel=BATCH
        ),
    ] = 0,
    as_json: Annotated[
        bool, typer.Option("--json", help="One JSON object instead of a table.", rich_help_panel=BATCH)
    ] = False,
) -> None:
    """Play many games: win rate, goods, turns, and what was lost to what."""
    from experiments.limits import check_games, worker_count

    scenario = setup.scenario()
    check_games(games)
    worker_count(jobs)
    policy = play.load()

    from cli.console import show, watched
    from cli.summary import Summary, figures, tables
    from experiments.runner import play_many

    started = time.perf_counter()
    summary = Summary(scenario, policy.name, play.seed)
    for block in watched(play_many(scenario, policy, play.seed, games, jobs), games):
        summary.add(block)
    seconds = time.perf_counter() - started
    if as_json:
        typer.echo(json.dumps(figures(summary), indent=2))
        return
    show(*tables(summary, seconds))
