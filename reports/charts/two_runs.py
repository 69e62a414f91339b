"""Figures of two runs side by side: what every setting comes to before and after, and what the parts of measures do."""

from __future__ import annotations

from collections.abc import Iterator

from experiments.factors import POLICY
from experiments.results import CellResult
from experiments.statistics.changes import FEWEST_GAMES
from experiments.statistics.figures import figures_of
from experiments.statistics.means import Mean
from experiments.two_runs import Match, TwoRuns
from reports.chart import Chart
from reports.charts.canvas import draw_chart
from reports.charts.columns import mark_of
from reports.charts.parts import parts_name
from reports.charts.row_figure import level_letters, setting_labels
from reports.charts.rows import MOST_LABEL, Rows
from reports.charts.run import source_line
from reports.charts.scale import Mark, Scale, Series, marks_in
from reports.charts.style import BLUE, ORANGE, Look, short
from reports.factor_words import level_words
from reports.facts import measures_in_parts
from reports.scenes import MeasureWords, scene_of
from reports.sentences.two_runs import main_match, whose_games
from reports.tables import columns, headings, levels
from reports.units import Unit
from reports.words import STAR_MEANS, capital
from simulator.game import Measure

LOOKS = {"before": Look(BLUE), "after": Look(ORANGE, "s")}


def two_runs_charts(found: TwoRuns) -> Iterator[Chart]:
    """Draw both runs; nothing if both hold the same games: nothing would differ in them."""
    if not found.same_games:
        yield _rates(found)
        game = found.first.game
        for measure in measures_in_parts(game):
            yield from _parts(main_match(found), measure, scene_of(game).words_of(measure))


def _rates(found: TwoRuns) -> Chart:
    matches = found.matches
    labels, heading = _labels(found)
    unit = Unit(found.first.measure)
    series = [
        Series("before", LOOKS["before"], [Mark(m.before.rate, *m.before.interval) for m in matches]),
        Series(
            "after", LOOKS["after"], [Mark(m.after.rate, *m.after.interval, clear=m.clear) for m in matches]
        ),
    ]
    values = [
        f"{unit.difference(match.difference.difference, sign=True)}{'*' if match.clear else ''}"
        for match in matches
    ]
    match = main_match(found)
    notable = frozenset(k for k, each in enumerate(matches) if each.clear or each is match)
    scale = Scale.of(unit, marks_in(series))
    rows = Rows(
        labels=labels, series=series, scale=scale, values=values, heading=heading, notable=notable
    ).thinned()
    told = "; ".join(
        f"{label}: {unit.rounded(each.before.rate)} before, {unit.rounded(each.after.rate)} after"
        for label, each in zip(labels, matches, strict=True)
        if len(matches) <= 12 or each is match
    )
    of = (
        "deals of every setting, before and after"
        if found.paired
        else "games of every setting, before and after"
    )
    return draw_chart(
        "win-rates", "setting", f"{unit.question}, before and after?",
        alt=f"{capital(unit.name)} of {len(matches)} settings before and after. {told}.",
        caption=f"{capital(unit.mean_of)}, with its 95 % interval, and at the right the difference{' in percentage points' if unit.is_share else ''}; "
        f"{STAR_MEANS}, and a hollow mark is not.{rows.unnamed}",
        source=source_line([side.games for each in matches for side in (each.before, each.after)], of, _cells(matches)),
        drawing=rows,
    )  # fmt: skip


def _labels(found: TwoRuns) -> tuple[list[str], str]:
    names = columns(found)
    most = level_letters(names)
    bare = [levels(found, match, names) for match in found.matches]
    full = [
        ", ".join(
            level_words(found.first.game, name, match.levels[name])
            if name != POLICY and name in match.levels and "→" not in shown
            else shown
            for name, shown in zip(names, each, strict=True)
        )
        for match, each in zip(found.matches, bare, strict=True)
    ]
    return setting_labels(
        names, headings(found), full, [[short(level, most) for level in each] for each in bare], MOST_LABEL
    )


def _parts(match: Match, measure: Measure, words: MeasureWords) -> Iterator[Chart]:
    """Draw the parts of a measure in the setting that the answer speaks of."""
    cells = {"before": match.first, "after": match.second}
    figures = figures_of(match.first.tally.form.game)
    parts = {
        words: {side: figures[f"{measure.name} {part}"].mean(cell.tally) for side, cell in cells.items()}
        for part, words in measure.parts.items()
    }
    found = {
        words: {side: _mark(mean) for side, mean in sides.items() if mean}
        for words, sides in parts.items()
        if any(mean and mean.value for mean in sides.values())
    }
    if not found:
        return
    series = [Series(side, look, [each.get(side) for each in found.values()]) for side, look in LOOKS.items()]
    scale = Scale.from_nought(1.06 * max(mark.high for mark in marks_in(series)), f"{words.full} in a game")
    rows = Rows(labels=list(found), series=series, scale=scale)
    told = "; ".join(
        f"{words} {each['before'].value:.1f} before, {each['after'].value:.1f} after"
        for words, each in found.items()
    )
    whose = whose_games(match)
    few = min(match.went.games) < FEWEST_GAMES
    ranges = (
        f"no interval where there are fewer than {FEWEST_GAMES} games"
        if few
        else "lines are 95 % intervals of each side by itself; the table has those of the differences"
    )
    yield draw_chart(
        parts_name(measure, words), "losses", f"{words.parts}, before and after?",
        alt=f"{capital(words.full)} in a game by {words.part or 'part'}. {told}.",
        caption=f"Mean of all games of {whose}; {ranges}.",
        source=source_line([cell.games for cell in cells.values()], f"games of {whose}", cells.values()),
        drawing=rows,
    )  # fmt: skip


def _mark(mean: Mean) -> Mark:
    return mark_of(mean) if mean.games >= FEWEST_GAMES else Mark(mean.value, mean.value, mean.value)


def _cells(matches: list[Match]) -> list[CellResult]:
    return [cell for match in matches for cell in (match.first, match.second)]
