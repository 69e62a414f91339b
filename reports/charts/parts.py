"""Bars made of parts: what a measure consists of by player, result and setting, how games end, and whether the deal or play decides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import cycle

import numpy as np

from experiments.results import CellResult
from experiments.statistics.intervals import wilson
from experiments.statistics.means import games_of
from reports.chart import Chart
from reports.charts.canvas import chart_name, draw_chart
from reports.charts.columns import histogram, mean_of_histogram, means_of, sides_of
from reports.charts.rows import MOST_LABEL, Bar, Stack
from reports.charts.run import Run, Setting
from reports.charts.scale import Scale
from reports.charts.style import (
    BLUE,
    GREEN,
    GREY,
    LOST,
    ORANGE,
    PURPLE,
    SKY,
    VERMILION,
    Look,
    evenly,
    filled,
    short,
)
from reports.factor_words import listed_player
from reports.facts import ending_codes, measures_in_parts
from reports.scenes import MeasureWords
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


def parts_name(measure: Measure, words: MeasureWords) -> str:
    """Name the figures of a measure's parts, and their files: `causes`."""
    return f"{chart_name(words.part)}s" if words.part else chart_name(measure.name, "parts")


def parts_charts(run: Run) -> Iterator[Chart]:
    for measure in measures_in_parts(run.game):
        words = run.facts.scene.words_of(measure)
        yield from _by_policy(run, measure, words)
        yield from _by_setting(run, measure, words)


def _bar(measure: Measure, label: str, cell: CellResult, rows: Sequence[int]) -> Bar | None:
    """Means a game, of games with these results; None if there are none."""
    marks = means_of(cell.tally, measure.name, rows)
    if not marks:
        return None
    parts = [mark.value for mark in marks]
    words = [f"{part:.1f}" for part in parts]
    games = sum(games_of(cell.tally, row) for row in rows)
    widest = max(mark.high - mark.value for mark in marks) if games > 1 else None
    if not measure.top:  # nothing tells the error of the whole
        return Bar(label, parts, words, None, widest)
    counts = np.sum([histogram(cell.tally, measure.name, row) for row in rows], axis=0)
    whole = mean_of_histogram(counts, measure.low)
    assert whole is not None
    # the histogram's last class holds all above it, so only the width of its interval is used
    half, total = (whole.high - whole.low) / 2, sum(parts)
    return Bar(label, parts, words, (total - half, total + half), widest)


def _stack(
    measure: Measure, words: MeasureWords, bars: list[Bar], heading: str = "", gaps: Iterable[int] = ()
) -> Stack:
    top = max(bar.ends[1] if bar.ends else sum(bar.parts) for bar in bars)
    return Stack(
        labels=[bar.label for bar in bars],
        bars=bars,
        parts=list(zip(measure.parts.values(), map(filled, cycle(COLOURS)), strict=False)),
        scale=Scale.from_nought(1.04 * top, f"{words.full} in a game"),
        heading=heading,
        gaps=frozenset(gaps),
    )


def _errors_words(bars: Iterable[Bar]) -> str:
    known = [bar.widest for bar in bars if bar.widest is not None]
    if not known:
        return "there are too few games for intervals."
    widest = max(known)
    if not widest:
        return "every part is the same in every game."
    part = f"that of a part is at most ±{widest:.2g}."
    if any(bar.ends is None for bar in bars):
        return f"half the width of the 95 % interval of a part is at most ±{widest:.2g}."
    return f"the line at the end of a bar is the 95 % interval of the whole, {part}"


def _main_part(measure: Measure, bar: Bar) -> str:
    most = max(range(len(bar.parts)), key=lambda k: bar.parts[k])
    return (
        f"{sum(bar.parts):.1f} in all, most by {list(measure.parts.values())[most]} ({bar.parts[most]:.1f})"
    )


def _by_policy(run: Run, measure: Measure, words: MeasureWords) -> Iterator[Chart]:
    bars: list[Bar] = []
    sides, begins = sides_of(run.game), []
    for policy, cell in run.shown_here.items():
        begins.append(len(bars))
        for side in sides:
            bar = _bar(measure, ", ".join(filter(None, (short(policy), side.words))), cell, [side.row])
            bars += [bar] if bar else []
    if not any(sum(bar.parts) for bar in bars):
        return
    stack = _stack(measure, words, bars, gaps=begins[1:] if len(sides) > 1 else ())
    games = " games" if len(sides) > 1 else ""
    told = "; ".join(f"{bar.label}{games}: {_main_part(measure, bar)}" for bar in bars)
    of = f"{listed([f'of {side.words}' for side in sides])} games" if games else "of all games"
    yield draw_chart(
        parts_name(measure, words), "losses", f"{words.parts}?", alt=f"{capital(words.full)} in a game, by {words.part or 'part'}. {told}.",
        caption=f"Mean {of} in {run.reference_words}; {_errors_words(bars)}{run.left_out}",
        source=run.source_here, drawing=stack,
    )  # fmt: skip


