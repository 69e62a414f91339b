"""Two runs side by side, before and after a change: cells that mean the same but for that change, and how their win rates differ.

What a cell means is its scenario and its policy, whatever the names of the levels that led to it. What varies within either run must agree; what
is the same throughout each run may differ between them: that is the change.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from experiments.factors import POLICY
from experiments.grid import Axis
from experiments.results import CellResult, Results
from experiments.run_store.tally import Tally
from experiments.statistics.changes import CellChanges, adjusted, changes_between
from experiments.statistics.intervals import holm
from experiments.statistics.means import Moments, interval_of, moments_of, noticed_after
from experiments.statistics.paired import Difference, difference_of, unpaired_difference_of
from simulator.core.errors import InputError
from simulator.game import Level, Measure

Blocks = tuple[Sequence[Tally], Sequence[Tally]] | None


@dataclass(frozen=True)
class CountedGames:
    """What a match counts of a cell: all its games, or those on deals that both cells have met."""

    measure: Measure
    moments: Moments

    @property
    def games(self) -> int:
        return self.moments.games

    @property
    def rate(self) -> float:
        return self.moments.mean

    @property
    def interval(self) -> tuple[float, float]:
        return interval_of(self.measure, self.moments)


@dataclass(frozen=True)
class Match:
    """The same setting in both runs; the difference is second minus first."""

    first: CellResult
    second: CellResult
    before: CountedGames
    after: CountedGames
    levels: Mapping[str, Level]  # of factors that either run varies
    difference: Difference
    plays: int | None  # that a group needs to notice it
    went: CellChanges  # how their games went

    @property
    def clear(self) -> bool:
        return self.difference.clear


@dataclass(frozen=True)
class ChangedFactor:
    """What differs between the runs. None: the run does not name it, and played the rulebook's. Twice the same name: a file with other contents."""

    factor: str
    first: Level | None
    second: Level | None


@dataclass(frozen=True)
class OnlyInOne:
    """Levels of a factor that one of the runs has played and the other has not. None: as in the rulebook, which the run does not name."""

    factor: str
    first: tuple[Level | None, ...]
    second: tuple[Level | None, ...]


@dataclass(frozen=True)
class TwoRuns:
    first: Results
    second: Results
    matches: list[Match]
    changes: list[ChangedFactor]
    only_in_one: list[OnlyInOne]
    paired: bool  # whether both met the same deals

    @property
    def same_code(self) -> bool:
        return self.first.manifest.code == self.second.manifest.code

    @property
    def left_out(self) -> tuple[int, int]:
        """Count the settings of each run that the other has not."""
        # One may be matched twice, if two names of the other run mean the same.
        first, second = (
            len({cell.id for cell in run.cells} - {cell.id for cell in matched})
            for run, matched in (
                (self.first, [match.first for match in self.matches]),
                (self.second, [match.second for match in self.matches]),
            )
        )
        return first, second

    @property
    def same_games(self) -> bool:
        """Tell whether both hold the very same games in the settings that both have, as far as both have got: then no difference is a matter of chance."""
        alike = self.paired and self.same_code and not self.changes
        return alike and all(match.difference.apart == 0 for match in self.matches)


def compare_runs(first: Results, second: Results) -> TwoRuns:
    """Compare all settings that both runs have; none if they have nothing in common. Runs about different things are refused."""
    if first.game is not second.game:
        raise InputError(
            f"one run is of {first.game.title} and the other of {second.game.title}, so nothing can be compared."
        )
    if first.measure != second.measure:
        raise InputError(
            f"one run is about {first.measure.words} and the other about {second.measure.words}, so nothing can be compared."
        )
    paired = first.manifest.seed == second.manifest.seed
    pairs, changes = _pairs(first, second)
    names = list(dict.fromkeys(factor.name for run in (first, second) for factor in run.varied))
    found = [
        _match(one, other, names, (first.blocks(one), second.blocks(other)) if paired else None)
        for one, other in pairs
    ]
    matches = [
        replace(match, difference=replace(match.difference, holm=p), went=went)
        for match, p, went in zip(
            found,
            holm([match.difference.p_value for match in found]),
            adjusted([match.went for match in found]),
            strict=True,
        )
    ]
    return TwoRuns(first, second, matches, changes, _only_in_one(first, second), paired)


