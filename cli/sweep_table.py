"""What a sweep shows in the terminal: a table of all cells, and bars with their intervals."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import typer
from rich.table import Table
from rich.text import Text

from cli.console import plain_table, show
from experiments.results import Results
from experiments.summary import Row
from reports.transcript_words import origins_in_words

BAR = 40  # characters for 100 %
MOST_ROWS = 60


def show_results(
    results: Results, rows: list[Row], folder: Path, seconds: float, games: int, as_json: bool
) -> None:
    """The result of a run, on stdout."""
    if as_json:
        typer.echo(json.dumps(figures(results, rows, folder), indent=2))
        return
    for sentence in origin_sentences(results):
        show(Text(sentence, style="yellow"))
    show(Text(), _table(results, rows))
    if len(rows) > MOST_ROWS:
        show(f"… and {len(rows) - MOST_ROWS} more cells in {folder / 'summary.csv'}")
    show(_legend(rows))
    rate = f"{games / seconds:,.0f} games/s; " if seconds else ""
    show(Text(f"\n{rate}run {folder}: summary.csv", style="dim"))


def origin_sentences(results: Results) -> list[str]:
    """Whether boards and decks are printed ones; the same words as everywhere."""
    found: dict[str, None] = {}
    for cell in results.cells:
        words = {"board": cell.entry["board"]["origin"], "timetable": cell.entry["deck"]["origin"]}
        found |= dict.fromkeys(origins_in_words(**words))
    return list(found)


def figures(results: Results, rows: list[Row], folder: Path) -> dict[str, Any]:
    """The same for other programs."""
    return {
        "run": str(folder),
        "seed": results.manifest["seed"],
        "games": results.games,
        "complete": results.complete,
        "factors": {factor.name: list(factor.levels) for factor in results.factors},
        "cells": [
            {
                "levels": dict(row.cell.levels),
                "games": row.cell.games,
                "win_rate": row.rate,
                "ci_low": row.low,
                "ci_high": row.high,
                "difference": None
                if row.difference is None
                else [row.difference.difference, row.difference.low, row.difference.high],
                "p_holm": row.holm,
                "plays_to_notice": row.plays,
            }
            for row in rows
        ],
    }


def _table(results: Results, rows: list[Row]) -> Table:
    names = [factor.name for factor in results.varied] or ["policy"]
    headings = (*names, "games won", "95 % interval", "to the standard setup", "noticed after", "")
    table = plain_table(*headings, right=range(len(names), len(names) + 4))
    for row in rows[:MOST_ROWS]:
        table.add_row(
            *(Text(str(row.cell.levels[name])) for name in names),
            Text(f"{row.rate:.1%}", style="bold"),
            f"{row.low:.1%} to {row.high:.1%}",
            difference_words(row),
            plays_words(row),
            bar(row),
        )
    return table


def difference_words(row: Row) -> str:
    found = row.difference
    if found is None:
        return "standard"
    star = "*" if row.holm is not None and row.holm < 0.05 else " "
    return f"{_points(found.difference)} [{_points(found.low)}, {_points(found.high)}]{star}"


def plays_words(row: Row) -> str:
    if row.difference is None:
        return ""
    return "never" if row.plays is None else f"{row.plays:,} plays"


def _points(share: float) -> str:
    return f"{100 * share:+.1f}".replace("-", "−")


def bar(row: Row) -> Text:
    """A bar for the rate; the interval is drawn as a line at its end."""
    filled, low, high = (round(share * BAR) for share in (row.rate, row.low, row.high))
    drawn = "█" * min(filled, low) + "▒" * max(0, high - min(filled, low))
    return Text(drawn or "▏", style="cyan")


def _legend(rows: list[Row]) -> Text:
    gains = [row.difference.gain for row in rows if row.difference is not None and row.difference.gain < 1e6]
    paired = (
        f" Same deals in all cells: variance of a difference {min(gains):.2f} to {max(gains):.2f} times smaller."
        if gains
        else ""
    )
    return Text(
        "Differences in points of win rate with 95 % intervals; * clear of chance (p < 5 %, Holm over all)."
        + paired
        if any(row.difference for row in rows)
        else "",
        style="dim",
    )
