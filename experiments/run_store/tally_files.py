"""Tallies as small Parquet files, one row for each column of a tally; all values are integers, pages have checksums.

Long, not wide: a file of thirty columns takes four times as long to write and is twice as large. `sim export` gives wide tables.
"""

from __future__ import annotations

import io
from functools import cache
from math import prod
from pathlib import Path
from typing import Any

import numpy as np

from experiments.run_store.parquet_files import Damaged, parquet, read_limited, read_table
from experiments.run_store.tally import FIRST, NO_GAME, SHAPES, Tally
from experiments.run_store.tally_checks import is_possible

Array = np.ndarray[Any, Any]
# Rows beside those of the columns: first game and number of games; a bit for each game.
GAMES, WINS = "games", "wins"


@cache
def _frame() -> tuple[Any, Any]:
    """Two columns of the table, which are the same in every file: names of rows, and whether they are halves for lost and won games."""
    pa, _ = parquet()
    halves = [1, 1, *map(len, SHAPES.values())]
    return pa.array([GAMES, WINS, *SHAPES]), pa.array(halves, pa.int8())


@cache
def _schema() -> Any:
    pa, _ = parquet()
    names, halves = _frame()
    values = pa.list_(pa.field("element", pa.int64()))
    return pa.schema({"column": names.type, "halves": halves.type, "values": values})


def _ends(bits: int) -> Array:
    """Where the values of rows begin and end, if there are so many bytes of bits."""
    return np.cumsum([0, 2, bits, *map(prod, SHAPES.values())])


def _counts(games: int) -> tuple[int, int, int]:
    """Values in each of the three columns of a file."""
    rows = len(SHAPES) + 2
    return rows, rows, int(_ends(-(-games // 8))[-1])


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


def tally_content(path: Path, games: int) -> bytes:
    """The bytes of a file that should hold the tally of so many games."""
    return read_limited(path, _counts(games))


def read_tally(content: bytes, games: int) -> Tally:
    """The tally of so many games in a file; anything else is `Damaged`."""
    pa, _ = parquet()
    counts = _counts(games)
    table = read_table(content, _schema(), counts[0], counts)
    try:
        names, halves, values = (table[name].combine_chunks() for name in ("column", "halves", "values"))
        ends, flat = values.offsets.to_numpy(), values.values.to_numpy().astype(np.int64)
    except (pa.ArrowException, ValueError) as error:  # there are gaps in it
        raise Damaged("its numbers do not fit together") from error
    if not (names.equals(_frame()[0]) and halves.equals(_frame()[1])):
        raise Damaged("it has other columns than tallies have")
    first = int(flat[0])
    if int(flat[1]) != games:
        raise Damaged("it holds other games than its name says")
    if first < 0 or not np.array_equal(ends, _ends(-(-games // 8))):
        raise Damaged("its numbers do not fit together")
    _, bits, *sums = np.split(flat, ends[1:-1])
    columns = {name: found.reshape(shape) for found, (name, shape) in zip(sums, SHAPES.items(), strict=True)}
    for name in columns:
        if name.endswith(FIRST):
            columns[name] = np.where(columns[name] < 0, NO_GAME, columns[name])
    tally = Tally(first, np.unpackbits(bits.astype(np.uint8), count=games), columns)
    if (bits < 0).any() or (bits > 255).any() or not is_possible(tally):
        raise Damaged("its numbers do not fit together")
    return tally
