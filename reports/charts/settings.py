"""All settings at once: how much skill matters in each, and which is how hard."""

from __future__ import annotations

from collections.abc import Iterator

from experiments.summary import Row
from reports.chart import Chart
from reports.charts.canvas import draw_chart
from reports.charts.factors import rate_rows
from reports.charts.interval_rows import MOST_LABEL, Mark, Series
from reports.charts.run import Run, evenly
from reports.charts.source import source_words
from reports.charts.style import BLUE, VERMILION, Look, give_or_take, percent, short
from reports.factor_words import label_of

MOST_BANDS, MOST_RUNGS = 24, 40


def setting_charts(run: Run) -> Iterator[Chart]:
    if run.factors and any(len(run.at(setting)) > 1 for setting in run.settings):
        yield _bands(run)
    rungs = sorted((row for row in run.rows if row.cell.policy == run.player), key=lambda row: -row.rate)
    if len(rungs) > 1:
        yield _ladder(run, rungs)


def _bands(run: Run) -> Chart:
    several = [setting for setting in run.settings if len(run.at(setting)) > 1]
    several.sort(key=lambda setting: -max(row.rate for row in run.at(setting).values()))
    kept = evenly(several, MOST_BANDS, keep=[run.reference])
    series = [
        Series(
            short(policy),
            run.look(policy),
            [
                Mark(row.rate, row.low, row.high) if (row := run.by.get((each, policy))) else None
                for each in kept
            ],
        )
        for policy in run.policies
    ]
    labels, heading = run.setting_labels(kept, MOST_LABEL)
    standard = frozenset(k for k, setting in enumerate(kept) if setting == run.reference and run.by_the_book)
    rows = rate_rows(labels, series, bold=standard, heading=heading, bands=True)
    here = run.at(run.reference if run.reference in kept else kept[0])
    weak, strong = (choose(here, key=lambda policy: here[policy].rate) for choose in (min, max))
    alt = (
        f"Win rate of every policy in {len(kept)} settings. In {run.reference_words} from "
        f"{percent(here[weak].rate)} ({short(weak)}) to {percent(here[strong].rate)} ({short(strong)})."
    )
    caption = (
        "Each band reaches from the policy that wins least to the one that wins most; lines through the points are 95 % intervals. "
        "A long band is a setting in which play decides."
    )
    if standard:
        caption += " Bold: the standard setup."
    if len(kept) < len(several):
        caption += f" {len(kept)} of {len(several)} settings, evenly from the easiest to the hardest."
    return draw_chart(
        "skill-band", "setting", _band_title(run), alt=alt, caption=caption,
        source=source_words(run), height=rows.height, paint=rows.paint,
    )  # fmt: skip


def _band_title(run: Run) -> str:
    matter = "how much does good play matter?"
    if run.in_bands and not all(isinstance(level, int) for level in run.factors[0].levels):
        return f"How often is the game won by {label_of(run.factors[0].name)}, and {matter}"
    return matter[0].upper() + matter[1:]


def _ladder(run: Run, rungs: list[Row]) -> Chart:
    presets = {id(row): run.preset(row) for row in rungs}
    kept = rungs
    if len(rungs) > MOST_RUNGS:
        marked = [row for row in rungs if presets[id(row)]][: MOST_RUNGS // 2]
        kept = evenly(rungs, MOST_RUNGS, keep=marked)
    labels, heading = run.setting_labels([run.setting(row) for row in kept], MOST_LABEL - 70)
    named = run.factors[0].name in ("preset", "variant") and len(run.factors) == 1
    for k, row in enumerate(kept):
        preset = presets[id(row)]
        if preset and not named:
            labels[k] += f" = {preset}"
    marks = [Mark(row.rate, row.low, row.high) for row in kept]
    plain = Series("other settings", Look(BLUE), [_only(not presets[id(r)], m) for r, m in zip(kept, marks, strict=True)])  # fmt: skip
    book = Series("presets of the rulebook", Look(VERMILION, "D"), [_only(bool(presets[id(r)]), m) for r, m in zip(kept, marks, strict=True)])  # fmt: skip
    series = [each for each in (book, plain) if any(each.marks)]
    bold = frozenset(k for k, row in enumerate(kept) if presets[id(row)] == "standard")
    values = [f"{percent(row.rate)} {give_or_take(row.low, row.high)}" for row in kept]
    rows = rate_rows(labels, series, bold=bold, values=values, heading=heading, bands=True)
    caption = (
        f"Settings from the easiest to the hardest as {short(run.player)} plays them, with 95 % intervals"
        f"{'; diamonds are presets of the rulebook' if book in series else ''}."
    )
    if len(kept) < len(rungs):
        caption += f" {len(kept)} of {len(rungs)} settings, evenly chosen, with the presets of the rulebook."
    first, last = kept[0], kept[-1]
    alt = (
        f"Settings by win rate of {short(run.player)}: from {percent(first.rate)} ({run.words(run.setting(first))}) "
        f"to {percent(last.rate)} ({run.words(run.setting(last))})."
    )
    standard = [row for row in kept if presets[id(row)] == "standard"]
    if standard:
        alt += f" The standard setup: {percent(standard[0].rate)}."
    return draw_chart(
        "difficulty-ladder", "setting", f"How hard is each setting for {short(run.player)}?", alt=alt, caption=caption,
        source=source_words(run), height=rows.height, paint=rows.paint,
    )  # fmt: skip


def _only(wanted: bool, mark: Mark) -> Mark | None:
    return mark if wanted else None
