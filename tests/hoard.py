"""The toy game of tests, loaded as `--game tests/toy/game.py` loads it, and who plays it."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from policies.registry import load_policy
from simulator.games import load_game
from simulator.plain import PlainGame

FILE = Path(__file__).parent / "toy" / "game.py"


def _loaded() -> PlainGame:
    game = load_game(str(FILE))
    assert isinstance(game, PlainGame)
    return game


HOARD = _loaded()
load_thief = partial(load_policy, HOARD)
