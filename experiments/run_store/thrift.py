"""Structs of Thrift's compact protocol, in which Parquet files tell about themselves (parquet.thrift), read without believing a word of them.

A field is known by its number and its kind: a number under the number of a text means nothing to pyarrow, and must mean nothing here.
"""

from __future__ import annotations

from typing import Any

TRUE, FALSE, BYTE, INT32, INT64, BINARY, LIST, STRUCT = 1, 2, 3, 5, 6, 8, 9, 12
# Structs in each other: footer, group of rows, column, its figures, their statistics, and one more.
DEEPEST = 6

Content = bytes | memoryview
Fields = dict[tuple[int, int], Any]


class NoStruct(ValueError):
    """There is no struct here, or one that no file of ours has."""


def read_struct(content: Content, at: int, deepest: int = DEEPEST) -> tuple[Fields, int]:
    """The fields of a struct, and where it ends. One that is there twice could mean either, so it means that the file is damaged."""
    found: Fields = {}
    number = 0
    while True:
        first, at = _byte(content, at)
        kind, step = first & 15, first >> 4
        if not kind:
            return found, at
        if step:
            number += step
        else:
            number, at = _signed(content, at)
        if (number, kind) in found:
            raise NoStruct
        if kind in (TRUE, FALSE):
            found[number, kind] = kind == TRUE
        else:
            found[number, kind], at = _value(content, at, kind, deepest)


def _value(content: Content, at: int, kind: int, deepest: int) -> tuple[Any, int]:
    if kind in (INT32, INT64):
        return _signed(content, at)
    if kind == BYTE:
        return _byte(content, at)
    if kind == BINARY:
        length, at = _varint(content, at)
        if at + length > len(content):
            raise NoStruct
        return content[at : at + length], at + length
    if kind == STRUCT and deepest > 1:
        return read_struct(content, at, deepest - 1)
    if kind == LIST and deepest > 1:
        return _list(content, at, deepest)
    raise NoStruct


def _list(content: Content, at: int, deepest: int) -> tuple[list[Any], int]:
    """Its number of entries stands in four bits, or behind them; an entry takes a byte at least, so that no number is believed."""
    first, at = _byte(content, at)
    kind, size = first & 15, first >> 4
    if size == 15:
        size, at = _varint(content, at)
    found = []
    if size > len(content) - at or kind == LIST:
        raise NoStruct
    for _ in range(size):
        entry, at = _value(content, at, kind, deepest)
        found.append(entry)
    return found, at


def _byte(content: Content, at: int) -> tuple[int, int]:
    if not 0 <= at < len(content):
        raise NoStruct
    return content[at], at + 1


def _varint(content: Content, at: int) -> tuple[int, int]:
    """Seven bits a byte, the lowest first; ten bytes at most."""
    value = 0
    for place in range(10):
        byte, at = _byte(content, at)
        value |= (byte & 127) << 7 * place
        if byte < 128:
            return value, at
    raise NoStruct


def _signed(content: Content, at: int) -> tuple[int, int]:
    """A number with its sign in the lowest bit."""
    value, at = _varint(content, at)
    return value >> 1 ^ -(value & 1), at
