"""Who plays in a command: loaded in one place, with a word to the user if something has to be compiled first."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import TYPE_CHECKING

from signalbox.cli.console import announce_compiling
from simulator.game import Game

if TYPE_CHECKING:
    from policies.roster import Policy


def load_players(game: Game, texts: Iterable[str], rules: str = "") -> list[Policy]:
    """Return the policies of these names, and load the rules, which another process compiles meanwhile if they are not kept.

    `rules` is the module that holds them in the shape in which they are needed, if not in that of many games. All of it on the main
    thread: elsewhere Ctrl-C could not wait for the compiler.
    """
    from policies.registry import load_policy

    rules = rules or game.compiled
    announce_compiling(rules)
    players = [load_policy(game, text) for text in texts]
    if rules:
        import_module(rules)
    return players
