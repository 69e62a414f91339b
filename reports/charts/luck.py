"""Luck and skill: deals that everybody wins, that nobody wins, and that play decides; and how games spread."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from matplotlib.axes import Axes

from experiments.findings import find_luck
from experiments.measures import MEASURES
from experiments.results import CellResult
from experiments.statistics.intervals import wilson
from experiments.statistics.kept_means import LOST_ROW, WON_ROW, games_of
from reports.chart import Chart
from reports.charts.canvas import draw_chart, percent_axis
from reports.charts.columns import SIDES, histogram
from reports.charts.panels import Panels, bars, share_axis, whole_ticks
from reports.charts.run import Run
from reports.charts.source import source_words
from reports.charts.stacked import Bar, Stack
from reports.charts.style import BLUE, GREEN, HALF_WIDTH, LOST, VERMILION, WON, give_or_take, percent, short
from reports.factor_words import listed_player
from reports.run_words import luck_sentence
from reports.switch_signal.goods import goods_required
from reports.words import listed

SPREADS = (
    ("turns", "How long are games?", "turns"),
    ("goods", "How many goods arrive?", "goods delivered"),
    ("tokens", "How many time tokens are lost?", "time tokens lost"),
)
MOST_BARS = 30
ONE_SIDED = (
    "One of the players hardly ever wins, or hardly ever loses, so that this is how often the others do."
)


def luck_charts(run: Run) -> Iterator[Chart]:
    yield from _deals(run)
    required = {goods_required(cell, run.boards) for cell in run.shown_here.values()}
    for name, title, axis_name in SPREADS:
        if name == "goods" and len(required) == 1 and None not in required:
            axis_name = f"{axis_name}, {required.pop()} win"
        yield _spread(run, run.shown_here, name, title, axis_name)


def _deals(run: Run) -> Iterator[Chart]:
    luck = find_luck(run.results)
    if luck is None:
        return
    parts = [luck.won_by_all, luck.decided_by_play, luck.lost_by_all]
    who = listed([short(listed_player(name)) for name in luck.rungs])
    if len(luck.rungs) > 2:
        who = f"all {len(luck.rungs)} players"
    names = [f"won by {who}", "depends on who plays", f"lost by {who}"]
    words = [f"{percent(part.share)} {give_or_take(part.low, part.high)}" for part in parts]
    stack = Stack(
        [Bar("deals", [part.share for part in parts], words)],
        [f"{name} {word}" for name, word in zip(names, words, strict=True)],
        (GREEN, BLUE, VERMILION),
        lambda axes: percent_axis(axes, 0.0, 1.0, along="x"),
    )
    told = [f"{percent(part.share)} {name}" for name, part in zip(names, parts, strict=True)]
    yield draw_chart(
        "luck", "luck", "Does the deal decide, or who plays?", alt=f"Of all deals: {', '.join(told)}.",
        caption=(
            f"A deal is the same cards and dice for everybody. {luck_sentence(luck) if luck.telling else ONE_SIDED} "
            f"± is {HALF_WIDTH}. Policies that play at random, never play a card or are told the future do not count."
        ),
        source=source_words(run), height=stack.height, paint=stack.paint,
    )  # fmt: skip


def _grouped(cells: dict[str, CellResult], name: str) -> tuple[int, int, int]:
    """The first value that is drawn, the last that any game has, and how many values share a bar."""
    together = sum(histogram(cell.tally, name, side) for cell in cells.values() for side, _ in SIDES)
    assert not isinstance(together, int)
    used = np.flatnonzero(together)
    first, last = int(used[0]) if name == "turns" else 0, int(used[-1])
    return first, last, -(-(last - first + 1) // MOST_BARS)


def _spread(run: Run, cells: dict[str, CellResult], name: str, title: str, axis_name: str) -> Chart:
    first, last, width = _grouped(cells, name)
    values = list(range(first, last + 1, width))
    clipped = last == MEASURES[name].top and name == "tokens"
    found = {
        policy: [
            np.add.reduceat(
                histogram(cell.tally, name, side)[first : last + 1], range(0, last - first + 1, width)
            )
            for side, _ in SIDES
        ]
        for policy, cell in cells.items()
    }
    ends = [
        max(wilson(int(count), cells[policy].games)[1] if count else 0.0 for count in counts[side])
        for side, _ in SIDES
        for policy, counts in found.items()
    ]
    down, up = max(ends[: len(found)]), max(ends[len(found) :])
    counts_of, games_in = list(found.values()), [cell.games for cell in cells.values()]

    def fill(axes: Axes, number: int) -> None:
        middles = list(range(len(values)))
        bars(axes, middles, counts_of[number][WON_ROW], games_in[number], WON)
        bars(axes, middles, counts_of[number][LOST_ROW], games_in[number], LOST, -1)
        whole_ticks(axes, 0, len(values) - 1)
        ticks = [int(tick) for tick in axes.get_xticks()]
        if clipped and ticks[-1] < len(values) - 1:
            ticks = [*(tick for tick in ticks if tick < len(values) - 3), len(values) - 1]
        above = {len(values) - 1: "+"} if clipped else {}
        axes.set_xticks(ticks, [f"{values[tick]}{above.get(tick, '')}" for tick in ticks])
        share_axis(axes, -down, up)

    panels = Panels([short(policy) for policy in found], axis_name, fill)
    told = []
    for policy, cell in cells.items():
        for side, word in SIDES:
            games = games_of(cell.tally, side)
            if games:
                told.append(
                    f"{short(policy)} {cell.tally.columns[name][side].sum() / games:.1f} in {word} games"
                )
    more = f" The last bar holds all games with {last} and more." if clipped else ""
    grouped = f" Each bar covers {width} values, starting at its label." if width > 1 else ""
    return draw_chart(
        f"{name}-spread", "luck", title, alt=f"Mean {axis_name}: {', '.join(told)}.",
        caption=f"Share of all games: won ones upwards, lost ones downwards, with 95 % intervals, in {run.reference_words}.{grouped}{more}{run.left_out}",
        source=source_words(run, f"every policy in {run.reference_name}", run.shown_here.values()), height=panels.height, paint=panels.paint,
    )  # fmt: skip
