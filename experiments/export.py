"""A run as tidy tables for pandas, DuckDB and spreadsheets: cells, what happened in them, and single games (docs/data.md)."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np

from experiments.results import CellResult, Results
from experiments.run_store.blocks import Damaged
from experiments.run_store.store import Store
from experiments.run_store.tally import FIRST, NO_GAME
from experiments.run_store.values import pieces
from experiments.summary import column_name, falls_apart, no_formula, summarize, summary_frame
from simulator.core.errors import InputError
from simulator.game import Game, Measure

if TYPE_CHECKING:
    import pandas

Array = np.ndarray[Any, Any]
MOST_LINES = 1_048_575  # of a sheet, below its headings


def write_parquet(tables: Iterator[pandas.DataFrame], file: BinaryIO) -> None:
    import pyarrow
    from pyarrow.parquet import ParquetWriter

    first = pyarrow.Table.from_pandas(next(tables), preserve_index=False)
    with ParquetWriter(file, first.schema) as writer:
        writer.write_table(first)
        for table in tables:
            writer.write_table(pyarrow.Table.from_pandas(table, first.schema, preserve_index=False))


def write_xlsx(tables: Iterator[pandas.DataFrame], file: BinaryIO, sheet: str) -> None:
    """Write one sheet row by row, so that it need not be in memory; text stays text, whatever it looks like."""
    from xlsxwriter.exceptions import FileCreateError

    with TemporaryDirectory(prefix="signalbox-", ignore_cleanup_errors=True) as room:
        # Elsewhere first: a ZIP file that was broken off goes on writing when it is thrown away, and complains.
        whole = Path(room, "whole.xlsx")
        try:
            _write_sheet(tables, whole, sheet)
        except FileCreateError as error:  # its name for whatever the system refuses
            raise error.__context__ or error from None
        with whole.open("rb") as finished:
            copyfileobj(finished, file)


def _write_sheet(tables: Iterator[pandas.DataFrame], path: Path, sheet: str) -> None:
    import pandas
    import xlsxwriter

    options = {
        "constant_memory": True,
        "strings_to_formulas": False,
        "strings_to_urls": False,
        "tmpdir": str(path.parent),
    }
    with xlsxwriter.Workbook(path, options) as book:
        page = book.add_worksheet(sheet)
        bold, line = book.add_format({"bold": True}), 0
        for table in tables:
            if line == 0:
                page.write_row(0, 0, list(table.columns), bold)
                page.freeze_panes(1, 0)
            for row in table.itertuples(index=False):
                line += 1
                if line > MOST_LINES:
                    raise InputError(
                        f"--out: a sheet holds {MOST_LINES:,} lines at most; take .parquet or .csv."
                    )
                page.write_row(line, 0, [None if pandas.isna(value) else value for value in row])


def csv_parts(tables: Iterator[pandas.DataFrame], semicolons: bool = False) -> Iterator[str]:
    """Give lines of CSV under one line of headings, with semicolons and decimal commas if asked, as spreadsheets in much of Europe read it.

    All text of a part has quotes if some of it would fall apart at one separator or another.
    """
    separator, decimal = (";", ",") if semicolons else (",", ".")
    for number, table in enumerate(tables):
        texts = (table[name].drop_duplicates() for name in table.select_dtypes(exclude="number"))
        apart = any(falls_apart(text) for column in texts for text in column)
        yield table.to_csv(
            index=False,
            header=number == 0,
            lineterminator="\n",
            sep=separator,
            decimal=decimal,
            quoting=csv.QUOTE_NONNUMERIC if apart else csv.QUOTE_MINIMAL,
        )


def settings(results: Results, cell: CellResult) -> dict[str, Any]:
    """Return what a cell is: its number, and the level of every factor; a factor that has words and numbers for levels is text throughout."""
    found: dict[str, Any] = {"cell": cell.id}
    for factor in results.factors:
        level = cell.levels[factor.name]
        mixed = len({type(each) for each in factor.levels}) > 1
        found[column_name(factor.name)] = no_formula(str(level) if mixed else level)
    return found


def cells_tables(results: Results, store: Store) -> Iterator[pandas.DataFrame]:
    """Give the table of `summary.csv`."""
    yield summary_frame(results, summarize(results))


def wins_tables(results: Results, store: Store) -> Iterator[pandas.DataFrame]:
    """Return deals × cells: 1 where a deal was won, or whatever else the run is about; the same row is the same deal."""
    import pandas

    start = 0
    for won in pieces([cell.tally.values for cell in results.cells]):
        columns = {"game": np.arange(start, start + won.shape[1])}
        columns |= {cell.id: row for cell, row in zip(results.cells, won, strict=True)}
        yield pandas.DataFrame(columns)
        start += won.shape[1]


def tallies_tables(results: Results, store: Store) -> Iterator[pandas.DataFrame]:
    """Give a line for every sum that was kept, one cell after another. `outcome` says of which games it is: lost, won, or all."""
    import pandas

    for cell in results.cells:
        yield pandas.DataFrame({**settings(results, cell), **line} for line in _lines(cell))


def _lines(cell: CellResult) -> Iterator[dict[str, Any]]:
    for name, values in cell.tally.columns.items():
        rows = (
            zip(cell.tally.form.game.results, values, strict=True) if values.ndim == 2 else (("all", values),)
        )
        for outcome, numbers in rows:
            for index in np.flatnonzero(numbers if not name.endswith(FIRST) else numbers != NO_GAME):
                yield {
                    "column": name,
                    "outcome": outcome,
                    "index": int(index),
                    "value": int(numbers[index]),
                }


def games_tables(results: Results, store: Store) -> Iterator[pandas.DataFrame]:
    """Give a line for each game, with every figure of its outcome; only of runs that kept their games."""
    import pandas

    if not results.manifest.keep_games:
        raise InputError(f"{store.folder} has sums only; sweep with --keep-games to have games one by one.")
    for cell in results.cells:
        for first, games in store.whole(cell.id):
            if first >= cell.games:
                break  # its tally is damaged
            try:
                outcomes = store.read(cell.id, first, games).outcomes
            except Damaged as error:
                raise InputError(f"{error}; `sim resume {store.folder}` plays it again.") from None
            assert outcomes is not None
            table = pandas.DataFrame(game_columns(store.game, first, outcomes))
            for number, (name, value) in enumerate(settings(results, cell).items()):
                # `goods` is a setting, and what a game delivered
                table.insert(number, f"setting_{name}" if name in table else name, value)
            yield table


def game_columns(game: Game, first: int, outcomes: Array) -> dict[str, Array]:
    """Return all columns of some games; `game` is the number of the deal."""
    found: dict[str, Array] = {"game": np.arange(first, first + len(outcomes), dtype=np.int64)}
    for name in [each for each in game.outcome.names or () if each in game.measures]:
        numbers = outcomes[name].reshape(len(outcomes), -1)
        for number, place in enumerate(np.ndindex(game.outcome[name].shape)):
            part = _part(game.measures[name], place)
            found[f"{name}_{part}" if part else name] = numbers[:, number].copy()
    return found


def _part(measure: Measure, place: tuple[int, ...]) -> str:
    """Name a number of a field; nothing where it has only one."""
    if place and measure.parts:
        return list(measure.parts)[place[0]].replace("-", "_")
    if place and measure.by_turn:
        return f"{place[0] + 1:02d}"
    return "_".join(str(each + 1) for each in place)


# What a run is given out as: tables in parts that follow each other and have the same columns, since its games need not be in memory all at once.
TABLES = {"cells": cells_tables, "tallies": tallies_tables, "wins": wins_tables, "games": games_tables}
