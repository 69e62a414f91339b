"""What a Parquet file says of itself in its footer and before its pages, read before pyarrow sees the file.

pyarrow believes all of it: a footer may speak of a hundred million rows, and the header of a page of two gigabytes, which a few kilobytes of zstd fill. And
asked for single facts of a footer that contradicts itself, it ends the whole process.
"""

from __future__ import annotations

from collections.abc import Sequence

from experiments.run_store.thrift import (
    BINARY,
    INT32,
    INT64,
    LIST,
    STRUCT,
    Content,
    Fields,
    NoStruct,
    read_struct,
)

MAGIC = b"PAR1"
ENDING = 8  # bytes: length of the footer, and MAGIC
# Fields of the footer, of a group of rows, of a column in it, and of that column's figures.
ROWS, GROUPS = (3, INT64), (4, LIST)
COLUMNS, ROWS_OF_GROUP = (1, LIST), (3, INT64)
ELSEWHERE, FIGURES, SECRET = (1, BINARY), (3, STRUCT), (8, STRUCT)
VALUES, SIZE, DATA, DICTIONARY = (5, INT64), (7, INT64), (9, INT64), (11, INT64)
# Fields of a page's header, and of the struct in it that tells about the page's values.
KIND, UNPACKED, PACKED = (1, INT32), (2, INT32), (3, INT32)
DATA_PAGE, DICTIONARY_PAGE = 0, 2
DETAILS = {DATA_PAGE: (5, STRUCT), DICTIONARY_PAGE: (7, STRUCT)}
COUNT, ENCODING = (1, INT32), (2, INT32)
PLAIN, PLAIN_DICTIONARY, RLE_DICTIONARY = 0, 2, 8


class OtherFacts(ValueError):
    """A file is not about what it should hold; the message says in which way."""


def check_facts(content: bytes, rows: int, values: Sequence[int], longest_footer: int) -> None:
    """Refuse what has not so many rows, in one group, and so many values in each column; what unpacks to more than they take; and what is no Parquet file at all."""
    length = int.from_bytes(content[-ENDING:-4], "little")
    begin = len(content) - ENDING - length
    if not content.endswith(MAGIC) or length > longest_footer or begin < 0:
        raise NoStruct
    whole = memoryview(content)  # its slices are no copies
    footer, _ = read_struct(whole[:-ENDING], begin)
    told, groups = footer.get(ROWS, -1), _only_structs(footer.get(GROUPS, []))
    if told != rows:
        raise OtherFacts(
            f"it speaks of {told:,} rows, and should have {rows:,}" if told >= 0 else "it speaks of no rows"
        )
    if [group.get(ROWS_OF_GROUP) for group in groups] != [rows]:
        raise OtherFacts("its rows are not in one group")
    columns = _only_structs(groups[0].get(COLUMNS, []))
    if len(columns) != len(values):
        raise OtherFacts("it has other columns than it should")
    for column, count in zip(columns, values, strict=True):
        if ELSEWHERE in column or SECRET in column:  # in another file, or encrypted
            raise NoStruct
        _check_column(whole[:begin], column.get(FIGURES, {}), count)


def largest_column(values: int) -> int:
    """Bytes that a column of so many values unpacks to at most: eight for each, once more in a dictionary, and levels and headers."""
    return 16 * values + 4_096


def _only_structs(entries: list[Fields]) -> list[Fields]:
    if not all(isinstance(entry, dict) for entry in entries):
        raise NoStruct
    return entries


def _check_column(content: Content, figures: Fields, count: int) -> None:
    if figures.get(VALUES) != count:
        raise OtherFacts("it holds other games than its name says")
    begin = figures.get(DATA, -1)
    dictionary = figures.get(DICTIONARY, 0)
    if 0 < dictionary < begin:
        begin = dictionary
    end = begin + figures.get(SIZE, -1)
    if not 0 <= begin <= end <= len(content):
        raise NoStruct
    if unpacked_size(content, begin, end, count) > largest_column(count):
        raise OtherFacts("it unpacks to more than it should hold")


def unpacked_size(content: Content, begin: int, end: int, values: int) -> int:
    """Bytes that the pages between two places unpack to; `NoStruct` unless they are pages of so many values, and nothing but them."""
    at, seen, size = begin, 0, 0
    while at < end and seen < values:
        header, at = read_struct(content, at)
        kind = header.get(KIND, -1)
        if kind not in DETAILS:
            raise NoStruct
        details = header.get(DETAILS[kind], {})
        unpacked, packed, count = header.get(UNPACKED, -1), header.get(PACKED, -1), details.get(COUNT, -1)
        if min(unpacked, packed, count) < 0 or count > values:
            raise NoStruct
        if details.get(ENCODING) not in (PLAIN, PLAIN_DICTIONARY, RLE_DICTIONARY):  # others ask for memory
            raise NoStruct
        seen += count if kind == DATA_PAGE else 0
        size += unpacked
        at += packed
    if (at, seen) != (end, values):
        raise NoStruct
    return size
