"""A comparison of two sides: what each table, or pair of players, makes of them, and what other maps say of two reconstructions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from experiments.duel import Aim, Duel, play_until_decided
from experiments.map_findings import SetsCompared
from experiments.maps import GAMES, kind_of_places, rates_on, strongest
from experiments.play import Matchup
from experiments.sides import Side, names_a_policy, read_side
from experiments.statistics.anatomy import Change, JointSums, changes
from policies.roster import Policy
from simulator.core.errors import InputError
from simulator.game import Game, Level, Measure, Setup

Sides = tuple[Side, Side]


@dataclass(frozen=True)
class Comparison:
    """What one table, or one pair of players, makes of the two sides."""

    game: Game
    duel: Duel
    sides: Sides
    policies: tuple[str, str]

    @cached_property
    def changes(self) -> list[Change]:
        """Return how games go on both sides."""
        return changes(self.duel.moments)


def read_pairs(
    game: Game, common: Mapping[str, Level], first: str, second: str, texts: Sequence[str], given: bool
) -> list[Sides]:
    """Return both sides for every table of `texts`; one pair only where the sides say themselves who plays.

    `given` tells whether somebody has asked for these tables.
    """
    named = [names_a_policy(game, "A", first), names_a_policy(game, "B", second)]
    if any(named):
        if given and (all(named) or len(texts) > 1):
            raise InputError("--policy: A or B says who plays; leave one of the two out.")
        if not given and not all(named):
            says, other = ("A", "B") if named[0] else ("B", "A")
            raise InputError(
                f"{says} says who plays and {other} does not; say it on both sides, or --policy who plays {other}."
            )
        texts = texts[:1]
    return [
        (read_side(game, "A", first, common, text), read_side(game, "B", second, common, text))
        for text in texts
    ]


def check_sides(pairs: Sequence[Sides], players: Mapping[str, Policy]) -> None:
    """Refuse to compare a side with itself."""
    for pair in pairs:
        if len({(side.setup.hash, players[side.policy].name) for side in pair}) == 1:
            raise InputError("A and B mean the same: there is nothing to compare.")


def begin(game: Game, measure: Measure, pair: Sides, players: Mapping[str, Policy], aim: Aim) -> Comparison:
    """Return a comparison in which nothing has been played yet."""
    names = players[pair[0].policy].name, players[pair[1].policy].name
    return Comparison(game, Duel(aim, measure, JointSums(game)), pair, names)


def go_on(found: Comparison, players: Mapping[str, Policy], seed: int, workers: int) -> Iterator[int]:
    """Play until the difference is known; gives the number of games of each block when they are in the comparison."""
    first, second = (Matchup(found.game, side.setup, (players[side.policy],)) for side in found.sides)
    yield from play_until_decided(found.duel, (first, second), seed, workers)


@dataclass(frozen=True)
class OnOtherMaps:
    """What is played to compare two reconstructions over the maps that are like each of them, by the strongest table."""

    game: Game
    measure: Measure
    first: Sequence[Setup]
    second: Sequence[Setup]
    player: Policy
    games: int  # on each map

    @property
    def total(self) -> int:
        """Count all games."""
        return self.games * (len(self.first) + len(self.second))

    def play(self, seed: int, jobs: int) -> Iterator[float]:
        """Give what the measure comes to on each map."""
        setups = [*self.first, *self.second]
        return rates_on(self.game, setups, self.player, seed, self.games, jobs, self.measure)

    def compared(self, rates: Sequence[float]) -> SetsCompared:
        """Return what these say."""
        maps = len(self.first)
        return SetsCompared.of(self.player.name, rates[:maps], rates[maps:])


def on_other_maps(
    game: Game, measure: Measure, pairs: Sequence[Sides], players: Mapping[str, Policy], games: int
) -> OnOtherMaps | None:
    """Return what other maps can be asked; None unless both sides are played on reconstructions of two kinds.

    Nothing is asked where A and B name different players: one of them alone would answer another question.
    """
    names = {tuple(players[side.policy].name for side in pair) for pair in pairs}
    if any(one != other for one, other in names):
        return None
    first, second = (game.elsewhere(side.setup) for side in pairs[0])
    if not first or not second or kind_of_places(first[0]) == kind_of_places(second[0]):
        return None
    player = strongest(game, (players[pair[0].policy] for pair in pairs))
    return OnOtherMaps(game, measure, first, second, player, min(GAMES, games))
