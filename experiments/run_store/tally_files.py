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
from experiments.run_store.tally import FIRST, NO_GAME, Tally, TallyForm
from experiments.run_store.tally_checks import is_possible

Array = np.ndarray[Any, Any]
# Rows beside those of the columns: first game and number of games; the value of each game, a bit each for a share.
GAMES, VALUES = "games", "values"


@cache
def _frame(form: TallyForm) -> tuple[Any, Any]:
    """Return two columns of the table, which are the same in every file: names of rows, and whether they are split by results."""
    pa, _ = parquet()
    halves = [1, 1, *map(len, form.shapes.values())]
    return pa.array([GAMES, VALUES, *form.shapes]), pa.array(halves, pa.int8())


@cache
def _schema() -> Any:
    pa, _ = parquet()
    values = pa.list_(pa.field("element", pa.int64()))
    return pa.schema({"column": pa.string(), "halves": pa.int8(), "values": values})


def _numbers(form: TallyForm, games: int) -> int:
    """Count the numbers that the values of so many games take."""
    return -(-games // 8) if form.about.kind == "share" else games


def _ends(form: TallyForm, games: int) -> Array:
    """Return where the values of rows begin and end."""
    return np.cumsum([0, 2, _numbers(form, games), *map(prod, form.shapes.values())])


def _counts(form: TallyForm, games: int) -> tuple[int, int, int]:
    """Count the values in each of the three columns of a file."""
    rows = len(form.shapes) + 2
    return rows, rows, int(_ends(form, games)[-1])


def tally_bytes(tally: Tally) -> bytes:
    """Write a tally; the same tally always gives the same bytes."""
    pa, files = parquet()
    form, kept = tally.form, tally.values[:]
    numbers = np.packbits(kept) if form.about.kind == "share" else kept
    sums = (tally.columns[name].reshape(-1) for name in form.shapes)
    values = np.concatenate([[tally.first, tally.games], numbers, *sums])
    values[values == NO_GAME] = -1
    lists = pa.ListArray.from_arrays(pa.array(_ends(form, tally.games), pa.int32()), pa.array(values))
    names, halves = _frame(form)
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


def tally_content(form: TallyForm, path: Path, games: int) -> bytes:
    """Return the bytes of a file that should hold the tally of so many games."""
    return read_limited(path, _counts(form, games))


def read_tally(form: TallyForm, content: bytes, games: int) -> Tally:
    """Return the tally of so many games in a file; anything else is `Damaged`."""
    pa, _ = parquet()
    counts = _counts(form, games)
    table = read_table(content, _schema(), counts[0], counts)
    try:
        names, halves, values = (table[name].combine_chunks() for name in ("column", "halves", "values"))
        ends, flat = values.offsets.to_numpy(), values.values.to_numpy().astype(np.int64)
    except (pa.ArrowException, ValueError) as error:  # there are gaps in it
        raise Damaged("its numbers do not fit together") from error
    if not (names.equals(_frame(form)[0]) and halves.equals(_frame(form)[1])):
        raise Damaged("it has other columns than tallies have")
    first = int(flat[0])
    if int(flat[1]) != games:
        raise Damaged("it holds other games than its name says")
    if first < 0 or not np.array_equal(ends, _ends(form, games)):
        raise Damaged("its numbers do not fit together")
    _, kept, *sums = np.split(flat, ends[1:-1])
    columns = {
        name: found.reshape(shape) for found, (name, shape) in zip(sums, form.shapes.items(), strict=True)
    }
    for name in columns:
        if name.endswith(FIRST):
            columns[name] = np.where(columns[name] < 0, NO_GAME, columns[name])
    if form.about.kind == "share":
        if (kept < 0).any() or (kept > 255).any():
            raise Damaged("its numbers do not fit together")
        kept = np.unpackbits(kept.astype(np.uint8), count=games)
    tally = Tally(form, first, kept, columns)
    if not is_possible(tally):
        raise Damaged("its numbers do not fit together")
    return tally
