"""Who plays in a command: loaded in one place, with a word to the user if something has to be compiled first."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import TYPE_CHECKING

from signalbox.cli.console import announce_compiling

if TYPE_CHECKING:
    from policies.registry import Policy

RULES = "simulator.switch_signal.batch"  # the rules in the shape in which many games are played


def load_players(texts: Iterable[str], rules: str = RULES) -> list[Policy]:
    """The policies of these names, and with them the rules, which another process compiles meanwhile if they are not kept.

    All of it on the main thread: elsewhere Ctrl-C could not wait for the compiler.
    """
    from policies.registry import load_policy

    announce_compiling(rules)
    players = [load_policy(text) for text in texts]
    import_module(rules)
    return players
