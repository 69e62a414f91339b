"""`sim run`: play many games of one scenario, or of one for each board of an ensemble, and say how they went."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from signalbox.cli.failures import CutShort
from signalbox.cli.options import BATCH, TablesOptions, flag_option, spread
from signalbox.cli.setup_options import SetupOptions
from simulator.core.errors import InputError

if TYPE_CHECKING:
    from experiments.map_findings import OtherMaps
    from experiments.run_store.tally import Batch
    from policies.registry import Policy
    from reports.terminal.play_summary import Summary
    from simulator.switch_signal.scenario import Scenario

NoMaps = Annotated[
    bool,
    flag_option(
        "--no-maps",
        BATCH,
        "Leave out the other maps that fit what is known, which tell how much of a figure is the map's.",
    ),
]


@spread
def run(setup: SetupOptions, play: TablesOptions, no_maps: NoMaps = False) -> None:
    """Play many games of one setup: sim run --games 1000 --policy family

    Tells how often it is won and by whom, goods, turns, and what was lost to what. With --board ensemble:test it plays so many games on
    each board of a set.
    """
    scenarios = setup.scenarios()
    play.check()

    from experiments.maps import elsewhere, is_one_of_many

    may_differ = len(scenarios) == 1 and is_one_of_many(scenarios[0].board_data)
    if no_maps and not may_differ:
        raise InputError(
            "--no-maps: nothing is played on other maps here; it is for one board that is a reconstruction."
        )
    maps = elsewhere(scenarios[0]) if may_differ and not no_maps else []
    policies = play.load_all()

    from reports.terminal.over_boards import check_enough_games, figures_over_boards, tables_over_boards
    from reports.terminal.play_summary import Summary, figures, tables
    from reports.terminal.screen import show
    from signalbox.cli.console import watched

    if len(scenarios) > 1:
        check_enough_games(play.games)
    started = time.perf_counter()
    summaries = [[Summary(scenario, policy.name, play.seed) for scenario in scenarios] for policy in policies]
    games = play.games * len(scenarios) * len(policies)
    for _ in watched(_play(summaries, policies, play), games):
        pass
    seconds = time.perf_counter() - started
    other, left_off = None, False
    try:
        other = _other_maps(maps, policies, play) if maps else None
    except KeyboardInterrupt:  # all games that were asked for are played
        left_off = True
    if play.as_json:
        found = [
            figures(each[0], other) if len(each) == 1 else figures_over_boards(each) for each in summaries
        ]
        typer.echo(json.dumps(found[0] if len(found) == 1 else {"tables": found}, indent=2))
    elif len(scenarios) == 1:
        alone = may_differ and not no_maps and not maps
        show(*tables([each[0] for each in summaries], other, seconds, alone=alone))
    else:
        for each in summaries:
            show(*tables_over_boards(each, seconds / len(summaries)))
    if left_off:
        raise CutShort("this is the whole run, without other maps.")


def _play(summaries: list[list[Summary]], policies: list[Policy], play: TablesOptions) -> Iterator[Batch]:
    """All games of all tables and scenarios, each block noted where it belongs and passed on for the progress bar."""
    from experiments.runner import play_many

    for policy, each in zip(policies, summaries, strict=True):
        for summary in each:
            for block in play_many(summary.scenario, policy, play.seed, play.games, play.jobs):
                summary.add(block)
                yield block


def _other_maps(maps: list[Scenario], policies: list[Policy], play: TablesOptions) -> OtherMaps:
    from experiments.map_findings import OtherMaps
    from experiments.maps import GAMES, rates_on, strongest
    from signalbox.cli.console import tracked

    player, games = strongest(policies), min(GAMES, play.games)
    rates = rates_on(maps, player, play.seed, games, play.jobs)
    found = tracked(rates, games * len(maps), "games", lambda rate: games, "other maps")
    return OtherMaps(maps[0].board_data.family, player.name, tuple(found), ())
