"""The answer of a run in sentences that are made from its numbers, for people who do not read tables."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from reports.factor_words import board_titles, capital
from reports.loss_sentences import loss_sentences
from reports.rate_sentences import mean_words, range_sentences, rate_sentences
from reports.run_words import luck_sentence, model_sentences, origin_sentences
from reports.step_sentences import effect_sentences, exchange_sentences, list_sentences
from reports.told import Told
from reports.words import counted
from simulator.messages import printable

BOTS = (
    "The players are programs, not people: a first-timer, a practised table or an expert is a way of playing here. "
    "`sim calibrate` tells where a real table stands among them."
)


@dataclass(frozen=True)
class Answer(Told):
    """What a run says."""

    def findings_in_words(self) -> list[str]:
        """The answer, most important first."""
        return [
            *rate_sentences(self),
            *range_sentences(self),
            *effect_sentences(self),
            *list_sentences(self),
            *exchange_sentences(self),
            *loss_sentences(self),
            *([luck_sentence(self.luck)] if self.luck else []),
        ]

    def basis(self) -> list[str]:
        """What the numbers rest on."""
        results, cells = self.results, {row.cell.entry["id"]: row.cell for row in self.rows}
        games = sum(cell.games for cell in cells.values())
        of_each = f"{results.games:,}" if results.complete else f"at least {results.games:,}"
        settings = f"{counted(len(self.rows), 'combination')} of setting and player, {of_each} games of each"
        total = f"{games:,} games: {settings}" if len(self.rows) > 1 else f"{games:,} games"
        return [
            f"These figures rest on {total}, seed {results.manifest['seed']}.",
            *self._intervals(),
            *self._model(),
            BOTS,
            *origin_sentences(results),
        ]

    def _model(self) -> Iterator[str]:
        """Of who is spoken of; of several boards of the first."""
        for found in self.voiced[:1]:
            where = "" if self.on_one_board else f"on {board_titles(self.results)[found.kept['board']]} "
            yield from (f"{capital(where + said)}." for said in model_sentences(found))

    def _intervals(self) -> Iterator[str]:
        """What ranges tell, and what is called clear."""
        boards = any(mean_words(self, rows) for rows in self.tables.values())
        more = (
            ", that of an average over boards also how far other boards of the kind would" if boards else ""
        )
        yield f"Ranges in brackets are 95 % intervals: they tell how far chance may have moved a figure{more}."
        if len(self.rows) > 1:
            yield (
                "A setting that differs clearly does so allowing for the number of settings compared (5 %, Holm over all). "
                "A clear effect, and a clear difference in the explorer, stands for itself alone (95 %)."
            )

    def gaps(self) -> list[str]:
        """What is missing; nothing if the run is complete."""
        results, said = self.results, []
        if results.rewritten:
            said.append(
                "The description of this run was changed after it was begun: settings, seed and version need not be those that were played."
            )
        if not results.complete:
            missing = (
                f" Without games that count: {len(results.missing)} of {len(results.manifest['cells'])} settings."
                if results.missing
                else ""
            )
            said.append(
                f"This run is not finished: {int(results.manifest['games']):,} games of each setting were planned, "
                f"and {results.games:,} are there of every setting shown.{missing}"
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
        return said
