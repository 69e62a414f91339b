"""The table of a run: every cell with what the run is about, its difference to the standard setup, and how games went. Also `summary.csv`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from experiments.results import CellResult, Results
from experiments.run_store.tally import Tally
from experiments.statistics.intervals import holm
from experiments.statistics.means import noticed_after
from experiments.statistics.paired import Difference, difference_of
from simulator.game import Game, Measure

if TYPE_CHECKING:
    import pandas

DIGITS = 6  # behind the point
FORMATS = {"p_value": ".6g", "p_holm": ".6g", "pairing_gain": ".3f"}
# Where programs split a line of CSV: some at commas, some at semicolons, some ask.
SEPARATORS = ",;\t\r\n"
FORMULA = "=+-@＝＋－＠"  # what it begins with; the wide ones count as the others in some languages
NUMBER = re.compile(r"[+-]?\d+(\.\d+)?")
PART = re.compile(f"[^{SEPARATORS}]+")


@dataclass(frozen=True)
class Row:
    """One cell. `difference` is its difference from the standard setup of the same policy, board and deck; None for that setup itself, and if it is missing."""

    cell: CellResult
    difference: Difference | None = None  # its `holm` is adjusted for all differences of the run
    plays: int | None = None  # that a group needs to notice the difference
    is_base: bool = False  # whether it is that setup itself

    @property
    def rate(self) -> float:
        return self.cell.rate

    @property
    def low(self) -> float:
        return self.cell.interval[0]

    @property
    def high(self) -> float:
        return self.cell.interval[1]

    @property
    def clear(self) -> bool:
        """Tell whether the difference is clear of chance."""
        return self.difference is not None and self.difference.clear


def summarize(results: Results) -> list[Row]:
    """Return all cells in the order of the grid."""
    about, rows = results.measure, []
    for cell in results.cells:
        base = results.baseline(cell)
        if base is None or base.id == cell.id:
            rows.append(Row(cell, is_base=base is not None))
        else:
            found = difference_of(about, cell.tally.values, base.tally.values)
            rows.append(Row(cell, found, noticed_after(about, cell.moments, base.moments)))
    adjusted = iter(holm([row.difference.p_value for row in rows if row.difference]))
    return [
        replace(row, difference=replace(row.difference, holm=next(adjusted))) if row.difference else row
        for row in rows
    ]


def summary_csv(results: Results, rows: list[Row]) -> bytes:
    """Write a tidy table: one line a cell, a column a factor, then figures. docs/data.md explains the columns."""
    return "".join(csv_lines(results, rows)).encode()


def csv_lines(results: Results, rows: list[Row]) -> list[str]:
    """Write the table line by line, the headings first; a name with a line feed in it is still one line here."""
    table = summary_table(results, rows)
    return [
        csv_line(map(no_formula, table[0])),
        *(csv_line(_shown(*figure) for figure in line.items()) for line in table),
    ]


def summary_frame(results: Results, rows: list[Row]) -> pandas.DataFrame:
    """Return the table for pandas; a factor that has words and numbers for levels is text throughout."""
    import pandas

    frame = pandas.DataFrame(summary_table(results, rows))
    for factor in results.factors:
        if any(isinstance(level, str) for level in factor.levels):
            frame[column_name(factor.name)] = frame[column_name(factor.name)].astype(str)
    frame["plays_to_notice"] = frame["plays_to_notice"].astype("Int64")
    return frame


def summary_table(results: Results, rows: Iterable[Row]) -> list[dict[str, Any]]:
    """Return a line for every cell: levels of the factors, then figures; None where there is none."""
    names = [factor.name for factor in results.factors]
    total, mean = names_of(results.measure)
    return [
        {
            **{column_name(name): no_formula(row.cell.levels[name]) for name in names},
            "cell": row.cell.id,
            "games": row.cell.games,
            total: row.cell.total,
            mean: _short(row.rate),
            "ci_low": _short(row.low),
            "ci_high": _short(row.high),
            **_difference(row),
            **means_of(results.game, row.cell.tally),
        }
        for row in rows
    ]


def names_of(measure: Measure) -> tuple[str, str]:
    """Name the sum of a measure and what it comes to, in tables and JSON."""
    return ("wins", "win_rate") if measure.name == "won" else ("total", "mean")


def column_name(factor: str) -> str:
    """Return a name that needs no quotes: `extra-signals` is `extra_signals`, `house draw` is `house_draw`."""
    return factor.replace("-", "_").replace(" ", "_")


def _difference(row: Row) -> dict[str, Any]:
    found = row.difference
    names = ("difference", "difference_low", "difference_high", "p_value", "p_holm", "pairing_gain")
    if found is None:
        return {**dict.fromkeys(names), "plays_to_notice": row.plays}
    gain = round(found.gain, 3) if np.isfinite(found.gain) else None
    three = (_short(each) for each in (found.difference, found.low, found.high))
    p_values = (float(f"{each:.6g}") for each in (found.p_value, found.holm))
    return {**dict(zip(names, (*three, *p_values, gain), strict=True)), "plays_to_notice": row.plays}


def means_of(game: Game, tally: Tally) -> dict[str, float]:
    """Return the means of all that tables tell, part by part."""
    found = {}
    for measure in game.measures.values():
        if measure.told and measure.is_mean:
            means = (tally.columns[measure.name].sum(axis=0) / tally.games).tolist()
            for part, mean in zip(measure.parts or ("",), means, strict=True):
                found[f"{column_name(f'{measure.name} {part}'.strip())}_mean"] = _short(mean)
    return found


def _short(number: float) -> float:
    return round(float(number), DIGITS)


def _shown(name: str, value: object) -> object:
    """Write a figure with all its digits, or nothing where there is none."""
    if value is None:
        return ""
    return format(value, FORMATS.get(name, f".{DIGITS}f")) if isinstance(value, float) else value


def no_formula(level: object) -> object:
    """Return a level as text that no spreadsheet takes for a formula, not even in parts. Numbers stay as they are."""
    if not isinstance(level, str) or NUMBER.fullmatch(level):
        return level
    text = PART.sub(lambda part: part[0] if NUMBER.fullmatch(part[0]) else _as_text(part[0]), level)
    return _as_text(text)


def _as_text(part: str) -> str:
    """Put an apostrophe before a part in which a formula begins. Some see one behind blanks, unprintable characters and quotes, too."""
    seen = (c for c in part if c.isprintable() and not c.isspace() and c != '"')
    return f"'{part}" if next(seen, " ") in FORMULA else part


def falls_apart(text: object) -> bool:
    """Tell whether some program would split this if it stood there without quotes."""
    return isinstance(text, str) and any(c in text for c in SEPARATORS)


def csv_line(values: Iterable[object]) -> str:
    """Return a line with commas, and with quotes around all that some program would split."""
    return ",".join(_quoted(str(value)) for value in values) + "\n"


def _quoted(text: str) -> str:
    return '"{}"'.format(text.replace('"', '""')) if falls_apart(text) or '"' in text else text
