"""Who plays in a run: a sentence for each, and which figures of theirs are people's and which assumed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from policies.registry import roster_of
from reports.words import capital
from simulator.core.messages import printable
from simulator.game import Game

OWN = "A program from a file; the run does not say how it plays."


@dataclass(frozen=True)
class Player:
    """One kind of player: under which names it plays in a run, and how."""

    names: tuple[str, ...]
    sentence: str


def players_in_words(game: Game, policies: Iterable[str]) -> list[Player]:
    """Return one player for each kind, in the order of the policies; those that differ in settings alone share a sentence."""
    kinds: dict[str, list[str]] = {}
    for policy in dict.fromkeys(policies):
        name = policy.partition(":")[0]
        kinds.setdefault(_sentence(game, name), []).append(printable(policy))
    return [Player(tuple(names), sentence) for sentence, names in kinds.items()]


def _sentence(game: Game, name: str) -> str:
    roster = roster_of(game)
    if name not in roster.all:
        return OWN
    kind = roster.all[name]
    return f"{capital(kind.meaning if name in roster.tables else f'{kind.called}: {kind.meaning}')}."


def assumptions(game: Game, policies: Iterable[str]) -> str:
    """Say what is reported of people and what is assumed; nothing where none of the tables plays whose skill was set by it."""
    roster = roster_of(game)
    begin = f"{roster.dial.partition(':')[0]}:"
    set_by_figures = [name for name, kind in roster.tables.items() if kind.plays.startswith(begin)]
    return roster.assumed if any(policy in set_by_figures for policy in policies) else ""
