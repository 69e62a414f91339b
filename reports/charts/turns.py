"""How games go, turn by turn: goods delivered and time tokens lost, in lost and in won games; and how near losses came."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from experiments.intervals import wilson
from experiments.results import CellResult
from reports.chart import Chart
from reports.charts.canvas import Canvas, draw_chart
from reports.charts.columns import LOST_ROW, SIDES, bounded, games_of, goods_required, histogram, last_used
from reports.charts.interval_rows import Mark
from reports.charts.panels import LOOKS, Panels, bars, curve, share_axis, whole_ticks
from reports.charts.run import Run
from reports.charts.source import source_words
from reports.charts.style import LOST, percent, short

ROUGH = "The bands are 95 % intervals that are rather too wide: the run keeps sums, not each game."
RARE = 0.02  # of games: turns that fewer reach would be drawn by chance
Curves = dict[int, tuple[list[int], list[Mark]]]  # by side: turns and means


def turn_charts(run: Run) -> Iterator[Chart]:
    here = {
        policy: run.at(run.reference)[policy].cell for policy in run.shown if policy in run.at(run.reference)
    }
    goods = {policy: _goods(cell) for policy, cell in here.items()}
    told = [
        f"{short(policy)} has {marks[-1].value:.1f} at the end of {word} games"
        for policy, curves in goods.items()
        for side, word in SIDES
        if side in curves
        for marks in (curves[side][1],)
    ]
    yield _chart(run, "goods-by-turn", "How fast do goods arrive?", goods, "Goods delivered so far, mean of all games; one that is over keeps what it has.", f"Goods delivered by turn: {'; '.join(told)}.")  # fmt: skip
    tokens = {policy: _tokens(cell) for policy, cell in here.items()}
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
    yield from _missing(run, here)


def _goods(cell: CellResult) -> Curves:
    """Means of goods delivered up to each turn; a game that is over keeps what it has."""
    found: Curves = {}
    for side, _ in SIDES:
        games = games_of(cell, side)
        if games:
            last = max(last_used(histogram(cell, "turns", side)), 1)
            means = np.cumsum(cell.tally.columns["goods_by_turn"][side])[:last] / games
            top = last_used(histogram(cell, "goods", side))
            found[side] = list(range(1, last + 1)), [bounded(float(mean), top, games) for mean in means]
    return found


def _tokens(cell: CellResult) -> Curves:
    found: Curves = {}
    for side, _ in SIDES:
        ended = histogram(cell, "turns", side)
        reached = ended[::-1].cumsum()[::-1][1:]  # games that saw turn 1, 2 …
        turns = [turn for turn, games in enumerate(reached, start=1) if games > RARE * reached[0]]
        sums = cell.tally.columns["tokens_by_turn"][side]
        top = last_used(histogram(cell, "tokens", side))
        if turns:
            found[side] = (
                turns,
                [bounded(sums[t - 1] / reached[t - 1], top, int(reached[t - 1])) for t in turns],
            )
    return found


def _chart(run: Run, name: str, title: str, found: dict[str, Curves], caption: str, alt: str) -> Chart:
    panels = Panels(len(found))
    everything = [curves[side] for curves in found.values() for side in curves]
    last = max(turns[-1] for turns, _ in everything)
    top = max(mark.high for _, marks in everything for mark in marks) or 1.0

    def paint(canvas: Canvas) -> None:
        axes_of = panels.paint(canvas, [short(policy) for policy in found], "turn")
        for axes, curves in zip(axes_of, found.values(), strict=True):
            whole_ticks(axes, 1, last)
            axes.set_ylim(0, 1.05 * top)
            axes.locator_params(axis="y", nbins=5, steps=[1, 2, 4, 5, 10], integer=top > 4)
            axes.grid(axis="y")
            for side, (turns, marks) in curves.items():
                curve(axes, LOOKS[side], turns, marks)

    return draw_chart(
        name, "losses", title, alt=alt, caption=f"{caption} In {run.reference_words}. {ROUGH}{run.left_out}",
        source=source_words(run), height=panels.height, paint=paint,
    )  # fmt: skip


def _missing(run: Run, cells: dict[str, CellResult]) -> Iterator[Chart]:
    """Lost games by the goods that they lacked."""
    found = {}
    for policy, cell in cells.items():
        required = goods_required(cell, run.boards)
        if required and games_of(cell, LOST_ROW):
            found[policy] = histogram(cell, "goods", LOST_ROW)[: required + 1][::-1]  # by goods missing
    if not found:
        return
    panels = Panels(len(found), keyed=False)
    last = max(len(counts) - 1 for counts in found.values())
    top = max(wilson(int(count), int(counts.sum()))[1] for counts in found.values() for count in counts)
    told = [
        f"{short(policy)} lacked one good in {percent(counts[1] / counts.sum())} of {int(counts.sum()):,} lost games"
        for policy, counts in found.items()
        if len(counts) > 1
    ]

    def paint(canvas: Canvas) -> None:
        titles = [f"{short(policy)}, {int(counts.sum()):,} lost" for policy, counts in found.items()]
        for axes, counts in zip(
            panels.paint(canvas, titles, "goods missing at the end"), found.values(), strict=True
        ):
            first = 0 if counts[0] else 1
            values = list(range(first, max(last, first) + 1))
            bars(
                axes,
                values,
                np.pad(counts, (0, last + 1))[values[0] : values[-1] + 1],
                int(counts.sum()),
                LOST,
            )
            whole_ticks(axes, values[0], values[-1])
            share_axis(axes, 0.0, top)

    yield draw_chart(
        "missing", "losses", "How near did losses come?", alt=f"Goods missing in lost games: {'; '.join(told)}.",
        caption=f"Share of lost games by the number of goods that were missing, with 95 % intervals, in {run.reference_words}.{run.left_out}",
        source=source_words(run), height=panels.height, paint=paint,
    )  # fmt: skip
