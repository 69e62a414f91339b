"""What `sim run` says of one setup or of a set of boards: figures, as JSON or as tables for people. Besides what runs are about, every measure is told that the game has told.

A scene may have tables of its own (`Scene.play_tables`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import asdict, dataclass
from functools import cached_property
from statistics import fmean
from typing import Any

import numpy as np
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from experiments.factors import catalogue
from experiments.findings import OtherMaps
from experiments.maps import kind_of_places
from experiments.run_store.tally import Count, Tally, tally_form
from experiments.statistics.means import interval_of, moments_of_games
from experiments.statistics.over_boards import OverBoards, over_boards
from experiments.summary import column_name, names_of
from reports.factor_words import (
    changes,
    not_printed,
    origin_sentences,
    program,
    setup_figures,
    table_words,
    title,
)
from reports.scenes import scene_of
from reports.sentences.rates import CANNOT_HAVE, setup_sentences
from reports.tables import headline_measures
from reports.terminal.screen import plain_table
from reports.units import Unit
from reports.words import capital, counted
from simulator.core.errors import InputError
from simulator.game import Batch, Game, Measure, Setup

Figures = dict[str, Any]


@dataclass(frozen=True)
class Line:
    """A line of the table: what is counted, what it comes to, and how that is written."""

    words: str
    value: float
    form: Callable[[float], str] = "{:.2f}".format


class PlayTables:
    """Figures and the table of one game: all that it tells besides what runs are about."""

    elsewhere: tuple[str, ...] = ()  # measures that a game's own tables tell in other words, or leave out

    def __init__(self, game: Game) -> None:
        self.game = game

    def figures(self, setup: Setup, tally: Tally) -> Figures:
        """Return what is told, for JSON: numbers by the names of measures, or tables by their parts."""
        return {_key(measure): figure_of(measure, tally) for measure in self._told()}

    def lines(self, found: Figures) -> Iterator[Line]:
        """Give a line for every measure, and one for each of its parts."""
        for measure in self._told():
            form, value = Unit(measure).exact, found[_key(measure)]
            if not isinstance(value, dict):
                yield Line(measure.words, value, form)
                continue
            if measure.is_mean:
                yield Line(measure.words, sum(value.values()), form)
            for part, words in (measure.parts or measure.values).items():
                if words:
                    told = f"  {words}" if measure.is_mean else f"{measure.words}: {words}"
                    yield Line(told, value[part], form)

    def table(self, found: Sequence[Figures]) -> Table:
        """Make a table with a column for each player; what nobody ever did has no line."""
        unit, (_, mean) = Unit(self.game.main), names_of(self.game.main)
        table = plain_table("", *(f["policy"] for f in found), right=range(1, len(found) + 1))
        table.add_row(unit.heading, *(Text(unit.fine(f[mean]), style="bold") for f in found))
        intervals = (unit.fine_interval(f["ci_low"], f["ci_high"]) for f in found)
        table.add_row("  95 % interval", *intervals)
        for lines in zip(*map(self.lines, found), strict=True):
            if any(line.value for line in lines):
                table.add_row(lines[0].words, *(line.form(line.value) for line in lines))
        return table

    def _told(self) -> Iterator[Measure]:
        left_out = (self.game.main.name, *self.elsewhere)
        return (each for name, each in self.game.measures.items() if each.told and name not in left_out)


def play_tables_of(game: Game) -> PlayTables:
    """Return the tables of a game: its own, or those that are made from its measures."""
    return (scene_of(game).play_tables() or PlayTables)(game)


def _key(measure: Measure) -> str:
    return f"{column_name(measure.name)}_{'mean' if measure.is_mean else 'share'}"


def figure_of(measure: Measure, tally: Tally) -> float | dict[str, float]:
    """Return what a measure comes to a game, part by part or value by value if it has them."""
    sums = tally.columns[measure.name].sum(axis=0).tolist()
    if measure.kind == "code" or measure.parts:
        names = measure.values if measure.kind == "code" else measure.parts
        return {name: number / tally.games for name, number in zip(names, sums, strict=True)}
    return float(sum(sums) / tally.games)


class Summary:
    """Sums up the blocks of one player in integers, so that neither their order nor the number of threads shows."""

    def __init__(self, game: Game, setup: Setup, policy: str, seed: int) -> None:
        self.game, self.setup, self.policy, self.seed = game, setup, policy, seed
        self._count = Count(tally_form(game), 0)

    @property
    def games(self) -> int:
        """Return how many games are counted so far."""
        return self._count.next

    def add(self, block: Batch) -> None:
        """Count a block whole, or not at all if Ctrl-C comes meanwhile."""
        count = copy(self._count)
        count.columns = {name: column.copy() for name, column in count.columns.items()}
        count.values = [*count.values]
        count.add(block)
        self._count = count

    @cached_property
    def tally(self) -> Tally:
        """Return the sums, when no more games will be played."""
        return self._count.tally()


def play_json(summary: Summary, maps: OtherMaps | None = None) -> Figures:
    """Return everything that is told, as plain numbers; nothing in it depends on time or machine."""
    game, setup, tally = summary.game, summary.setup, summary.tally
    sums = moments_of_games(tally)
    low, high = interval_of(game.main, sums)
    sum_name, mean_name = names_of(game.main)
    return {
        mean_name: sums.mean,
        "ci_low": low,
        "ci_high": high,
        "games": tally.games,
        sum_name: sums.total,
        "policy": summary.policy,
        "seed": summary.seed,
        **play_tables_of(game).figures(setup, tally),
        "other_maps": None if maps is None else asdict(maps),
        **not_printed(game, [setup.places]),
        **setup_figures(game, setup),
        **{f"{name}_hash": place.hash for name, place in setup.places.items()},
        **program(game),
    }


def tables(
    summaries: Sequence[Summary], maps: OtherMaps | None, seconds: float, *, alone: bool = False
) -> Iterator[RenderableType]:
    """Lay the figures out for people, each player in a column. `alone`: other maps cannot have the setup."""
    first, found = summaries[0], [play_json(summary) for summary in summaries]
    game, setup = first.game, first.setup
    yield Text(title(game, setup), style="bold")
    most, fewest = found[0]["games"], found[-1]["games"]  # those of the last table are fewer after Ctrl-C
    games = counted(most, "game") if most == fewest else f"{fewest:,} to {counted(most, 'game')}"
    yield Text(f"{games}{' of each table' if len(found) > 1 else ''}, seed {first.seed}")
    yield Text(" ".join(answer_sentences(summaries, maps)), style="bold")
    for sentence in (*([CANNOT_HAVE] if alone else []), *origin_sentences(game, [setup.places])):
        yield Text(sentence, style="yellow")
    yield Text()
    yield play_tables_of(game).table(found)
    played = sum(f["games"] for f in found)
    yield Text(f"\n{played / seconds:,.0f} games/s, scenario {setup.hash}", style="dim")


def answer_sentences(summaries: Sequence[Summary], maps: OtherMaps | None = None) -> Iterator[str]:
    """Tell what the setup comes to for each table, who does best first, and how much of that is the map's."""
    game = summaries[0].game
    sums = [moments_of_games(each.tally) for each in summaries]
    rates = [
        (each.policy, found.mean, *interval_of(game.main, found))
        for each, found in zip(summaries, sums, strict=True)
    ]
    return setup_sentences(game, Unit(game.main), rates, maps)


