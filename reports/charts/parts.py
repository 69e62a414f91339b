"""Bars made of parts: what a measure consists of by player, result and setting, how games end, and whether the deal or play decides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle

import numpy as np
from matplotlib.axes import Axes

from experiments.results import CellResult
from experiments.statistics.intervals import wilson
from reports.chart import Chart
from reports.charts.axes import from_nought, percent_axis
from reports.charts.canvas import chart_name, draw_chart
from reports.charts.columns import histogram, mean_of_histogram, means_of, sides_of
from reports.charts.interval_rows import MOST_LABEL
from reports.charts.run import Run, Setting
from reports.charts.stacked import Bar, Stack
from reports.charts.style import BLUE, GREEN, GREY, LOST, ORANGE, PURPLE, SKY, VERMILION, Look, evenly, short
from reports.factor_words import listed_player
from reports.scenes import Scene
from reports.sentences.answer import luck_sentence
from reports.units import HALF_WIDTH, give_or_take, percent
from reports.words import capital, listed
from simulator.game import Measure

COLOURS = (VERMILION, ORANGE, SKY, PURPLE, BLUE, GREEN, GREY)
ENDING_COLOURS = (ORANGE, LOST, PURPLE, SKY, BLUE, GREY)
MOST_SETTINGS = 24
ONE_SIDED = (
    "One of the players hardly ever wins, or hardly ever loses, so that this is how often the others do."
)


@dataclass(frozen=True)
class Made:
    """A measure with parts, and the words that figures have for it."""

    measure: Measure
    scene: Scene

    @property
    def words(self) -> str:
        """`time tokens lost`."""
        return self.scene.words_of(self.measure.name).full or self.measure.words

    @property
    def part(self) -> str:
        """`cause`."""
        return self.scene.words_of(self.measure.name).part or "part"

    @property
    def name(self) -> str:
        """Name its figures' files: `causes`."""
        own = self.scene.words_of(self.measure.name).part
        return f"{chart_name(own)}s" if own else chart_name(self.measure.name, "parts")

    @property
    def question(self) -> str:
        return self.scene.words_of(self.measure.name).parts or f"What makes up {self.measure.words}"


def made_of(measures: Iterable[Measure], scene: Scene) -> list[Made]:
    """Return the measures whose parts can be told with their errors."""
    return [Made(each, scene) for each in measures if each.parts and each.squared]


def parts_charts(run: Run) -> Iterator[Chart]:
    for made in made_of(run.game.measures.values(), run.facts.scene):
        yield from _by_policy(run, made)
        yield from _by_setting(run, made)


def _bar(
    made: Made, label: str, cell: CellResult, rows: Sequence[int], *, after_gap: bool = False
) -> Bar | None:
    """Means a game, of games with these results; None if there are none."""
    measure = made.measure
    marks = means_of(cell.tally, measure.name, rows)
    if not marks:
        return None
    parts = [mark.value for mark in marks]
    words = [f"{part:.1f}" for part in parts]
    widest = max(mark.high - mark.value for mark in marks)
    if not measure.top:  # nothing tells the error of the whole
        return Bar(label, parts, words, None, None, widest, after_gap)
    counts = np.sum([histogram(cell.tally, measure.name, row) for row in rows], axis=0)
    whole = mean_of_histogram(counts, measure.low)
    assert whole is not None
    # the histogram's last class holds all above it, so only the width of its interval is used
    half, total = (whole.high - whole.low) / 2, sum(parts)
    return Bar(label, parts, words, total - half, total + half, widest, after_gap)


def _stack(made: Made, bars: list[Bar], heading: str = "") -> Stack:
    top = max(bar.high or sum(bar.parts) for bar in bars)

    key = list(zip(made.measure.parts.values(), map(Look, cycle(COLOURS)), strict=False))
    return Stack(bars, key, from_nought(1.04 * top), f"{made.words} in a game", heading)


def _errors_words(bars: Iterable[Bar]) -> str:
    widest = max(bar.widest for bar in bars)
    if not widest:
        return "there are too few games for intervals."
    part = f"that of a part is at most ±{widest:.2g}."
    if any(bar.high is None for bar in bars):
        return f"half the width of the 95 % interval of a part is at most ±{widest:.2g}."
    return f"the line at the end of a bar is the 95 % interval of the whole, {part}"


def _main_part(made: Made, bar: Bar) -> str:
    most = max(range(len(bar.parts)), key=lambda k: bar.parts[k])
    return f"{sum(bar.parts):.1f} in all, most by {list(made.measure.parts.values())[most]} ({bar.parts[most]:.1f})"


