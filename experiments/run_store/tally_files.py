"""Tallies as small Parquet files, one row for each column of a tally; all values are integers, pages have checksums.

Long, not wide: a file of thirty columns takes four times as long to write and is twice as large. `sim export` gives wide tables.
"""

from __future__ import annotations

import io
from functools import cache
from math import prod
from typing import Any

import numpy as np

from experiments.run_store.tally import FIRST, SHAPES, Tally
from simulator.tally_records import NO_GAME

Array = np.ndarray[Any, Any]
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


@cache
def _frame() -> tuple[Any, Any]:
    """Two columns of the table, which are the same in every file: names of rows, and whether they are halves for lost and won games."""
    pa, _ = parquet()
    halves = [1, 1, *map(len, SHAPES.values())]
    return pa.array([GAMES, WINS, *SHAPES]), pa.array(halves, pa.int8())


def _ends(bits: int) -> Array:
    """Where the values of rows begin and end, if there are so many bytes of bits."""
    return np.cumsum([0, 2, bits, *map(prod, SHAPES.values())])


def tally_bytes(tally: Tally) -> bytes:
    """The same tally always gives the same bytes."""
    pa, files = parquet()
    bits = np.packbits(tally.wins[:])
    sums = (tally.columns[name].reshape(-1) for name in SHAPES)
    values = np.concatenate([[tally.first, tally.games], bits, *sums])
    values[values == NO_GAME] = -1
    lists = pa.ListArray.from_arrays(pa.array(_ends(len(bits)), pa.int32()), pa.array(values))
    names, halves = _frame()
    sink = io.BytesIO()
    files.write_table(
        pa.table({"column": names, "halves": halves, "values": lists}),
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
        names, halves, values = (table[name].combine_chunks() for name in ("column", "halves", "values"))
        ends, flat = values.offsets.to_numpy(), values.values.to_numpy().astype(np.int64)
        first, games = (int(number) for number in flat[:2])
    except (pa.ArrowException, OSError, KeyError, ValueError, TypeError, AttributeError, IndexError) as error:
        raise Damaged("it is not a whole Parquet file of tallies") from error
    if not (names.equals(_frame()[0]) and halves.equals(_frame()[1])):
        raise Damaged("it has other columns than tallies have")
    if first < 0 or games < 1 or not np.array_equal(ends, _ends(-(-games // 8))):
        raise Damaged("its numbers do not fit together")
    _, bits, *sums = np.split(flat, ends[1:-1])
    columns = {name: found.reshape(shape) for found, (name, shape) in zip(sums, SHAPES.items(), strict=True)}
    for name in columns:
        if name.startswith(FIRST):
            columns[name] = np.where(columns[name] < 0, NO_GAME, columns[name])
    wins = np.unpackbits(bits.astype(np.uint8), count=games)
    won = int(wins.sum())
    if columns["turns_histogram"].sum(axis=1).tolist() != [games - won, won]:
        raise Damaged("its numbers do not fit together")
    return Tally(first, wins, columns)
