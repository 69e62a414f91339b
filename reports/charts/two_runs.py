"""Figures of two runs side by side: what every setting comes to before and after, and what the parts of measures do."""

from __future__ import annotations

from collections.abc import Iterator

from experiments.results import CellResult
from experiments.statistics.changes import FEWEST_GAMES
from experiments.statistics.figures import figures_of
from experiments.statistics.means import Mean
from experiments.two_runs import Match, TwoRuns
from reports.chart import Chart
from reports.charts.axes import from_nought
from reports.charts.canvas import draw_chart
from reports.charts.columns import mark_of
from reports.charts.interval_rows import MOST_LABEL, Mark, Rows, Series
from reports.charts.parts import Made, made_of
from reports.charts.row_labels import level_letters, setting_labels
from reports.charts.run import source_line
from reports.charts.settings import value_rows
from reports.charts.style import BLUE, ORANGE, Look, short
from reports.factor_words import level_words
from reports.scenes import scene_of
from reports.sentences.two_runs import main_match, whose_games
from reports.tables import columns, headings, levels
from reports.units import Unit
from reports.words import STAR_MEANS, capital

LOOKS = {"before": Look(BLUE), "after": Look(ORANGE, "s")}


def two_runs_charts(found: TwoRuns) -> Iterator[Chart]:
    """Draw both runs; nothing if both hold the same games: nothing would differ in them."""
    if not found.same_games:
        yield _rates(found)
        game = found.first.game
        for made in made_of(game.measures.values(), scene_of(game)):
            yield from _parts(main_match(found), made)


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
    rows = value_rows(unit, labels, series, values=values, heading=heading, notable=notable)
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
        height=rows.height, paint=rows.paint,
    )  # fmt: skip


def _labels(found: TwoRuns) -> tuple[list[str], str]:
    names = columns(found)
    most = level_letters(names)
    bare = [levels(found, match, names) for match in found.matches]
    full = [
        ", ".join(
            level_words(found.first.game, name, match.levels[name])
            if name != "policy" and name in match.levels and "→" not in shown
            else shown
            for name, shown in zip(names, each, strict=True)
        )
        for match, each in zip(found.matches, bare, strict=True)
    ]
    return setting_labels(
        names, headings(found), full, [[short(level, most) for level in each] for each in bare], MOST_LABEL
    )


def _parts(match: Match, made: Made) -> Iterator[Chart]:
    """Draw the parts of a measure in the setting that the answer speaks of."""
    cells = {"before": match.first, "after": match.second}
    figures = figures_of(match.first.tally.form.game)
    parts = {
        words: {side: figures[f"{made.measure.name} {part}"].mean(cell.tally) for side, cell in cells.items()}
        for part, words in made.measure.parts.items()
    }
    found = {
        words: {side: _mark(mean) for side, mean in sides.items() if mean}
        for words, sides in parts.items()
        if any(mean and mean.value for mean in sides.values())
    }
    if not found:
        return
    top = max(mark.high for sides in found.values() for mark in sides.values())

    series = [Series(side, look, [each.get(side) for each in found.values()]) for side, look in LOOKS.items()]
    rows = Rows(list(found), series, from_nought(1.06 * top), axis_name=f"{made.words} in a game")
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
        made.name, "losses", f"{made.question}, before and after?",
        alt=f"{capital(made.words)} in a game by {made.part}. {told}.",
        caption=f"Mean of all games of {whose}; {ranges}.",
        source=source_line([cell.games for cell in cells.values()], f"games of {whose}", cells.values()),
        height=rows.height, paint=rows.paint,
    )  # fmt: skip


def _mark(mean: Mean) -> Mark:
    return mark_of(mean) if mean.games >= FEWEST_GAMES else Mark(mean.value, mean.value, mean.value)


def _cells(matches: list[Match]) -> list[CellResult]:
    return [cell for match in matches for cell in (match.first, match.second)]
