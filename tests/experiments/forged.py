"""Parquet files of a few kilobytes that stand for gigabytes."""

from __future__ import annotations

import io

import numpy as np
import pyarrow
import pyarrow.parquet

from experiments.run_store.game_table import Array
from simulator.switch_signal.records import outcome_dtype

Field = tuple[int, int, bytes]  # its number, its kind, its value as Thrift's compact protocol writes it
INT32, STRUCT = 5, 12


def varint(number: int) -> bytes:
    """A number that is not below zero, as Thrift writes it: the sign in the lowest bit, then seven bits a byte."""
    left, found = number << 1, b""
    while left > 127:
        found, left = found + bytes([left & 127 | 128]), left >> 7
    return found + bytes([left])


def number(field: int, value: int) -> Field:
    return field, INT32, varint(value)


def struct(*fields: Field) -> bytes:
    """Fields in the order of their numbers."""
    found, last = b"", 0
    for field, kind, content in fields:
        found, last = found + bytes([field - last << 4 | kind]) + content, field
    return found + b"\0"


def page_header(unpacked: int, packed: int, values: int, encoding: int = 0) -> bytes:
    details = struct(number(1, values), number(2, encoding), number(3, 3), number(4, 3))
    return struct(number(1, 0), number(2, unpacked), number(3, packed), (5, STRUCT, details))


def with_last_page(content: bytes, header: bytes, packed: bytes) -> bytes:
    """A file whose last column is this one page; its footer says nothing of it but how many bytes of the file it takes."""
    footer = pyarrow.parquet.read_metadata(io.BytesIO(content))
    column = footer.row_group(0).column(footer.num_columns - 1)
    begin, size = column.data_page_offset, column.total_compressed_size
    length = int.from_bytes(content[-8:-4], "little")
    told, untold = content[-8 - length : -8], content[begin + size : -8 - length]
    assert told.count(varint(size)) == 1
    told = told.replace(varint(size), varint(len(header + packed)))
    forged = content[:begin] + header + packed + untold + told
    return forged + len(told).to_bytes(4, "little") + b"PAR1"


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


def many_rows(rows: int, groups: int) -> bytes:
    """A file with the columns of a tally that speaks of so many rows, in so many groups; all of them are alike, so that it is small."""
    piece = 1_000_000
    columns = {
        "column": pyarrow.array(["games"] * piece),
        "halves": pyarrow.array([1] * piece, pyarrow.int8()),
        "values": pyarrow.array([[]] * piece, pyarrow.list_(pyarrow.int64())),
    }
    table = pyarrow.table(
        {name: pyarrow.chunked_array([values] * (rows // piece)) for name, values in columns.items()}
    )
    sink = io.BytesIO()
    with pyarrow.parquet.ParquetWriter(sink, table.schema, compression="zstd") as writer:
        for _ in range(groups):
            writer.write_table(table, row_group_size=rows)
    return sink.getvalue()
