"""The answer of a run in sentences that are made from its numbers, for people who do not read tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from experiments.findings import ONE_BY_ONE, Findings, find_effects, find_luck
from experiments.luck import LuckAndSkill
from experiments.model import Effect
from experiments.over_boards import over_boards
from experiments.paired import paired_difference
from experiments.power import plays_to_notice
from experiments.results import Results
from experiments.summary import Row
from policies.registry import DEFAULT_POLICY
from reports.factor_words import (
    board_titles,
    capital,
    change_words,
    level_words,
    many,
    setting_words,
    table_words,
)
from reports.run_words import (
    CAUSE_WORDS,
    LOSS_WORDS,
    base_word,
    gain_or_loss,
    in_points,
    luck_sentence,
    model_sentences,
    noticed,
    of_the_time,
    origin_sentences,
    share,
)
from reports.transcript_words import counted, printable
from simulator.codes import CAUSE_NAMES

MOST_TABLES = 6
BOTS = (
    "The players are programs, not people: a first-timer, a practised table or an expert is a way of playing here. "
    "`sim calibrate` tells where a real table stands among them."
)
MOST_RATES = 3  # exchange rates
FEWEST_BOARDS = 3  # of a kind, before their mean says something about others


@dataclass(frozen=True)
class Answer:
    """What a run says. `kinds` are families of boards by their hash: only boards of one kind have a mean."""

    results: Results
    rows: list[Row]
    kinds: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def findings(self) -> list[Findings]:
        return find_effects(self.results)

    @cached_property
    def luck(self) -> LuckAndSkill | None:
        return find_luck(self.results)

    @cached_property
    def bases(self) -> list[Row]:
        """The setups that others are compared with; one for each policy, board and deck, also where those are compared with each other."""
        return self.rows if self.results.between else [row for row in self.rows if row.is_base]

    @cached_property
    def voice(self) -> str:
        """The policy that effects are told of: a practised table, or who won most often."""
        wins: dict[str, float] = {}
        for row in self.rows:
            wins[row.cell.policy] = wins.get(row.cell.policy, 0.0) + row.rate
        told = {found.kept["policy"] for found in self.findings}
        return max(wins, key=lambda name: (name in told, name == DEFAULT_POLICY, wins[name]))

    def findings_in_words(self) -> list[str]:
        """The answer, most important first."""
        return [
            *self._rates(),
            *self._range(),
            *self._effects(),
            *self._one_by_one(),
            *self._exchange(),
            *self._losses(),
            *self._luck(),
        ]

    def _tables(self) -> dict[str, list[Row]]:
        """Reference setups by policy, who wins most first."""
        found: dict[str, list[Row]] = {}
        for row in self.bases:
            found.setdefault(row.cell.policy, []).append(row)
        return dict(sorted(found.items(), key=lambda each: -float(np.mean([row.rate for row in each[1]]))))

    def _rates(self) -> Iterator[str]:
        tables = self._tables()
        if not tables:
            yield "The setting that others would be compared with has not been played yet; the table shows what has."
            return
        standard = base_word(self.results, self.bases) == "standard"
        what = "the standard setup"
        if not standard:
            what = f"the setting with {setting_words(self.results, self.bases[0].cell.levels)}"
        if all(len(rows) == 1 for rows in tables.values()):
            yield self._on_one_board(tables, what)
        else:
            for policy, rows in tables.items():
                yield from self._on_many_boards(policy, rows, what)
        if not standard and len(self.rows) > len(self.bases):
            yield "The standard setup was not played, so settings are compared with this one."

    def _on_one_board(self, tables: Mapping[str, Sequence[Row]], what: str) -> str:
        if place := self._place(self.bases[0]):
            what += f" on {place}"
        told = list(tables.items())
        if len(told) > MOST_TABLES:
            told = [told[0], told[-1]]
        first, *others = [(table_words(policy), rows[0]) for policy, rows in told]
        rate = of_the_time(first[1].rate, first[1].low, first[1].high)
        parts = [f"{capital(first[0])} wins {what} {rate}"]
        parts += [f"{words} {share(row.rate, row.low, row.high)}" for words, row in others]
        more = f"; {len(tables) - 2} others lie between" if len(tables) > MOST_TABLES else ""
        return f"{', '.join(parts)}{more}."

    def _place(self, row: Row) -> str:
        """Board and timetable, as far as the run names them."""
        told = [
            board_titles(self.results)[str(level)] if name == "board" else level_words(name, level)
            for name, level in row.cell.levels.items()
            if name == "board" or (name == "deck" and (self._several(name) or level != "standard"))
        ]
        return ", ".join(told)

    def _several(self, name: str) -> bool:
        return any(factor.name == name for factor in self.results.varied)

    def _on_many_boards(self, policy: str, rows: Sequence[Row], what: str) -> Iterator[str]:
        """The range over boards, and their mean where boards are a sample of a kind."""
        low, high = min(rows, key=lambda row: row.rate), max(rows, key=lambda row: row.rate)
        unit = "boards" if self._several("board") else "timetables"
        words = table_words(policy)
        if low.rate == high.rate:
            yield f"On all {len(rows)} {unit} {words} wins {what} {of_the_time(low.rate, low.low, low.high)}."
            return
        ends = [f"{share(row.rate, row.low, row.high)} on {self._place(row)}" for row in (low, high)]
        mean = self._mean(rows)
        yield f"Over {len(rows)} {unit} {words} wins {what} from {ends[0]} to {ends[1]}{mean}."

    def _mean(self, rows: Sequence[Row]) -> str:
        kinds = [self.kinds.get(row.cell.entry["board"]["hash"], "") for row in rows]
        games = min(row.cell.games for row in rows)
        if games < 2 or "" in kinds or any(kinds.count(kind) < FEWEST_BOARDS for kind in kinds):
            return ""
        found = over_boards([row.cell.tally.wins for row in rows], kinds)
        return f", on average {share(found.mean, found.ci_low, found.ci_high)}"

    def _range(self) -> Iterator[str]:
        """The easiest and the hardest setting, where there is one board and more than a handful of settings."""
        rows = [row for row in self.rows if row.cell.policy == self.voice]
        if len(rows) < 3 or self._several("board") or self._several("deck"):
            return
        hard, easy = min(rows, key=lambda row: row.rate), max(rows, key=lambda row: row.rate)
        if hard.rate == easy.rate:
            yield f"All {len(rows)} settings come out the same for {table_words(self.voice)}: {share(easy.rate, easy.low, easy.high)} won."
            return
        if not _apart(rows, easy, hard):
            ends = [share(row.rate, row.low, row.high) for row in (hard, easy)]
            yield f"The {len(rows)} settings cannot be told apart for {table_words(self.voice)}: from {ends[0]} to {ends[1]} won, and that may be chance."
            return
        told = [
            f"{setting_words(self.results, row.cell.levels)}: {share(row.rate, row.low, row.high)}"
            for row in (easy, hard)
        ]
        yield f"Of {len(rows)} settings the easiest for {table_words(self.voice)} is the one with {told[0]}; the hardest that with {told[1]}."

    def _voiced(self) -> list[Findings]:
        return [found for found in self.findings if found.kept["policy"] == self.voice]

    def _effects(self) -> Iterator[str]:
        """What a step of each factor does, and after how many plays a group would notice."""
        voiced = self._voiced()
        if not voiced:
            return
        settings = len(voiced[0].model.fitted)
        over = f"on average over {settings} settings" if settings > 2 else ""
        who = f"for {table_words(self.voice)}" if len(self._tables()) > 1 else ""
        opening = ", ".join(part for part in (who, over) if part)
        for name in dict.fromkeys(e.name for f in voiced for e in f.model.effects):
            effects = [effect for found in voiced for effect in found.model.effects if effect.name == name]
            change = f"{change_words(name, voiced[0].reference)} {self._in_points(effects)}"
            yield f"{capital(f'{opening}, {change}' if opening else change)}{self._plays(effects)}."
            opening = ""

    def _in_points(self, effects: Sequence[Effect]) -> str:
        if len(effects) == 1:
            return gain_or_loss(effects[0].points, effects[0].low, effects[0].high)
        clear = sum(not effect.low <= 0 <= effect.high for effect in effects)
        unit = "boards" if self._several("board") else "timetables"
        if not clear:
            return f"makes no clear difference on any of {len(effects)} {unit}"
        low, high = (
            in_points(end, sign=True)
            for end in (min(e.points for e in effects), max(e.points for e in effects))
        )
        return f"changes the win rate by {low} to {high} points over {len(effects)} {unit} (clear of chance on {clear} of them)"

    def _plays(self, effects: Sequence[Effect]) -> str:
        """To notice so many points on top of the reference setup's win rate, if they are clear of chance and there is one board."""
        if len(effects) != 1 or effects[0].low <= 0 <= effects[0].high:
            return ""
        points, base = effects[0].points, next(row for row in self.bases if row.cell.policy == self.voice)
        other = base.rate + points if 0 <= base.rate + points <= 1 else base.rate - points
        return f"; {noticed(plays_to_notice(base.rate, other))}"

    def _one_by_one(self) -> Iterator[str]:
        """Lists of settings: how many differ, and which most."""
        if not any(factor.name in ONE_BY_ONE for factor in self.results.varied):
            return
        told = [row for row in self.rows if row.cell.policy == self.voice and row.difference is not None]
        if not told or self._several("board") or self._several("deck"):
            return
        clear = [row for row in told if row.clear]
        yield f"{len(clear) or 'None'} of {len(told)} other settings differ clearly from the reference for {table_words(self.voice)}."
        found = sorted(clear, key=lambda row: row.rate)
        for row, verb in ((found[-1:], "helps"), (found[:1], "hurts")):
            for each in row:
                difference = each.difference
                assert difference is not None
                if (difference.difference > 0) == (verb == "helps"):
                    change = gain_or_loss(difference.difference, difference.low, difference.high)
                    setting = setting_words(self.results, each.cell.levels)
                    yield f"{capital(setting)} {verb} most: it {change}; {noticed(each.plays)}."

    def _exchange(self) -> Iterator[str]:
        """One step in steps of another, where both effects are clear and it is more than one."""
        voiced = self._voiced()
        if len(voiced) != 1:
            return
        clear = {effect.name for effect in voiced[0].model.effects if not effect.low <= 0 <= effect.high}
        told = 0
        for rate in voiced[0].rates:
            countable = "=" not in rate.in_steps_of and {rate.of, rate.in_steps_of} <= clear
            if not (rate.telling and countable) or told == MOST_RATES:
                continue
            told += 1
            size, low, high = rate.size
            verb = "is worth" if rate.rate > 0 else "takes away what is given by"
            change = change_words(rate.of, voiced[0].reference)
            yield f"{capital(change)} {verb} {many(rate.in_steps_of, f'{size:.1f}')} ({low:.1f}–{high:.1f})."

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
            required = int(np.flatnonzero(columns["goods_histogram"][1])[-1]) if cell.wins else 0
            of = f" of {required}" if required else ""
            near = int(columns["goods_histogram"][0][required - 1]) / lost if required else 0.0
            one_short = f"; {near:.0%} of them lacked a single good" if near >= 0.005 else ""
            yield f"Lost games end with {goods:.1f}{of} goods delivered on average ({how.replace('%', ' %')}){one_short.replace('%', ' %')}."
        if tokens.sum() > 0:
            worst = int(tokens.argmax())
            yield f"Most time goes to {CAUSE_WORDS[CAUSE_NAMES[worst]]}: {tokens[worst]:.1f} of {tokens.sum():.1f} tokens lost in a game."

    def _luck(self) -> Iterator[str]:
        if self.luck is not None:
            yield luck_sentence(self.luck)

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
            *(f"{capital(said)}." for found in self._voiced()[:1] for said in model_sentences(found)),
            BOTS,
            *origin_sentences(results),
        ]

    def _intervals(self) -> Iterator[str]:
        """What ranges tell, and what is called clear."""
        boards = any(self._mean(rows) for rows in self._tables().values())
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


def _apart(rows: Sequence[Row], easy: Row, hard: Row) -> bool:
    """Whether any setting differs clearly from the reference, or the ends from each other, allowing for all pairs that they were picked from."""
    found = paired_difference(easy.cell.tally.wins, hard.cell.tally.wins)
    pairs = len(rows) * (len(rows) - 1) / 2
    return any(row.clear for row in rows) or found.p_value * pairs < 0.05
