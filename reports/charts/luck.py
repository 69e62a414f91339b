"""Luck and skill: deals that everybody wins, that nobody wins, and that play decides."""

from __future__ import annotations

from collections.abc import Iterator

from reports.chart import Chart
from reports.charts.axes import percent_axis
from reports.charts.canvas import draw_chart
from reports.charts.run import Run
from reports.charts.source import source_words
from reports.charts.stacked import Bar, Stack
from reports.charts.style import BLUE, GREEN, VERMILION, short
from reports.factor_words import listed_player
from reports.run_words import luck_sentence
from reports.units import HALF_WIDTH, give_or_take, percent
from reports.words import listed

ONE_SIDED = (
    "One of the players hardly ever wins, or hardly ever loses, so that this is how often the others do."
)


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
            f"A deal is the same {scene.deal} for everybody. {luck_sentence(run.game, luck) if luck.telling else ONE_SIDED} "
            f"± is {HALF_WIDTH}. Policies that {scene.unskilled} or are told the future do not count."
        ),
        source=source_words(run), height=stack.height, paint=stack.paint,
    )  # fmt: skip
