"""Parquet files of a run, which may come from a stranger: what a file says of itself must be what its place in the run says, before any of it is unpacked."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from experiments.run_store.parquet_facts import OtherFacts, check_facts, largest_column
from experiments.run_store.thrift import NoStruct
from simulator.core.file_limits import MAX_FOOTER_BYTES, MAX_FOOTER_BYTES_OF_A_COLUMN

MOST_ENTRIES = 1_000  # of a list in a footer


class Damaged(Exception):
    """A file does not hold what it should."""


@cache
def parquet() -> tuple[Any, Any]:
    """pyarrow, which is slow to import."""
    import pyarrow
    import pyarrow.parquet

    return pyarrow, pyarrow.parquet


def largest_footer(columns: int) -> int:
    return MAX_FOOTER_BYTES + MAX_FOOTER_BYTES_OF_A_COLUMN * columns


def largest_file(values: Sequence[int]) -> int:
    """Bytes that a file with columns of so many values has at most."""
    return sum(map(largest_column, values)) + largest_footer(len(values))


def read_limited(path: Path, values: Sequence[int]) -> bytes:
    """The bytes of a file with columns of so many values; one that has more than they can take is not read."""
    most = largest_file(values)
    with path.open("rb") as file:
        size = os.fstat(file.fileno()).st_size
        if size > most:
            raise Damaged(f"it has {size:,} bytes, and what it should hold takes {most:,} at most")
        return file.read(most)


def read_table(content: bytes, like: Any, rows: int, values: Sequence[int]) -> Any:
    """The table in a file that has the schema `like`, so many rows, and so many values in each column; anything else is `Damaged`."""
    pyarrow, files = parquet()
    longest_footer = largest_footer(len(values))
    try:
        check_facts(content, rows, values, longest_footer)
        file = files.ParquetFile(
            pyarrow.BufferReader(content),
            page_checksum_verification=True,
            pre_buffer=False,
            thrift_string_size_limit=longest_footer,
            thrift_container_size_limit=MOST_ENTRIES,
        )
        if not file.schema_arrow.equals(like):
            raise Damaged("it has other columns than it should")
        # One small file at a time: handing it to threads takes three times as long as reading it.
        return file.read(use_threads=False)
    except OtherFacts as error:
        raise Damaged(str(error)) from error
    except NoStruct as error:
        raise Damaged("it is not a whole Parquet file, or its parts contradict each other") from error
    except MemoryError:  # which is an ArrowException too, and says nothing of the file
        raise
    except (pyarrow.ArrowException, OSError, ValueError, OverflowError) as error:
        raise Damaged("it is not a whole Parquet file") from error
