"""Tables of a run and of two runs side by side, the same on pages and in Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from experiments.factors import POLICY
from experiments.results import CellResult
from experiments.statistics.changes import FEWEST_GAMES, CellChanges, Change
from experiments.statistics.figures import figures_of
from experiments.summary import Row
from experiments.two_runs import Match, TwoRuns
from reports.factor_words import label_of, shown_level
from reports.facts import RunFacts
from reports.sentences.two_runs import main_match, whose_games
from reports.units import Unit
from reports.words import MOST_PLAYS, STAR_MEANS, capital
from simulator.core.messages import listed, printable
from simulator.game import Game, Level, Measure

C = TypeVar("C", bound=Change)
SAME = "the same games"


@dataclass(frozen=True)
class Table:
    """A table with columns of words, then columns of figures: the heading of each column, the rows, and sentences that explain it."""

    words: Sequence[str]
    figures: Sequence[str]
    rows: Sequence[tuple[Sequence[str], Sequence[str]]]
    about: str = ""


class Cell(str):
    """A text in a table, and by what a page sorts it: nothing to sort by comes last."""

    order: float | str

    def __new__(cls, text: str, order: float | str) -> Cell:
        cell = super().__new__(cls, text)
        cell.order = order
        return cell


def run_table(facts: RunFacts) -> Table:
    """Return all settings of a run, in cells that can be sorted."""
    results, unit, base = facts.results, facts.unit, facts.compared_with
    means = headline_measures(facts.game, results.measure)
    order = {factor.name: factor.levels.index for factor in results.factors}  # as the grid has them
    compared = [f"to {base}", "noticed after"] if base else []
    heads = ["games", unit.column, "95 % interval", *compared, *(each.short or each.words for each in means)]
    rows = [
        (
            [
                Cell(shown_level(results, name, row.cell.levels[name]), order[name](row.cell.levels[name]))
                for name in results.columns
            ],
            [
                Cell(f"{row.cell.games:,}", row.cell.games),
                Cell(unit.bare(row.rate), row.rate),
                Cell(unit.bare_interval(row.low, row.high), row.low),
                *(_compared(unit, row, base) if base else ()),
                *(_mean(facts, row.cell, each) for each in means),
            ],
        )
        for row in facts.rows
    ]
    labels = [label_of(facts.game, name) for name in results.columns]
    return Table(labels, heads, rows, " ".join(_about(facts, base, means)))


def headline_measures(game: Game, about: Measure) -> list[Measure]:
    """Return what a table tells of games besides what they are about: measures that have a histogram."""
    measures = game.measures.values()
    return [each for each in measures if each.told and each.top and each.is_mean and each != about]


def _about(facts: RunFacts, base: str, means: list[Measure]) -> Iterator[str]:
    """Say what differences are, and that of other figures the means are shown."""
    if base:
        measure = base if facts.results.compared_places else f"the {base} setup"
        yield (
            f"Differences to {measure} of the same player, in {facts.unit.differences} with 95 % intervals; {STAR_MEANS}. "
            "“Noticed after” counts plays, half of them with either setting, where the difference is clear."
        )
    if means:
        names = listed([each.name.replace("_", " ") for each in means])
        several = len(means) > 1 or names.endswith("s")
        yield f"{capital(names)} {'are means' if several else 'is a mean'} a game."


def _mean(facts: RunFacts, cell: CellResult, measure: Measure) -> Cell:
    mean = float(cell.mean(measure.name).sum())
    required = facts.scene.required(measure.name, cell, facts.places)
    return Cell(f"{mean:.2f}{f' of {required}' if required else ''}", mean)


def _compared(unit: Unit, row: Row, base: str) -> list[Cell]:
    """Return the difference to what a row is compared with, and the plays to notice it."""
    if row.is_base:
        return [Cell(base, 0.0), Cell("", "")]
    found, noticed = row.difference, row.plays if row.clear and row.plays is not None else ""
    difference = Cell(difference_words(unit, row).strip(), found.difference if found else "")
    return [difference, Cell(plays_words(row), noticed)]


def difference_words(unit: Unit, row: Row) -> str:
    """Write the difference to the setup that others are compared with, with a star if it is clear of chance."""
    found = row.difference
    if found is None:
        return ""
    interval = unit.difference_interval(found.low, found.high)
    return f"{unit.difference(found.difference, sign=True)} {interval}{'*' if row.clear else ' '}"


def plays_words(found: Row | Match) -> str:
    """Tell after how many plays a difference is noticed; nothing where it may be chance, since there is nothing to notice."""
    if not found.clear:
        return ""
    return f"{found.plays:,} plays" if found.plays is not None and found.plays <= MOST_PLAYS else "never"


# Two runs side by side: every setting that both have, and how games of it went.


def settings_table(found: TwoRuns) -> Table:
    """List win rates of all settings that both have, and on what they rest."""
    names = columns(found)
    heads = ["deals" if found.paired else "games", "before", "after", "difference", "noticed after"]
    rows = [(levels(found, match, names), _figures(found, match)) for match in found.matches]
    return Table(headings(found), heads, rows)


def _figures(found: TwoRuns, match: Match) -> list[str]:
    unit = Unit(match.before.measure)
    rates = [unit.with_sign(side.rate) for side in (match.before, match.after)]
    interval = unit.difference_interval(match.difference.low, match.difference.high)
    change = (
        f"{unit.difference(match.difference.difference, sign=True)} {interval}{'*' if match.clear else ''}"
    )
    return [_rests_on(match), *rates, SAME if found.same_games else change, plays_words(match)]


def _rests_on(match: Match) -> str:
    """Count the deals that both played, and of how many where one run has more; or the games of either."""
    before, after = match.before.games, match.after.games
    if match.difference.apart is None:
        return f"{before:,}" if before == after else f"{before:,} / {after:,}"
    for cell, word in ((match.first, "before"), (match.second, "after")):
        if cell.games > before:
            return f"{before:,} of {cell.games:,} {word}"
    return f"{before:,}"


def columns(found: TwoRuns) -> list[str]:
    """Return the factors that a table shows; what was changed if there is nothing else, or who played."""
    return list(found.matches[0].levels) or [each.factor for each in found.changes] or [POLICY]


def headings(found: TwoRuns) -> list[str]:
    """Return what these factors are called."""
    return [label_of(found.first.game, name) for name in columns(found)]


def levels(found: TwoRuns, match: Match, names: Sequence[str]) -> list[str]:
    """`before → after` where they differ."""
    changed = {each.factor: (each.first, each.second) for each in found.changes}
    shown = []
    for name in names:
        before, after = changed.get(name) or (cell.levels.get(name) for cell in (match.first, match.second))
        if name not in changed and (before is None or after is None):  # one run does not name it
            before = after = match.levels.get(name, "")
        words = list(dict.fromkeys(_level(level) for level in (before, after)))
        shown.append(" → ".join(words))
    return shown


def _level(level: Level | None) -> str:
    return "as in the rulebook" if level is None else printable(str(level))


def game_tables(found: TwoRuns) -> list[Table]:
    """Tell how games went, of the main setting and then of all, if there are several; nothing if both runs hold the same games."""
    if found.same_games:
        return []
    return [main_table(found), *([went_table(found)] if len(found.matches) > 1 else [])]


def main_table(found: TwoRuns) -> Table:
    """List all figures of how games of the main setting went."""
    match = main_match(found)
    rows = [
        ([each.figure.words], [*both_values(each), _difference(each)]) for each in seen(match.went.changes)
    ]
    about = f"Of {whose_games(match)}, {_games(match.went)}. Means a game; {_intervals([match])}."
    return Table([""], ["before", "after", "difference"], rows, about)


def went_table(found: TwoRuns) -> Table:
    """List the most important of them, of all settings: before → after, and the difference below it."""
    names = columns(found)
    by_name = [{each.name: each for each in match.went.changes} for match in found.matches]
    figures = figures_of(found.first.game)
    # What a table of all settings has room for.
    short = {name: each.short for name, each in figures.items() if each.measure.top and each.result is None}
    kept = [name for name in short if any(each[name].first or each[name].second for each in by_name)]
    rows = [
        (
            levels(found, match, names),
            [f"{' → '.join(both_values(each[name]))}\n{_difference(each[name])}" for name in kept],
        )
        for match, each in zip(found.matches, by_name, strict=True)
    ]
    about = (
        f"Means a game before → after {_all_games(found)}, then the difference; {_intervals(found.matches)}."
    )
    return Table(headings(found), [short[name] for name in kept], rows, about)


def _difference(change: Change) -> str:
    interval = ""
    if change.interval:
        low, high = (signed(change, end) for end in change.interval)
        interval = f" [{low}, {high}]"
    return f"{signed(change, change.difference)}{interval}{'*' if change.clear else ''}"


def _intervals(matches: Sequence[Match]) -> str:
    if not any(each.interval for match in matches for each in match.went.changes):
        return f"without intervals, for which fewer than {FEWEST_GAMES} games are too few"
    return f"ranges are 95 % intervals, {STAR_MEANS}"


def _games(went: CellChanges) -> str:
    before, after = (f"{number:,}" for number in went.games)
    if went.paired:
        return f"on {before} deals that both played"
    return f"in {before} games before and {after} after"


def _all_games(found: TwoRuns) -> str:
    kinds = {match.went.paired for match in found.matches}
    words = {True: "on the deals that both played", False: "in all games of either run"}
    return " where they are enough, else ".join(words[kind] for kind in words if kind in kinds)


def seen(found: Sequence[C]) -> list[C]:
    """Return the changes without those of figures that are nothing on both sides."""
    return [each for each in found if each.first or each.second]


def both_values(change: Change) -> list[str]:
    """Return the figure of both sides; a dash where there is none. The values of a code are shares of games."""
    unit = Unit(change.figure.measure)
    return ["–" if value is None else unit.exact(value) for value in (change.first, change.second)]


def signed(change: Change, difference: float | None) -> str:
    """Write a difference of a figure, or an end of its interval, with its sign: shares in points."""
    return "–" if difference is None else Unit(change.figure.measure).difference(difference, True)
