"""A comparison of two sides: how they are written, what each table, or pair of players, makes of them, and whether other maps are asked too.

A side is a text: `standard`, `remove-3`, `novice`, `tokens=8,removed=1`, `house draw=4,policy=planner:token=3`. It changes what the options of the
command say for both sides. Its parts are joined by commas; settings of a policy have commas too, so a part `key=value` whose key is no factor
goes on with the policy before it, as in lists of policies (`experiments/factors.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from experiments.duel import Aim, Duel, play_until_decided
from experiments.factors import POLICY, PRESET, Catalogue, catalogue, parse_levels, parse_policies, the_only
from experiments.maps import GAMES, OnOtherMaps, kind_of_places, strongest
from experiments.play import Matchup
from experiments.statistics.changes import Change, JointSums
from policies.registry import roster_of
from simulator.core.errors import InputError, errors_about
from simulator.core.messages import near, quote, shortened
from simulator.game import Game, Level, Measure, Policy, Setup


@dataclass(frozen=True)
class Side:
    """One of the two sides: what the user called it, and what it plays. The policy is a text, not yet loaded."""

    text: str
    setup: Setup
    policy: str


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
        return self.duel.moments.changes()

    @property
    def others(self) -> list[Change]:
        """Return the changes without that of what the comparison is about."""
        return [each for each in self.changes if each.name != self.duel.measure.name]


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


def on_other_maps(
    game: Game, measure: Measure, pairs: Sequence[Sides], players: Mapping[str, Policy], games: int
) -> OnOtherMaps | None:
    """Return what other maps can be asked; None unless both sides are played on reconstructions of two kinds.

    Nothing is asked where A and B name different players: one of them alone would answer another question.
    """
    names = {tuple(players[side.policy].name for side in pair) for pair in pairs}
    if any(one != other for one, other in names):
        return None
    asked = [players[pair[0].policy] for pair in pairs]
    first, second = (game.elsewhere(side.setup) for side in pairs[0])
    if not first or not second or kind_of_places(first[0]) == kind_of_places(second[0]):
        return None
    return OnOtherMaps(game, measure, first, second, strongest(game, asked), min(GAMES, games))


def read_side(game: Game, letter: str, text: str, common: Mapping[str, Level], policy: str) -> Side:
    """Return the side that a text describes, on top of the levels and the policy that both sides have in common."""
    with errors_about(f"{letter} ({shortened(text)})"):
        known, factors = catalogue(game), split_side(game, text)
        levels = {name: _level(known, name, value) for name, value in factors.items() if name != POLICY}
        setup = game.setup({**common, **known.expanded(levels)})
        player = factors.get(POLICY, policy)
        wrong = f"--policy: {quote(player)} must be one policy; `sim sweep` plays several."
        return Side(text, setup, the_only(parse_policies([player]), wrong))


def names_a_policy(game: Game, letter: str, text: str) -> bool:
    """Tell whether a side says itself who plays."""
    with errors_about(f"{letter} ({shortened(text)})"):
        return POLICY in split_side(game, text)


def split_side(game: Game, text: str) -> dict[str, str]:
    """Return factors and their levels."""
    known = catalogue(game)
    found: dict[str, str] = {}
    last = ""
    for piece in text.split(","):
        name, equals, value = (part.strip() for part in piece.partition("="))
        if last == POLICY and (
            piece.startswith("@") or (equals and not known.is_factor(name) and ":" not in name)
        ):
            found[POLICY] += f",{piece.strip()}"
            continue
        if not (equals and known.is_factor(name)):
            name, value = _bare(known, piece.strip()), piece.strip()
        name = known.canonical(name)
        if name in found:
            raise InputError(f"{name} is given twice.")
        found[name], last = value, name
    return found


def _bare(known: Catalogue, word: str) -> str:
    """Return the factor that a word alone is a level of: names of presets, places and policies do not overlap."""
    game = known.game
    players = roster_of(game).all
    if word in game.presets:
        return PRESET
    for name in known.places:
        if word in known.factors[name].known():
            return name
    if word.partition(":")[0] in players or ".py" in word:
        return POLICY
    if "=" in word:
        raise known.no_factor(word.partition("=")[0].strip())
    first = known.places[:1]
    named = [name for place in first for name in known.factors[place].known() if ":" not in name]
    kinds = _or(*(["preset"] if game.presets else []), *first, "policy")
    raise InputError(
        f"{quote(word)} is no {kinds}{near(word, (*game.presets, *named, *players))}; "
        f"write for instance {_or(*_examples(known))}."
    )


def _or(*words: str) -> str:
    """Join words: `preset, board or policy`."""
    return " or ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


def _examples(known: Catalogue) -> Sequence[str]:
    """Give sides as they may be written: those that the game names, or some of its factors."""
    if known.game.example_sides:
        return known.game.example_sides
    return (
        *list(known.game.presets)[-1:],
        f"{known.example[0]}={known.example_level}",
        f"{POLICY}={roster_of(known.game).main}",
    )


def _level(known: Catalogue, name: str, text: str) -> Level:
    """Return one level; names and paths are no ranges, even with dots in them."""
    levels: list[Level] = [text] if known.declared(name).role != "setting" else parse_levels(name, text)
    return the_only(levels, f"{name}={shortened(text)} must be one level; `sim sweep` plays ranges.")
