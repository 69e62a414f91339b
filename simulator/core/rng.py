"""Random numbers by counting: the n-th number of a stream of a game is a function of (seed, game, stream, n).

SplitMix64 (Steele, Lea, Flood 2014) started at a key of its own for each game: the output function applied to
`key + GAMMA · (stream · 2^32 + n + 1)`. Nothing is carried from draw to draw but the counters in the game record, so
results do not depend on the order in which games are played, and a copy of a game can be played on with another key.
"""

from typing import Any

import numpy as np
from numba import types

from simulator.core.jit import kernel

u64 = np.uint64
GAMMA = u64(0x9E3779B97F4A7C15)
MIX_1 = u64(0xBF58476D1CE4E5B9)
MIX_2 = u64(0x94D049BB133111EB)
S27, S30, S31, S32 = u64(27), u64(30), u64(31), u64(32)
ONE = u64(1)


@kernel(types.uint64(types.uint64))
def mix(z: Any) -> Any:
    z = (z ^ (z >> S30)) * MIX_1
    z = (z ^ (z >> S27)) * MIX_2
    return z ^ (z >> S31)


@kernel(types.uint64(types.uint64, types.uint64))
def game_key(seed: Any, game: Any) -> Any:
    """The key of a game: two rounds, so that neighbouring seeds and games have unrelated keys."""
    return mix(mix(seed + GAMMA) + GAMMA * (game + ONE))


@kernel(types.uint64(types.uint64, types.uint64, types.uint64))
def random_bits(key: Any, stream: Any, counter: Any) -> Any:
    return mix(key + GAMMA * ((stream << S32) + counter + ONE))


@kernel(types.int64(types.uint64, types.int64))
def below(bits: Any, n: Any) -> Any:
    """An integer in 0 … n−1 from the upper 32 bits; for n ≤ 1000 no value is favoured by more than 1 in 4 million."""
    return np.int64(((bits >> S32) * u64(n)) >> S32)
