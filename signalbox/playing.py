"""`signalbox.run` and `sim run`: many games of a setup, or of one for each place of a set."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from experiments.findings import OtherMaps
from experiments.maps import GAMES, check_left_out, kind_of_map, kind_of_places, rates_on, strongest
from experiments.play import Matchup, play_many
from experiments.prepare import Load, load_all
from experiments.summary import means_of, names_of
from reports.sentences.rates import CANNOT_HAVE
from reports.terminal.play_tables import (
    Summary,
    answer_sentences,
    check_enough_games,
    play_json,
    sentences_over_boards,
)
from signalbox.answers import Answered
from signalbox.levels import asked_in_python, check_batch, levels_of, policies_of, table_names
from signalbox.progress import LEFT_OUT, Watcher
from simulator.game import Batch, Game, Policy, Setup
from simulator.games import DEFAULT, load_game


@dataclass(frozen=True, repr=False)
class PlayResults(Answered):
    """Games of one setup, or of one for each place of a set, played by one table or by several.

    `frame()` has a line for each table, and for each place of a set: what it came to with its 95 % interval, and the means of all that is counted
    (docs/data.md).
    """

    tables: Sequence[Sequence[Summary]]  # for each table a summary of every setup
    several: bool  # whether several tables were asked, though Ctrl-C may have come before the second one
    other: OtherMaps | None  # what a single setup comes to on other maps
    alone: bool  # on a reconstruction, with a setup that other maps cannot have
    seconds: float  # without those of other maps
    stopped: str = ""
    left_off: bool = False  # whether Ctrl-C came among other maps, when the rest was known

    @property
    def over_a_set(self) -> bool:
        """Tell whether there is a setup for each place of a set."""
        return len(self.tables[0]) > 1

    def sentences(self) -> list[str]:
        """Return how the game went for each table."""
        if self.over_a_set:
            return [sentence for each in self.tables for sentence in sentences_over_boards(each)]
        sentences = answer_sentences([summary for (summary,) in self.tables], self.other)
        return [*sentences, *([CANNOT_HAVE] if self.alone else [])]

    def lines(self) -> Iterator[dict[str, Any]]:
        for summaries in self.tables:
            for each in summaries:
                found = play_json(each)
                kept = ("policy", "games", *names_of(each.game.main), "ci_low", "ci_high")
                where = {name: each.setup.levels[name] for name in each.setup.places if self.over_a_set}
                yield {
                    **where,
                    **{name: found[name] for name in kept},
                    **means_of(each.game, each.tally),
                }


def play_setups(
    game: Game,
    setups: Sequence[Setup],
    named: Sequence[str] | None,
    games: int,
    seed: int,
    jobs: int,
    maps: bool,
    load: Load,
    watcher: Watcher,
) -> PlayResults:
    """Play so many games of every setup, by each table that is named. A single setup on a reconstruction is played on other maps too, unless `maps` is off.

    What is known of a single setup after Ctrl-C is kept. Places of a set are compared with each other, so all games on all of them are needed.
    """
    workers = check_batch(games, seed, jobs)
    if len(setups) > 1:
        check_enough_games(game, games)
    may_differ = len(setups) == 1 and bool(kind_of_map(setups[0]))
    check_left_out(maps, may_differ)
    elsewhere = game.elsewhere(setups[0]) if may_differ and maps else []
    policies = load(game, table_names(game, named))

    def play(one: tuple[Policy, list[Summary]]) -> Iterator[Batch]:
        policy, summaries = one
        for summary in summaries:
            for batch in play_many(Matchup(game, summary.setup, (policy,)), seed, games, workers):
                summary.add(batch)
                yield batch

    def shown(one: tuple[Policy, list[Summary]]) -> Iterator[Batch]:
        return watcher.games(play(one), total, lambda batch: len(batch.outcomes), f"{one[0].name}: games")

    def known(one: tuple[Policy, list[Summary]]) -> int:
        played = sum(summary.games for summary in one[1])
        return played if len(setups) == 1 or played == total else 0

    total, started = games * len(setups), time.perf_counter()
    begun = ((policy, [Summary(game, setup, policy.name, seed) for setup in setups]) for policy in policies)
    found, stopped = watcher.in_turn(begun, shown, known)
    seconds = time.perf_counter() - started
    other = None
    if elsewhere and not stopped:
        player, each = strongest(game, policies), min(GAMES, games)
        rates = rates_on(game, elsewhere, player, seed, each, workers)
        rated = watcher.other_maps(rates, each, len(elsewhere))
        if rated is not None:
            other = OtherMaps(kind_of_places(elsewhere[0]), player.name, tuple(rated), ())
    alone = may_differ and maps and not elsewhere
    left_off = bool(elsewhere) and not stopped and other is None
    played = [summaries for _, summaries in found]
    state = stopped or (LEFT_OUT if left_off else "")
    return PlayResults(played, len(policies) > 1, other, alone, seconds, state, left_off)


@asked_in_python
def run(
    *,
    policy: str | Iterable[str] | None = None,
    games: int = 10_000,
    seed: int = 1,
    maps: bool = True,
    jobs: int = 0,
    game: str = DEFAULT,
    progress: bool = True,
    **levels: Any,
) -> PlayResults:
    """Play many games of one setup, or of one for each place of a set, and return how they went.

    >>> signalbox.run(tokens=8, policy=["family", "practised"], games=1_000)

    policy    who plays: one or several tables or players; the game's usual tables
    games     games of each table
    seed      seed of all random numbers
    maps      whether other maps that fit what is known are played too, where the map is a reconstruction
    jobs      cores to use; 0: all of them
    game      a game by name, or the path of your own game.py
    progress  whether a bar shows how far it is
    levels    what is changed in the standard setup: tokens=8, preset="remove-3", house={"draw": 4}; a set of boards by its name
    """
    chosen = load_game(game)
    setups = [chosen.setup(each) for each in chosen.expand_sets(levels_of(chosen, levels))]
    named, watcher = policies_of(policy), Watcher(progress)
    return play_setups(chosen, setups, named, games, seed, jobs, maps, load_all, watcher)
