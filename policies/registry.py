"""The registry of policies: what `--policy` accepts and `--help` lists. A new policy is one file and one entry here."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from policies.parameters import Parameter, parse_settings, spelled
from policies.weights import DIAL, SEARCH, planner_weights
from simulator.errors import InputError
from simulator.toml_table import near, show


@dataclass(frozen=True)
class Kind:
    """A policy that can be asked for: a line on how it plays, its parameters, and whether it is told the future."""

    meaning: str
    parameters: Callable[[], Mapping[str, Parameter]] = field(default=dict)
    foresees: bool = False


def _planner() -> Mapping[str, Parameter]:
    return planner_weights() | DIAL


def _expert() -> Mapping[str, Parameter]:
    return planner_weights() | DIAL | SEARCH


# The module `policies/<name>.py` holds its `decide`, and is compiled when first used. From weak to strong.
POLICIES = {
    "random": Kind("any legal choice, all equally likely: the floor of the ladder"),
    "idle": Kind("never plays a card, never uses a helper: what the timetable does by itself"),
    "novice": Kind("a first game: towards goods and port, opening what is directly in the way"),
    "planner": Kind("a practised table: a way for every train, the next card foreseen", _planner),
    "expert": Kind("a planner who plays the best answers on in imagined futures", _expert),
    "clairvoyant": Kind("an expert who is told dice and cards: what no play could do better", _expert, True),
}


@dataclass(frozen=True)
class Policy:
    """A policy ready to play: its compiled function and its parameters. Only one that `foresees` is told what dice will show."""

    name: str
    decide: Callable[..., Any]
    params: tuple[float, ...] = ()
    foresees: bool = False


def load_policy(text: str) -> Policy:
    """The policy of a name, with settings if there are any (`planner:attention=0.6`), compiled."""
    name, _, settings_text = text.partition(":")
    if name not in POLICIES:
        raise InputError(
            f"--policy: there is no policy {show(name)}{near(name, POLICIES)}; policies are {', '.join(POLICIES)}."
        )
    kind = POLICIES[name]
    known = kind.parameters()
    settings = parse_settings(name, settings_text, known)
    params = tuple(settings.get(key, parameter.default) for key, parameter in known.items())
    module = importlib.import_module(f"policies.{'expert' if kind.foresees else name}")
    return Policy(spelled(name, settings, known), module.decide, params, kind.foresees)
