"""What sentences on a run are made from: its rows, who is spoken of, and what the statistics say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from experiments.findings import Findings, find_effects, find_luck
from experiments.map_findings import MapRun, OtherMaps, find_on_maps
from experiments.results import CellResult, Results
from experiments.statistics.luck import LuckAndSkill
from experiments.summary import Row
from policies.registry import DEFAULT_POLICY, POLICIES
from reports.factor_words import setting_words
from simulator.switch_signal.board import Board


def main_policy(cells: Iterable[CellResult]) -> str:
    """Who is spoken of and shown where one must do: a practised table; else who is told no future and won most often."""
    rates: dict[str, list[float]] = {}
    for cell in cells:
        rates.setdefault(cell.policy, []).append(cell.rate)
    if DEFAULT_POLICY in rates:
        return DEFAULT_POLICY
    foreseeing = [name for name, kind in POLICIES.items() if kind.foresees]
    fair = [policy for policy in rates if policy.partition(":")[0] not in foreseeing]
    return max(fair or rates, key=lambda policy: float(np.mean(rates[policy])))


@dataclass(frozen=True)
class Told:
    """A run. `boards` by their hashes, as far as they are known; `maps` is what was played on other maps for it."""

    results: Results
    rows: list[Row]
    boards: Mapping[str, Board] = field(default_factory=dict)
    maps: MapRun = field(default_factory=MapRun)

    @cached_property
    def findings(self) -> list[Findings]:
        return find_effects(self.results)

    @cached_property
    def on_maps(self) -> list[OtherMaps]:
        return find_on_maps(self.maps.results) if self.maps.results else []

    @cached_property
    def luck(self) -> LuckAndSkill | None:
        return find_luck(self.results)

    @cached_property
    def bases(self) -> list[Row]:
        """The setups that others are compared with; one for each policy, board and deck, also where those are compared with each other."""
        found = self.rows if self.results.between else [row for row in self.rows if row.is_base]
        # Each under its first name.
        return list({row.cell.entry["id"]: row for row in reversed(found)}.values())[::-1]

    @cached_property
    def voice(self) -> str:
        """The policy that effects are told of."""
        return main_policy(row.cell for row in self.rows)

    @cached_property
    def tables(self) -> dict[str, list[Row]]:
        """Reference setups by policy, who wins most first."""
        found: dict[str, list[Row]] = {}
        for row in self.bases:
            found.setdefault(row.cell.policy, []).append(row)
        return dict(sorted(found.items(), key=lambda each: -float(np.mean([row.rate for row in each[1]]))))

    @property
    def setup(self) -> str:
        """What reference setups have in common, in words."""
        if all(self.results.is_standard(row.cell) for row in self.bases):
            return "the standard setup"
        return f"the setting with {setting_words(self.results, self.bases[0].cell.levels)}"

    def several(self, name: str) -> bool:
        return any(factor.name == name for factor in self.results.varied)

    @property
    def on_one_board(self) -> bool:
        """Whether settings can be told without naming a board or timetable."""
        return not (self.several("board") or self.several("deck"))

    @property
    def unit(self) -> str:
        """What the setups that others are compared with differ in."""
        if self.several("board") and self.several("deck"):
            return "pairs of board and timetable"
        return "boards" if self.several("board") else "timetables"

    @cached_property
    def voiced(self) -> list[Findings]:
        """What is found of who is spoken of; one for each board and deck."""
        return [found for found in self.findings if found.kept["policy"] == self.voice]
