"""Sets as bits: the ways of picking one agree, whichever this machine uses."""

from typing import Any

import numpy as np
from numba import types

from simulator.core.bits import bits_of, nth_bit, nth_bit_in_turn
from simulator.core.jit import kernel

i64 = types.int64
MASKS = np.array([1, 2, 0b1011, 1 << 62, (1 << 63) - 1, 0x5555_5555_5555_5555, -1, -1 << 63], np.int64)


@kernel(types.void(i64[:], i64[:, :], i64[:, :], i64[:, :]), entry=True)
def positions(masks: Any, picked: Any, in_turn: Any, listed: Any) -> None:
    for i in range(masks.shape[0]):
        for count, bit in enumerate(bits_of(masks[i])):
            listed[i, count] = bit
        for index in range(64):
            picked[i, index] = nth_bit(masks[i], index)
            in_turn[i, index] = nth_bit_in_turn(masks[i], index)


def test_bits_are_listed_and_picked_with_and_without_help_of_the_processor() -> None:
    picked, in_turn, listed = np.full((3, len(MASKS), 64), 64, np.int64)
    positions(MASKS, picked, in_turn, listed)
    for mask, some, others, all_of_it in zip(MASKS, picked, in_turn, listed, strict=True):
        places = [place for place in range(64) if int(mask) >> place & 1]
        expected = places + [64] * (64 - len(places))
        assert some.tolist() == others.tolist() == all_of_it.tolist() == expected
