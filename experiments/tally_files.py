"""Tallies as small Parquet files, one row for each column of a tally; all values are integers, pages have checksums.

Long, not wide: a file of thirty columns takes four times as long to write and is twice as large. `sim export` gives wide tables.
"""

from __future__ import annotations

import io
from functools import cache
from typing import Any

import numpy as np

from experiments.tally import FIRST, NO_GAME, Tally

# Rows beside those of the columns: first game and number of games; a bit for each game.
GAMES, WINS = "games", "wins"


class Damaged(Exception):
    """The file does not hold what it should."""


@cache
def parquet() -> tuple[Any, Any]:
    """pyarrow, which is slow to import."""
    import pyarrow
    import pyarrow.parquet

    return pyarrow, pyarrow.parquet


def tally_bytes(tally: Tally) -> bytes:
    """The same tally always gives the same bytes."""
    pa, files = parquet()
    columns: dict[str, Any] = {
        GAMES: np.array([tally.first, tally.games]),
        WINS: np.packbits(tally.wins).astype(np.int64),
        **tally.columns,
    }
    flat = [np.where(values == NO_GAME, -1, values).reshape(-1) for values in columns.values()]
    ends = np.cumsum([0, *(len(values) for values in flat)])
    table = pa.table(
        {
            "column": pa.array(list(columns)),
            "halves": pa.array([values.ndim for values in columns.values()], pa.int8()),
            "values": pa.ListArray.from_arrays(pa.array(ends, pa.int32()), pa.array(np.concatenate(flat))),
        }
    )
    sink = io.BytesIO()
    files.write_table(
        table,
        sink,
        compression="zstd",
        use_dictionary=False,
        write_statistics=False,
        write_page_checksum=True,
    )
    return sink.getvalue()


def read_tally(content: bytes) -> Tally:
    """The tally in a file; anything else is `Damaged`."""
    pa, files = parquet()
    try:
        # One small file at a time: handing it to threads takes three times as long as reading it.
        file = files.ParquetFile(pa.BufferReader(content), page_checksum_verification=True)
        table = file.read(use_threads=False)
        values = table["values"].combine_chunks()
        ends, flat = values.offsets.to_numpy(), values.values.to_numpy().astype(np.int64)
        columns = {}
        for row, (name, halves) in enumerate(
            zip(table["column"].to_pylist(), table["halves"].to_pylist(), strict=True)
        ):
            found = flat[ends[row] : ends[row + 1]]
            if name.startswith(FIRST):
                found = np.where(found < 0, NO_GAME, found)
            columns[name] = found.reshape(halves, -1) if halves == 2 else found
        first, games = (int(number) for number in columns.pop(GAMES))
        bits = columns.pop(WINS).astype(np.uint8)
    except (pa.ArrowException, OSError, KeyError, ValueError, TypeError, AttributeError, IndexError) as error:
        raise Damaged("it is not a whole Parquet file of tallies") from error
    if first < 0 or games < 1 or len(bits) != -(-games // 8):
        raise Damaged("its numbers do not fit together")
    return Tally(first, np.unpackbits(bits, count=games), columns)
