"""The two sides of a comparison as texts: `standard`, `remove-3`, `novice`, `tokens=8,removed=1`, `house draw=4,policy=planner:token=3`.

A text changes what the options of the command say for both sides. Its parts are joined by commas; settings of a policy have commas too, so
a part `key=value` whose key is no factor goes on with the policy before it, as in lists of policies (`experiments/levels.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from experiments.factors import POLICY, PRESET, Catalogue, catalogue
from experiments.levels import parse_levels, parse_policies
from policies.registry import roster_of
from simulator.core.errors import InputError
from simulator.core.messages import near, shortened, show
from simulator.game import Game, Level, Setup


@dataclass(frozen=True)
class Side:
    """One of the two: how the user called it, and what it plays. The policy is a text, not yet loaded."""

    text: str
    setup: Setup
    policy: str


def read_side(game: Game, letter: str, text: str, common: Mapping[str, Level], policy: str) -> Side:
    """A side from its text, on top of the levels and the policy that both sides have in common."""
    with _blamed(letter, text):
        known, factors = catalogue(game), split_side(game, text)
        levels = {name: _level(known, name, value) for name, value in factors.items() if name != POLICY}
        setup = game.setup({**common, **known.expanded(levels)})
        return Side(text, setup, _policy(factors.get(POLICY, policy)))


def names_a_policy(game: Game, letter: str, text: str) -> bool:
    """Whether a side says itself who plays."""
    with _blamed(letter, text):
        return POLICY in split_side(game, text)


@contextmanager
def _blamed(letter: str, text: str) -> Iterator[None]:
    """Put the side before what is wrong with it."""
    try:
        yield
    except InputError as error:
        raise InputError(f"{letter} ({shortened(text)}): {error}") from None


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
        f"{show(word)} is no {kinds}{near(word, (*game.presets, *named, *players))}; "
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
    levels = [text] if known.declared(name).role != "setting" else parse_levels(name, text)
    if len(levels) != 1:
        raise InputError(f"{name}={shortened(text)} must be one level; `sim sweep` plays ranges.")
    return levels[0]


def _policy(text: str) -> str:
    policies = parse_policies([text])
    if len(policies) != 1:
        raise InputError(f"--policy: {show(text)} must be one policy; `sim sweep` plays several.")
    return policies[0]
