"""What the run is about: by the levels of each factor, and in all settings at once."""

from __future__ import annotations

from collections.abc import Iterator

from experiments.factors import POLICY
from experiments.grid import Axis
from experiments.summary import Row
from reports.chart import Chart
from reports.charts.axes import ends_of, value_axis
from reports.charts.canvas import Canvas, chart_name, draw_chart
from reports.charts.interval_rows import MOST_LABEL, Mark, Rows, Series, thinned
from reports.charts.run import Run, Setting
from reports.charts.style import (
    BLUE,
    FAINT,
    GRID,
    MARGIN,
    SMALL,
    VERMILION,
    Look,
    evenly,
    short,
    spread_labels,
    wide,
)
from reports.units import Unit
from reports.words import capital
from simulator.game import Level

MOST_TICKS = 12
HEIGHT, LOW = 236.0, 42.0
Points = dict[str, list[tuple[Level, Row]]]  # by policy


def factor_charts(run: Run) -> Iterator[Chart]:
    """One for every varied factor; of the policy alone if nothing else varies."""
    for number, factor in enumerate(run.factors):
        points = _points(run, number, run.shown)
        played = list(dict.fromkeys(level for found in points.values() for level, _ in found))
        if len(played) < 2:
            continue
        if all(isinstance(level, int) for level in played):
            yield _line_chart(run, factor, points)
        elif not run.in_bands:
            yield _row_chart(run, factor, points)
    if not run.factors and len(run.policies) > 1:
        yield _policies_chart(run)


def _points(run: Run, number: int, policies: list[str]) -> Points:
    """The levels of a factor with everything else as in the reference setting."""
    found: Points = {}
    for policy in policies:
        for level in run.factors[number].levels:
            setting: Setting = (*run.reference[:number], level, *run.reference[number + 1 :])
            if (setting, policy) in run.by:
                found.setdefault(policy, []).append((level, run.by[setting, policy]))
    return found


def _caption(run: Run, factor: Axis) -> str:
    return f"{capital(run.unit.mean_of)}, with its 95 % interval.{run.rest(factor.name)}{run.left_out}"


def _alt(run: Run, factor: Axis, points: Points) -> str:
    told = []
    for policy, found in points.items():
        some = evenly(found, 5, keep=[each for each in found if each[0] == factor.standard][:1])
        rates = [
            f"{run.unit.rounded(row.rate)} at {run.bare_level(factor.name, level)}" for level, row in some
        ]
        told.append(f"{run.who(policy)} {run.unit.verb} {', '.join(rates)}")
    return f"{capital(run.unit.name)} by {run.label(factor.name)}: {'; '.join(told)}."


def _line_chart(run: Run, factor: Axis, points: Points) -> Chart:
    rows = [row for found in points.values() for _, row in found]
    limits = ends_of(run.unit, [row.low for row in rows], [row.high for row in rows])

    def paint(canvas: Canvas) -> None:
        names = {policy: short(policy, 22) for policy in points}
        right = MARGIN + 12 + max(map(wide, names.values()))
        left = MARGIN + 40
        width, height = canvas.width - left - right, canvas.height - LOW - 20
        axes = canvas.axes(left, LOW, width, height)
        levels = sorted({level for found in points.values() for level, _ in found if isinstance(level, int)})
        value_axis(run.unit, axes, *limits, along="y")
        axes.set_xlim(
            levels[0] - 0.06 * (levels[-1] - levels[0]), levels[-1] + 0.03 * (levels[-1] - levels[0])
        )
        axes.set_xticks(evenly(levels, MOST_TICKS))
        canvas.text(left + width / 2, 9, run.label(factor.name), align="center", colour=FAINT)
        if factor.rulebook in levels and run.by_the_book:
            axes.axvline(int(factor.rulebook), color=GRID, lw=6, zorder=1)
            share = (int(factor.rulebook) - axes.get_xlim()[0]) / (axes.get_xlim()[1] - axes.get_xlim()[0])
            canvas.text(left + width * share, canvas.height - 10, "standard", colour=FAINT, align="center")
        ends: list[float] = []
        for policy, found in points.items():
            look = run.look(policy)
            ordered = sorted(((int(level), row) for level, row in found), key=lambda each: each[0])
            xs, ys = [level for level, _ in ordered], [row.rate for _, row in ordered]
            axes.vlines(xs, [row.low for _, row in ordered], [row.high for _, row in ordered], color=look.colour, lw=2, zorder=3)  # fmt: skip
            axes.plot(xs, ys, color=look.colour, lw=1.6, marker=look.marker, ms=5.5, zorder=4, clip_on=False)
            ends.append(LOW + height * (ys[-1] - limits[0]) / (limits[1] - limits[0]))
        places = spread_labels(ends, SMALL + 3, LOW, LOW + height)
        for policy, y in zip(points, places, strict=True):
            canvas.text(left + width + 12, y, names[policy])

    return draw_chart(
        chart_name("by", factor.name), "setting", _title(run, factor), alt=_alt(run, factor, points),
        caption=_caption(run, factor), source=run.source(), height=lambda _: HEIGHT, paint=paint,
    )  # fmt: skip


