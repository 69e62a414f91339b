"""A run as tidy tables for pandas, DuckDB and spreadsheets: cells, what happened in them, and single games (docs/data.md)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from experiments.results import CellResult, Results
from experiments.store import Store
from experiments.summary import safe
from experiments.tally import FIRST, NO_GAME
from experiments.tally_files import Damaged
from simulator.errors import InputError

if TYPE_CHECKING:
    import pandas


def column_name(factor: str) -> str:
    """Names that need no quotes: `extra-signals` is `extra_signals`, `house draw` is `house_draw`."""
    return factor.replace("-", "_").replace(" ", "_")


def settings(cell: CellResult) -> dict[str, Any]:
    """What a cell is: its number, and the level of every factor."""
    levels = {column_name(name): safe(level) for name, level in cell.levels.items()}
    return {"cell": cell.entry["id"], **levels}


def wins_table(results: Results) -> pandas.DataFrame:
    """Deals × cells: 1 where a deal was won; the same row is the same deal."""
    import pandas

    columns = {"game": np.arange(results.games)}
    columns |= {cell.entry["id"]: row for cell, row in zip(results.cells, results.won, strict=True)}
    return pandas.DataFrame(columns)


def tallies_table(results: Results) -> pandas.DataFrame:
    """Long: a line for every sum that was kept. `outcome` says of which games: lost, won, or all."""
    import pandas

    return pandas.DataFrame(line for cell in results.cells for line in _lines(cell))


def _lines(cell: CellResult) -> Iterator[dict[str, Any]]:
    setting = settings(cell)
    for name, values in cell.tally.columns.items():
        halves = zip(("lost", "won"), values, strict=True) if values.ndim == 2 else (("all", values),)
        for outcome, numbers in halves:
            for index in np.flatnonzero(numbers if not name.startswith(FIRST) else numbers != NO_GAME):
                yield {
                    **setting,
                    "column": name,
                    "outcome": outcome,
                    "index": int(index),
                    "value": int(numbers[index]),
                }


def games_table(results: Results, store: Store) -> pandas.DataFrame:
    """A line a game, with every figure of its outcome; only of runs that kept their games."""
    import pandas

    if not results.manifest.get("keep_games"):
        raise InputError(f"{store.folder} has sums only; sweep with --keep-games to have games one by one.")
    tables = []
    for cell in results.cells:
        for first, games in store.whole(cell.entry["id"]):
            if first >= cell.games:
                break  # its tally is damaged
            try:
                table = store.read(cell.entry["id"], first, games).games.to_pandas()
            except Damaged as error:
                raise InputError(f"{error}; `sim resume {store.folder}` plays it again.") from None
            for number, (name, value) in enumerate(settings(cell).items()):
                table.insert(number, name, value)
            tables.append(table)
    whole: pandas.DataFrame = pandas.concat(tables, ignore_index=True)
    return whole