def _by_policy(run: Run, made: Made) -> Iterator[Chart]:
    bars: list[Bar] = []
    sides = sides_of(run.game)
    for policy, cell in run.shown_here.items():
        group: list[Bar] = []
        for side in sides:
            label = f"{short(policy)}, {side.words}" if side.words else short(policy)
            bar = _bar(made, label, cell, [side.row], after_gap=len(sides) > 1 and bool(bars) and not group)
            group += [bar] if bar else []
        bars += group
    if not any(sum(bar.parts) for bar in bars):
        return
    stack = _stack(made, bars)
    games = " games" if len(sides) > 1 else ""
    told = "; ".join(f"{bar.label}{games}: {_main_part(made, bar)}" for bar in bars)
    of = f"{listed([f'of {side.words}' for side in sides])} games" if games else "of all games"
    yield draw_chart(
        made.name, "losses", f"{made.question}?", alt=f"{capital(made.words)} in a game, by {made.part}. {told}.",
        caption=f"Mean {of} in {run.reference_words}; {_errors_words(bars)}{run.left_out}",
        source=run.source_here, height=stack.height, paint=stack.paint,
    )  # fmt: skip


def _by_setting(run: Run, made: Made) -> Iterator[Chart]:
    played = [setting for setting in run.settings if (setting, run.player) in run.by]
    if len(played) < 2:
        return
    kept = _few(run, played)
    labels, heading = run.setting_labels(kept, MOST_LABEL)
    found = [
        _bar(made, label, run.by[each, run.player].cell, range(len(run.game.results)))
        for label, each in zip(labels, kept, strict=True)
    ]
    bars = [bar for bar in found if bar]
    if not any(sum(bar.parts) for bar in bars):
        return
    stack = _stack(made, bars, heading)
    least, most = (choose(bars, key=lambda bar: sum(bar.parts)) for choose in (min, max))
    alt = f"{capital(made.words)} by {run.who(run.player)} in a game, by {made.part} and setting: from {sum(least.parts):.1f} ({least.label}) to {sum(most.parts):.1f} ({most.label})."
    caption = f"Mean of all games of {run.who(run.player)}; {_errors_words(bars)}"
    if len(kept) < len(played):
        caption += (
            f" {len(kept)} of {len(played)} settings: such as differ from {run.reference_words} in one thing."
        )
    yield draw_chart(
        f"{made.name}-by-setting", "losses", f"{made.question} in each setting?", alt=alt, caption=caption,
        source=run.source(f"{run.who(run.player)} in {'every setting' if len(kept) == len(played) else f'{len(kept)} settings'}"), height=stack.height, paint=stack.paint,
    )  # fmt: skip


def _few(run: Run, settings: Sequence[Setting]) -> list[Setting]:
    """Choose as many settings as a figure has room for; where these are not all, each differs from the reference in one factor at most."""
    if len(settings) <= MOST_SETTINGS:
        return list(settings)
    near = [each for each in settings if sum(a != b for a, b in zip(each, run.reference, strict=True)) <= 1]
    return evenly(near, MOST_SETTINGS, keep=[run.reference] if run.reference in near else [])


def _whole_axis(axes: Axes) -> None:
    percent_axis(axes, 0.0, 1.0, along="x")


def ending_charts(run: Run) -> Iterator[Chart]:
    codes = [each for each in run.game.measures.values() if each.kind == "code" and any(each.values.values())]
    for number, measure in enumerate(codes):
        yield _endings(run, measure, chart_name("endings", measure.name) if number else "endings")


def _ending_parts(run: Run, measure: Measure) -> list[tuple[str, list[int], Look]]:
    """Name the parts of a bar, the values that each counts, and their looks; values without words have the last result's, and come first."""
    values = list(measure.values.values())
    told = [
        (f"{measure.words}: {words}" if measure.words else words, [value])
        for value, words in enumerate(values)
        if words
    ]
    rest = [value for value, words in enumerate(values) if not words]
    found = [
        (name, which, Look(ENDING_COLOURS[k % len(ENDING_COLOURS)])) for k, (name, which) in enumerate(told)
    ]
    last = sides_of(run.game)[-1]
    return [(last.words or "otherwise", rest, Look(GREEN)), *found] if rest else found


def _endings(run: Run, measure: Measure, name: str) -> Chart:
    parts, bars, told = _ending_parts(run, measure), [], []
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
