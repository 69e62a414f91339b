"""The table of a run: every cell with its win rate, its difference to the standard setup, and how games went. Also `summary.csv`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from experiments.csv_text import csv_line, no_formula
from experiments.measures import MEASURES
from experiments.results import CellResult, Results
from experiments.statistics.intervals import wilson
from experiments.statistics.multiplicity import holm
from experiments.statistics.paired import PairedDifference, paired_difference
from experiments.statistics.power import plays_to_notice

TOLD = [measure for measure in MEASURES.values() if measure.told and measure.kind == "count"]


@dataclass(frozen=True)
class Row:
    """One cell. `difference` is that to the standard setup of the same policy, board and deck; None for that setup itself, and if it is missing."""

    cell: CellResult
    low: float
    high: float
    difference: PairedDifference | None  # its `holm` is adjusted for all differences of the run
    plays: int | None  # that a group needs to notice the difference
    is_base: bool  # whether it is that setup itself

    @property
    def rate(self) -> float:
        return self.cell.rate

    @property
    def clear(self) -> bool:
        """Whether the difference is clear of chance."""
        return self.difference is not None and self.difference.holm < 0.05


def summarize(results: Results) -> list[Row]:
    """All cells in the order of the grid."""
    found: dict[int, PairedDifference] = {}
    plays: dict[int, int | None] = {}
    bases = set()
    for number, cell in enumerate(results.cells):
        base = results.baseline(cell)
        if base is None:
            continue
        if base.entry["id"] == cell.entry["id"]:
            bases.add(number)
        else:
            found[number] = paired_difference(cell.tally.wins, base.tally.wins)
            plays[number] = plays_to_notice(cell.rate, base.rate)
    adjusted = holm([each.p_value for each in found.values()])
    found = {number: replace(found[number], holm=p) for number, p in zip(found, adjusted, strict=True)}
    return [
        Row(cell, *wilson(cell.wins, cell.games), found.get(number), plays.get(number), number in bases)
        for number, cell in enumerate(results.cells)
    ]


def summary_csv(results: Results, rows: list[Row]) -> bytes:
    """Tidy: one line a cell, a column a factor, then figures. docs/data.md explains the columns."""
    return "".join(csv_lines(results, rows)).encode()


def csv_lines(results: Results, rows: list[Row]) -> list[str]:
    """The same, line by line, the headings first; a name with a line feed in it is still one line here."""
    names = [factor.name for factor in results.factors]
    table = [{**_factors(row, names), **_figures(row)} for row in rows]
    return [
        csv_line(map(no_formula, table[0])),
        *(csv_line(each.values()) for each in table),
    ]


def column_name(factor: str) -> str:
    """Names that need no quotes: `extra-signals` is `extra_signals`, `house draw` is `house_draw`."""
    return factor.replace("-", "_").replace(" ", "_")


def _factors(row: Row, names: list[str]) -> dict[str, Any]:
    return {column_name(name): no_formula(row.cell.levels[name]) for name in names}


def _figures(row: Row) -> dict[str, Any]:
    cell, found = row.cell, row.difference
    figures: dict[str, Any] = {
        "cell": cell.entry["id"],
        "games": cell.games,
        "wins": cell.wins,
        "win_rate": _short(row.rate),
        "ci_low": _short(row.low),
        "ci_high": _short(row.high),
        "difference": "" if found is None else _short(found.difference),
        "difference_low": "" if found is None else _short(found.low),
        "difference_high": "" if found is None else _short(found.high),
        "p_value": "" if found is None else f"{found.p_value:.6g}",
        "p_holm": "" if found is None else f"{found.holm:.6g}",
        "pairing_gain": "" if found is None or not np.isfinite(found.gain) else f"{found.gain:.3f}",
        "plays_to_notice": "" if row.plays is None else row.plays,
    }
    for measure in TOLD:
        for part, mean in zip(measure.parts or ("",), cell.mean(measure.name).tolist(), strict=True):
            figures[f"{column_name(f'{measure.name} {part}'.strip())}_mean"] = _short(mean)
    return figures


def _short(number: float) -> str:
    return f"{number:.6f}"
