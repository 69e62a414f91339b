"""`sim games`, and what a game adds to the command line: commands of its own, and examples (`signalbox/cli/<game>/commands.py`)."""

from __future__ import annotations

import importlib.util
import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from signalbox.cli.help_words import program_words
from simulator.game import Game

FOR_INSTANCE = "[bold]For instance[/bold]"


@dataclass(frozen=True)
class OwnCommands:
    """What a game adds: commands by their panel in the help, groups of commands, examples that stand below the help, and words in it (`help_words.py`)."""

    commands: Mapping[str, Mapping[str, Callable[..., None]]] = field(default_factory=dict)
    groups: Mapping[str, Any] = field(default_factory=dict)
    examples: str = ""
    words: Mapping[str, str] = field(default_factory=dict)  # for help, in place of general ones


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


def list_games() -> None:
    """List the games that can be played; `sim --game NAME COMMAND` plays one, and what a run of it can be about is told beside it."""
    from reports.terminal.screen import plain_table, show
    from simulator.games import DEFAULT, all_games

    table = plain_table("game", "title", "measures")
    for each in all_games():
        asked = ", ".join(measure.name for measure in each.measures.values() if measure.asked)
        default = " (default)" if each.name == DEFAULT else ""
        table.add_row(each.name, f"{each.title}{default}", asked)
    table.add_row("path/to/game.py", "your own (docs/own-game.md)", "")
    show(table)
