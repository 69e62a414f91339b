"""The toy game of tests, loaded as `--game tests/toy/game.py` loads it, who plays it, and a sweep of it."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from experiments.grid import Grid, make_axes, policy_axis
from experiments.prepare import find_measure
from experiments.sweep import Sweep
from policies.registry import load_policy
from simulator.game import Game
from simulator.games import load_game
from simulator.plain import PlainGame

FILE = Path(__file__).parent / "toy" / "game.py"


def _loaded() -> PlainGame:
    game = load_game(str(FILE))
    assert isinstance(game, PlainGame)
    return game


HOARD = _loaded()
load_thief = partial(load_policy, HOARD)


def hoard_sweep(
    game: Game = HOARD,
    games: int = 200,
    seed: int = 3,
    names: tuple[str, ...] = ("timid", "daring"),
    measure: str = "",
    dragon: str = "drowsy,angry",
    keep_games: bool = False,
) -> Sweep:
    """A sweep over nights and dragons."""
    policies = {name: load_policy(game, name) for name in names}
    factors = [*make_axes(game, {"nights": "5..6", "dragon": dragon}), policy_axis(game, tuple(policies))]
    return Sweep(
        Grid(game, factors), policies, find_measure(game, measure), seed, games, "sim sweep", keep_games
    )