def _title(run: Run, factor: Axis) -> str:
    return f"{run.unit.question}, by {run.label(factor.name)}?"


def _row_chart(run: Run, factor: Axis, points: Points) -> Chart:
    by_level = {policy: dict(found) for policy, found in points.items()}
    levels = [level for level in factor.levels if any(level in found for found in by_level.values())]
    series = [
        Series(short(policy), run.look(policy), [Mark.of(found.get(level)) for level in levels])
        for policy, found in by_level.items()
    ]
    standard = frozenset(k for k, level in enumerate(levels) if level == factor.rulebook)
    labels = [
        run.bare_level(factor.name, level) + (" (standard)" if k in standard and level != "standard" else "")
        for k, level in enumerate(levels)
    ]
    rows = value_rows(run.unit, labels, series, bold=standard)
    return draw_chart(
        chart_name("by", factor.name), "setting", _title(run, factor), alt=_alt(run, factor, points),
        caption=_caption(run, factor) + rows.unnamed, source=run.source(), height=rows.height, paint=rows.paint,
    )  # fmt: skip


def _policies_chart(run: Run) -> Chart:
    found = run.at(run.reference)
    ranked = sorted(found, key=lambda policy: -run.unit.goodness(found[policy].rate))
    series = [Series(run.unit.name, run.look(ranked[0]), [Mark.of(found[policy]) for policy in ranked])]
    values = [run.unit.rounded(found[policy].rate) for policy in ranked]
    rows = value_rows(run.unit, [short(policy) for policy in ranked], series, values=values)
    told = ", ".join(f"{short(policy)} {run.unit.rounded(found[policy].rate)}" for policy in ranked[:12])
    return draw_chart(
        chart_name("by", POLICY), "setting", f"{run.unit.question}, by whom?", alt=f"{capital(run.unit.name)} by policy: {told}.",
        caption=f"{capital(run.unit.mean_of)} by each policy, with its 95 % interval. All play the same setup and the same deals."
        f"{rows.unnamed}",
        source=run.source(), height=rows.height, paint=rows.paint,
    )  # fmt: skip


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
            [Mark.of(run.by.get((each, policy))) for each in several],
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
        source=run.source(), height=rows.height, paint=rows.paint,
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
    marks = [Mark.of(row) for row in rungs]
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
        source=run.source(), height=rows.height, paint=rows.paint,
    )  # fmt: skip


def value_rows(
    unit: Unit,
    labels: list[str],
    series: list[Series],
    *,
    bold: frozenset[int] = frozenset(),
    notable: frozenset[int] = frozenset(),
    values: list[str] | None = None,
    heading: str = "",
    bands: bool = False,
) -> Rows:
    """Rows of what the run is about, on an axis that has them all."""
    marks = [mark for each in series for mark in each.marks if mark]
    limits = ends_of(unit, [mark.low for mark in marks], [mark.high for mark in marks])
    return thinned(Rows(
        labels, series, lambda axes: value_axis(unit, axes, *limits, along="x"), axis_name=unit.heading,
        heading=heading, bold=bold, notable=notable, values=values or (), bands=bands,
    ))  # fmt: skip
