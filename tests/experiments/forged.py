"""Files of blocks that somebody has made up, or that nothing compresses."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np

from experiments.run_store.blocks import Layout
from simulator.switch_signal.records import outcome_dtype

Array = np.ndarray[Any, Any]


def sealed_again(body: bytes, layout: Layout) -> bytes:
    """Return a file with a seal that fits, whatever is in it."""
    return hashlib.sha256(repr(layout).encode() + body).digest() + body


def any_outcomes(games: int) -> Array:
    """So many games that nothing compresses: as different as numbers of their width can be. A tally can be made of them."""
    outcomes = np.zeros(games, outcome_dtype)
    chance = np.random.default_rng(1)
    for name in outcome_dtype.names or ():
        field = outcomes[name]
        field[...] = chance.integers(0, np.iinfo(field.dtype).max, field.shape)
    outcomes["won"] = chance.integers(0, 2, games)
    for name, most in (("turns", 19), ("goods", 40)):
        outcomes[name] %= most
    outcomes["why"] = 1
    return outcomes
