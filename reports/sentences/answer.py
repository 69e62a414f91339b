"""The answer of a run in sentences that are made from its numbers, for people who do not read tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from experiments.findings import read_maps
from experiments.results import Results
from experiments.run_store.kept_files import KeptFiles
from experiments.run_store.manifest import CellEntry
from experiments.statistics.effects import Effect
from experiments.statistics.intervals import plays_to_notice
from experiments.statistics.means import noticed_after
from experiments.summary import Row
from reports.factor_words import (
    change_words,
    level_words,
    many,
    origin_sentences,
    played_on,
    setting_words,
    settings_varied,
)
from reports.facts import RunFacts
from reports.run_words import luck_sentence, model_sentences, noticed
from reports.scenes import scene_of
from reports.sentences.rates import CANNOT_HAVE, mean_words, place_words, range_sentences, rate_sentences
from reports.words import capital, counted, reach
from simulator.core.messages import printable

MOST_RATES = 3  # exchange rates
# What one step does in steps of another, by whether it helps and whether they do.
VERBS = {
    (True, True): ("is worth", ""),
    (True, False): ("makes up for", " more"),
    (False, True): ("takes away what is given by", ""),
    (False, False): ("costs as much as", " more"),
}
MOST_MISSING = 4  # settings that are named


@dataclass(frozen=True)
class Answer(RunFacts):
    """A run, and what it says."""

    @classmethod
    def of(cls, results: Results, rows: list[Row], folder: Path) -> Answer:
        """Read what lies in the folder of a run besides its results."""
        kept = KeptFiles(results.game, folder)
        return cls(results, rows, scene_of(results.game).places(kept), read_maps(folder), kept)

    def sentences(self) -> list[str]:
        """The answer, most important first."""
        return [
            *rate_sentences(self),
            *range_sentences(self),
            *effect_sentences(self),
            *list_sentences(self),
            *exchange_sentences(self),
            *self.scene.sentences(self),
            *([luck_sentence(self.game, self.luck)] if self.luck and self.luck.telling else []),
        ]

    def basis(self) -> list[str]:
        """Say what the numbers rest on."""
        results, cells = self.results, {row.cell.id: row.cell for row in self.rows}
        games = sum(cell.games for cell in cells.values())
        of_each = self._games_of_each()
        settings = f"{counted(len(self.rows), 'combination')} of setting and player, {of_each} {'game' if of_each == '1' else 'games'} of each"
        shared = len(self.rows) - len(cells)
        if shared:
            settings += f" ({shared} mean the same as another and share its games)"
        total = f"{games:,} games: {settings}" if len(self.rows) > 1 else counted(games, "game")
        return [
            f"These figures rest on {total}, seed {results.manifest.seed}.",
            *self._intervals(),
            *self._model(),
            self.scene.bots,
            *origin_sentences(self.game, played_on(results)),
        ]

    def _model(self) -> Iterator[str]:
        """Tell how far effects add up for the policy that sentences are about; on the first of several boards."""
        for found in self.main_findings[:1]:
            where = "" if not self.places_varied else f"on {place_words(self, found.kept)} "
            yield from (f"{capital(where + said)}." for said in model_sentences(self.game, found))

    def _intervals(self) -> Iterator[str]:
        """Explain what ranges tell, and what is called clear."""
        places = self.unit_of_places
        averaged = any(mean_words(self, rows) for rows in self.tables.values())
        more = (
            f", that of an average over {places} also how far other {places} of the kind would"
            if averaged
            else ""
        )
        yield f"Ranges in brackets are 95 % intervals: they tell how far chance may have moved a figure{more}."
        if len(self.rows) > 1:
            yield (
                "We call a difference clear only if it survives a correction for how many settings were compared. "
                "A clear effect, and a clear difference in the explorer, stands for itself alone (95 %)."
            )

    def _games_of_each(self) -> str:
        """`100`, or `60 to 100` where settings have different numbers."""
        games = [row.cell.games for row in self.rows]
        return reach(f"{min(games):,}", f"{max(games):,}")

    def _missing(self) -> str:
        """Settings that have not been played, some of them by name."""
        missing = set(self.results.missing)
        absent = [entry for entry in self.results.manifest.cells if entry.id in missing]
        if not absent:
            return ""
        named = [f"{printable(entry.policy)} with {self._setting(entry)}" for entry in absent[:MOST_MISSING]]
        more = f" and {len(absent) - MOST_MISSING} more" if len(absent) > MOST_MISSING else ""
        number = f"{len(absent)} of {len(self.results.manifest.cells)} settings"
        return f" Without games that count: {number}, {'; '.join(named)}{more}."

    def _setting(self, entry: CellEntry) -> str:
        """Name the levels of what the run varies."""
        told = (level_words(self.game, name, entry.levels[name]) for name in settings_varied(self.results))
        return ", ".join(told) or "the one setup"

    def gaps(self) -> list[str]:
        """Say what is missing; nothing if the run is complete and other maps were played or left out on purpose."""
        results, said = self.results, []
        if results.rewritten:
            said.append(
                "The description of this run was changed after it was begun: settings, seed and version need not be those that were played."
            )
        if not results.complete:
            said.append(
                f"This run is not finished: {results.manifest.games:,} games of each setting were planned, "
                f"and {self._games_of_each()} are there of those shown.{self._missing()}"
            )
        if results.failures:
            blocks = sum(map(len, results.failures.values()))
            first = next(iter(results.failures.values()))[0]
            said.append(
                f"{counted(blocks, 'block')} could not be played; the first reason: {printable(first)}"
            )
        said += [f"A file was left out: {printable(sentence)}." for sentence in results.damaged]
        behind = sum(results.behind.values())
        if behind:
            said.append(
                f"{counted(behind, 'game')} that lie behind a gap do not count, since settings are compared deal by deal; "
                "`sim resume` closes it."
            )
        if results.manifest.alone:
            said.append(CANNOT_HAVE)
        return [*said, *self.maps.gaps]


# What changes do: each step with the plays after which a group would notice it, lists of settings, and one step in steps of another.


def effect_sentences(facts: RunFacts) -> Iterator[str]:
    """Tell what a step of each factor does, and after how many plays a group would notice."""
    main = facts.main_findings
    if not main:
        return
    settings = main[0].settings
    averaged = len(main[0].reference) > 1 or not any("=" in effect.name for effect in main[0].effects)
    over = f"on average over {settings} settings" if settings > 2 and averaged else ""
    who = f"for {facts.who(facts.main_policy)}" if len(facts.tables) > 1 else ""
    opening = ", ".join(part for part in (who, over) if part)
    for name in dict.fromkeys(e.name for f in main for e in f.effects):
        effects = [effect for found in main for effect in found.effects if effect.name == name]
        change = f"{change_words(facts.game, name, main[0].reference)} {_in_points(facts, effects)}"
        yield f"{capital(f'{opening}, {change}' if opening else change)}{_plays(facts, effects)}."
        opening = ""


def _in_points(facts: RunFacts, effects: Sequence[Effect]) -> str:
    if len(effects) == 1:
        return facts.unit.change(effects[0].points, effects[0].low, effects[0].high)
    clear = sum(effect.clear for effect in effects)
    if not clear:
        return f"makes no clear difference on any of {len(effects)} {facts.unit_of_places}"
    return _range_of(facts, [effect.points for effect in effects], clear)


def _range_of(facts: RunFacts, points: Sequence[float], clear: int) -> str:
    """Tell what one change does on several boards."""
    low, high = (facts.unit.difference(end, sign=True) for end in (min(points), max(points)))
    steps = f" {facts.unit.steps}" if facts.unit.is_share else ""
    return f"changes {facts.unit.the_name} by {reach(low, high)}{steps} over {len(points)} {facts.unit_of_places} (clear of chance on {clear} of them)"


def _plays(facts: RunFacts, effects: Sequence[Effect]) -> str:
    """Say how many plays it takes to notice an effect on top of what the reference setup comes to, if it is clear of chance and there is one board."""
    if len(effects) != 1 or not effects[0].clear:
        return ""
    points, base = effects[0].points, next(row for row in facts.bases if row.cell.policy == facts.main_policy)
    if facts.unit.is_share:
        return f"; {noticed(plays_to_notice(base.rate, min(1.0, max(0.0, base.rate + points))))}"
    played = base.cell.moments
    return f"; {noticed(noticed_after(facts.results.measure, played, played.moved(points)))}"


def list_sentences(facts: RunFacts) -> Iterator[str]:
    """Tell of lists of settings how many differ, and which most; over boards, where there are several."""
    if not any(factor.name in facts.results.known.lists for factor in facts.results.varied):
        return
    settings: dict[str, list[Row]] = {}
    for row in facts.rows:
        if row.cell.policy == facts.main_policy and row.difference is not None:
            settings.setdefault(setting_words(facts.results, row.cell.levels), []).append(row)
    if not settings:
        return
    clear = {name: rows for name, rows in settings.items() if any(row.clear for row in rows)}
    where = (
        ""
        if not facts.places_varied
        else f" on any of {max(map(len, settings.values()))} {facts.unit_of_places}"
    )
    yield f"{len(clear) or 'None'} of {len(settings)} other settings differ clearly from the reference{where} for {facts.who(facts.main_policy)}."
    means = {name: float(np.mean([_change(row) for row in rows])) for name, rows in clear.items()}
    if not clear:
        return
    helps, hurts = facts.unit.helps_or_hurts
    for name, verb in (
        (max(means, key=means.__getitem__), helps),
        (min(means, key=means.__getitem__), hurts),
    ):
        if (means[name] > 0) == (verb == helps):
            alike = sum(mean == means[name] for mean in means.values()) - 1
            also = f" (with {counted(alike, 'other')})" if alike else ""
            yield f"{capital(name)} {verb} most{also}: it {_list_change(facts, clear[name])}."


def _change(row: Row) -> float:
    assert row.difference is not None
    return row.difference.difference


def _list_change(facts: RunFacts, rows: Sequence[Row]) -> str:
    """Tell a difference on one board with its interval and the plays to notice it, on several as a range."""
    if len(rows) == 1:
        found = rows[0].difference
        assert found is not None
        return f"{facts.unit.change(found.difference, found.low, found.high)}; {noticed(rows[0].plays)}"
    return _range_of(facts, [_change(row) for row in rows], sum(row.clear for row in rows))


def exchange_sentences(facts: RunFacts) -> Iterator[str]:
    """One step in steps of another, where both effects are clear and it is more than one."""
    main = facts.main_findings
    if len(main) != 1:
        return
    clear = {effect.name: effect.points for effect in main[0].effects if effect.clear}
    told = 0
    for rate in main[0].rates:
        countable = "=" not in rate.in_steps_of and {rate.of, rate.in_steps_of} <= clear.keys()
        if not (rate.telling and countable) or told == MOST_RATES:
            continue
        told += 1
        size, low, high = rate.size
        verb, more = VERBS[clear[rate.of] > 0, clear[rate.in_steps_of] > 0]
        change = change_words(facts.game, rate.of, main[0].reference)
        average = "" if told > 1 else "On average over the settings played, "
        steps = many(facts.game, rate.in_steps_of, f"{size:.1f}{more}")
        yield f"{capital(f'{average}{change}')} {verb} {steps} ({low:.1f}–{high:.1f})."
