"""The registry of policies: what `--policy` accepts and `--help` lists. A new policy is one file and one entry here.

Users keep theirs in files of their own, without an entry (`policies/plugin.py`).
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from policies.parameters import Parameter, parse_settings, spelled
from policies.planning.weights import DIAL, PEOPLE, SEARCH, planner_weights, standing_weights
from policies.sources import source_hash
from simulator.errors import InputError
from simulator.messages import near, show


@dataclass(frozen=True)
class Kind:
    """A policy that can be asked for: a line on how it plays, its parameters, and whether it is told the future."""

    meaning: str
    parameters: Callable[[], Mapping[str, Parameter]] = field(default=dict)
    foresees: bool = False
    module: str = ""  # of its `decide`, if that is not its name


def _planner() -> Mapping[str, Parameter]:
    return planner_weights() | DIAL


def _people() -> Mapping[str, Parameter]:
    return planner_weights() | DIAL | PEOPLE


def _expert() -> Mapping[str, Parameter]:
    return planner_weights() | DIAL | SEARCH | standing_weights()


# The module `policies/<name>.py`, or the one that is named here, holds its `decide`, and is compiled when first used. From weak to strong.
POLICIES = {
    "random": Kind("any legal choice, all equally likely: the floor of the ladder"),
    "idle": Kind("never plays a card, never uses a helper: what the timetable does by itself"),
    "novice": Kind("a first game: towards goods and port, opening what is directly in the way"),
    "people": Kind("people", _people),
    "planner": Kind("a practised table: a way for every train, the next card foreseen", _planner),
    "expert": Kind("a planner who plays the best answers on in imagined futures", _expert),
    "clairvoyant": Kind(
        "an expert who is told dice and cards: deals that could have been won",
        _expert,
        foresees=True,
        module="expert",
    ),
}


DEFAULT_POLICY = "planner"  # who plays, and is spoken of, unless somebody else is asked for

# Of a user: a file, a function in it, settings. The file may have a colon in its path.
IN_A_FILE = re.compile(r"(.*?\.py)(?::([^:]*))?(?::(.*))?", re.DOTALL)


@dataclass(frozen=True)
class Policy:
    """A policy ready to play: its function and its parameters. Only one that `foresees` is told what dice will show.

    `decide` is compiled (`policies/seam.py`) unless it is `plain`: then it is a Python function of a `Session`, to be asked step by step.
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
    known = kind.parameters()
    settings = parse_settings(name, settings_text, known)
    params = tuple(settings.get(key, parameter.default) for key, parameter in known.items())
    module = importlib.import_module(f"policies.{kind.module or name}")
    return Policy(spelled(name, settings, known), module.decide, params, kind.foresees)


def _load_own(file: str, name: str, settings_text: str) -> Policy:
    from policies.plugin import PlainPlayer, load_plugin  # not before it is needed: numba is slow to import

    spelling, decide, params = load_plugin(file, name, settings_text, POLICIES)
    plain = isinstance(decide, PlainPlayer)
    return Policy(spelling, decide, params, plain=plain, source_hash=source_hash(file))
