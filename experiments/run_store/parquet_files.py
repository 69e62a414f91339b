"""Parquet files of a run, which may come from a stranger: what a file says of itself must be what its place in the run says, before any of it is unpacked."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from experiments.run_store.page_headers import NoPage, unpacked_size
from simulator.file_limits import MAX_FOOTER_BYTES, MAX_FOOTER_BYTES_OF_A_COLUMN

MAGIC = b"PAR1"
ENDING = 8  # bytes: length of the footer, and MAGIC
MOST_COLUMNS = 1_000


class Damaged(Exception):
    """A file does not hold what it should."""


@cache
def parquet() -> tuple[Any, Any]:
    """pyarrow, which is slow to import."""
    import pyarrow
    import pyarrow.parquet

    return pyarrow, pyarrow.parquet


def largest_chunk(values: int) -> int:
    """Bytes that a column of so many values unpacks to at most: eight for each, once more in a dictionary, and levels and headers."""
    return 16 * values + 4_096


def largest_footer(columns: int) -> int:
    return MAX_FOOTER_BYTES + MAX_FOOTER_BYTES_OF_A_COLUMN * columns


def read_limited(path: Path, values: Sequence[int]) -> bytes:
    """The bytes of a file with columns of so many values; one that has more than they can take is not read."""
    most = sum(map(largest_chunk, values)) + largest_footer(len(values))
    with path.open("rb") as file:
        size = os.fstat(file.fileno()).st_size
        if size > most:
            raise Damaged(f"it has {size:,} bytes, and what it should hold takes {most:,} at most")
        return file.read(most)


def read_table(content: bytes, like: Any, rows: int, values: Sequence[int]) -> Any:
    """The table in a file that has the schema `like`, so many rows, and so many values in each column; anything else is `Damaged`."""
    pyarrow, files = parquet()
    longest = largest_footer(len(values))
    if not content.endswith(MAGIC) or int.from_bytes(content[-ENDING:-4], "little") > longest:
        raise Damaged("it is not a whole Parquet file")
    try:
        file = files.ParquetFile(
            pyarrow.BufferReader(content),
            page_checksum_verification=True,
            pre_buffer=False,
            thrift_string_size_limit=longest,
            thrift_container_size_limit=MOST_COLUMNS,
        )
        _check(file, content, like, rows, values)
        # One small file at a time: handing it to threads takes three times as long as reading it.
        return file.read(use_threads=False)
    except NoPage as error:
        raise Damaged("its pages are not what its footer says") from error
    except (pyarrow.ArrowException, OSError, ValueError, OverflowError) as error:
        raise Damaged("it is not a whole Parquet file") from error


def _check(file: Any, content: bytes, like: Any, rows: int, values: Sequence[int]) -> None:
    footer = file.metadata
    if footer.num_columns != len(values) or not file.schema_arrow.equals(like):
        raise Damaged("it has other columns than it should")
    if footer.num_rows != rows or footer.num_row_groups != 1 or footer.row_group(0).num_rows != rows:
        raise Damaged(f"it speaks of {footer.num_rows:,} rows, and should have {rows:,}")
    for number, count in enumerate(values):
        column = footer.row_group(0).column(number)
        if column.num_values != count:
            raise Damaged("it holds other games than its name says")
        offsets = (column.data_page_offset, column.dictionary_page_offset or column.data_page_offset)
        begin = min(offsets)
        end = begin + column.total_compressed_size
        if begin < 0 or end > len(content):
            raise NoPage
        if unpacked_size(content, begin, end, count) > largest_chunk(count):
            raise Damaged("it unpacks to more than it should hold")
