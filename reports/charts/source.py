"""The line under a slide: what it rests on."""

from __future__ import annotations

from collections.abc import Iterable

from experiments.results import CellResult
from reports.charts.run import Run
from reports.charts.style import short

MOST_LETTERS = 96  # that a slide has room for


def source_words(
    run: Run, of: str = "every setting and policy", cells: Iterable[CellResult] | None = None
) -> str:
    """Games of the cells that it shows, or of all, and whether board and timetable are printed ones: a slide is passed on without the page that says so."""
    games = {cell.games for cell in cells or (row.cell for row in run.rows)}
    least = f"{min(games):,}" if len(games) == 1 else f"{min(games):,} to {max(games):,}"
    begin, end = f"Signalbox: {least} games of ", "".join(f" · {each}" for each in _origins(run))
    return f"{begin}{short(of, max(16, MOST_LETTERS - len(begin) - len(end)))}{end}"


def _origins(run: Run) -> list[str]:
    boards, decks = (
        [o for o in dict.fromkeys(str(row.cell.entry[part]["origin"]) for row in run.rows) if o != "known"]
        for part in ("board", "deck")
    )
    if boards == decks:
        return [f"board and timetable {origin}" for origin in boards]
    return [f"board {origin}" for origin in boards] + [f"timetable {origin}" for origin in decks]
