"""Forest plots of what a step of a factor does: effects, exchange rates, and differences on the same deals."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import zip_longest
from typing import TypeVar

from experiments.factors import POLICY
from experiments.findings import Findings
from experiments.summary import Row
from reports.chart import Chart
from reports.charts.canvas import draw_chart
from reports.charts.rows import MOST_LABEL, Rows
from reports.charts.run import Run
from reports.charts.scale import Mark, Scale, Series, marks_in, plain_number
from reports.charts.settings import series_of_policies
from reports.charts.style import BLUE, Look, looks, short
from reports.factor_words import change_words, many, places_counted, setting_words, unit_words
from reports.units import MINUS, Unit
from reports.words import capital, listed

T = TypeVar("T")
MOST_EFFECTS, MOST_RATES, MOST_GROUPS = 20, 16, 4


def effect_charts(run: Run) -> Iterator[Chart]:
    if found := run.facts.findings:
        yield from _model_charts(run, _some(run, found))
    yield from _difference_chart(run)


def _some(run: Run, found: list[Findings]) -> list[Findings]:
    """Keep the findings of one player, where all would be too many to have a look each."""
    mine = [each for each in found if each.kept.get(POLICY, run.player) == run.player]
    return mine if len(found) > MOST_GROUPS and mine else found


def _group(run: Run, kept: dict[str, str]) -> str:
    varied = {factor.name for factor in run.results.varied}
    return ", ".join(
        run.bare_level(name, kept[name])
        for name in run.results.known.compared_within
        if name in kept and (name in varied or name == POLICY)
    )


def _model_charts(run: Run, found: list[Findings]) -> Iterator[Chart]:
    tables = [{e.name: Mark(e.points, e.low, e.high, e.clear) for e in each.effects} for each in found]
    names = list(dict.fromkeys(name for table in tables for name in table))
    names.sort(key=lambda name: -max(abs(table[name].value) for table in tables if name in table))
    kept, reference = names[:MOST_EFFECTS], found[0].reference
    series = _series(run, found, tables, kept)
    told = [
        f"{group.name}: {change_words(run.game, name, reference)} {_told(run.unit, mark.value)}"
        for group in series[:MOST_GROUPS]
        for name, mark in zip(kept[:4], group.marks, strict=False)
        if mark
    ]
    usual = "standard one" if run.by_the_book else "one that settings are compared with"
    caption = (
        f"Change of {run.unit.the_name}{' in percentage points' if run.unit.is_share else ''}, on average over the run's settings, with 95 % intervals; hollow where it may be chance. "
        f"A step is one more of a number, or another level instead of the {usual}.{_each_line(run, found)}"
    )
    if len(kept) < len(names):
        caption += f" The {len(kept)} largest of {len(names)} steps."
    labels = [short(change_words(run.game, name, reference), 40) for name in kept]
    rows = _forest(run, labels, series, run.unit.short_differences)
    yield draw_chart(
        "effects", "effects", "What does one step change?", alt=f"Effects on {run.unit.the_name}. {'; '.join(told)}.",
        caption=caption, source=_source(run, found), drawing=rows,
    )  # fmt: skip
    yield from _rate_chart(run, found)


def _rate_chart(run: Run, found: list[Findings]) -> Iterator[Chart]:
    """Draw exchange rates: of two directions that which is more than one step, as in the sentences."""
    tables = [
        {(rate.of, rate.in_steps_of): Mark(*rate.size) for rate in each.rates if rate.clear} for each in found
    ]
    everything = list(dict.fromkeys(pair for table in tables for pair in table))
    if not everything:
        return
    pairs, reference = everything[:MOST_RATES], found[0].reference
    labels = [
        f"{short(unit_words(run.game, of, one=True), 24)} in {short(unit_words(run.game, unit), 24)}"
        for of, unit in pairs
    ]
    series = _series(run, found, tables, pairs)
    rows = _forest(run, labels, series, "steps that do as much", rates=True)
    told = [
        f"{group.name}: {change_words(run.game, of, reference)} does as much as {many(run.game, unit, f'{mark.value:.1f}')}"
        for group in series
        for (of, unit), mark in zip(pairs, group.marks, strict=True)
        if mark
    ]
    caption = (
        "How many steps of the second setting equal one step of the first, in the same or in the other direction, on average over "
        f"the run's settings; 95 % intervals. Pairs whose rate the run cannot tell are left out.{_each_line(run, found)}"
    )
    if len(pairs) < len(everything):
        caption += f" {len(pairs)} of {len(everything)} pairs."
    yield draw_chart(
        "exchange-rates", "effects", "What is a step worth in steps of another kind?",
        alt=f"Exchange rates. {'; '.join(told[:6])}.", caption=caption, source=_source(run, found),
        drawing=rows,
    )  # fmt: skip


def _series(run: Run, found: list[Findings], tables: list[dict[T, Mark]], rows: list[T]) -> list[Series]:
    """Return a series for each policy and board, of which each has a table; where there are too many for looks of their own, all look alike and stand in the order of their values."""
    marks = [[table.get(row) for row in rows] for table in tables]
    if len(found) <= MOST_GROUPS:
        groups = zip((_group(run, each.kept) for each in found), _looks(run, found), marks, strict=True)
        return [Series(*each) for each in groups if any(each[2])]
    look = run.look(run.player) if run.player in run.policies else Look(BLUE)
    in_order = (sorted(filter(None, row), key=lambda mark: mark.value) for row in zip(*marks, strict=True))
    return [Series(short(run.player), look, line) for line in zip_longest(*in_order)]


def _told(unit: Unit, value: float) -> str:
    """`+4.1 points`."""
    return f"{unit.difference(value, sign=True)}{' points' if unit.is_share else ''}"


def _each_line(run: Run, found: list[Findings]) -> str:
    return (
        f" Each line is one of {_over(run, found)}, from the least to the greatest."
        if len(found) > MOST_GROUPS
        else ""
    )


def _over(run: Run, found: list[Findings]) -> str:
    """`24 boards`."""
    over = [name for name in run.results.known.places if len({each.kept.get(name) for each in found}) > 1]
    return f"{len(found)} {places_counted(run.game, over)}"


def _source(run: Run, found: list[Findings]) -> str:
    """A slide has no caption that says what lines are."""
    if len(found) <= MOST_GROUPS:
        return run.source()
    return run.source(f"{run.who(run.player)}, a line each of {_over(run, found)}")


def _looks(run: Run, found: list[Findings]) -> list[Look]:
    """Choose the look of the policy, where policies are all that tells groups apart."""
    policies = [each.kept.get(POLICY, run.player) for each in found]
    if len(set(policies)) < len(policies):
        return looks(len(found))
    return [run.look(policy) if policy in run.policies else Look(BLUE) for policy in policies]


def _forest(run: Run, labels: list[str], series: list[Series], name: str, *, rates: bool = False) -> Rows:
    """Return rows of differences around a line where nothing changes, or of exchange rates."""
    marks = marks_in(series)
    low, high = min(0.0, *(mark.low for mark in marks)), max(0.0, *(mark.high for mark in marks))
    air = 0.04 * ((high - low) or 1.0)

    def signed(value: float) -> str:
        shown = round(100 * value if run.unit.is_share else value, 9)
        return f"{shown:+.3g}".replace("-", MINUS) if shown else "0"

    scale = Scale(low - air, high + air, name, plain_number if rates else signed)
    return Rows(labels=labels, series=series, scale=scale, zero=not rates, keyed=len(run.policies) > 1)


def _difference(row: Row | None) -> Mark | None:
    if row is None or row.difference is None:
        return None
    found = row.difference
    return Mark(found.difference, found.low, found.high, row.clear)


def _difference_chart(run: Run) -> Iterator[Chart]:
    """Settings against the standard setup of the same policy, board and deck, in the order of the default policy."""
    compared = [
        each
        for each in run.settings
        if any(row.difference for policy, row in run.at(each).items() if policy in run.shown)
    ]

    if not compared:
        return

    def order(setting: tuple[int | str, ...]) -> float:
        row = run.main_row(setting)
        return -(row.difference.difference if row.difference else 0.0)

    compared.sort(key=order)
    series = series_of_policies(run, [run.at(each) for each in compared], run.shown, _difference)
    labels, heading = run.setting_labels(compared, MOST_LABEL)
    plan = _forest(run, labels, series, f"{run.unit.short_differences} more or less")
    plan = replace(plan, heading=heading, notable=run.presets_among(compared)).thinned()
    drawn = marks_in(series)
    clear = sum(mark.clear for mark in drawn)
    best, worst = (choose((mark.value, s.name, k) for s in series for k, mark in enumerate(s.marks) if mark) for choose in (max, min))  # fmt: skip
    ends = [f"{_told(run.unit, v)} ({who}, {run.words(compared[k])})" for v, who, k in (best, worst)]
    bases = [row.cell for row in run.rows if row.is_base]
    standard = "the standard setup"
    if run.facts.base_word != "standard":
        standard = f"the setup with {setting_words(run.results, bases[0].levels)}"
    elif run.results.compared_places:
        standard += f" on {run.facts.compared_with}"
    several = {factor.name for factor in run.results.varied} - {
        each.name for each in run.results.compared_places
    }
    same = listed(
        [run.label(name) for name in run.results.known.compared_within if name == POLICY or name in several]
    )
    alt = f"Difference to {standard} for {len(drawn)} cells, {clear} of them clear of chance: from {ends[1]} to {ends[0]}."
    caption = (
        f"{capital(run.unit.name)} minus that in {standard} with the same {same}, on the same deals, with 95 % intervals. "
        "Filled: clear of chance, allowing for the number of comparisons; hollow: it may be chance."
        f"{plan.unnamed}{run.left_out}"
    )
    yield draw_chart(
        "differences", "effects", f"How far is each setting from {standard}?", alt=alt,
        caption=caption, source=run.source(), drawing=plan,
    )  # fmt: skip
