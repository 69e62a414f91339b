"""What is left when a game ends: action cards in all hands, and the goods that lost games lacked."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from matplotlib.axes import Axes

from experiments.results import CellResult
from experiments.statistics.intervals import wilson
from experiments.statistics.kept_means import LOST_ROW, games_of
from reports.chart import Chart
from reports.charts.axes import Panels, bars, from_nought, share_axis, whole_ticks
from reports.charts.canvas import draw_chart
from reports.charts.columns import histogram, means_of, sides_of
from reports.charts.interval_rows import Mark, Rows, Series
from reports.charts.run import Run
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
    drawn = [mark for each in series for mark in each.marks if mark]
    top = max(mark.high for mark in drawn)
    single = any(games_of(cell.tally, side.row) == 1 for cell in cells.values() for side in sides)
    alone = "; a single game has none" if single else ""

    rows = Rows(
        [short(policy) for policy in cells],
        series,
        from_nought(1.06 * top),
        axis_name="action cards in all hands at the end",
        named=True,
    )
    return draw_chart(
        "unspent", "losses", "How many cards are left unplayed?", alt=f"Action cards left at the end: {', '.join(told)}.",
        caption=f"Mean of games in {run.reference_words}, with 95 % intervals{alone}.{run.left_out}",
        source=run.source_here, height=rows.height, paint=rows.paint,
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
        whole_ticks(axes, values[0], values[-1])
        share_axis(axes, 0.0, top)

    titles = [f"{short(policy)}, {int(counts.sum()):,} lost" for policy, counts in found.items()]
    panels = Panels(titles, "goods missing at the end", fill)
    yield draw_chart(
        "missing", "losses", "How near did losses come?", alt=f"Goods missing in lost games: {'; '.join(told)}.",
        caption=f"Share of lost games by the number of goods that were missing, with 95 % intervals, in {run.reference_words}.{run.left_out}",
        source=run.source_here, height=panels.height, paint=panels.paint,
    )  # fmt: skip
