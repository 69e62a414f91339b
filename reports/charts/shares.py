"""Shares of all games and of all deals, as bars of parts: how games end, and whether the deal or play decides."""

from __future__ import annotations

from collections.abc import Iterator

from matplotlib.axes import Axes

from experiments.statistics.intervals import wilson
from reports.chart import Chart
from reports.charts.axes import percent_axis
from reports.charts.canvas import chart_name, draw_chart
from reports.charts.columns import sides_of
from reports.charts.run import Run
from reports.charts.stacked import Bar, Stack
from reports.charts.style import BLUE, GREEN, GREY, LOST, ORANGE, PURPLE, SKY, VERMILION, Look, short
from reports.factor_words import listed_player
from reports.run_words import luck_sentence
from reports.units import HALF_WIDTH, give_or_take, percent
from reports.words import listed
from simulator.game import Measure

COLOURS = (ORANGE, LOST, PURPLE, SKY, BLUE, GREY)
ONE_SIDED = (
    "One of the players hardly ever wins, or hardly ever loses, so that this is how often the others do."
)


def _whole_axis(axes: Axes) -> None:
    percent_axis(axes, 0.0, 1.0, along="x")


def ending_charts(run: Run) -> Iterator[Chart]:
    codes = [each for each in run.game.measures.values() if each.kind == "code" and any(each.values.values())]
    for number, measure in enumerate(codes):
        yield _endings(run, measure, chart_name("endings", measure.name) if number else "endings")


def _parts(run: Run, measure: Measure) -> list[tuple[str, list[int], Look]]:
    """Name the parts of a bar, the values that each counts, and their looks; values without words have the last result's, and come first."""
    values = list(measure.values.values())
    told = [
        (f"{measure.words}: {words}" if measure.words else words, [value])
        for value, words in enumerate(values)
        if words
    ]
    rest = [value for value, words in enumerate(values) if not words]
    found = [(name, which, Look(COLOURS[k % len(COLOURS)])) for k, (name, which) in enumerate(told)]
    last = sides_of(run.game)[-1]
    return [(last.words or "otherwise", rest, Look(GREEN)), *found] if rest else found


def _endings(run: Run, measure: Measure, name: str) -> Chart:
    parts, bars, told = _parts(run, measure), [], []
    for policy, cell in run.shown_here.items():
        counts = [int(cell.tally.columns[measure.name][:, values].sum()) for _, values, _ in parts]
        shares = [count / cell.games for count in counts]
        words = [f"{percent(share)} {give_or_take(*wilson(count, cell.games))}" for share, count in zip(shares, counts, strict=True)]  # fmt: skip
        bars.append(Bar(short(policy), shares, words))
        said = [f"{part} {percent(share)}" for (part, _, _), share in zip(parts, shares, strict=True)]
        told.append(f"{short(policy)}: {', '.join(said)}")
    stack = Stack(bars, [(part, look) for part, _, look in parts], _whole_axis)
    return draw_chart(
        name, "losses", "How do games end?", alt=f"How games end in {run.reference_words}. {'; '.join(told)}.",
        caption=f"Share of all games in {run.reference_words}; ± is {HALF_WIDTH}.{run.left_out}",
        source=run.source_here, height=stack.height, paint=stack.paint,
    )  # fmt: skip


def luck_charts(run: Run) -> Iterator[Chart]:
    luck, scene = run.facts.luck, run.facts.scene
    if luck is None:
        return
    parts = [luck.won_by_all, luck.decided_by_play, luck.lost_by_all]
    who = listed([short(listed_player(run.game, name)) for name in luck.rungs])
    if len(luck.rungs) > 2:
        who = f"all {len(luck.rungs)} players"
    names = [f"won by {who}", "depends on who plays", f"lost by {who}"]
    words = [f"{percent(part.share)} {give_or_take(part.low, part.high)}" for part in parts]
    told = [f"{name} {word}" for name, word in zip(names, words, strict=True)]
    key = list(zip(told, map(Look, (GREEN, BLUE, VERMILION)), strict=True))
    stack = Stack([Bar("deals", [part.share for part in parts], words)], key, _whole_axis)
    told = [f"{percent(part.share)} {name}" for name, part in zip(names, parts, strict=True)]
    yield draw_chart(
        "luck", "luck", "Does the deal decide, or who plays?", alt=f"Of all deals: {', '.join(told)}.",
        caption=(
            f"A deal is the same {scene.deal} for everybody. {luck_sentence(run.game, luck) if luck.telling else ONE_SIDED} "
            f"± is {HALF_WIDTH}. Policies that {scene.unskilled} or are told the future do not count."
        ),
        source=run.source(), height=stack.height, paint=stack.paint,
    )  # fmt: skip
