"""A run as figures ask for it: who played, which settings, which of them is the standard one."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from statistics import fmean

from experiments.factors import POLICY, PRESET, catalogue
from experiments.grid import Axis
from experiments.results import CellResult, Results
from experiments.summary import Row
from reports.charts.row_figure import level_letters, setting_labels
from reports.charts.style import MOST_NAME, Look, evenly, looks, short
from reports.factor_words import label_of, level_words, place_labels, shown_level, table_words
from reports.facts import RunFacts
from reports.units import Unit
from simulator.core.messages import listed
from simulator.game import Game, Level

Setting = tuple[Level, ...]  # its level of every factor of `Run.factors`
MOST_POLICIES = 5  # in one figure
MOST_BOARD, MOST_WORDS = 34, 60  # letters of a board's name in a figure, and of any name below it
MOST_SOURCE = 96  # letters under a slide


@dataclass
class Run:
    facts: RunFacts
    factors: list[Axis] = field(init=False)  # varied, the policy apart
    by: dict[tuple[Setting, str], Row] = field(init=False)

    def __post_init__(self) -> None:
        self.factors = [factor for factor in self.results.varied if factor.name != POLICY]
        self.by = {(self.setting(row), row.cell.policy): row for row in self.rows}

    @property
    def results(self) -> Results:
        return self.facts.results

    @property
    def rows(self) -> Sequence[Row]:
        return self.facts.rows

    @property
    def game(self) -> Game:
        return self.facts.game

    @property
    def unit(self) -> Unit:
        return self.facts.unit

    def label(self, factor: str) -> str:
        """The heading of a factor."""
        return label_of(self.game, factor)

    def who(self, policy: str) -> str:
        """Who plays, in a sentence: `a practised table`; labels and legends have the short name instead."""
        return table_words(self.game, short(policy))

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
        """Tell whether the reference is the rulebook's setup, on whatever places."""
        return self.results.is_standard(self._reference_cell)

    @cached_property
    def standards(self) -> set[Setting]:
        """Standard settings that others are compared with, each on its board; none where boards are a sample and nothing else varies."""
        compared = any(row.difference for row in self.rows)
        bases = [row for row in self.rows if row.is_base and self.results.is_standard(row.cell)]
        return {self.setting(row) for row in bases} if compared else set()

    @property
    def bold_words(self) -> str:
        """Return a sentence on what figures set in bold."""
        if not self.standards:
            return ""
        each = f"the standard setup, on each {self.label(self.place)}"
        return f" Bold: {self.reference_words if len(self.standards) == 1 else each}."

    @property
    def _reference_cell(self) -> CellResult:
        return next(iter(self.at(self.reference).values())).cell

    @property
    def reference_words(self) -> str:
        """Name the reference, with its levels of what the run varies."""
        return self._setup(f" ({', '.join(held)})" if (held := self._held(self.place)) else "")

    @property
    def reference_name(self) -> str:
        """Name the reference where there is little room: the standard setup needs no explanation."""
        return self._setup("")

    def _setup(self, explained: str) -> str:
        level = self._reference_cell.levels.get(self.place)
        on = f" on {self.level(self.place, level, MOST_WORDS)}" if level and self._varies(self.place) else ""
        if self.by_the_book:
            return f"the standard setup{on}{explained}"
        return f"the setup with {', '.join(self._held(self.place))}{on}"

    def rest(self, *apart: str) -> str:
        """Return a sentence on what a figure holds fixed, or nothing if that is not worth saying."""
        told = self._held(*apart)
        setup = "the standard" if self.by_the_book else "one"
        return f" Everything else as in {setup} setup: {', '.join(told)}." if told else ""

    @cached_property
    def place(self) -> str:
        """Name the factor that says where the game is played."""
        return catalogue(self.game).first_place

    def _varies(self, name: str) -> bool:
        return any(factor.name == name for factor in self.factors)

    def _held(self, *apart: str) -> list[str]:
        """Return the levels of the reference in words: of what the run varies, and of what differs from the rulebook throughout."""
        levels, told = self._reference_cell.levels, []
        for factor in self.results.factors:
            level = levels[factor.name]
            off_the_book = factor.name not in self.results.known.compared_within and level != factor.rulebook
            if factor.name not in apart and (factor in self.factors or off_the_book) and level != "standard":
                told.append(self.level(factor.name, level, MOST_WORDS))
        return told

    def at(self, setting: Setting) -> dict[str, Row]:
        """The rows of a setting, by policy."""
        return {policy: self.by[setting, policy] for policy in self.policies if (setting, policy) in self.by}

    @cached_property
    def in_bands(self) -> bool:
        """Tell whether the skill band shows every player by the one factor that there is, so that no other figure need."""
        return len(self.factors) == 1 and any(len(self.at(setting)) > 1 for setting in self.settings)

    def strength(self, policy: str) -> float:
        """Return how well a policy does, all its settings averaged."""
        return self.unit.goodness(fmean(row.rate for row in self.rows if row.cell.policy == policy))

    @cached_property
    def player(self) -> str:
        """Return the policy that is shown where one must do, which is the one that sentences speak of."""
        return self.facts.main_policy

    def main_row(self, setting: Setting) -> Row:
        """The player's row of a setting, or the first of it if the player has not played it."""
        rows = self.at(setting)
        return rows.get(self.player) or next(iter(rows.values()))

    @cached_property
    def main_cell(self) -> CellResult:
        """Return the cell that is shown where one must do: the player's in the reference."""
        return self.main_row(self.reference).cell

    @cached_property
    def shown(self) -> list[str]:
        """Policies for figures that have no room for all: some from weakest to strongest, in the order of the grid."""
        ranked = sorted(self.policies, key=self.strength)
        kept = evenly(ranked, MOST_POLICIES, keep=[self.player])
        return [policy for policy in self.policies if policy in kept]

    @cached_property
    def shown_here(self) -> dict[str, CellResult]:
        """Return the cells of these policies in the reference; of others that have played it, where none of them has."""
        here = self.at(self.reference)
        chosen = [policy for policy in self.shown if policy in here] or list(here)[:MOST_POLICIES]
        return {policy: here[policy].cell for policy in chosen}

    @property
    def left_out(self) -> str:
        """Return a sentence on policies that are not shown, if there are any."""
        missing = len(self.policies) - len(self.shown)
        return f" {missing} further policies of the run are not shown." if missing else ""

    def source(self, of: str = "every setting and policy", cells: Iterable[CellResult] | None = None) -> str:
        """Tell under a slide what it rests on: games of these cells, or of all."""
        everything = [row.cell for row in self.rows]
        return source_line([cell.games for cell in cells or everything], f"games of {of}", everything)

    @property
    def source_here(self) -> str:
        """Tell what a slide rests on that shows policies in the reference."""
        return self.source(f"every policy in {self.reference_name}", self.shown_here.values())

    def look(self, policy: str) -> Look:
        """Return the look that a policy has in every figure of the run."""
        return looks(len(self.policies))[self.policies.index(policy)]

    def words(self, setting: Setting) -> str:
        """Tell a setting by its levels: `7 time tokens, 1 removed timetable card`."""
        return ", ".join(
            self.level(factor.name, level) for factor, level in zip(self.factors, setting, strict=True)
        )

    def bare_level(self, factor: str, level: Level, most: int = 0) -> str:
        """Name a level where its factor is known, with at most so many letters; a board by its name."""
        usual = MOST_BOARD if factor == self.place else MOST_NAME
        return short(shown_level(self.results, factor, level), most or usual)

    def level(self, factor: str, level: Level, most: int = 0) -> str:
        """Tell a level in the words of the page. A place is its name."""
        if factor == self.place or factor in self.results.known.lists:
            return self.bare_level(factor, level, most)
        shown = level if isinstance(level, int) else self.bare_level(factor, level, most)
        return level_words(self.game, factor, shown)

    def setting_labels(self, settings: Sequence[Setting], room: float) -> tuple[list[str], str]:
        """Label each setting; where words take too much room by its levels only, below a heading that names the factors."""
        names = [factor.name for factor in self.factors]
        most = level_letters(names)
        full = [self.words(setting) for setting in settings]
        levels = [
            [self.bare_level(name, level, most) for name, level in zip(names, setting, strict=True)]
            for setting in settings
        ]
        return setting_labels(names, [self.label(name) for name in names], full, levels, room)

    def presets_among(self, settings: Sequence[Setting]) -> frozenset[int]:
        """Return which of these settings are presets of the rulebook."""
        return frozenset(k for k, setting in enumerate(settings) if self.preset(self.main_row(setting)))

    @cached_property
    def _by_presets(self) -> dict[str, Level | None]:
        """Return the factors that presets change, each with its level in the rulebook."""
        presets = self.game.presets.values()
        return {name: self.game.factors[name].default for preset in presets for name in preset.changes}

    @cached_property
    def _free(self) -> set[str]:
        """Factors of which a cell may have other levels and still be one of a preset."""
        known = self.results.known
        no_steps = (factor.name for factor in known.factors.values() if not factor.is_step)
        return {*known.compared_within, *no_steps, PRESET, *self._by_presets}

    def preset(self, row: Row) -> str:
        """The preset of the rulebook that a cell plays, or nothing."""
        levels, setup, book = row.cell.levels, row.cell.entry.setup, self._by_presets
        if any(
            levels[each.name] != each.rulebook for each in self.results.factors if each.name not in self._free
        ):
            return ""
        if PRESET in levels:
            return "" if levels.keys() & book.keys() else str(levels[PRESET])
        played = {name: setup.get(name) for name in book}
        presets = self.game.presets.values()
        return next((preset.name for preset in presets if played == book | dict(preset.changes)), "")


def source_line(numbers: Collection[int], of: str, cells: Iterable[CellResult]) -> str:
    """Tell how many games there are of what, and whether places are printed ones: a slide is passed on without the page that says so."""
    low, high = min(numbers), max(numbers)
    begin = f"Signalbox: {low:,} " if low == high else f"Signalbox: {low:,} to {high:,} "
    end = "".join(f" · {each}" for each in _origins(cells))
    return f"{begin}{short(of, max(16, MOST_SOURCE - len(begin) - len(end)))}{end}"


def _origins(cells: Iterable[CellResult]) -> list[str]:
    """Tell for each kind of place where it comes from, unless it is the printed one."""
    shown = list(cells)
    labels = place_labels(shown[0].tally.form.game)
    origins = {
        label: [o for o in dict.fromkeys(cell.entry.places[name].origin for cell in shown) if o != "known"]
        for name, label in labels.items()
    }
    if len({tuple(each) for each in origins.values()}) == 1:
        return [f"{listed(list(origins))} {origin}" for origin in next(iter(origins.values()))]
    return [f"{label} {origin}" for label, found in origins.items() for origin in found]