def _pairs(
    first: Results, second: Results
) -> tuple[list[tuple[CellResult, CellResult]], list[ChangedFactor]]:
    """Return pairs of cells that agree in all that varies, and what differs between all of them."""
    meant = [{id(cell): meaning(cell) for cell in run.cells} for run in (first, second)]
    names = list(dict.fromkeys(name for side in meant for each in side.values() for name in each))
    varied = [name for name in names if any(len({m.get(name) for m in side.values()}) > 1 for side in meant)]
    there: dict[tuple[Level | None, ...], list[CellResult]] = {}
    for cell in second.cells:
        there.setdefault(tuple(map(meant[1][id(cell)].get, varied)), []).append(cell)
    # Of cells that mean the same, the one whose levels have the same names is shown.
    pairs = [
        (cell, max(others, key=lambda other: len(cell.levels.items() & other.levels.items())))
        for cell in first.cells
        if (others := there.get(tuple(map(meant[0][id(cell)].get, varied))))
    ]
    edited = []
    files = first.known.compared_within  # two of the same name may have different contents
    for name in files:
        same = [pair for pair in pairs if _content(pair[0], name) == _content(pair[1], name)]
        if same:
            pairs = same
        else:
            edited.append(name)
    if not pairs:
        return [], []
    one, other = (meant[side][id(cell)] for side, cell in enumerate(pairs[0]))
    changes = [
        ChangedFactor(name, _told(first, name, one.get(name)), _told(second, name, other.get(name)))
        for name in names
        if (name in edited if name in files else one.get(name) != other.get(name))
    ]
    # A number that follows from the board or the deck is no change besides theirs.
    return pairs, [each for each in changes if (each.first, each.second) != (None, None)]


def _only_in_one(first: Results, second: Results) -> list[OnlyInOne]:
    """Return what keeps settings of one run from being found in the other: levels of all that varies within either."""
    found = []
    meant = [[meaning(cell) for cell in run.cells] for run in (first, second)]
    for name in dict.fromkeys(name for side in meant for each in side for name in each):
        levels = [dict.fromkeys(each.get(name) for each in side) for side in meant]
        if max(map(len, levels)) == 1:  # if they differ, that is the change
            continue
        only = [
            tuple(dict.fromkeys(_told(run, name, level) for level in here if level not in there))
            for run, here, there in ((first, levels[0], levels[1]), (second, levels[1], levels[0]))
        ]
        if set(only[0] + only[1]) - {None}:  # else it is a number that follows from the board or the deck
            found.append(OnlyInOne(name, only[0], only[1]))
    return found


def meaning(cell: CellResult) -> dict[str, Level]:
    """Return all that a cell depends on, by the names of factors; files by their names."""
    return {**cell.entry.setup, POLICY: cell.policy}


def _content(cell: CellResult, name: str) -> tuple[str, ...]:
    """Return what a name stands for: a place by what it holds, a policy by its name and the text of its file, if it has one."""
    if name == POLICY:
        return cell.policy, *cell.entry.sources
    return (cell.entry.places[name].hash,)


def _told(run: Results, name: str, level: Level | None) -> Level | None:
    named = name in run.known.compared_within or any(factor.name == name for factor in run.factors)
    by_the_book = level is not None and level == Axis(run.known.of(name), (level,)).rulebook
    return level if named or not by_the_book else None


def _match(first: CellResult, second: CellResult, names: list[str], blocks: Blocks) -> Match:
    """Compare two cells that mean the same; `blocks` are those of both, if they met the same deals."""
    levels = {name: first.levels.get(name, second.levels.get(name, "")) for name in names}
    about, cells = first.tally.form.about, (first, second)
    if blocks:
        games = min(first.games, second.games)
        before, after = (CountedGames(about, moments_of(cell.tally.values, games)) for cell in cells)
        difference = difference_of(about, second.tally.values, first.tally.values)
    else:
        before, after = (CountedGames(about, cell.moments) for cell in cells)
        difference = unpaired_difference_of(about, after.moments, before.moments)
    plays = noticed_after(about, before.moments, after.moments)
    went = changes_between(first.tally, second.tally, blocks)
    return Match(first, second, before, after, levels, difference, plays, went)
