"""The line under a slide: what it rests on."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from experiments.results import CellResult
from reports.charts.run import Run
from reports.charts.style import short
from reports.factor_words import place_labels
from reports.words import listed

MOST_LETTERS = 96  # that a slide has room for


def source_words(
    run: Run, of: str = "every setting and policy", cells: Iterable[CellResult] | None = None
) -> str:
    """Games of the cells that it shows, or of all."""
    everything = [row.cell for row in run.rows]
    return source_line([cell.games for cell in cells or everything], f"games of {of}", everything)


def source_line(numbers: Collection[int], of: str, cells: Iterable[CellResult]) -> str:
    """Tell how many games there are of what, and whether places are printed ones: a slide is passed on without the page that says so."""
    low, high = min(numbers), max(numbers)
    begin = f"Signalbox: {low:,} " if low == high else f"Signalbox: {low:,} to {high:,} "
    end = "".join(f" · {each}" for each in _origins(cells))
    return f"{begin}{short(of, max(16, MOST_LETTERS - len(begin) - len(end)))}{end}"


def _origins(cells: Iterable[CellResult]) -> list[str]:
    shown = list(cells)
    labels = place_labels(shown[0].tally.form.game)
    origins = {
        label: [o for o in dict.fromkeys(cell.entry.places[name].origin for cell in shown) if o != "known"]
        for name, label in labels.items()
    }
    if len({tuple(each) for each in origins.values()}) == 1:
        return [f"{listed(list(origins))} {origin}" for origin in next(iter(origins.values()))]
    return [f"{label} {origin}" for label, found in origins.items() for origin in found]