def _by_setting(run: Run, measure: Measure, words: MeasureWords) -> Iterator[Chart]:
    played = [setting for setting in run.settings if (setting, run.player) in run.by]
    if len(played) < 2:
        return
    kept = _few(run, played)
    labels, heading = run.setting_labels(kept, MOST_LABEL)
    found = [
        _bar(measure, label, run.by[each, run.player].cell, range(len(run.game.results)))
        for label, each in zip(labels, kept, strict=True)
    ]
    bars = [bar for bar in found if bar]
    if not any(sum(bar.parts) for bar in bars):
        return
    stack = _stack(measure, words, bars, heading)
    least, most = (choose(bars, key=lambda bar: sum(bar.parts)) for choose in (min, max))
    alt = f"{capital(words.full)} by {run.who(run.player)} in a game, by {words.part or 'part'} and setting: from {sum(least.parts):.1f} ({least.label}) to {sum(most.parts):.1f} ({most.label})."
    caption = f"Mean of all games of {run.who(run.player)}; {_errors_words(bars)}"
    if len(kept) < len(played):
        caption += (
            f" {len(kept)} of {len(played)} settings: such as differ from {run.reference_words} in one thing."
        )
    yield draw_chart(
        f"{parts_name(measure, words)}-by-setting", "losses", f"{words.parts} in each setting?", alt=alt, caption=caption,
        source=run.source(f"{run.who(run.player)} in {'every setting' if len(kept) == len(played) else f'{len(kept)} settings'}"), drawing=stack,
    )  # fmt: skip


def _few(run: Run, settings: Sequence[Setting]) -> list[Setting]:
    """Choose as many settings as a figure has room for; where these are not all, each differs from the reference in one factor at most."""
    if len(settings) <= MOST_SETTINGS:
        return list(settings)
    near = [each for each in settings if sum(a != b for a, b in zip(each, run.reference, strict=True)) <= 1]
    return evenly(near, MOST_SETTINGS, keep=[run.reference] if run.reference in near else [])


def ending_charts(run: Run) -> Iterator[Chart]:
    for number, measure in enumerate(ending_codes(run.game)):
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
        (name, which, filled(colour))
        for (name, which), colour in zip(told, cycle(ENDING_COLOURS), strict=False)
    ]
    last = sides_of(run.game)[-1]
    return [(last.words or "otherwise", rest, filled(GREEN)), *found] if rest else found


def _endings(run: Run, measure: Measure, name: str) -> Chart:
    parts, bars, told = _ending_parts(run, measure), [], []
    for policy, cell in run.shown_here.items():
        counts = [int(cell.tally.columns[measure.name][:, values].sum()) for _, values, _ in parts]
        shares = [count / cell.games for count in counts]
        words = [f"{percent(share)} {give_or_take(*wilson(count, cell.games))}" for share, count in zip(shares, counts, strict=True)]  # fmt: skip
        bars.append(Bar(short(policy), shares, words))
        said = [f"{part} {percent(share)}" for (part, _, _), share in zip(parts, shares, strict=True)]
        told.append(f"{short(policy)}: {', '.join(said)}")
    key = [(part, look) for part, _, look in parts]
    stack = Stack(labels=[bar.label for bar in bars], bars=bars, parts=key, scale=Scale.of_shares())
    return draw_chart(
        name, "losses", "How do games end?", alt=f"How games end in {run.reference_words}. {'; '.join(told)}.",
        caption=f"Share of all games in {run.reference_words}; ± is {HALF_WIDTH}.{run.left_out}",
        source=run.source_here, drawing=stack,
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
    bar = Bar("deals", [part.share for part in parts], words)
    key = list(zip(told, map(filled, (GREEN, BLUE, VERMILION)), strict=True))
    stack = Stack(labels=[bar.label], bars=[bar], parts=key, scale=Scale.of_shares())
    told = [f"{percent(part.share)} {name}" for name, part in zip(names, parts, strict=True)]
    yield draw_chart(
        "luck", "luck", "Does the deal decide, or who plays?", alt=f"Of all deals: {', '.join(told)}.",
        caption=(
            f"A deal is the same {scene.deal} for everybody. {luck_sentence(run.game, luck) if luck.telling else ONE_SIDED} "
            f"± is {HALF_WIDTH}. Policies that {scene.unskilled} or are told the future do not count."
        ),
        source=run.source(), drawing=stack,
    )  # fmt: skip
