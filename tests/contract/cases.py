"""Every shipped game, the toy game and the compiled one of tests, all who play them, and setups drawn from what is declared of them.

    python -m tests.contract.cases hashes
    SIGNALBOX_CHECKED=1 python -m tests.contract.cases games

print what must be the same in every process and in every build.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from contextlib import suppress
from random import Random

import pytest

from experiments.factors import parse_levels
from policies.registry import load_policy, roster_of
from simulator.core.errors import InputError
from simulator.game import Factor, Game, Level, Setup
from simulator.games import SHIPPED, find_game
from tests.dash_game import DASH
from tests.hoard import HOARD

GAMES = [*map(find_game, SHIPPED), HOARD, DASH]
SEED = 11
CHANGED = 0.25  # share of the factors that a drawn setup changes
TRIES = 200

every_game = pytest.mark.parametrize("game", GAMES, ids=str)
every_player = pytest.mark.parametrize(
    ("game", "name"),
    [
        pytest.param(game, name, id=f"{game.name}-{name}", marks=[pytest.mark.slow] * kind.slow)
        for game in GAMES
        for name, kind in roster_of(game).all.items()
    ],
)


def levels_of(game: Game, factor: Factor) -> list[Level]:
    """Levels that the declaration names, one for each place of a set; not all of them need be there, or go with others."""
    found: list[Level] = [*factor.known()]
    for text in (factor.example, factor.free):
        found += parse_levels(factor.name, text) if text else []
    if isinstance(factor.default, int):
        found += [max(0, factor.default - 1), factor.default, factor.default + 1]
    if factor.role == "place":
        found = [next(iter(game.members(factor.name, str(level)) or ()), level) for level in found]
    return list(dict.fromkeys(found))


def drawn_setups(game: Game, count: int, seed: int = SEED) -> list[Setup]:
    """So many setups that there are, the rulebook's first; always the same."""
    dice, found = Random(seed), [game.setup({})]
    pools = {name: levels_of(game, factor) for name, factor in game.factors.items()}
    for _ in range(TRIES):
        levels = {name: dice.choice(pool) for name, pool in pools.items() if pool and dice.random() < CHANGED}
        if game.presets and dice.random() < CHANGED:
            levels |= dice.choice(list(game.presets.values())).changes
        if len(found) < count:
            with suppress(InputError):  # levels that do not go together
                found.append(game.setup(levels))
    assert len(found) == count
    return found


def hashes() -> Iterator[str]:
    """Setups by their hashes."""
    for game in GAMES:
        yield from (f"{game.name} {setup.hash}" for setup in drawn_setups(game, 20))


def games() -> Iterator[str]:
    """Games of everybody who is quick, and what became of them in a few bytes."""
    for game in GAMES:
        for name, kind in roster_of(game).all.items():
            policy = load_policy(game, name)
            for setup in drawn_setups(game, 2 if kind.slow else 10):
                outcomes = game.play(setup, [policy], SEED, 0, 1 if kind.slow else 50).outcomes
                fields = b"".join(outcomes[field].tobytes() for field in outcomes.dtype.names or ())
                digest = hashlib.sha256(fields).hexdigest()[:16]
                yield f"{game.name} {name} {setup.hash} {digest}"


if __name__ == "__main__":
    for line in {"hashes": hashes, "games": games}[sys.argv[1]]():
        print(line)
