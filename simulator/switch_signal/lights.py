"""Signal discs on fields, as sets of bits: which fields are green, which belong to a city (B3, B5)."""

from typing import Any

from numba import types

from simulator.core.bits import bits, nth_bit
from simulator.core.jit import kernel
from simulator.switch_signal.records import BOARD, GAME

i64 = types.int64


@kernel(i64(GAME, i64))
def is_green(g: Any, field: Any) -> Any:
    return (g.green[field >> 6] >> (field & 63)) & 1


@kernel(types.void(GAME, i64))
def flip_light(g: Any, field: Any) -> None:
    """A disc comes to a field or leaves it."""
    g.green[field >> 6] ^= 1 << (field & 63)


@kernel(i64(BOARD, GAME, i64))
def city_discs(board: Any, g: Any, city: Any) -> Any:
    """Green discs at a city (B5)."""
    count = 0
    for word in range(board.words):
        count += bits(g.green[word] & board.city_fields[city, word])
    return count


@kernel(i64(BOARD, GAME))
def line_discs(board: Any, g: Any) -> Any:
    """Green discs on lines."""
    count = 0
    for word in range(board.words):
        count += bits(g.green[word] & board.line_fields[word])
    return count


@kernel(i64(BOARD, GAME, i64))
def dark_fields(board: Any, g: Any, lines_only: Any) -> Any:
    """How many fields are without disc, of all or of those on lines."""
    count = 0
    for word in range(board.words):
        among = board.line_fields[word] if lines_only else board.all_fields[word]
        count += bits(among & ~g.green[word])
    return count


@kernel(i64(BOARD, GAME, i64, i64), inline=True)
def nth_dark_field(board: Any, g: Any, lines_only: Any, index: Any) -> Any:
    for word in range(board.words):
        among = board.line_fields[word] if lines_only else board.all_fields[word]
        dark = among & ~g.green[word]
        if index < bits(dark):
            return word * 64 + nth_bit(dark, index)
        index -= bits(dark)
    return -1


@kernel(i64(BOARD, GAME, i64, i64))
def nth_dark_entrance(board: Any, g: Any, city: Any, index: Any) -> Any:
    for word in range(board.words):
        dark = board.city_fields[city, word] & ~g.green[word]
        if index < bits(dark):
            return word * 64 + nth_bit(dark, index)
        index -= bits(dark)
    return -1
