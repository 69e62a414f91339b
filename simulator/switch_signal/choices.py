"""A choice is one integer: a verb, two operands, and the cards spent.

verb in bits 0–7, first operand 8–23, second 24–39, payment 40–51 (four bits for each kind of card).
"""

from typing import Any, NamedTuple

from numba import types

from simulator.core.jit import kernel


@kernel(types.int64(types.int64, types.int64))
def choice1(verb: Any, a: Any) -> Any:
    return verb | a << 8


@kernel(types.int64(types.int64, types.int64, types.int64, types.int64))
def choice(verb: Any, a: Any, b: Any, payment: Any) -> Any:
    return verb | a << 8 | b << 24 | payment << 40


@kernel(types.int64(types.int64))
def verb_of(code: Any) -> Any:
    return code & 0xFF


@kernel(types.int64(types.int64))
def first_of(code: Any) -> Any:
    return (code >> 8) & 0xFFFF


@kernel(types.int64(types.int64))
def second_of(code: Any) -> Any:
    return (code >> 24) & 0xFFFF


@kernel(types.int64(types.int64))
def payment_of(code: Any) -> Any:
    return (code >> 40) & 0xFFF


class Choice(NamedTuple):
    """A choice unpacked, for everything outside the kernels."""

    verb: int
    a: int = 0
    b: int = 0
    cards: tuple[int, int, int] = (0, 0, 0)

    @classmethod
    def unpack(cls, code: int) -> "Choice":
        paid = code >> 40
        return cls(
            code & 0xFF,
            (code >> 8) & 0xFFFF,
            (code >> 24) & 0xFFFF,
            (paid & 15, paid >> 4 & 15, paid >> 8 & 15),
        )

    def pack(self) -> int:
        signal, switch, move = self.cards
        return self.verb | self.a << 8 | self.b << 24 | (signal | switch << 4 | move << 8) << 40
