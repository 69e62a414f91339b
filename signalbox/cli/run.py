"""`sim run`: play many games of one setup, or of one for each place of a set, and say how they went."""

from __future__ import annotations

from reports.terminal.screen import show, show_json
from signalbox.cli.console import load_and_warn
from signalbox.cli.options import AsJson, Games, Jobs, NoMaps, Seed, Tables
from signalbox.cli.setup_options import SetupOptions
from signalbox.progress import Interrupted, Watcher
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
    from reports.terminal.play_tables import figures_over_boards, play_json, tables, tables_over_boards
    from signalbox.playing import play_setups

    found = play_setups(
        game, setup.setups(), policy, games, seed, jobs, not no_maps, load_and_warn, Watcher()
    )
    if as_json:
        figures = [
            figures_over_boards(each) if found.over_a_set else play_json(each[0], found.other)
            for each in found.tables
        ]
        show_json(figures, found.several)
    elif found.over_a_set:
        for each in found.tables:
            show(*tables_over_boards(each, found.seconds / len(found.tables)))
    else:
        summaries = [summary for (summary,) in found.tables]
        show(*tables(summaries, found.other, found.seconds, alone=found.alone))
    if found.left_off:
        raise Interrupted("this is the whole run, without other maps.")
    if not found.complete:
        raise Interrupted("more games would tell more.")
