"""A run as figures ask for it: who played, which settings, which of them is the standard one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar

from experiments.grid import POLICY, Factor
from experiments.levels import Level
from experiments.results import Results
from experiments.summary import Row
from policies.registry import DEFAULT_POLICY, POLICIES
from reports.charts.style import Look, looks, short, wide
from simulator.board import Board
from simulator.presets import PRESETS

Setting = tuple[Level, ...]  # its level of every factor of `Run.factors`
MOST_POLICIES = 5  # in one figure
NAMED_BY_LEVEL = ("preset", "variant")
# What a factor is called where there is room; elsewhere it has its name on the command line.
FACTOR_WORDS = {
    "tokens": "time tokens",
    "removed": "timetable cards removed",
    "goods": "goods to deliver",
    "extra-signals": "extra signal discs",
    "locations": "way of choosing start places",
    "helpers": "helpers in play",
    "layout": "first layout",
}
T = TypeVar("T")
# What presets change, by the names of the scenario; the rest of a preset's setting is the rulebook's.
PRESET_OPTIONS = {"extra_signals": 0, "removed": 2, "tokens": 7, "goods": 8, "locations": "dice"}
# A preset leaves these alone.
FREE = (POLICY, "board", "deck", "players", "preset", *(name.replace("_", "-") for name in PRESET_OPTIONS))


@dataclass
class Run:
    results: Results
    rows: Sequence[Row]
    boards: Mapping[str, Board]
    factors: list[Factor] = field(init=False)  # varied, the policy apart
    by: dict[tuple[Setting, str], Row] = field(init=False)

    def __post_init__(self) -> None:
        self.factors = [factor for factor in self.results.varied if factor.name != POLICY]
        self.by = {(self.setting(row), row.cell.policy): row for row in self.rows}

    def setting(self, row: Row) -> Setting:
        return tuple(row.cell.levels[factor.name] for factor in self.factors)

    @cached_property
    def policies(self) -> list[str]:
        return list(dict.fromkeys(row.cell.policy for row in self.rows))

    @cached_property
    def settings(self) -> list[Setting]:
        return list(dict.fromkeys(self.setting(row) for row in self.rows))

    @cached_property
    def reference(self) -> Setting:
        """The standard setting, or the first of those that most policies have played."""
        standard = tuple(factor.standard for factor in self.factors)
        if standard in self.settings:
            return standard
        return max(self.settings, key=lambda each: len(self.at(each)))

    @cached_property
    def by_the_book(self) -> bool:
        """Whether the reference is the rulebook's setup in all that the run varies."""
        return all(map(is_standard, self.factors, self.reference))

    @property
    def reference_words(self) -> str:
        """The reference in words."""
        named = self.words(self.reference)
        if not self.by_the_book:
            return f"the setup {named}"
        return (
            f"the standard setup ({named})"
            if named not in ("", "standard")
            else "the standard setup"
            if named
            else "this setup"
        )

    def at(self, setting: Setting) -> dict[str, Row]:
        """The rows of a setting, by policy."""
        return {policy: self.by[setting, policy] for policy in self.policies if (setting, policy) in self.by}

    def rates(self, policy: str) -> list[float]:
        return [row.rate for row in self.rows if row.cell.policy == policy]

    def strength(self, policy: str) -> float:
        found = self.rates(policy)
        return sum(found) / len(found)

    @cached_property
    def player(self) -> str:
        """Whose figures are shown where one must do: the planner, else the strongest who is told no future."""
        if DEFAULT_POLICY in self.policies:
            return DEFAULT_POLICY
        told = [name for name, kind in POLICIES.items() if kind.foresees]
        fair = [policy for policy in self.policies if policy.partition(":")[0] not in told]
        return max(fair or self.policies, key=self.strength)

    @cached_property
    def shown(self) -> list[str]:
        """Policies for figures that have no room for all: some from weakest to strongest, in the order of the grid."""
        ranked = sorted(self.policies, key=self.strength)
        kept = evenly(ranked, MOST_POLICIES, keep=[self.player])
        return [policy for policy in self.policies if policy in kept]

    @property
    def left_out(self) -> str:
        """A sentence on policies that are not shown, if there are any."""
        missing = len(self.policies) - len(self.shown)
        return f" {missing} further policies of the run are not shown." if missing else ""

    def look(self, policy: str) -> Look:
        return looks(len(self.policies))[self.policies.index(policy)]

    def words(self, setting: Setting) -> str:
        return ", ".join(
            level_words(factor.name, level) for factor, level in zip(self.factors, setting, strict=True)
        )

    def setting_labels(self, settings: Sequence[Setting], room: float) -> tuple[list[str], str]:
        """A label for each setting; where words take too much room only levels, and a heading that says of what."""
        full = [self.words(setting) for setting in settings]
        if len(self.factors) == 1 or max(map(wide, full)) <= room:
            return full, ""
        most = max(9, 40 // len(self.factors))
        levels = [" · ".join(short(level, most) for level in setting) for setting in settings]
        return levels, " · ".join(factor.name for factor in self.factors)

    def preset(self, row: Row) -> str:
        """The preset of the rulebook that a cell plays, or nothing."""
        levels, scenario = row.cell.levels, row.cell.entry["scenario"]
        if "preset" in levels:
            named = str(levels["preset"])
            alone = all(_by_the_book(name, level) for name, level in levels.items() if name not in FREE)
            return named if alone and _no_other_option(levels) else ""
        if "variant" in levels:
            return "standard" if levels["variant"] == "standard" else ""
        if not all(_by_the_book(name, level) for name, level in levels.items() if name not in FREE):
            return ""
        played = {option: scenario.get(option) for option in PRESET_OPTIONS}
        return next(
            (name for name, preset in PRESETS.items() if played == PRESET_OPTIONS | dict(preset.changes)), ""
        )


def _no_other_option(levels: Mapping[str, Level]) -> bool:
    return not any(option.replace("_", "-") in levels for option in PRESET_OPTIONS)


def _by_the_book(name: str, level: Level) -> bool:
    """Whether a level is the rulebook's: a factor with one more level would call it its standard."""
    return Factor(name, ("", level)).standard == level


def factor_words(name: str) -> str:
    return FACTOR_WORDS.get(name, name)


def is_standard(factor: Factor, level: Level) -> bool:
    """Whether a level is the one that others are compared with, and the rulebook's too."""
    return level == factor.standard and _by_the_book(factor.name, level)


def level_words(factor: str, level: Level) -> str:
    return short(level) if factor in NAMED_BY_LEVEL else f"{factor} {short(level)}"


def evenly(items: Sequence[T], most: int, keep: Sequence[T] = ()) -> list[T]:
    """Not more than so many of a list, first and last among them, and those that must be kept."""
    if len(items) <= most:
        return list(items)
    chosen = {round(k * (len(items) - 1) / (most - 1)) for k in range(most)}
    wanted = {items.index(item) for item in keep if item in items}
    spare = sorted(chosen - wanted - {0, len(items) - 1})
    for number in wanted - chosen:
        nearest = min(spare, key=lambda k: abs(k - number))
        spare.remove(nearest)
        chosen = (chosen - {nearest}) | {number}
    return [items[k] for k in sorted(chosen)]
