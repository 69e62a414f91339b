"""The answer of a run in sentences that are made from its numbers, for people who do not read tables."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from reports.factor_words import board_titles, capital
from reports.goods import goods_required
from reports.rate_sentences import mean_words, range_sentences, rate_sentences
from reports.run_words import luck_sentence, model_sentences, origin_sentences
from reports.step_sentences import effect_sentences, exchange_sentences, list_sentences
from reports.told import Told
from reports.words import CAUSE_WORDS, LOSS_WORDS, counted
from simulator.codes import CAUSE_NAMES
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
            *self._losses(),
            *([luck_sentence(self.luck)] if self.luck else []),
        ]

    def _losses(self) -> Iterator[str]:
        """How lost games of the reference setup end, and what time is lost to."""
        rows = [row for row in self.bases if row.cell.policy == self.voice]
        if len(rows) != 1:
            return
        cell = rows[0].cell
        columns, lost = cell.tally.columns, cell.games - cell.wins
        tokens = cell.mean("tokens")
        if lost:
            ends = {rule: int(columns["lost_by"][int(rule[1])]) for rule in LOSS_WORDS}
            how = ", ".join(
                f"{LOSS_WORDS[rule]} in {number / lost:.0%}" for rule, number in ends.items() if number
            )
            goods = columns["goods"][0].sum() / lost
            required = goods_required(cell, self.boards)
            of = f" of {required}" if required else ""
            near = int(columns["goods_histogram"][0][required - 1]) / lost if required else 0.0
            one_short = f"; {near:.0%} of them lacked a single good" if near >= 0.005 else ""
            yield f"Lost games end with {goods:.1f}{of} goods delivered on average ({how.replace('%', ' %')}){one_short.replace('%', ' %')}."
        if tokens.sum() > 0:
            worst = int(tokens.argmax())
            yield f"Most time goes to {CAUSE_WORDS[CAUSE_NAMES[worst]]}: {tokens[worst]:.1f} of {tokens.sum():.1f} tokens lost in a game."

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
