"""How games end: a code that every game has, as shares of all games."""

from __future__ import annotations

from collections.abc import Iterator

from experiments.statistics.intervals import wilson
from reports.chart import Chart
from reports.charts.axes import percent_axis
from reports.charts.canvas import draw_chart
from reports.charts.columns import sides_of
from reports.charts.factors import chart_name
from reports.charts.run import Run
from reports.charts.source import source_words
from reports.charts.stacked import Bar, Stack
from reports.charts.style import BLUE, GREEN, GREY, LOST, ORANGE, PURPLE, SKY, short
from reports.units import HALF_WIDTH, give_or_take, percent
from simulator.game import Measure

COLOURS = (ORANGE, LOST, PURPLE, SKY, BLUE, GREY)


def ending_charts(run: Run) -> Iterator[Chart]:
    codes = [each for each in run.game.measures.values() if each.kind == "code" and any(each.values.values())]
    for number, measure in enumerate(codes):
        yield _endings(run, measure, chart_name("endings", measure.name) if number else "endings")


def _parts(run: Run, measure: Measure) -> list[tuple[str, list[int], str]]:
    """Name the parts of a bar, the values that each counts, and their colours; values without words have the last result's, and come first."""
    values = list(measure.values.values())
    told = [
        (f"{measure.words}: {words}" if measure.words else words, [value])
        for value, words in enumerate(values)
        if words
    ]
    rest = [value for value, words in enumerate(values) if not words]
    found = [(name, which, COLOURS[k % len(COLOURS)]) for k, (name, which) in enumerate(told)]
    last = sides_of(run.game)[-1]
    return [(last.words or "otherwise", rest, GREEN), *found] if rest else found


def _endings(run: Run, measure: Measure, name: str) -> Chart:
    parts, bars, told = _parts(run, measure), [], []
    for policy, cell in run.shown_here.items():
        counts = [int(cell.tally.columns[measure.name][:, values].sum()) for _, values, _ in parts]
        shares = [count / cell.games for count in counts]
        words = [f"{percent(share)} {give_or_take(*wilson(count, cell.games))}" for share, count in zip(shares, counts, strict=True)]  # fmt: skip
        bars.append(Bar(short(policy), shares, words))
        said = [f"{part} {percent(share)}" for (part, _, _), share in zip(parts, shares, strict=True)]
        told.append(f"{short(policy)}: {', '.join(said)}")
    stack = Stack(
        bars,
        [part for part, _, _ in parts],
        [colour for _, _, colour in parts],
        lambda axes: percent_axis(axes, 0.0, 1.0, along="x"),
    )
    return draw_chart(
        name, "losses", "How do games end?", alt=f"How games end in {run.reference_words}. {'; '.join(told)}.",
        caption=f"Share of all games in {run.reference_words}; ± is {HALF_WIDTH}.{run.left_out}",
        source=source_words(run, f"every policy in {run.reference_name}", run.shown_here.values()), height=stack.height, paint=stack.paint,
    )  # fmt: skip