# A run over a set of boards: each board (or deck) by itself, and all of them together.


def check_enough_games(game: Game, games: int) -> None:
    if games < 2:
        place = catalogue(game).places[0]
        raise InputError(
            f"--games: {games} must be at least 2 on each {place} of an ensemble, or nothing can be said of chance."
        )


class Ensemble:
    """The summaries of one run over a set, and what holds over them."""

    def __init__(self, summaries: Sequence[Summary]) -> None:
        self.summaries, self.game = summaries, summaries[0].game
        self.unit = Unit(self.game.main)
        self.rows: list[Figures] = [play_json(summary) for summary in summaries]
        places = catalogue(self.game).places
        self.varied = [
            name for name in places if len({summary.setup.levels[name] for summary in summaries}) > 1
        ] or list(places[:1])
        self.places = f"{self.varied[0]}s"
        self.groups = self._groups()
        self.shown = headline_measures(self.game, self.game.main)

    def _groups(self) -> dict[str, OverBoards]:
        """Return what holds over each kind of place and, if there are two kinds, over all."""
        kinds = [kind_of_places(summary.setup) or self.places for summary in self.summaries]
        values = np.array([summary.tally.values for summary in self.summaries])
        picked = {kind: [k for k, of in enumerate(kinds) if of == kind] for kind in dict.fromkeys(kinds)}
        if len(picked) > 1:
            picked["all"] = list(range(len(kinds)))
        return {
            name: over_boards(values[some], [kinds[k] for k in some], self.unit.is_share)
            for name, some in picked.items()
        }


