"""What is left when a game ends: action cards in all hands, and the goods that lost games lacked."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from matplotlib.axes import Axes

from experiments.results import CellResult
from experiments.statistics.intervals import wilson
from experiments.statistics.means import LOST_ROW, games_of
from reports.chart import Chart
from reports.charts.canvas import draw_chart
from reports.charts.columns import histogram, means_of, sides_of
from reports.charts.interval_rows import Rows
from reports.charts.panels import Panels, bars, share_axis
from reports.charts.run import Run
from reports.charts.scale import Mark, Scale, Series, marks_in
from reports.charts.style import LOST, short
from reports.switch_signal.losses import goods_required
from reports.units import percent


def leftover_charts(run: Run) -> Iterator[Chart]:
    yield _unspent(run, run.shown_here)
    yield from _missing(run, run.shown_here)


def _unspent(run: Run, cells: dict[str, CellResult]) -> Chart:
    series, told = [], []
    sides = sides_of(run.game)
    for side in sides:
        marks: list[Mark | None] = []
        for policy, cell in cells.items():
            found = means_of(cell.tally, "unspent", [side.row])
            marks += found or [None]
            told += [f"{short(policy)} {mark.value:.1f} in {side.games}" for mark in found]
        if any(marks):
            series.append(Series(side.games, side.look, marks))
    top = max(mark.high for mark in marks_in(series))
    single = any(games_of(cell.tally, side.row) == 1 for cell in cells.values() for side in sides)
    alone = "; a single game has none" if single else ""

    scale = Scale.from_nought(1.06 * top, "action cards in all hands at the end")
    rows = Rows(labels=[short(policy) for policy in cells], series=series, scale=scale, keyed=True)
    return draw_chart(
        "unspent", "losses", "How many cards are left unplayed?", alt=f"Action cards left at the end: {', '.join(told)}.",
        caption=f"Mean of games in {run.reference_words}, with 95 % intervals{alone}.{run.left_out}",
        source=run.source_here, drawing=rows,
    )  # fmt: skip


def _missing(run: Run, cells: dict[str, CellResult]) -> Iterator[Chart]:
    """Lost games by the goods that they lacked."""
    found = {}
    for policy, cell in cells.items():
        required = goods_required(cell, run.facts.places)
        if required and games_of(cell.tally, LOST_ROW):
            found[policy] = histogram(cell.tally, "goods", LOST_ROW)[: required + 1][::-1]  # by goods missing
    if not found:
        return
    counts_of = list(found.values())
    last = max(len(counts) - 1 for counts in counts_of)
    top = max(wilson(int(count), int(counts.sum()))[1] for counts in counts_of for count in counts)
    told = [
        f"{run.who(policy)} lacked one good in {percent(counts[1] / counts.sum())} of {int(counts.sum()):,} lost games"
        for policy, counts in found.items()
        if len(counts) > 1
    ]

    def fill(axes: Axes, number: int) -> None:
        counts = counts_of[number]
        first = 0 if counts[0] else 1
        values = list(range(first, max(last, first) + 1))
        shown = np.pad(counts, (0, last + 1))[values[0] : values[-1] + 1]
        bars(axes, values, shown, int(counts.sum()), LOST)
        Scale.of_whole(values[0], values[-1], "goods missing at the end").draw(axes)
        share_axis(axes, 0.0, top)

    titles = [f"{short(policy)}, {int(counts.sum()):,} lost" for policy, counts in found.items()]
    panels = Panels(titles, fill)
    yield draw_chart(
        "missing", "losses", "How near did losses come?", alt=f"Goods missing in lost games: {'; '.join(told)}.",
        caption=f"Share of lost games by the number of goods that were missing, with 95 % intervals, in {run.reference_words}.{run.left_out}",
        source=run.source_here, drawing=panels,
    )  # fmt: skip
