"""The line under a slide: what it rests on."""

from __future__ import annotations

from reports.charts.run import Run
from reports.charts.style import short

MOST_WORDS = 60


def source_words(run: Run, of: str = "every setting and policy") -> str:
    """Games, and whether board and timetable are printed ones: a slide is passed on without the page that says so."""
    games = {row.cell.games for row in run.rows}
    least = f"{min(games):,}" if len(games) == 1 else f"{min(games):,} to {max(games):,}"
    words = [f"Signalbox: {least} games of {short(of, MOST_WORDS)}"]
    for part, name in (("board", "board"), ("deck", "timetable")):
        origins = dict.fromkeys(str(row.cell.entry[part]["origin"]) for row in run.rows)
        words += [f"{name} {origin}" for origin in origins if origin != "known"]
    return " · ".join(words)
