"""The headers of a Parquet file's pages, read before pyarrow unpacks what is behind them.

pyarrow believes a header: one that speaks of two gigabytes makes it fetch them, and a few kilobytes of zstd fill them. A header is a struct of
Thrift's compact protocol (parquet.thrift, PageHeader); those of our files hold whole numbers, flags, texts and structs, and nothing else is read.
"""

from __future__ import annotations

from typing import Any

# Kinds of fields, of pages and of encodings, by the numbers of these formats.
TRUE, FALSE, INT32, INT64, BINARY, STRUCT = 1, 2, 5, 6, 8, 12
DATA_PAGE, DICTIONARY_PAGE = 0, 2
PLAIN, PLAIN_DICTIONARY, RLE_DICTIONARY = 0, 2, 8
# Fields of a header, and of the struct in it that tells about the page's values.
KIND, UNPACKED, PACKED = 1, 2, 3
DETAILS = {DATA_PAGE: 5, DICTIONARY_PAGE: 7}
COUNT, ENCODING = 1, 2
DEEPEST = 3  # structs in each other: header, values of a page, their statistics

Fields = dict[int, Any]


class NoPage(ValueError):
    """There is no header of a page here, or one that no file of ours has."""


def unpacked_size(content: bytes, begin: int, end: int, values: int) -> int:
    """Bytes that the pages between two places unpack to; `NoPage` unless they are pages of so many values, and nothing but them."""
    at, seen, size = begin, 0, 0
    while at < end and seen < values:
        header, at = _struct(content, at, DEEPEST)
        details = header.get(DETAILS.get(header.get(KIND, -1), -1), {})
        unpacked, packed, count = header.get(UNPACKED, -1), header.get(PACKED, -1), details.get(COUNT, -1)
        if min(unpacked, packed, count) < 0 or count > values:
            raise NoPage
        if details.get(ENCODING) not in (PLAIN, PLAIN_DICTIONARY, RLE_DICTIONARY):
            raise NoPage
        seen += count if header[KIND] == DATA_PAGE else 0
        size += unpacked
        at += packed
    if (at, seen) != (end, values):
        raise NoPage
    return size


def _struct(content: bytes, at: int, deepest: int) -> tuple[Fields, int]:
    """Whole numbers of 32 bits and structs by the numbers of their fields, and where the struct ends. A field that is there twice could mean either."""
    found: Fields = {}
    field = 0
    while True:
        at, first = at + 1, _byte(content, at)
        kind, step = first & 15, first >> 4
        if not kind:
            return found, at
        if step:
            field += step
        else:
            field, at = _number(content, at)
        if field in found:
            raise NoPage
        if kind == INT32:
            found[field], at = _number(content, at)
        elif kind == INT64:
            _, at = _number(content, at)
        elif kind == BINARY:
            length, at = _varint(content, at)
            at += length
        elif kind == STRUCT and deepest > 1:
            found[field], at = _struct(content, at, deepest - 1)
        elif kind not in (TRUE, FALSE):
            raise NoPage


def _byte(content: bytes, at: int) -> int:
    if at >= len(content):
        raise NoPage
    return content[at]


def _varint(content: bytes, at: int) -> tuple[int, int]:
    """Seven bits a byte, the lowest first; ten bytes at most."""
    value = 0
    for place in range(10):
        byte = _byte(content, at + place)
        value |= (byte & 127) << 7 * place
        if byte < 128:
            return value, at + place + 1
    raise NoPage


def _number(content: bytes, at: int) -> tuple[int, int]:
    """With its sign in the lowest bit."""
    value, at = _varint(content, at)
    return value >> 1 ^ -(value & 1), at
