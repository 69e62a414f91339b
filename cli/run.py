"""`sim run`: play many games of one scenario and say how they went."""

from __future__ import annotations

import json
import time

import typer

from cli.options import PlayOptions, ScenarioOptions, spread


@spread
def run(setup: ScenarioOptions, play: PlayOptions) -> None:
    """Play many games: win rate, goods, turns, and what was lost to what."""
    scenario = setup.scenario()
    policy = play.load()

    from cli.console import show, watched
    from cli.summary import Summary, figures, tables
    from experiments.runner import play_many

    started = time.perf_counter()
    summary = Summary(scenario, policy.name, play.seed)
    for block in watched(play_many(scenario, policy, play.seed, play.games, play.jobs), play.games):
        summary.add(block)
    seconds = time.perf_counter() - started
    if play.as_json:
        typer.echo(json.dumps(figures(summary), indent=2))
        return
    show(*tables(summary, seconds))
