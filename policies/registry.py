"""The registry of policies: what `--policy` accepts and `--help` lists. A new policy is one file and one line here."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from policies.weights import WEIGHTS
from simulator.errors import InputError
from simulator.toml_table import near, show

# Name -> one line on how it plays. The module `policies/<name>.py` holds its `decide`, and is compiled when first used.
POLICIES = {
    "random": "any legal choice, all equally likely: the floor of the ladder",
    "novice": "a first game: towards goods and port, opening what is directly in the way",
    "planner": "a practised table: ways for all trains, the next card foreseen, cards where they gain most",
    "expert": "the planner's best answers played on in imagined futures",
    "idle": "never plays a card, never uses a helper: what the timetable does by itself",
}


@dataclass(frozen=True)
class Policy:
    """A policy ready to play: its compiled function and its parameters."""

    name: str
    decide: Callable[..., Any]
    params: tuple[float, ...] = ()


def load_policy(name: str) -> Policy:
    """The policy of that name, compiled; unknown names are refused with the near ones."""
    if name not in POLICIES:
        raise InputError(
            f"--policy: there is no policy {show(name)}{near(name, POLICIES)}; policies are {', '.join(POLICIES)}."
        )
    module = importlib.import_module(f"policies.{name}")
    params = tuple(weight.default for weight in WEIGHTS.values()) if name in ("planner", "expert") else ()
    if name == "expert":
        params += (4.0, 8.0, 99.0, 3.0)
    return Policy(name, module.decide, params)
