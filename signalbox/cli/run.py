"""`sim run`: play many games of one setup, or of one for each place of a set, and say how they went."""

from __future__ import annotations

import time

from reports.terminal.screen import show, show_json
from signalbox.cli.console import load_and_warn
from signalbox.cli.failures import Interrupted
from signalbox.cli.options import AsJson, Games, Jobs, NoMaps, Seed, Tables
from signalbox.cli.setup_options import SetupOptions
from signalbox.levels import check_batch, table_names
from signalbox.progress import Watcher
from simulator.core.errors import InputError
from simulator.game import Game


def run(
    game: Game,
    setup: SetupOptions,
    games: Games = 10_000,
    seed: Seed = 1,
    jobs: Jobs = 0,
    as_json: AsJson = False,
    policy: Tables = None,
    no_maps: NoMaps = False,
) -> None:
    """Play many games of one setup: {sim} run --games 1000 --policy {player}

    {told}
    """
    setups = setup.setups()
    check_batch(games, seed, jobs)

    from experiments.maps import kind_of_map

    may_differ = len(setups) == 1 and bool(kind_of_map(setups[0]))
    if no_maps and not may_differ:
        raise InputError(
            "--no-maps: nothing is played on other maps here; it is for one board that is a reconstruction."
        )
    maps = game.elsewhere(setups[0]) if may_differ and not no_maps else []
    policies = load_and_warn(game, table_names(game, policy))

    from reports.terminal.play_tables import (
        check_enough_games,
        figures_over_boards,
        play_json,
        tables,
        tables_over_boards,
    )
    from signalbox.playing import play_other_maps, play_setups

    if len(setups) > 1:
        check_enough_games(game, games)
    started = time.perf_counter()
    how = games, seed, jobs, Watcher()
    summaries, stopped = play_setups(game, setups, policies, *how)
    seconds = time.perf_counter() - started
    other, left_off = None, False
    try:
        other = play_other_maps(game, maps, policies, *how) if maps and not stopped else None
    except KeyboardInterrupt:  # all games that were asked for are played
        left_off = True
    if as_json:
        found = [
            play_json(each[0], other) if len(each) == 1 else figures_over_boards(each) for each in summaries
        ]
        show_json(found, len(policies) > 1)
    elif len(setups) == 1:
        alone = may_differ and not no_maps and not maps
        show(*tables([each[0] for each in summaries], other, seconds, alone=alone))
    else:
        for each in summaries:
            show(*tables_over_boards(each, seconds / len(summaries)))
    if stopped:
        raise Interrupted("more games would tell more.")
    if left_off:
        raise Interrupted("this is the whole run, without other maps.")
