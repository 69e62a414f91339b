"""Two runs side by side, before and after a change: cells with the same levels, and how their win rates differ.

A factor that both runs vary must have the same level on both sides. One that is the same throughout each run may differ between them: that is the
change. A run that does not name a factor has played the rulebook's level of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import hypot, sqrt
from statistics import NormalDist

from experiments.grid import Factor
from experiments.intervals import wilson
from experiments.levels import Level
from experiments.multiplicity import holm
from experiments.paired import paired_difference
from experiments.power import plays_to_notice
from experiments.results import CellResult, Results


@dataclass(frozen=True)
class Match:
    """The same setting in both runs; the difference is second minus first."""

    first: CellResult
    second: CellResult
    levels: Mapping[str, Level]  # of factors that both runs vary
    difference: float
    low: float  # 95 % interval
    high: float
    p_value: float
    holm: float
    plays: int | None  # that a group needs to notice it

    @property
    def clear(self) -> bool:
        return self.holm < 0.05


@dataclass(frozen=True)
class Change:
    """A factor whose level differs between the runs; None: the run does not name it, so it is the rulebook's."""

    factor: str
    first: Level | None
    second: Level | None


@dataclass(frozen=True)
class TwoRuns:
    first: Results
    second: Results
    matches: list[Match]
    changes: list[Change]
    paired: bool  # whether both met the same deals

    @property
    def same_code(self) -> bool:
        return bool(self.first.manifest["code"] == self.second.manifest["code"])


def compare_runs(first: Results, second: Results) -> TwoRuns:
    """All settings that both have; none if they have nothing in common."""
    factors = {factor.name: factor for factor in (*first.factors, *second.factors)}
    sides = [{factor.name: factor for factor in run.factors} for run in (first, second)]
    shared = [name for name in factors if any(len(_levels(side, name)) > 1 for side in sides)]
    paired = first.manifest["seed"] == second.manifest["seed"]
    there = {_key(factors, cell, shared): cell for cell in second.cells}
    found = [
        _match(cell, there[key], dict(zip(shared, key, strict=True)), paired)
        for cell in first.cells
        if (key := _key(factors, cell, shared)) in there
    ]
    adjusted = holm([match.p_value for match in found])
    matches = [replace(match, holm=p) for match, p in zip(found, adjusted, strict=True)]
    return TwoRuns(first, second, matches, _changes(factors, sides, shared), paired)


def _levels(side: Mapping[str, Factor], name: str) -> tuple[Level, ...]:
    return side[name].levels if name in side else ()


def _key(factors: Mapping[str, Factor], cell: CellResult, shared: list[str]) -> tuple[Level, ...]:
    """What has to agree; a run that does not name a factor has played the rulebook's level."""
    return tuple(cell.levels.get(name, factors[name].rulebook) for name in shared)


def _changes(
    factors: Mapping[str, Factor], sides: list[dict[str, Factor]], shared: list[str]
) -> list[Change]:
    found = []
    for name, factor in factors.items():
        one, other = (side[name].levels[0] if name in side else None for side in sides)
        told = [factor.rulebook if level is None else level for level in (one, other)]
        if name not in shared and told[0] != told[1]:
            found.append(Change(name, one, other))
    return found


def _match(first: CellResult, second: CellResult, levels: Mapping[str, Level], paired: bool) -> Match:
    plays = plays_to_notice(first.rate, second.rate)
    if paired:
        deals = min(first.games, second.games)
        found = paired_difference(second.tally.wins[:deals], first.tally.wins[:deals])
        figures = (found.difference, found.low, found.high, found.p_value)
    else:
        figures = unpaired_difference(second.wins, second.games, first.wins, first.games)
    return Match(first, second, levels, *figures, holm=figures[-1], plays=plays)


def unpaired_difference(
    wins: int, games: int, other_wins: int, other_games: int
) -> tuple[float, float, float, float]:
    """Difference of two shares of games that have nothing in common: Newcombe's (1998) interval, and the p-value of the score test."""
    share, other = wins / games, other_wins / other_games
    (low, high), (other_low, other_high) = wilson(wins, games), wilson(other_wins, other_games)
    together = (wins + other_wins) / (games + other_games)
    error = sqrt(together * (1 - together) * (1 / games + 1 / other_games))
    p_value = 2 * NormalDist().cdf(-abs(share - other) / error) if error else 1.0
    difference = share - other
    return (
        difference,
        difference - hypot(share - low, other_high - other),
        difference + hypot(high - share, other - other_low),
        p_value,
    )
