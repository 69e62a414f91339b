"""`signalbox.run` and `sim run`: many games of a setup."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from experiments.findings import OtherMaps
from experiments.maps import GAMES, kind_of_places, rates_on, strongest
from experiments.play import Matchup, play_many
from experiments.prepare import load_all
from experiments.summary import means_of, names_of
from policies.roster import Policy
from reports.terminal.play_tables import Summary, answer_sentences, play_json
from signalbox.answers import Answered
from signalbox.levels import asked_in_python, check_batch, levels_of, policies_of, table_names
from signalbox.progress import Watcher
from simulator.game import Batch, Game, Setup
from simulator.games import DEFAULT, load_game


@dataclass(frozen=True, repr=False)
class PlayResults(Answered):
    """Games of one setup, played by one table or by several.

    `frame()` has a line for each table: what it came to with its 95 % interval, and the means of all that is counted (docs/data.md).
    """

    summaries: Sequence[Summary]
    stopped: str = ""

    def sentences(self) -> list[str]:
        """Return how the game went for each table."""
        return list(answer_sentences(self.summaries))

    def lines(self) -> Iterator[dict[str, Any]]:
        for each in self.summaries:
            found = play_json(each)
            kept = ("policy", "games", *names_of(each.game.main), "ci_low", "ci_high")
            yield {**{name: found[name] for name in kept}, **means_of(each.game, each.tally)}


def play_setups(
    game: Game,
    setups: Sequence[Setup],
    policies: Sequence[Policy],
    games: int,
    seed: int,
    jobs: int,
    watcher: Watcher,
) -> tuple[list[list[Summary]], str]:
    """Play so many games of every setup, and return how they went, for each policy by itself; says so if Ctrl-C came before.

    What is then known of a single setup is kept. Places of a set are compared with each other, so all games on all of them are needed.
    """

    def play(one: tuple[Policy, list[Summary]]) -> Iterator[Batch]:
        policy, summaries = one
        for summary in summaries:
            for batch in play_many(Matchup(game, summary.setup, (policy,)), seed, games, jobs):
                summary.add(batch)
                yield batch

    def shown(one: tuple[Policy, list[Summary]]) -> Iterator[Batch]:
        return watcher.games(play(one), total, lambda batch: len(batch.outcomes), f"{one[0].name}: games")

    def known(one: tuple[Policy, list[Summary]]) -> int:
        played = sum(summary.games for summary in one[1])
        return played if len(setups) == 1 or played == total else 0

    total = games * len(setups)
    begun = ((policy, [Summary(game, setup, policy.name, seed) for setup in setups]) for policy in policies)
    found, stopped = watcher.in_turn(begun, shown, known)
    return [summaries for _, summaries in found], stopped


def play_other_maps(
    game: Game,
    maps: Sequence[Setup],
    policies: Sequence[Policy],
    games: int,
    seed: int,
    jobs: int,
    watcher: Watcher,
) -> OtherMaps:
    """Play the same setup on other maps, by the strongest of these tables."""
    player, each = strongest(game, policies), min(GAMES, games)
    rates = rates_on(game, maps, player, seed, each, jobs)
    found = watcher.games(rates, each * len(maps), lambda rate: each, "other maps")
    return OtherMaps(kind_of_places(maps[0]), player.name, tuple(found), ())


@asked_in_python
def run(
    *,
    policy: str | Iterable[str] | None = None,
    games: int = 10_000,
    seed: int = 1,
    jobs: int = 0,
    game: str = DEFAULT,
    progress: bool = True,
    **levels: Any,
) -> PlayResults:
    """Play many games of one setup, and return how they went.

    >>> signalbox.run(tokens=8, policy=["family", "practised"], games=1_000)

    policy    who plays: one or several tables or players; the game's usual tables
    games     games of each table
    seed      seed of all random numbers
    jobs      cores to use; 0: all of them
    game      a game by name, or the path of your own game.py
    progress  whether a bar shows how far it is
    levels    what is changed in the standard setup: tokens=8, preset="remove-3", house={"draw": 4}
    """
    chosen = load_game(game)
    check_batch(games, seed, jobs)
    setup = chosen.setup(levels_of(chosen, levels))
    policies = load_all(chosen, table_names(chosen, policies_of(policy)))
    found, stopped = play_setups(chosen, [setup], policies, games, seed, jobs, Watcher(progress))
    return PlayResults([summary for (summary,) in found], stopped)
