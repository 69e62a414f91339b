"""The table of all settings, the same on the page and in Markdown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from experiments.results import Results
from experiments.summary import Row
from reports.factor_words import label_of, shown_level
from reports.run_words import STAR_MEANS, compared_with, difference_words, in_points, plays_words
from reports.switch_signal.goods import goods_required
from simulator.switch_signal.board import Board


def run_table(results: Results, rows: list[Row], boards: Mapping[str, Board]) -> dict[str, Any]:
    """Cells of the table as shown and, for sorting, as numbers."""
    names = results.columns
    base = compared_with(results, rows)
    compared = [f"to {base}", "noticed after"] if base else []
    return {
        "about": (_about(base if results.between else f"the {base} setup") if base else "")
        + "Goods, turns and tokens are means a game.",
        "factors": [label_of(name) for name in names],
        "heads": ["games", "won, %", "95 % interval", *compared, "goods", "turns", "tokens lost"],
        "rows": [
            {
                "levels": [
                    (shown_level(results, name, row.cell.levels[name]), _order(results, row, name))
                    for name in names
                ],
                "figures": _figures(row, base, goods_required(row.cell, boards)),
            }
            for row in rows
        ],
    }


def _about(measure: str) -> str:
    return (
        f"Differences to {measure} of the same player, in percentage points of win rate with 95 % intervals; {STAR_MEANS}. "
        "“Noticed after” counts plays, half of them with either setting, where the difference is clear. "
    )


def _order(results: Results, row: Row, name: str) -> int:
    """Levels are sorted as the grid has them."""
    factor = next(each for each in results.factors if each.name == name)
    return factor.levels.index(row.cell.levels[name])


def _figures(row: Row, base: str, required: int | None) -> list[tuple[str, float | str]]:
    """What is shown, and by what it is sorted; nothing to sort by comes last. Without a `base` nothing is compared."""
    cell = row.cell
    goods, turns, tokens = (float(cell.mean(name).sum()) for name in ("goods", "turns", "tokens"))
    return [
        (f"{cell.games:,}", cell.games),
        (in_points(row.rate), row.rate),
        (f"{in_points(row.low)}–{in_points(row.high)}", row.low),
        *(_compared(row, base) if base else ()),
        (f"{goods:.2f}{f' of {required}' if required else ''}", goods),
        (f"{turns:.2f}", turns),
        (f"{tokens:.2f}", tokens),
    ]


def _compared(row: Row, base: str) -> tuple[tuple[str, float | str], tuple[str, float | str]]:
    found, plays = row.difference, row.plays
    if row.is_base:
        return (base, 0.0), ("", "")
    noticed = plays if row.clear and plays is not None else ""
    return (difference_words(row).strip(), found.difference if found else ""), (plays_words(row), noticed)
