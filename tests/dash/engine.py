"""The rules of Dash as kernels, and the records that they read and write."""

from typing import Any

import numpy as np
from numba import from_dtype, types

from simulator.core.jit import kernel
from simulator.core.rng import below, game_key, random_bits

i64, u64 = types.int64, types.uint64
NEW, RUNNING, HOME, CAUGHT, ILLEGAL = range(5)  # phases; a record of noughts is a game that has not begun
CHOICES = ("walk", "run")
WALK, RUN = range(2)
DICE, POLICY = np.uint64(1), np.uint64(2)  # streams of chance: neither can disturb the other

rules_dtype = np.dtype([("fields", "i8"), ("lead", "i8")])
game_dtype = np.dtype(
    [(name, "i8") for name in ("phase", "place", "hound", "turns", "choice")] + [("drawn", "u8")]
)
mind_dtype = np.dtype([("key", "u8"), ("drawn", "u8"), ("params", "f8", (8,))])
outcome_dtype = np.dtype([("won", "u1"), ("gap", "i4"), ("turns", "i4")], align=True)
RULES, GAME, MIND = map(from_dtype, (rules_dtype, game_dtype, mind_dtype))
DECIDE = i64(RULES, GAME, MIND)  # what every policy is: it sees the rules and the game, and returns a choice


@kernel(i64(MIND, i64))
def whim(mind: Any, n: Any) -> Any:
    """A random number of the policy's own, in 0 … n−1."""
    mind.drawn += u64(1)
    return below(random_bits(mind.key, POLICY, mind.drawn), n)


@kernel(i64(GAME, u64, i64))
def die(game: Any, key: Any, faces: Any) -> Any:
    game.drawn += u64(1)
    return 1 + below(random_bits(key, DICE, game.drawn), faces)


@kernel(types.void(GAME, u64))
def apply_choice(game: Any, key: Any) -> None:
    """D2, D3."""
    first = die(game, key, 6)
    if game.choice == WALK:
        game.place += (first + 1) // 2
    else:
        second = die(game, key, 6)
        game.place += first + second if first != second else 0


@kernel(types.void(RULES, GAME, u64))
def run_on(rules: Any, game: Any, key: Any) -> None:
    """D4, D5."""
    game.turns += 1
    if game.place >= rules.fields:
        game.phase = HOME
        return
    game.hound += die(game, key, 4)
    if game.hound >= game.place:
        game.phase = CAUGHT


@kernel(
    types.void(RULES[:], GAME[:], MIND[:], types.FunctionType(DECIDE), u64, u64, i64),
    entry=True,
)
def play_on(all_rules: Any, games: Any, minds: Any, decide: Any, seed: Any, first: Any, most: Any) -> None:
    """Play one game after another on from where it is, by so many choices at most. One that is not legal ends its game."""
    rules, mind = all_rules[0], minds[0]
    for row in range(games.shape[0]):
        game, key = games[row], game_key(seed, first + u64(row))
        if game.phase == NEW:  # D1
            game.phase, game.hound = RUNNING, -rules.lead
            mind.key, mind.drawn = key, u64(0)
        for _ in range(most):
            if game.phase != RUNNING:
                break
            game.choice = decide(rules, game, mind)
            if game.choice != WALK and game.choice != RUN:
                game.phase = ILLEGAL
            else:
                apply_choice(game, key)
                run_on(rules, game, key)
