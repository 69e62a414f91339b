"""What a game adds to the command line, and what help says in its words: names in braces, in docstrings of commands and in help of their
options, stand for what it declares.

Where a game has better words of its own, they stand among what it adds to the command line (`signalbox/cli/<game>/commands.py`).
"""

from __future__ import annotations

import importlib.util
import re
import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import NamedTuple

from experiments.factors import PRESET, catalogue
from policies.registry import roster_of
from reports.words import listed
from signalbox.levels import program_words
from simulator.game import Game

NAME = re.compile(r"\{(\w+)\}")
FOR_INSTANCE = "[bold]For instance[/bold]"


class CommandGroup(NamedTuple):
    """Commands that share their first word, and what the help of that word says."""

    help: str
    commands: Mapping[str, Callable[..., None]]


@dataclass(frozen=True)
class OwnCommands:
    """What a game adds: commands by their panel in the help, groups of commands, examples that stand below the help, and words in it (`help_words.py`)."""

    commands: Mapping[str, Mapping[str, Callable[..., None]]] = field(default_factory=dict)
    groups: Mapping[str, CommandGroup] = field(default_factory=dict)
    examples: str = ""
    words: Mapping[str, str] = field(default_factory=dict)  # for help, in place of general ones

    @property
    def names(self) -> set[str]:
        """Return the names of its commands and groups."""
        return {*self.groups, *(name for panel in self.commands.values() for name in panel)}


def commands_of(game: Game) -> OwnCommands:
    """Return what a game adds to the command line; examples are made from its factors where it has none of its own."""
    name = f"signalbox.cli.{game.package}"
    if game.package and importlib.util.find_spec(name):
        own: OwnCommands = import_module(f"{name}.commands").OWN
        return own
    return OwnCommands(examples=_examples(game))


def _examples(game: Game) -> str:
    """Show how its first factor is swept."""
    swept = next((each for each in game.factors.values() if each.example and not each.group), None)
    sim = shlex.join(program_words(game))
    lines = [f"{sim} run --games 1000"]
    if swept:
        lines += [f"{sim} sweep --{swept.name} {swept.example}"]
    return "\n\n".join([FOR_INSTANCE, "\n".join(lines)])


def filled(text: str, words: Mapping[str, str]) -> str:
    """Return a text of help with the words that its names stand for."""
    return NAME.sub(lambda found: words[found[1]], text)


def unstyled(text: str) -> str:
    """Return a text of a game for help, which would take words in brackets for styles."""
    if "[" not in text:
        return text
    from rich.markup import escape  # slow to import, and hardly ever needed

    return escape(text)


def words_of(game: Game, own: Mapping[str, str]) -> dict[str, str]:
    """Return what the names in braces stand for: the game's own words, and for all others what is made from its declarations."""
    known, roster = catalogue(game), roster_of(game)
    sim, (name, levels), best = shlex.join(program_words(game)), known.example, roster.main
    settable = [each for each, kind in roster.players.items() if kind.settings()] or [best]
    first = next(iter(game.presets), f"{name}={known.factors[name].default}")
    sides = f"{first} {name}={known.example_level}"
    columns = ["date", *(each for each in known.options if each != PRESET), "won"]
    play = [str(known.factors[each].default) for each in columns[1:-1]]
    target = "50%" if game.main.kind == "share" else str((game.main.low + game.main.top) // 2 or 10)
    compared = [f"{sim} compare {sides} --policy {best}"]
    if len(roster.usual) > 1:
        compared = [f"{sim} compare {roster.usual[0]} {best}", *compared]
    made = {
        "sim": sim,
        "main": best,
        "player": best,
        "players": ", ".join(roster.all),
        "tables": ",".join(roster.tables or roster.players),
        "usual": ",".join(roster.usual),
        "signed": ",".join(
            name for name in roster.signed_games or roster.usual if name not in roster.foreseeing
        ),
        "along_dial": f", or players as {roster.dial}=0.2..1..0.2" if roster.dial else "",
        "settable": settable[-1],
        "measured": settable[-1],
        "factor": name,
        "sweep": f"{name} {levels}",
        "words": _words(game),
        "told": f"It tells, for every table: {', '.join(each.words for each in game.measures.values() if each.told or each is game.main)}.",
        "sides": sides,
        "side_kinds": _or(*(["preset"] if game.presets else []), *known.places[:1], "policy"),
        "side": " · ".join([*list(game.presets)[-1:], sides.split()[1], f"policy={best}"]),
        "compare": "\n\n".join(compared),
        "wanted": "win rate" if game.main.name == "won" else game.main.words or game.main.name,
        "target": target,
        "free": _free(game),
        "tune": f"{sim} tune --target {target} --{name} {levels}",
        "columns": ", ".join(columns),
        "plays": f"{','.join(columns)}\n\n2026-03-14,{','.join(play)},no",
        "dial": roster.dial or "PLAYER:SETTING",
        "on_dial": "" if roster.dial else f" {game.title} has no players with such a dial.",
        "watched": "--policy " + best,
        "retold": "Without --html it is told here; with --json as a trace in JSON lines, the header first.",
    }
    return {**{each: unstyled(text) for each, text in made.items()}, **own}


def _words(game: Game) -> str:
    """Show how levels are written that are words, behind others: ` · dice,stack`."""
    for factor in game.factors.values():
        if isinstance(factor.default, str) and factor.role == "setting" and "," in factor.example:
            first, *_, last = factor.example.split(",")
            return f" · {first},{last}"
    return ""


def _free(game: Game) -> str:
    """Say what `sim tune` varies unless it is told."""
    names = [each.name for each in game.factors.values() if each.free]
    return f"It varies {listed(names)}, unless you name what is free" if names else "Name what is free"


def _or(*words: str) -> str:
    return " or ".join(filter(None, [", ".join(words[:-1]), words[-1]]))
