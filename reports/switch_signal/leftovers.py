"""What is left when a game ends: action cards in all hands, and the goods that lost games lacked."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from experiments.results import CellResult
from experiments.statistics.means import games_of
from reports.chart import Chart
from reports.charts.canvas import draw_chart
from reports.charts.columns import histogram, means_of, sides_of
from reports.charts.panels import Bars, bar_panels
from reports.charts.rows import Rows
from reports.charts.run import Run
from reports.charts.scale import Mark, Scale, Series, marks_in
from reports.charts.style import LOST, short
from reports.switch_signal.losses import goods_required
from reports.units import percent
from simulator.switch_signal.game import LOST as LOST_ROW


def leftover_charts(run: Run) -> Iterator[Chart]:
    yield _unspent(run, run.shown_here)
    yield from _missing(run, run.shown_here)


def _unspent(run: Run, cells: dict[str, CellResult]) -> Chart:
    sides = sides_of(run.game)
    series = [
        Series(side.games, side.look, [_cards(cell, side.row) for cell in cells.values()]) for side in sides
    ]
    series = [each for each in series if any(each.marks)]
    told = [
        f"{short(policy)} {mark.value:.1f} in {each.name}"
        for each in series
        for policy, mark in zip(cells, each.marks, strict=True)
        if mark
    ]
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


def _cards(cell: CellResult, row: int) -> Mark | None:
    """Return the cards left in games with a result; None if there are none."""
    return next(iter(means_of(cell.tally, "unspent", [row])), None)


def _missing(run: Run, cells: dict[str, CellResult]) -> Iterator[Chart]:
    """Lost games by the goods that they lacked."""
    found = {}
    for policy, cell in cells.items():
        required = goods_required(cell, run.facts.places)
        if required and games_of(cell.tally, LOST_ROW):
            found[policy] = histogram(cell.tally, "goods", LOST_ROW)[: required + 1][::-1]  # by goods missing
    if not found:
        return
    last = max(map(len, found.values())) - 1
    first = 0 if any(counts[0] for counts in found.values()) else min(1, last)
    told = [
        f"{run.who(policy)} lacked one good in {percent(counts[1] / counts.sum())} of {int(counts.sum()):,} lost games"
        for policy, counts in found.items()
        if len(counts) > 1
    ]

    bars = [
        [Bars(LOST, np.pad(counts, (0, last))[first : last + 1], int(counts.sum()))]
        for counts in found.values()
    ]
    titles = [f"{short(policy)}, {int(counts.sum()):,} lost" for policy, counts in found.items()]
    labels = [str(number) for number in range(first, last + 1)]
    panels = bar_panels(titles, bars, labels, "goods missing at the end")
    yield draw_chart(
        "missing", "losses", "How near did losses come?", alt=f"Goods missing in lost games: {'; '.join(told)}.",
        caption=f"Share of lost games by the number of goods that were missing, with 95 % intervals, in {run.reference_words}.{run.left_out}",
        source=run.source_here, drawing=panels,
    )  # fmt: skip
