"""The answer of a run in sentences that are made from its numbers, for people who do not read tables."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from experiments.findings import read_maps
from experiments.results import OWN_FAILED, Results
from experiments.run_store.kept_files import KeptFiles
from experiments.run_store.manifest import CellEntry, edit_told
from experiments.statistics.luck import LuckAndSkill
from experiments.summary import Row
from reports.factor_words import level_words, listed_player, origin_sentences, played_on, settings_varied
from reports.facts import RunFacts
from reports.scenes import scene_of
from reports.sentences.changes import effect_sentences, exchange_sentences, list_sentences, model_sentences
from reports.sentences.rates import CANNOT_HAVE, mean_words, range_sentences, rate_sentences
from reports.units import share
from reports.words import capital, counted, listed, reach
from simulator.core.messages import printable
from simulator.game import Game

MOST_NAMES = 6
MOST_RATES = 3  # exchange rates
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
            *effect_sentences(self, self.main_findings),
            *list_sentences(self),
            *islice(exchange_sentences(self, self.main_findings), MOST_RATES),
            *self.scene.sentences(self),
            *self._luck(),
        ]

    def findings_of_all(self) -> Iterator[str]:
        """Tell effects, exchange rates and how far they add up, of every player on every board, then luck and skill."""
        for found in self.findings:
            yield from effect_sentences(self, [found])
            yield from exchange_sentences(self, [found])
            yield from model_sentences(self, found)
        yield from self._luck()

    def _luck(self) -> Iterator[str]:
        if self.luck and self.luck.telling:
            yield luck_sentence(self.game, self.luck)

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
            # On the first of several boards, for the policy that sentences are about.
            *(said for found in self.main_findings[:1] for said in model_sentences(self, found)),
            self.scene.bots,
            *origin_sentences(self.game, played_on(results)),
        ]

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
        """Return `100`, or `60 to 100` where settings have different numbers."""
        games = [row.cell.games for row in self.rows]
        return reach(f"{min(games):,}", f"{max(games):,}")

    def _missing(self) -> str:
        """Tell how many settings have not been played, and name some of them."""
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
        results = self.results
        said = [*filter(None, [edit_told(results.manifest, "This run")])]
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
        if results.own_failures:
            said.append(capital(OWN_FAILED))
        said += [f"A file was left out: {printable(sentence)}." for sentence in results.damaged]
        behind = sum(results.behind.values())
        if behind:
            said.append(
                f"{counted(behind, 'game')} that lie behind a gap do not count, since settings are compared deal by deal"
                f"{'.' if results.behind.keys() <= results.own_failures else '; `sim resume` closes it.'}"
            )
        if results.manifest.alone:
            said.append(CANNOT_HAVE)
        return [*said, *self.maps.gaps]


def luck_sentence(game: Game, luck: LuckAndSkill) -> str:
    """Say how often the same deal was won, or lost, by all; and how often that would be if deals had nothing to do with it."""
    won, lost, depends = (
        share(each.share, each.low, each.high)
        for each in (luck.won_by_all, luck.lost_by_all, luck.decided_by_play)
    )
    names = [listed_player(game, name) for name in luck.rungs]
    if len(names) > MOST_NAMES:
        names = [*names[: MOST_NAMES - 2], "…", names[-1]]
    who = "both" if len(luck.rungs) == 2 else f"all {len(luck.rungs)}"
    together = luck.won_by_all.share + luck.lost_by_all.share
    by_chance = luck.won_by_all_if_independent + luck.lost_by_all_if_independent
    more = f"; by chance alone, with these win rates, it would be {100 * by_chance:.0f} %"
    if abs(together - by_chance) < 0.005:
        more = f", no more than {'two players' if who == 'both' else 'players'} with these win rates would by chance"
    return (
        f"Over all settings, {won} of deals were won by {who} ({listed(names)}) and {lost} lost by {who}; in {depends} it depended on "
        f"who played. So they agree on {100 * together:.0f} % of deals{more}."
    )
