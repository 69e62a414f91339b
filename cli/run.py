"""`sim run`: play many games of one scenario, or of one for each board of an ensemble, and say how they went."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

import typer

from cli.options import PlayOptions, ScenarioOptions, spread

if TYPE_CHECKING:
    from cli.summary import Summary
    from experiments.runner import Batch
    from policies.registry import Policy


@spread
def run(setup: ScenarioOptions, play: PlayOptions) -> None:
    """Play many games of one setup: sim run --games 1000 --policy family

    Tells win rate, goods, turns, and what was lost to what. With --board ensemble:test it plays so many games on each board of a set.
    """
    scenarios = setup.scenarios()
    policy = play.load()

    from cli.console import show, watched
    from cli.over_boards import check_enough_games, figures_over_boards, tables_over_boards
    from cli.summary import Summary, figures, tables

    if len(scenarios) > 1:
        check_enough_games(play.games)
    started = time.perf_counter()
    summaries = [Summary(scenario, policy.name, play.seed) for scenario in scenarios]
    for _ in watched(_play(summaries, policy, play), play.games * len(summaries)):
        pass
    seconds = time.perf_counter() - started
    if play.as_json:
        found = figures(summaries[0]) if len(summaries) == 1 else figures_over_boards(summaries)
        typer.echo(json.dumps(found, indent=2))
    elif len(summaries) == 1:
        show(*tables(summaries[0], seconds))
    else:
        show(*tables_over_boards(summaries, seconds))


def _play(summaries: list[Summary], policy: Policy, play: PlayOptions) -> Iterator[Batch]:
    """All games of all scenarios, each block noted where it belongs and passed on for the progress bar."""
    from experiments.runner import play_many

    for summary in summaries:
        for block in play_many(summary.scenario, policy, play.seed, play.games, play.jobs):
            summary.add(block)
            yield block
