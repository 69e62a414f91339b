"""What is going to be played, told before it is: the grid, how many games, how precise that is, and how long it takes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from experiments.statistics.intervals import wilson

if TYPE_CHECKING:
    from experiments.run import Part


def plan_lines(first: Part, on_maps: Part | None, workers: int) -> Iterator[str]:
    """Tell a run, and what is played on other maps beside it."""
    grid, store, planned = first.sweep.grid, first.store, first.planned
    cells = len({cell.id for cell in grid.cells})  # some may mean the same
    yield f"grid of {cells} cells" if cells > 1 else "one cell"
    yield from (f"  {axis.name}: {', '.join(map(str, axis.levels))}" for axis in grid.factors)
    precise = ""
    if first.sweep.form.about.kind == "share":
        low, high = wilson(store.games // 2, store.games)
        precise = f": 95 % intervals of at most ±{50 * (high - low):.2f} percentage points"
    yield f"{cells * store.games:,} games, {store.games:,} in each cell{precise}"
    there = cells * store.games - planned.games
    if there:  # an extended run may have the beginnings of blocks only
        yield f"{there:,} games are there already, {planned.games:,} are to be played"
    if planned.tasks:
        rates = ", ".join(f"{name} {rate:,.0f}" for name, rate in planned.rates.items())
        if rates:
            yield f"about {duration(planned.seconds)} on {workers} cores (games a second on one: {rates})"
        playing = {cell.id: cell.policy for cell in grid.cells}
        for name in sorted({playing[task.cell] for task in planned.tasks} - set(planned.rates)):
            yield f"{name} fails in its first games, so it is not known how long it takes"
    if on_maps:
        yield _line_of_maps(on_maps)
    yield f"run: {store.folder}"


def _line_of_maps(part: Part) -> str:
    """`other maps that fit what is known: 24,000 games of practised, about 7 s`."""
    wanted = part.store.progress()[1]
    there = wanted - part.planned.games
    said = f"other maps that fit what is known: {wanted:,} games of {', '.join(part.sweep.policies)}"
    if not part.planned.tasks:
        return f"{said}, which are there already"
    already = f", {there:,} of them there already" if there else ""
    return f"{said}{already}, about {duration(part.planned.seconds)}"


def duration(seconds: float) -> str:
    """`7 s`, `12 min` or `3.5 h`."""
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    if seconds < 5400:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"
