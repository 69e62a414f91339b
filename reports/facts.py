"""What sentences, figures and tables of a run are made from: its rows, who is spoken of, and what the statistics say, each made once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from statistics import fmean

from experiments.findings import Findings, MapRun, OtherMaps, find_effects, find_luck, find_on_maps
from experiments.results import CellResult, Results
from experiments.run_store.kept_files import KeptFiles
from experiments.statistics.luck import LuckAndSkill
from experiments.summary import Row
from policies.registry import roster_of
from reports.factor_words import (
    label_of,
    places_counted,
    setting_words,
    settings_varied,
    shown_level,
    table_words,
)
from reports.scenes import Places, Scene, scene_of
from reports.units import Unit
from reports.words import capital, listed
from simulator.core.messages import printable
from simulator.game import Game, Measure


def main_policy(cells: Iterable[CellResult]) -> str:
    """Choose who is spoken of and shown where one must do: the game's main table, if it names tables; else who is told no future and does best."""
    found = list(cells)
    form = found[0].tally.form
    unit, roster = Unit(form.about), roster_of(form.game)
    rates: dict[str, list[float]] = {}
    for cell in found:
        rates.setdefault(cell.policy, []).append(unit.goodness(cell.rate))
    if roster.tables and roster.main in rates:
        return roster.main
    fair = [policy for policy in rates if policy.partition(":")[0] not in roster.foreseeing]
    return max(fair or rates, key=lambda policy: fmean(rates[policy]))


def measures_in_parts(game: Game) -> list[Measure]:
    """Return the measures whose parts are told one by one, with their errors."""
    return [each for each in game.measures.values() if each.parts and each.squared]


def ending_codes(game: Game) -> list[Measure]:
    """Return the codes that say how games end."""
    return [each for each in game.measures.values() if each.kind == "code" and any(each.values.values())]


@dataclass(frozen=True)
class RunFacts:
    """A run and what is found in it. `places` are those that it has kept, as its game's scene reads them; `maps` is what was played on other maps for it."""

    results: Results
    rows: list[Row]
    places: Places = field(default_factory=dict)
    maps: MapRun = field(default_factory=MapRun)
    kept: KeptFiles | None = None  # what else its folder keeps

    @property
    def game(self) -> Game:
        return self.results.game

    @property
    def scene(self) -> Scene:
        return scene_of(self.game)

    @cached_property
    def unit(self) -> Unit:
        """Return how what the run is about is told."""
        return Unit(self.results.measure)

    def who(self, policy: str) -> str:
        """`a family`: a player in a sentence."""
        return table_words(self.game, policy)

    @cached_property
    def shaded(self) -> tuple[float, float]:
        """Return the values between which maps are shaded: of a share nothing and all, of anything else the lowest and the highest of the run."""
        rates = [row.rate for row in self.rows]
        return (0.0, 1.0) if self.unit.is_share else (min(rates), max(rates))

    def shade_of(self, row: Row) -> float:
        """Return where a row stands between these values."""
        low, high = self.shaded
        return (row.rate - low) / (high - low) if high > low else 0.5

    def amount(self, row: Row) -> str:
        """`62 % (61–63)`: what a row comes to."""
        return self.unit.with_interval(row.rate, row.low, row.high)

    @cached_property
    def findings(self) -> list[Findings]:
        return find_effects(self.results)

    @cached_property
    def on_maps(self) -> list[OtherMaps]:
        return find_on_maps(self.maps.results) if self.maps.results else []

    @cached_property
    def luck(self) -> LuckAndSkill | None:
        """Return how much was luck; None where nothing is won."""
        return find_luck(self.results) if self.unit.is_winning else None

    @cached_property
    def bases(self) -> list[Row]:
        """Return the setups that others are compared with; one for each policy and place, also where places are compared with each other."""
        found = self.rows if self.results.compared_places else [row for row in self.rows if row.is_base]
        # Each under its first name.
        return list({row.cell.id: row for row in reversed(found)}.values())[::-1]

    @cached_property
    def main_policy(self) -> str:
        """Return the policy that effects are told of."""
        return main_policy(row.cell for row in self.rows)

    @cached_property
    def tables(self) -> dict[str, list[Row]]:
        """Return reference setups by policy, who does best first."""
        found: dict[str, list[Row]] = {}
        for row in self.bases:
            found.setdefault(row.cell.policy, []).append(row)
        strength = {
            policy: fmean(self.unit.goodness(row.rate) for row in rows) for policy, rows in found.items()
        }
        return dict(sorted(found.items(), key=lambda each: -strength[each[0]]))

    @property
    def setup(self) -> str:
        """Tell what reference setups have in common, in words."""
        if all(self.results.is_standard(row.cell) for row in self.bases):
            return "the standard setup"
        return f"the setting with {setting_words(self.results, self.bases[0].cell.levels)}"

    @cached_property
    def places_varied(self) -> list[str]:
        """Name the factors that are places and that the run varies; without any, settings are told without naming a place."""
        varied = {factor.name for factor in self.results.varied}
        return [name for name in self.results.known.places if name in varied]

    @property
    def unit_of_places(self) -> str:
        """`boards`: what the setups that others are compared with differ in."""
        return places_counted(self.game, self.places_varied)

    @cached_property
    def main_findings(self) -> list[Findings]:
        """Return what is found of who is spoken of; one for each place."""
        return [found for found in self.findings if found.kept["policy"] == self.main_policy]

    @property
    def title(self) -> str:
        """Return the title of the study, or what is varied."""
        if self.results.manifest.title:
            return printable(self.results.manifest.title)
        varied = listed([label_of(self.game, name) for name in settings_varied(self.results)])
        if not self.unit.is_winning:
            return (
                f"{capital(self.unit.name)} by {varied}" if varied else f"{capital(self.unit.name)}, by whom?"
            )
        return f"How hard is it? Win rates by {varied}" if varied else "How hard is it, and for whom?"

    @property
    def base_word(self) -> str:
        """Name the setup that others are compared with."""
        standard = all(self.results.is_standard(row.cell) for row in self.rows if row.is_base)
        return "standard" if standard else "reference"

    @property
    def compared_with(self) -> str:
        """Name that setup at the head of a column: where places are compared, one of them; nothing, if nothing is compared."""
        if not any(row.difference for row in self.rows):
            return ""
        places = self.results.compared_places
        names = [shown_level(self.results, factor.name, factor.standard) for factor in places]
        return ", ".join(names) or self.base_word
