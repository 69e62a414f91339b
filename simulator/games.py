"""The games that can be played: those that are shipped, by their names."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from simulator.core.errors import InputError
from simulator.core.messages import near, show
from simulator.game import Game

# Names, and the modules that hold the game as `GAME`. The first one is played unless another is named.
SHIPPED = {"switch-signal": "simulator.switch_signal.game"}
DEFAULT = next(iter(SHIPPED))


@cache
def find_game(name: str) -> Game:
    """Return the game of a name; one sentence if there is none."""
    if name not in SHIPPED:
        raise InputError(
            f"--game: there is no game {show(name)}{near(name, SHIPPED)}; they are {', '.join(SHIPPED)}."
        )
    game: Game = import_module(SHIPPED[name]).GAME
    return game
