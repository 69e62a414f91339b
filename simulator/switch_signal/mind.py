"""What a policy thinks with: random numbers of its own, and copies of the game to try things out on."""

from typing import Any

import numpy as np
from numba import types

from simulator.core.jit import kernel
from simulator.core.rng import below, random_bits
from simulator.switch_signal.mind_records import MIND
from simulator.switch_signal.records import GAME
from simulator.switch_signal.streams import POLICY

u64 = np.uint64
HALF = u64(32)
i64 = types.int64


@kernel(types.void(MIND, types.uint64))
def reset_mind(mind: Any, key: Any) -> None:
    """Begin a game: nothing is remembered, and the key is one of the policy's own, made of halves so that it does not lead back."""
    upper = random_bits(key, u64(POLICY), u64(0)) >> HALF
    lower = random_bits(key, u64(POLICY), u64(1)) >> HALF
    mind.key = (upper << HALF) | lower
    mind.drawn = 0
    mind.truth = key if mind.foresees else u64(0)
    mind.params[:] = mind.given
    mind.notes[:] = 0.0
    mind.room[0] = 0


@kernel(types.uint64(MIND))
def new_future(mind: Any) -> Any:
    """Return a key for dice and cards that nobody has seen."""
    mind.drawn += u64(1)
    return random_bits(mind.key, u64(POLICY), mind.drawn)


@kernel(i64(MIND, i64))
def whim(mind: Any, n: Any) -> Any:
    """Return a random number of the policy's own, in 0 … n−1."""
    return below(new_future(mind), n)


@kernel(types.void(GAME, MIND, i64))
def imagine(g: Any, mind: Any, copy: Any) -> None:
    """Copy the game and give the copy another future: dice and cards are dealt anew from what is not known.

    The dealer is one for all copies: the copy imagined last is the one to play on.
    """
    mind.games[copy] = g
    mind.dealer.key = new_future(mind)


@kernel(types.void(GAME, MIND, types.uint64))
def enter_future(g: Any, mind: Any, key: Any) -> None:
    """Copy the game into the future of a key: the same one gives the same dice and cards, whatever is tried there."""
    mind.games[0] = g
    mind.dealer.key = key
