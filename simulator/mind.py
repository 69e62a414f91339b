"""What a policy thinks with: random numbers of its own, and copies of the game to try things out on."""

from typing import Any

import numpy as np
from numba import types

from simulator.jit import kernel
from simulator.records import GAME, MIND
from simulator.rng import POLICY, below, mix, random_bits

u64 = np.uint64
i64 = types.int64


@kernel(types.void(MIND, types.uint64))
def wake(mind: Any, key: Any) -> None:
    """At the start of a game: a key from which the game's own cannot be seen."""
    mind.key = mix(random_bits(key, u64(POLICY), u64(0)))
    mind.drawn = 0


@kernel(i64(MIND, i64))
def whim(mind: Any, n: Any) -> Any:
    """A random number of the policy's own, in 0 … n−1."""
    mind.drawn += u64(1)
    return below(random_bits(mind.key, u64(POLICY), mind.drawn), n)


@kernel(types.void(GAME, MIND, i64))
def imagine(g: Any, mind: Any, copy: Any) -> None:
    """Copy the game and give the copy another future: dice and cards are dealt anew from what is not known."""
    mind.games[copy] = g
    mind.drawn += u64(1)
    mind.dealer.key = random_bits(mind.key, u64(POLICY), mind.drawn)
