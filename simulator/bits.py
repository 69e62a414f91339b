"""Sets of small numbers as bits of an integer: counting and picking."""

from typing import Any

from numba import types
from numba.extending import intrinsic

from simulator.jit import kernel

i64 = types.int64


@intrinsic  # type: ignore[untyped-decorator]
def _population(typing_context: Any, value: Any) -> Any:
    """One machine instruction instead of a loop; numba has no name of its own for it."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return i64(i64), generate


@intrinsic  # type: ignore[untyped-decorator]
def _lowest(typing_context: Any, value: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], context.get_constant(types.boolean, False))

    return i64(i64), generate


@kernel(i64(i64))
def bits(mask: Any) -> Any:
    """How many bits are set."""
    return _population(mask)


@kernel(i64(i64))
def lowest_bit(mask: Any) -> Any:
    """Position of the lowest bit that is set; to go through a set: take it, then `mask &= mask - 1`."""
    return _lowest(mask)


@kernel(i64(i64, i64))
def nth_bit(mask: Any, index: Any) -> Any:
    """Position of the index-th set bit, counted from 0."""
    for _ in range(index):
        mask &= mask - 1
    return _lowest(mask)
