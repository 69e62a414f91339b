"""All settings at once: how much skill matters in each, and which is how hard."""

from __future__ import annotations

from collections.abc import Iterator

from experiments.summary import Row
from reports.chart import Chart
from reports.charts.canvas import draw_chart
from reports.charts.factors import value_rows
from reports.charts.interval_rows import MOST_LABEL, Mark, Series
from reports.charts.run import Run
from reports.charts.source import source_words
from reports.charts.style import BLUE, VERMILION, Look, short
from reports.words import capital


def setting_charts(run: Run) -> Iterator[Chart]:
    if run.factors and any(len(run.at(setting)) > 1 for setting in run.settings):
        yield _bands(run)
    mine = (row for row in run.rows if row.cell.policy == run.player)
    rungs = sorted(mine, key=lambda row: -row.rate)
    if len(rungs) > 1:
        yield _ladder(run, rungs)


def _bands(run: Run) -> Chart:
    several = [setting for setting in run.settings if len(run.at(setting)) > 1]
    several.sort(key=lambda setting: -max(row.rate for row in run.at(setting).values()))
    series = [
        Series(
            short(policy),
            run.look(policy),
            [
                Mark(row.rate, row.low, row.high) if (row := run.by.get((each, policy))) else None
                for each in several
            ],
        )
        for policy in run.policies
    ]
    labels, heading = run.setting_labels(several, MOST_LABEL)
    rows = value_rows(
        run.unit,
        labels,
        series,
        bold=frozenset(k for k, setting in enumerate(several) if setting in run.standards),
        notable=run.presets_among(several),
        heading=heading,
        bands=True,
    )
    usual = run.reference in several
    place = run.reference_words if usual else f"the setup with {run.words(several[0])}"
    here = run.at(run.reference if usual else several[0])
    weak, strong = (choose(here, key=lambda policy: here[policy].rate) for choose in (min, max))
    alt = (
        f"{capital(run.unit.name)} of every policy in {len(several)} settings. In {place} from "
        f"{run.unit.rounded(here[weak].rate)} ({run.who(weak)}) to {run.unit.rounded(here[strong].rate)} ({run.who(strong)})."
    )
    caption = (
        f"Each band reaches from the policy that {run.unit.verb} least to the one that {run.unit.verb} most; lines through the points are 95 % intervals. "
        f"A long band is a setting in which play decides.{run.bold_words}{rows.unnamed}"
    )
    return draw_chart(
        "skill-band", "setting", _band_title(run), alt=alt, caption=caption,
        source=source_words(run), height=rows.height, paint=rows.paint,
    )  # fmt: skip


def _band_title(run: Run) -> str:
    matter = "how much does good play matter?"
    if run.in_bands and not all(isinstance(level, int) for level in run.factors[0].levels):
        return f"{run.unit.question} by {run.label(run.factors[0].name)}, and {matter}"
    return matter[0].upper() + matter[1:]


def _ladder(run: Run, rungs: list[Row]) -> Chart:
    presets = [run.preset(row) for row in rungs]
    if len(set(presets)) == 1:  # on many boards the same setup: that tells no rung from another
        presets = [""] * len(rungs)
    labels, heading = run.setting_labels([run.setting(row) for row in rungs], MOST_LABEL - 70)
    if not (run.factors[0].name in ("preset", "variant") and len(run.factors) == 1):
        labels = [
            f"{label} = {preset}" if preset else label for label, preset in zip(labels, presets, strict=True)
        ]
    marks = [Mark(row.rate, row.low, row.high) for row in rungs]
    plain = Series("other settings", Look(BLUE), [None if p else m for p, m in zip(presets, marks, strict=True)])  # fmt: skip
    book = Series("presets of the rulebook", Look(VERMILION, "D"), [m if p else None for p, m in zip(presets, marks, strict=True)])  # fmt: skip
    series = [each for each in (book, plain) if any(each.marks)]
    rows = value_rows(
        run.unit,
        labels,
        series,
        bold=frozenset(k for k, row in enumerate(rungs) if run.setting(row) in run.standards),
        notable=frozenset(k for k, preset in enumerate(presets) if preset),
        values=[f"{run.unit.rounded(row.rate)} {run.unit.give_or_take(row.low, row.high)}" for row in rungs],
        heading=heading,
        bands=True,
    )
    order = "the easiest to the hardest" if run.unit.is_winning else f"most {run.unit.heading} to least,"
    caption = (
        f"Settings from {order} as {run.who(run.player)} plays them, with 95 % intervals"
        f"{'; diamonds are presets of the rulebook' if book in series else ''}.{run.bold_words}{rows.unnamed}"
    )
    first, last = rungs[0], rungs[-1]
    alt = (
        f"{len(rungs)} settings by {run.unit.name} of {run.who(run.player)}: from {run.unit.rounded(first.rate)} ({run.words(run.setting(first))}) "
        f"to {run.unit.rounded(last.rate)} ({run.words(run.setting(last))})."
    )
    who = run.who(run.player)
    title = (
        f"How hard is each setting for {who}?"
        if run.unit.is_winning
        else f"{run.unit.question} in each setting for {who}?"
    )
    standard = [run.unit.rounded(row.rate) for row in rungs if run.setting(row) in run.standards]
    if standard:
        alt += f" The standard setup: {' to '.join(dict.fromkeys((standard[-1], standard[0])))}."
    return draw_chart(
        "difficulty-ladder", "setting", title, alt=alt, caption=caption,
        source=source_words(run), height=rows.height, paint=rows.paint,
    )  # fmt: skip
