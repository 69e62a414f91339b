"""Why games are lost: what takes time tokens, how games end, how near losses came, cards that were never played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from matplotlib.axes import Axes

from experiments.results import CellResult
from experiments.statistics.intervals import wilson
from experiments.statistics.kept_means import games_of
from reports.chart import Chart
from reports.charts.canvas import draw_chart, percent_axis
from reports.charts.columns import SIDES, histogram, mean_of_histogram, means_of
from reports.charts.interval_rows import MOST_LABEL, Mark, Rows, Series
from reports.charts.room import evenly
from reports.charts.run import Run, Setting
from reports.charts.source import source_words
from reports.charts.stacked import Bar, Stack
from reports.charts.style import (
    BLUE,
    GREEN,
    GREY,
    HALF_WIDTH,
    LOST,
    ORANGE,
    PURPLE,
    SKY,
    VERMILION,
    WON,
    Look,
    give_or_take,
    percent,
    player_words,
    short,
)
from reports.words import CAUSE_WORDS, LOSS_WORDS
from simulator.switch_signal.codes import E1, E2, E3

CAUSE_COLOURS = (VERMILION, ORANGE, SKY, PURPLE, BLUE, GREEN, GREY)
ENDINGS = (
    (E1, "won", WON),
    (E2, f"lost: {LOSS_WORDS['E2']}", ORANGE),
    (E3, f"lost: {LOSS_WORDS['E3']}", LOST),
)
MOST_SETTINGS = 24


def loss_charts(run: Run) -> Iterator[Chart]:
    yield _endings(run, run.shown_here)
    yield from _causes_by_policy(run, run.shown_here)
    yield from _causes_by_setting(run)
    yield _unspent(run, run.shown_here)


def _endings(run: Run, cells: dict[str, CellResult]) -> Chart:
    bars, told = [], []
    for policy, cell in cells.items():
        counts = [int(cell.tally.columns["why"][:, rule].sum()) for rule, _, _ in ENDINGS]
        shares = [count / cell.games for count in counts]
        words = [f"{percent(share)} {give_or_take(*wilson(count, cell.games))}" for share, count in zip(shares, counts, strict=True)]  # fmt: skip
        bars.append(Bar(short(policy), shares, words))
        parts = [f"{name} {percent(share)}" for (_, name, _), share in zip(ENDINGS, shares, strict=True)]
        told.append(f"{short(policy)}: {', '.join(parts)}")
    stack = Stack(bars, [name for _, name, _ in ENDINGS], [colour for _, _, colour in ENDINGS], _shares)
    return draw_chart(
        "endings", "losses", "How do games end?", alt=f"How games end in {run.reference_words}. {'; '.join(told)}.",
        caption=f"Share of all games in {run.reference_words}; ± is {HALF_WIDTH}.{run.left_out}",
        source=source_words(run, f"every policy in {run.reference_name}", run.shown_here.values()), height=stack.height, paint=stack.paint,
    )  # fmt: skip


def _shares(axes: Axes) -> None:
    percent_axis(axes, 0.0, 1.0, along="x")


def _cause_bar(label: str, cell: CellResult, sides: Sequence[int], *, after_gap: bool = False) -> Bar | None:
    """Tokens a game of lost games, of won ones, or of both."""
    whole = mean_of_histogram(np.sum([histogram(cell.tally, "tokens", side) for side in sides], axis=0))
    if whole is None:  # there are no such games
        return None
    marks = means_of(cell.tally, "tokens", sides)
    parts = [mark.value for mark in marks]
    # the histogram's last class holds all above it, so only the width of its interval is used
    half, total = (whole.high - whole.low) / 2, sum(parts)
    words = [f"{part:.1f}" for part in parts]
    widest = max(mark.high - mark.value for mark in marks)
    return Bar(label, parts, words, total - half, total + half, widest, after_gap)


def _cause_stack(bars: list[Bar], heading: str = "") -> Stack:
    top = max(bar.high or 0.0 for bar in bars)

    def axis(axes: Axes) -> None:
        axes.set_xlim(0, 1.04 * top or 1)
        axes.locator_params(axis="x", nbins=6, steps=[1, 2, 5, 10])
        axes.grid(axis="x")

    return Stack(bars, list(CAUSE_WORDS.values()), CAUSE_COLOURS, axis, "time tokens lost in a game", heading)


def _errors_words(bars: Iterable[Bar]) -> str:
    widest = max(bar.widest for bar in bars)
    if not widest:
        return "there are too few games for intervals."
    return f"the line at the end of a bar is the 95 % interval of the whole, that of a part is at most ±{widest:.2g}."


def _main_cause(bar: Bar) -> str:
    most = max(range(len(bar.parts)), key=lambda k: bar.parts[k])
    return f"{sum(bar.parts):.1f} in all, most by {list(CAUSE_WORDS.values())[most]} ({bar.parts[most]:.1f})"


def _causes_by_policy(run: Run, cells: dict[str, CellResult]) -> Iterator[Chart]:
    bars: list[Bar] = []
    for policy, cell in cells.items():
        group: list[Bar] = []
        for side, word in SIDES:
            bar = _cause_bar(f"{short(policy)}, {word}", cell, [side], after_gap=bool(bars) and not group)
            group += [bar] if bar else []
        bars += group
    if not any(sum(bar.parts) for bar in bars):
        return
    stack = _cause_stack(bars)
    told = "; ".join(f"{bar.label} games: {_main_cause(bar)}" for bar in bars)
    yield draw_chart(
        "causes", "losses", "What takes the time?", alt=f"Time tokens lost in a game, by cause. {told}.",
        caption=f"Mean of lost and of won games in {run.reference_words}; {_errors_words(bars)}{run.left_out}",
        source=source_words(run, f"every policy in {run.reference_name}", run.shown_here.values()), height=stack.height, paint=stack.paint,
    )  # fmt: skip


def _causes_by_setting(run: Run) -> Iterator[Chart]:
    played = [setting for setting in run.settings if (setting, run.player) in run.by]
    if len(played) < 2:
        return
    kept = _few(run, played)
    labels, heading = run.setting_labels(kept, MOST_LABEL)
    found = [
        _cause_bar(label, run.by[each, run.player].cell, [0, 1])
        for label, each in zip(labels, kept, strict=True)
    ]
    bars = [bar for bar in found if bar]
    if not any(sum(bar.parts) for bar in bars):
        return
    stack = _cause_stack(bars, heading)
    least, most = (choose(bars, key=lambda bar: sum(bar.parts)) for choose in (min, max))
    alt = f"Time tokens lost by {player_words(run.player)} in a game, by cause and setting: from {sum(least.parts):.1f} ({least.label}) to {sum(most.parts):.1f} ({most.label})."
    caption = f"Mean of all games of {player_words(run.player)}; {_errors_words(bars)}"
    if len(kept) < len(played):
        caption += (
            f" {len(kept)} of {len(played)} settings: such as differ from {run.reference_words} in one thing."
        )
    yield draw_chart(
        "causes-by-setting", "losses", "What takes the time in each setting?", alt=alt, caption=caption,
        source=source_words(run, f"{player_words(run.player)} in {'every setting' if len(kept) == len(played) else f'{len(kept)} settings'}"), height=stack.height, paint=stack.paint,
    )  # fmt: skip


def _few(run: Run, settings: Sequence[Setting]) -> list[Setting]:
    """As many settings as a figure has room for; where these are not all, each differs from the reference in one factor at most."""
    if len(settings) <= MOST_SETTINGS:
        return list(settings)
    near = [each for each in settings if sum(a != b for a, b in zip(each, run.reference, strict=True)) <= 1]
    return evenly(near, MOST_SETTINGS, keep=[run.reference] if run.reference in near else [])


def _unspent(run: Run, cells: dict[str, CellResult]) -> Chart:
    series, told = [], []
    for (side, word), colour, marker in zip(SIDES, (LOST, WON), ("s", "o"), strict=True):
        marks: list[Mark | None] = []
        for policy, cell in cells.items():
            found = means_of(cell.tally, "unspent", [side])
            marks += found or [None]
            told += [f"{short(policy)} {mark.value:.1f} in {word} games" for mark in found]
        if any(marks):
            series.append(Series(f"{word} games", Look(colour, marker), marks))
    drawn = [mark for each in series for mark in each.marks if mark]
    top = max(mark.high for mark in drawn)
    single = any(games_of(cell.tally, side) == 1 for cell in cells.values() for side, _ in SIDES)
    alone = "; a single game has none" if single else ""

    def axis(axes: Axes) -> None:
        axes.set_xlim(0, 1.06 * top or 1)
        axes.locator_params(axis="x", nbins=6, steps=[1, 2, 5, 10])
        axes.grid(axis="x")

    rows = Rows(
        [short(policy) for policy in cells],
        series,
        axis,
        axis_name="action cards in all hands at the end",
        named=True,
    )
    return draw_chart(
        "unspent", "losses", "How many cards are left unplayed?", alt=f"Action cards left at the end: {', '.join(told)}.",
        caption=f"Mean of games in {run.reference_words}, with 95 % intervals{alone}.{run.left_out}",
        source=source_words(run, f"every policy in {run.reference_name}", run.shown_here.values()), height=rows.height, paint=rows.paint,
    )  # fmt: skip
