"""Two runs side by side in tables: every setting that both have, and how games of it went."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from experiments.statistics.changes import FEWEST_GAMES, CellChanges, Change
from experiments.statistics.figures import figures_of
from experiments.two_runs import Match, TwoRuns
from reports.anatomy_words import both_values, seen, signed
from reports.factor_words import label_of
from reports.run_words import STAR_MEANS, plays_in_words
from reports.two_runs.words import main_match, whose_games
from reports.units import Unit
from simulator.core.messages import printable
from simulator.game import Level

SAME = "the same games"


@dataclass(frozen=True)
class Table:
    """Words come first, figures after them."""

    words: Sequence[str]
    figures: Sequence[str]
    rows: Sequence[tuple[Sequence[str], Sequence[str]]]
    about: str = ""


def settings_table(found: TwoRuns) -> Table:
    """Win rates of all settings that both have, and on what they rest."""
    names = columns(found)
    heads = ["deals" if found.paired else "games", "before", "after", "difference", "noticed after"]
    rows = [(levels(found, match, names), _figures(found, match)) for match in found.matches]
    return Table([label_of(found.first.game, name) for name in names], heads, rows)


def _figures(found: TwoRuns, match: Match) -> list[str]:
    unit = Unit(match.before.measure)
    rates = [unit.with_sign(side.rate) for side in (match.before, match.after)]
    interval = unit.difference_interval(match.difference.low, match.difference.high)
    change = f"{unit.difference(match.difference.difference, sign=True)} {interval}{_star(match.clear)}"
    noticed = plays_in_words(match.plays) if match.clear else ""
    return [_rests_on(match), *rates, SAME if found.same_games else change, noticed]


def _rests_on(match: Match) -> str:
    """Deals that both played, of how many where one run has more; or the games of either."""
    before, after = match.before.games, match.after.games
    if match.difference.apart is None:
        return f"{before:,}" if before == after else f"{before:,} / {after:,}"
    for cell, word in ((match.first, "before"), (match.second, "after")):
        if cell.games > before:
            return f"{before:,} of {cell.games:,} {word}"
    return f"{before:,}"


def _star(clear: bool) -> str:
    return "*" if clear else ""


def columns(found: TwoRuns) -> list[str]:
    """Factors that a table shows; what was changed if there is nothing else, or who played."""
    return list(found.matches[0].levels) or [each.factor for each in found.changes] or ["policy"]


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


def main_table(found: TwoRuns) -> Table:
    """List all figures of how games of the main setting went."""
    match = main_match(found)
    rows = [
        ([each.figure.words], [*both_values(each), _difference(each)]) for each in seen(match.went.changes)
    ]
    about = f"Of {whose_games(match)}, {_games(match.went)}. Means a game; {_intervals([match])}."
    return Table([""], ["before", "after", "difference"], rows, about)


def went_table(found: TwoRuns) -> Table:
    """The most important of them, of all settings: before → after, and the difference below it."""
    names = columns(found)
    by_name = [{each.name: each for each in match.went.changes} for match in found.matches]
    figures = figures_of(found.first.game)
    # What a table of all settings has room for.
    short = {name: each.short for name, each in figures.items() if each.measure.top and each.result is None}
    kept = [name for name in short if any(each[name].first or each[name].second for each in by_name)]
    rows = [
        (levels(found, match, names), [_both(each[name]) for name in kept])
        for match, each in zip(found.matches, by_name, strict=True)
    ]
    about = (
        f"Means a game before → after {_all_games(found)}, then the difference; {_intervals(found.matches)}."
    )
    return Table(
        [label_of(found.first.game, name) for name in names], [short[name] for name in kept], rows, about
    )


def _both(change: Change) -> str:
    return f"{' → '.join(both_values(change))}\n{_difference(change)}"


def _difference(change: Change) -> str:
    interval = ""
    if change.interval:
        low, high = (signed(change, end) for end in change.interval)
        interval = f" [{low}, {high}]"
    return f"{signed(change, change.difference)}{interval}{_star(change.clear)}"


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
    if kinds == {True}:
        return "on the deals that both played"
    if kinds == {False}:
        return "in all games of either run"
    return "on the deals that both played where they are enough, else in all games of either run"
