"""The registry of policies: what `--policy` accepts and `--help` lists. A new policy is one file and one entry here.

Users keep theirs in files of their own, without an entry (`policies/plugin.py`).
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from policies.parameters import Parameter, parse_settings, spelled
from policies.sources import source_hash
from policies.switch_signal.planning.weights import (
    ALL_WATCHED,
    PEOPLE,
    SEARCH,
    WATCHING,
    planner_weights,
    standing_weights,
)
from simulator.core.errors import InputError
from simulator.core.messages import near, show


@dataclass(frozen=True)
class Kind:
    """A player that can be asked for: how it plays, what sentences call it, its parameters, and whether it is told the future.

    A named table `plays` with the settings of another player, and has none of its own.
    """

    meaning: str
    called: str
    parameters: Callable[[], Mapping[str, Parameter]] = field(
        default=dict
    )  # in the order in which kernels read them
    foresees: bool = False
    slow: bool = False  # a search: dozens of milliseconds a game
    module: str = ""  # of its `decide`, if that is not its name
    plays: str = ""

    def settings(self) -> Mapping[str, Parameter]:
        """The parameters that can be set; others have the one value that this player needs."""
        return {key: each for key, each in self.parameters().items() if each.low < each.high}


def _planner() -> Mapping[str, Parameter]:
    return planner_weights() | WATCHING


def _people() -> Mapping[str, Parameter]:
    return planner_weights() | ALL_WATCHED | PEOPLE


def _expert() -> Mapping[str, Parameter]:
    return planner_weights() | WATCHING | SEARCH | standing_weights()


# The players underneath. The module `policies/<name>.py`, or the one that is named here, holds the `decide`, and is compiled when first used.
PLAYERS = {
    "random": Kind("any legal choice, all equally likely: a floor", "a table that plays at random"),
    "idle": Kind(
        "never plays a card, never uses a helper: what the timetable does by itself",
        "a table that never plays a card",
    ),
    "novice": Kind(
        "opens what is directly in the way, and nothing more: a floor, weaker than people's first games",
        "a careless beginner",
    ),
    "people": Kind(
        "thinks as the planner does and errs as people do; `skill` says how much",
        "a table of people",
        _people,
    ),
    "planner": Kind("a way for every train, the next card foreseen", "the planner", _planner),
    "expert": Kind(
        "a planner who plays the best answers on in imagined futures", "the expert", _expert, slow=True
    ),
    "clairvoyant": Kind(
        "an expert who is told dice and cards: deals that could have been won",
        "a table that foresees dice and cards",
        _expert,
        foresees=True,
        slow=True,
        module="expert",
    ),
}


def _table(plays: str, called: str, meaning: str) -> Kind:
    """A name for settings of a player, as slow as that player is."""
    return Kind(meaning, called, slow=PLAYERS[plays.partition(":")[0]].slow, plays=plays)


# Tables of people, from weak to strong; the settings of the first two were found on `ensemble:train` (docs/policies.md).
TABLES = {
    "first-game": _table(
        "people:skill=0.05",
        "a table in its first game",
        "people in their first game: they see what is directly before a train, forget helpers and the next card; their trains get in each other's way",
    ),
    "family": _table(
        "people:skill=0.77",
        "a family",
        "a family that has played some games: it plans a train's way, and still overlooks trains and thinks of helpers late",
    ),
    "practised": _table(
        "planner",
        "a practised table",
        "a practised table: it plans a way for every train and weighs what the next card may do; it looks no further ahead than that",
    ),
    "veteran": _table(
        "expert",
        "a table of veterans",
        "veterans: they play their best ideas through in their heads, some turns ahead, before they decide",
    ),
}
POLICIES = TABLES | PLAYERS
# Told wherever these tables are explained.
ASSUMED = "About four of eight goods are reported of people's first games; how often first-game and family win is our assumption (docs/policies.md)."

# Who plays unless somebody else is asked for: the quick ones. And the strongest of them where one has to do, who is also spoken of.
DEFAULT_TABLES = tuple(name for name, kind in TABLES.items() if not kind.slow)
DEFAULT_POLICY = DEFAULT_TABLES[-1]

# Of a user: a file, a function in it, settings. The file may have a colon in its path.
IN_A_FILE = re.compile(r"(.*?\.py)(?::([^:]*))?(?::(.*))?", re.DOTALL)


@dataclass(frozen=True)
class Policy:
    """A policy ready to play: its function and its parameters. Only one that `foresees` is told what dice will show.

    `decide` is compiled (`policies/switch_signal/seam.py`) unless it is `plain`: then it is a Python function of a `Session`, to be asked step by step.
    """

    name: str
    decide: Callable[..., Any]
    params: tuple[float, ...] = ()
    foresees: bool = False
    plain: bool = False
    source_hash: str = ""  # of a user's file, and of those beside it that it imports


def load_policy(text: str) -> Policy:
    """The policy of a name, with settings if there are any (`planner:attention=0.6`), or of a user's file (`mine.py:hurry`)."""
    name, _, settings_text = text.partition(":")
    own = IN_A_FILE.fullmatch(text)
    if name not in POLICIES and own:
        return _load_own(*own.groups(default=""))
    if name not in POLICIES:
        raise InputError(
            f"--policy: there is no policy {show(name)}{near(name, POLICIES)}; policies are {', '.join(POLICIES)}, "
            "or one of your own in a file, FILE.py:NAME."
        )
    kind = POLICIES[name]
    if kind.plays:
        return _load_table(name, kind, settings_text)
    known = kind.settings()
    settings = parse_settings(name, settings_text, known)
    params = tuple(settings.get(key, parameter.default) for key, parameter in kind.parameters().items())
    module = importlib.import_module(f"policies.switch_signal.{kind.module or name}")
    return Policy(spelled(name, settings, known), module.decide, params, kind.foresees)


def _load_table(name: str, kind: Kind, settings_text: str) -> Policy:
    """A named table keeps its name in every result, and takes no settings: with others it would be another table."""
    if settings_text:
        raise InputError(f"--policy: {name} takes no settings; to change them, play {kind.plays} instead.")
    return replace(load_policy(kind.plays), name=name)


def _load_own(file: str, name: str, settings_text: str) -> Policy:
    from policies.plugin import PlainPlayer, load_plugin  # not before it is needed: numba is slow to import

    spelling, decide, params = load_plugin(file, name, settings_text, POLICIES)
    plain = isinstance(decide, PlainPlayer)
    return Policy(spelling, decide, params, plain=plain, source_hash=source_hash(file))