def _mean(summary: Summary, measure: Measure) -> float:
    return float(summary.tally.columns[measure.name].sum() / summary.tally.games)


def sentences_over_boards(summaries: Sequence[Summary]) -> Iterator[str]:
    """Tell what a table comes to over each kind of places and, if there are two kinds, over all."""
    found = Ensemble(summaries)
    who, unit = table_words(found.game, summaries[0].policy), found.unit
    for kind, group in found.groups.items():
        where = f"this setup on {group.boards} {found.places} ({kind})"
        told = unit.achieved(who, where, unit.told(group.mean, group.ci_low, group.ci_high))
        yield f"{capital(told)}; single {found.places} range from {unit.fine(group.lowest)} to {unit.fine(group.highest)}."


def figures_over_boards(summaries: Sequence[Summary]) -> dict[str, Any]:
    """Return the mean over boards where `sim run` of one board has its figure, then the spread, then every board."""
    found = Ensemble(summaries)
    last, (_, mean) = list(found.groups.values())[-1], names_of(found.game.main)
    return {
        mean: last.mean,
        "ci_low": last.ci_low,
        "ci_high": last.ci_high,
        "games": sum(row["games"] for row in found.rows),
        **{
            f"{column_name(measure.name)}_mean": fmean(_mean(summary, measure) for summary in summaries)
            for measure in found.shown
            if not measure.parts
        },
        "policy": summaries[0].policy,
        "seed": summaries[0].seed,
        "over": found.places,
        "over_boards": {name: asdict(group) for name, group in found.groups.items()},
        "boards": found.rows,
    }


def tables_over_boards(summaries: Sequence[Summary], seconds: float) -> Iterator[RenderableType]:
    """Lay the figures of a set out for people: a row a board, and what holds over them."""
    found, first = Ensemble(summaries), summaries[0]
    games = first.tally.games
    each = "".join(f", each with a {name} of its own" for name in found.varied[1:])
    yield Text(f"{len(summaries)} {found.places}{each}, {changes(found.game, first.setup)}", style="bold")
    yield Text(f"policy {first.policy}, {games:,} games on each, seed {first.seed}")
    for sentence in origin_sentences(found.game, (summary.setup.places for summary in summaries)):
        yield Text(sentence, style="yellow")
    yield Text()
    yield _each(found)
    yield Text()
    yield _together(found)
    rate = "win rate" if found.unit.is_winning else "mean"
    yield Text(
        f"\nbetween: standard deviation of the {rate}s of {found.places}, chance taken off; by chance: that of a {rate.split()[-1]} of so many games"
    )
    yield Text(f"{games * len(summaries) / seconds:,.0f} games/s", style="dim")


def _each(found: Ensemble) -> Table:
    unit, (_, mean) = found.unit, names_of(found.game.main)
    shown = [measure.short or measure.words for measure in found.shown]
    headings = (*found.varied, unit.heading, "95 % interval", *shown)
    rows = (
        (
            *(str(summary.setup.levels[name]) for name in found.varied),
            unit.fine(row[mean]),
            unit.fine_interval(row["ci_low"], row["ci_high"]),
            *(f"{_mean(summary, measure):.2f}" for measure in found.shown),
        )
        for summary, row in zip(found.summaries, found.rows, strict=True)
    )
    return plain_table(*headings, right=range(len(found.varied), len(headings)), rows=rows)


def _together(found: Ensemble) -> Table:
    unit = found.unit
    mean = "mean won" if unit.is_winning else "mean"
    spread = ("lowest", "highest", "between", "by chance")
    rows = (
        (
            name,
            str(group.boards),
            Text(unit.fine(group.mean), style="bold"),
            unit.fine_interval(group.ci_low, group.ci_high),
            *map(unit.fine, (group.lowest, group.highest, group.between_sd, group.sampling_sd)),
        )
        for name, group in found.groups.items()
    )
    headings = (f"over {found.places}", found.places, mean, "95 % interval", *spread)
    return plain_table(*headings, right=range(1, len(headings)), rows=rows)
