"""A block of words in a record, viewed as another record: the same bytes, and never more than there are."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numba import from_dtype, types

from simulator.core.jit import kernel
from simulator.core.views import view_as

WORDS = 6
holder_dtype = np.dtype(
    [("before", "i8"), ("block", "u8", (WORDS,)), ("after", "i8")],
    align=True,
)
part_dtype = np.dtype([("x", "i2"), ("y", "f8")], align=True)
thought_dtype = np.dtype([("count", "i8"), ("kinds", "i1", (3,)), ("parts", part_dtype, (2,))], align=True)
exact_dtype = np.dtype([("words", "i8", (WORDS,))], align=True)
large_dtype = np.dtype([("words", "i8", (WORDS,)), ("one_more", "i1")], align=True)
HOLDER, THOUGHT = from_dtype(holder_dtype), from_dtype(thought_dtype)


@kernel(types.void(THOUGHT))
def think(thought: Any) -> None:
    thought.count += 1
    thought.kinds[2] = -3
    thought.parts[1].y = 0.5


@kernel(types.void(HOLDER[:], types.int64), entry=True)
def think_in(holders: Any, index: Any) -> None:
    think(view_as(holders[index].block, thought_dtype))


@kernel(types.int64(HOLDER[:], types.int64), entry=True)
def last_word(holders: Any, index: Any) -> Any:
    return view_as(holders[index].block, exact_dtype).words[WORDS - 1]


def test_a_view_has_the_bytes_of_the_block() -> None:
    holders = np.zeros(3, holder_dtype)
    think_in(holders, 1)
    think_in(holders, 1)
    seen = holders["block"][1].view(np.uint8)[: thought_dtype.itemsize].view(thought_dtype)[0]
    assert (seen["count"], seen["kinds"].tolist(), seen["parts"]["y"].tolist()) == (2, [0, 0, -3], [0, 0.5])
    assert not any(holders[[0, 2]].tobytes())
    assert (holders["before"][1], holders["after"][1]) == (0, 0)


def test_a_view_may_be_as_large_as_the_block() -> None:
    holders = np.zeros(2, holder_dtype)
    holders["block"][1, -1] = 77
    assert last_word(holders, 1) == 77


def test_a_larger_record_is_refused_when_it_is_compiled() -> None:
    def overflow(holders: Any) -> Any:
        return view_as(holders[0].block, large_dtype).one_more

    with pytest.raises(ValueError, match=r"^a record of 56 bytes does not fit into a block of 48"):
        kernel(types.int64(HOLDER[:]), entry=True)(overflow)
