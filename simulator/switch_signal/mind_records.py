"""The record of a policy: what it gets at the seam, and room for its thoughts, of which nothing is known here.

It stands here, and not with the policies, since a batch hands it on: its type is part of the signature of every policy.
"""

import numpy as np
from numba import from_dtype, types

from simulator.switch_signal.records import BOARD, GAME, RULES, dealer_dtype, game_dtype

# 128 KiB: more than any policy in `policies/` needs, so that a user's may hold the memory of one of them beside its own.
ROOM_WORDS = 16_384

mind_dtype = np.dtype(
    [
        ("key", "u8"),  # random numbers of its own …
        ("drawn", "u8"),  # … and how many of them were drawn
        ("foresees", "i8"),  # a clairvoyant is told …
        ("truth", "u8"),  # … the key of the game
        ("given", "f8", (64,)),  # its parameters as they were set …
        ("params", "f8", (64,)),  # … and as they are in this game, which the policy may change
        ("notes", "f8", (512,)),  # numbers of its own, blank at the start of every game
        ("games", game_dtype, (4,)),  # copies of the game to try things out on …
        ("dealer", dealer_dtype),  # … and who deals in them
        # Memory of its own, which a policy views as a record of its own (`core/views.py`). The first word is 0 at the start of every game.
        ("room", "u8", (ROOM_WORDS,)),
    ],
    align=True,
)

MIND = from_dtype(mind_dtype)
# The signature of every policy (`policies/switch_signal/seam.py`), and the type by which one is handed on.
DECIDE = types.int64(BOARD, RULES, GAME, MIND)
POLICY_POINTER = types.FunctionType(DECIDE)
