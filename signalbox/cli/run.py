"""`sim run`: play many games of one setup, or of one for each place of a set, and say how they went."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from signalbox.cli.failures import CutShort
from signalbox.cli.options import BATCH, TablesOptions, flag_option
from signalbox.cli.setup_options import SetupOptions
from simulator.core.errors import InputError
from simulator.game import Batch, Game, Setup

if TYPE_CHECKING:
    from experiments.map_findings import OtherMaps
    from policies.roster import Policy
    from reports.terminal.play_tables import Summary

NoMaps = Annotated[
    bool,
    flag_option(
        "--no-maps",
        BATCH,
        "Leave out the other maps that fit what is known, which tell how much of a figure is the map's.",
    ),
]


def run(game: Game, setup: SetupOptions, play: TablesOptions, no_maps: NoMaps = False) -> None:
    """Play many games of one setup: {sim} run --games 1000 --policy {player}

    {told}
    """
    setups = setup.setups()
    play.check()

    from experiments.maps import kind_of_map

    may_differ = len(setups) == 1 and bool(kind_of_map(setups[0]))
    if no_maps and not may_differ:
        raise InputError(
            "--no-maps: nothing is played on other maps here; it is for one board that is a reconstruction."
        )
    maps = game.elsewhere(setups[0]) if may_differ and not no_maps else []
    policies = play.load_all()

    from reports.terminal.over_boards import check_enough_games, figures_over_boards, tables_over_boards
    from reports.terminal.play_tables import Summary, figures, tables
    from reports.terminal.screen import show
    from signalbox.cli.console import watched

    if len(setups) > 1:
        check_enough_games(game, play.games)
    started = time.perf_counter()
    summaries = [[Summary(game, each, policy.name, play.seed) for each in setups] for policy in policies]
    games = play.games * len(setups) * len(policies)
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
    elif len(setups) == 1:
        alone = may_differ and not no_maps and not maps
        show(*tables([each[0] for each in summaries], other, seconds, alone=alone))
    else:
        for each in summaries:
            show(*tables_over_boards(each, seconds / len(summaries)))
    if left_off:
        raise CutShort("this is the whole run, without other maps.")


def _play(summaries: list[list[Summary]], policies: list[Policy], play: TablesOptions) -> Iterator[Batch]:
    """Play all games of all tables and setups; each block is noted where it belongs and passed on for the progress bar."""
    from experiments.play import Matchup, play_many

    for policy, each in zip(policies, summaries, strict=True):
        for summary in each:
            matchup = Matchup(summary.game, summary.setup, (policy,))
            for block in play_many(matchup, play.seed, play.games, play.jobs):
                summary.add(block)
                yield block


def _other_maps(maps: list[Setup], policies: list[Policy], play: TablesOptions) -> OtherMaps:
    """Play the same setup on other maps, by the strongest table."""
    from experiments.map_findings import OtherMaps
    from experiments.maps import GAMES, kind_of_places, rates_on, strongest
    from signalbox.cli.console import tracked

    game = play.of
    player, games = strongest(game, policies), min(GAMES, play.games)
    rates = rates_on(game, maps, player, play.seed, games, play.jobs)
    found = tracked(rates, games * len(maps), "games", lambda rate: games, "other maps")
    return OtherMaps(kind_of_places(maps[0]), player.name, tuple(found), ())
