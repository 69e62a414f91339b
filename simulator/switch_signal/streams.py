"""The streams of random numbers that a game is dealt from. The n-th number of a stream is a function of (seed, game, stream, n): `core/rng.py`."""

from typing import Any

import numpy as np
from numba import types

from simulator.core.jit import kernel
from simulator.core.rng import below, random_bits
from simulator.switch_signal.records import DEALER, GAME, TABLE_STREAMS

u64 = np.uint64

# Movement dice have one stream a train, so that an extra move of one train leaves the dice of the others alone.
TIMETABLE, DEPLOY, LOCATION, ACTION, LAYOUT = range(TABLE_STREAMS)
FIRST_TRAIN = TABLE_STREAMS
POLICY = 63


@kernel(types.int64(GAME, DEALER, types.int64, types.int64))
def draw(g: Any, dealer: Any, stream: Any, n: Any) -> Any:
    """The next number of a stream of this game, in 0 … n−1."""
    counter = g.drawn[stream]
    g.drawn[stream] = counter + 1
    return below(random_bits(dealer.key, u64(stream), u64(counter)), n)
