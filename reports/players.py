"""Who plays in a run: a sentence for each, and which figures of theirs are people's and which assumed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from policies.registry import ASSUMED, POLICIES, TABLES
from reports.factor_words import capital
from simulator.core.messages import printable

SET_BY_FIGURES = [name for name, kind in TABLES.items() if kind.plays.startswith("people:")]
OWN = "A program from a file; the run does not say how it plays."


@dataclass(frozen=True)
class Player:
    """One kind of player: under which names it plays in a run, and how."""

    names: tuple[str, ...]
    sentence: str


def players_in_words(policies: Iterable[str]) -> list[Player]:
    """Return one player for each kind, in the order of the policies; those that differ in settings alone share a sentence."""
    kinds: dict[str, list[str]] = {}
    for policy in dict.fromkeys(policies):
        name = policy.partition(":")[0]
        kinds.setdefault(_sentence(name), []).append(printable(policy))
    return [Player(tuple(names), sentence) for sentence, names in kinds.items()]


def _sentence(name: str) -> str:
    if name not in POLICIES:
        return OWN
    kind = POLICIES[name]
    return f"{capital(kind.meaning if name in TABLES else f'{kind.called}: {kind.meaning}')}."


def assumptions(policies: Iterable[str]) -> str:
    """Say what is reported of people and what is assumed; nothing where none of the tables plays whose skill was set by it."""
    return ASSUMED if any(policy in SET_BY_FIGURES for policy in policies) else ""
