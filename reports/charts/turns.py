"""How games go, turn by turn: goods delivered and time tokens lost, in lost and in won games; and how near losses came."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np
from matplotlib.axes import Axes

from experiments.results import CellResult
from experiments.run_store.tally import Tally
from experiments.statistics.intervals import wilson
from experiments.statistics.kept_means import LOST_ROW, games_of
from reports.chart import Chart
from reports.charts.canvas import draw_chart
from reports.charts.columns import (
    SIDES,
    Array,
    games_on,
    histogram,
    intervals_words,
    last_used,
    mean_marks,
    of_side,
)
from reports.charts.interval_rows import Mark
from reports.charts.panels import LOOKS, Panels, bars, curve, share_axis, whole_ticks
from reports.charts.run import Run
from reports.charts.source import source_words
from reports.charts.style import LOST, percent, player_words, short
from reports.switch_signal.goods import goods_required

MOST_ROOM = 3.0  # of the highest mean
RARE = 0.02  # of games: turns that fewer reach would be drawn by chance
Curves = dict[int, tuple[list[int], list[Mark]]]  # by side: turns and means


def turn_charts(run: Run) -> Iterator[Chart]:
    parts = {policy: run.results.blocks(cell) for policy, cell in run.shown_here.items()}
    goods = {policy: _goods(parts[policy], cell) for policy, cell in run.shown_here.items()}
    told = [
        f"{player_words(policy)} has {marks[-1].value:.1f} at the end of {word} games"
        for policy, curves in goods.items()
        for side, word in SIDES
        if side in curves
        for marks in (curves[side][1],)
    ]
    yield _chart(run, "goods-by-turn", "How fast do goods arrive?", goods, "Average goods delivered by the end of each turn. Finished games keep their final total.", f"Goods delivered by turn: {'; '.join(told)}.")  # fmt: skip
    tokens = {policy: _tokens(parts[policy], cell) for policy, cell in run.shown_here.items()}
    told = []
    for policy, curves in tokens.items():
        for side, word in SIDES:
            if side in curves:
                turns, marks = curves[side]
                most = max(range(len(marks)), key=lambda k: marks[k].value)
                told.append(
                    f"{short(policy)}, {word} games: most in turn {turns[most]} ({marks[most].value:.1f})"
                )
    yield _chart(run, "tokens-by-turn", "When is time lost?", tokens, "Time tokens lost in a turn, mean of the games that reached it; turns that fewer than one game in 50 reached are left out.", f"Time tokens lost by turn. {'; '.join(told)}.")  # fmt: skip
    yield from _missing(run, run.shown_here)


def _goods(parts: Sequence[Tally], cell: CellResult) -> Curves:
    """Means of goods delivered up to each turn; a game that is over keeps what it has."""
    found: Curves = {}
    for side, _ in SIDES:
        if games_of(cell.tally, side):
            last = max(last_used(histogram(cell.tally, "turns", side)), 1)
            top = last_used(histogram(cell.tally, "goods", side))
            marks = mean_marks(parts, _so_far(side), games_on(side), top)
            found[side] = list(range(1, last + 1)), marks[:last]
    return found


def _tokens(parts: Sequence[Tally], cell: CellResult) -> Curves:
    """Means of tokens lost in each turn, of the games that saw it."""
    found: Curves = {}
    for side, _ in SIDES:
        reached = _reached(side)(cell.tally)
        turns = [turn for turn, games in enumerate(reached, start=1) if games > RARE * reached[0]]
        if turns:
            top = last_used(histogram(cell.tally, "tokens", side))
            marks = mean_marks(parts, of_side("tokens_by_turn", side), _reached(side), top)
            found[side] = turns, marks[: turns[-1]]
    return found


def _so_far(side: int) -> Callable[[Tally], Array]:
    """Goods delivered up to turn 1, 2 …"""
    return lambda tally: np.cumsum(tally.columns["goods_by_turn"][side])


def _reached(side: int) -> Callable[[Tally], Array]:
    """Games that saw turn 1, 2 …"""
    return lambda tally: histogram(tally, "turns", side)[::-1].cumsum()[::-1][1:]


def _chart(run: Run, name: str, title: str, found: dict[str, Curves], caption: str, alt: str) -> Chart:
    curves_of = list(found.values())
    everything = [curves[side] for curves in curves_of for side in curves]
    last = max(turns[-1] for turns, _ in everything)
    drawn = [mark for _, marks in everything for mark in marks]
    # an interval of few games may be many times what was seen: the rest of it lies above the figure
    top = min(max(mark.high for mark in drawn), MOST_ROOM * max(mark.value for mark in drawn)) or 1.0

    def fill(axes: Axes, number: int) -> None:
        whole_ticks(axes, 1, last)
        axes.set_ylim(0, 1.05 * top)
        axes.locator_params(axis="y", nbins=5, steps=[1, 2, 4, 5, 10], integer=top > 4)
        axes.grid(axis="y")
        for side, (turns, marks) in curves_of[number].items():
            curve(axes, LOOKS[side], turns, marks)

    panels = Panels([short(policy) for policy in found], "turn", fill)
    return draw_chart(
        name, "losses", title, alt=alt, caption=f"{caption} In {run.reference_words}; the bands are {intervals_words(drawn)}.{run.left_out}",
        source=source_words(run, f"every policy in {run.reference_name}", run.shown_here.values()), height=panels.height, paint=panels.paint,
    )  # fmt: skip


def _missing(run: Run, cells: dict[str, CellResult]) -> Iterator[Chart]:
    """Lost games by the goods that they lacked."""
    found = {}
    for policy, cell in cells.items():
        required = goods_required(cell, run.boards)
        if required and games_of(cell.tally, LOST_ROW):
            found[policy] = histogram(cell.tally, "goods", LOST_ROW)[: required + 1][::-1]  # by goods missing
    if not found:
        return
    counts_of = list(found.values())
    last = max(len(counts) - 1 for counts in counts_of)
    top = max(wilson(int(count), int(counts.sum()))[1] for counts in counts_of for count in counts)
    told = [
        f"{player_words(policy)} lacked one good in {percent(counts[1] / counts.sum())} of {int(counts.sum()):,} lost games"
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
    panels = Panels(titles, "goods missing at the end", fill, keyed=False)
    yield draw_chart(
        "missing", "losses", "How near did losses come?", alt=f"Goods missing in lost games: {'; '.join(told)}.",
        caption=f"Share of lost games by the number of goods that were missing, with 95 % intervals, in {run.reference_words}.{run.left_out}",
        source=source_words(run, f"every policy in {run.reference_name}", run.shown_here.values()), height=panels.height, paint=panels.paint,
    )  # fmt: skip
