"""Figures of the main measure: by the levels of each factor, and in all settings at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from experiments.factors import POLICY
from experiments.grid import Axis
from experiments.summary import Row
from reports.chart import Chart
from reports.charts.canvas import Canvas, chart_name, draw_chart
from reports.charts.rows import MOST_LABEL, Rows
from reports.charts.run import Run
from reports.charts.scale import Mark, Scale, Series, marks_in
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
from reports.words import capital
from simulator.game import Level

MOST_TICKS = 12
MOST_LETTERS = 22  # of a name at the end of a line
LEFT, LOW = MARGIN + 40, 42.0
Along = dict[Level, dict[str, Row]]  # rows of each level, by policy


def factor_charts(run: Run) -> Iterator[Chart]:
    """Draw a figure for every varied factor, or one of the policies if nothing else varies."""
    for number, factor in enumerate(run.factors):
        along = _along(run, number)
        numbers = all(isinstance(level, int) for level in along)
        if len(along) < 2 or (run.in_bands and not numbers):
            continue
        rows = None if numbers else _level_rows(run, factor, along)
        yield draw_chart(
            chart_name("by", factor.name), "setting", f"{run.unit.question}, by {run.label(factor.name)}?", alt=_alt(run, factor, along),
            caption=f"{capital(run.unit.mean_of)}, with its 95 % interval.{run.rest(factor.name)}{run.left_out}{rows.unnamed if rows else ''}",
            source=run.source(), drawing=rows or Lines(run, factor, along),
        )  # fmt: skip
    if not run.factors and len(run.policies) > 1:
        yield _policies_chart(run)


def _along(run: Run, number: int) -> Along:
    """Return the levels of a factor with everything else as in the reference setting, as far as policies that are shown have played them."""
    settings = {
        level: (*run.reference[:number], level, *run.reference[number + 1 :])
        for level in run.factors[number].levels
    }
    played = {level: run.at(setting) for level, setting in settings.items()}
    found = {
        level: {policy: rows[policy] for policy in run.shown if policy in rows}
        for level, rows in played.items()
    }
    return {level: rows for level, rows in found.items() if rows}


def series_of_policies(
    run: Run,
    rows: Sequence[Mapping[str, Row]],
    policies: list[str],
    mark: Callable[[Row | None], Mark | None] = Mark.of,
) -> list[Series]:
    """Return a series for each policy that has a mark in any of these rows, whose cells are given by policy."""
    found = [
        Series(short(policy), run.look(policy), [mark(each.get(policy)) for each in rows])
        for policy in policies
    ]
    return [each for each in found if any(each.marks)]


def _alt(run: Run, factor: Axis, along: Along) -> str:
    told = []
    for policy in run.shown:
        levels = [level for level, rows in along.items() if policy in rows]
        some = evenly(levels, 5, keep=[factor.standard])
        rates = [
            f"{run.unit.rounded(along[level][policy].rate)} at {run.bare_level(factor.name, level)}"
            for level in some
        ]
        if rates:
            told.append(f"{run.who(policy)} {run.unit.verb} {', '.join(rates)}")
    return f"{capital(run.unit.name)} by {run.label(factor.name)}: {'; '.join(told)}."


@dataclass(frozen=True)
class Lines:
    """A line for each policy along a factor of whole numbers, with the name of the policy at its end."""

    run: Run
    factor: Axis
    along: Along

    def height(self, width: float) -> float:
        return 236.0

    def paint(self, canvas: Canvas) -> None:
        run, levels = self.run, sorted(int(level) for level in self.along)
        series = series_of_policies(run, [self.along[level] for level in levels], run.shown)
        scale = Scale.of(run.unit, marks_in(series))
        names = [short(each.name, MOST_LETTERS) for each in series]
        right = MARGIN + 12 + max(map(wide, names))
        width, height = canvas.width - LEFT - right, canvas.height - LOW - 20
        axes = canvas.axes(LEFT, LOW, width, height)
        replace(scale, name="").draw(axes, "y")
        span = levels[-1] - levels[0]
        axes.set(xlim=(levels[0] - 0.06 * span, levels[-1] + 0.03 * span), xticks=evenly(levels, MOST_TICKS))
        axes.set_xlabel(run.label(self.factor.name))
        if self.factor.rulebook in levels and run.by_the_book:
            standard = int(self.factor.rulebook)
            axes.axvline(standard, color=GRID, lw=6, zorder=1)
            axes.annotate(
                "standard",
                (standard, 1),
                (0, 10),
                ("data", "axes fraction"),
                "offset points",
                color=FAINT,
                size=SMALL,
                ha="center",
                va="center",
            )
        ends = []
        for each in series:
            found = [(level, mark) for level, mark in zip(levels, each.marks, strict=True) if mark]
            xs, marks = [level for level, _ in found], [mark for _, mark in found]
            axes.vlines(
                xs,
                [mark.low for mark in marks],
                [mark.high for mark in marks],
                color=each.look.colour,
                lw=2,
                zorder=3,
            )
            axes.plot(
                xs,
                [mark.value for mark in marks],
                color=each.look.colour,
                lw=1.6,
                marker=each.look.marker,
                ms=5.5,
                zorder=4,
                clip_on=False,
            )
            ends.append(height * (marks[-1].value - scale.low) / (scale.high - scale.low))
        for name, y in zip(names, spread_labels(ends, SMALL + 3, 0.0, height), strict=True):
            canvas.text(LEFT + width + 12, LOW + y, name)


def _level_rows(run: Run, factor: Axis, along: Along) -> Rows:
    series = series_of_policies(run, list(along.values()), run.shown)
    standard = frozenset(k for k, level in enumerate(along) if level == factor.rulebook)
    labels = [
        run.bare_level(factor.name, level) + (" (standard)" if k in standard and level != "standard" else "")
        for k, level in enumerate(along)
    ]
    scale = Scale.of(run.unit, marks_in(series))
    return Rows(labels=labels, series=series, scale=scale, bold=standard).thinned()


def _policies_chart(run: Run) -> Chart:
    found = run.at(run.reference)
    ranked = sorted(found, key=lambda policy: -run.unit.goodness(found[policy].rate))
    series = [Series(run.unit.name, run.look(ranked[0]), [Mark.of(found[policy]) for policy in ranked])]
    rows = Rows(
        labels=[short(policy) for policy in ranked],
        series=series,
        scale=Scale.of(run.unit, marks_in(series)),
        values=[run.unit.rounded(found[policy].rate) for policy in ranked],
    ).thinned()
    told = ", ".join(f"{short(policy)} {run.unit.rounded(found[policy].rate)}" for policy in ranked[:12])
    return draw_chart(
        chart_name("by", POLICY), "setting", f"{run.unit.question}, by whom?", alt=f"{capital(run.unit.name)} by policy: {told}.",
        caption=f"{capital(run.unit.mean_of)} by each policy, with its 95 % interval. All play the same setup and the same deals."
        f"{rows.unnamed}",
        source=run.source(), drawing=rows,
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
    series = series_of_policies(run, [run.at(setting) for setting in several], run.policies)
    labels, heading = run.setting_labels(several, MOST_LABEL)
    rows = Rows(
        labels=labels,
        series=series,
        scale=Scale.of(run.unit, marks_in(series)),
        bold=frozenset(k for k, setting in enumerate(several) if setting in run.standards),
        notable=run.presets_among(several),
        heading=heading,
        bands=True,
    ).thinned()
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
        source=run.source(), drawing=rows,
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
    rows = Rows(
        labels=labels,
        series=series,
        scale=Scale.of(run.unit, marks),
        bold=frozenset(k for k, row in enumerate(rungs) if run.setting(row) in run.standards),
        notable=frozenset(k for k, preset in enumerate(presets) if preset),
        values=[f"{run.unit.rounded(row.rate)} {run.unit.give_or_take(row.low, row.high)}" for row in rungs],
        heading=heading,
        bands=True,
    ).thinned()
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
        source=run.source(), drawing=rows,
    )  # fmt: skip
