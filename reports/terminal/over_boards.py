"""What `sim run` says of an ensemble: each board (or deck) by itself, and all of them together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from statistics import fmean
from typing import Any

import numpy as np
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from experiments.factors import catalogue
from experiments.maps import kind_of_places
from experiments.statistics.over_boards import OverBoards, over_boards
from experiments.summary import column_name, names_of
from reports.factor_words import changes, origin_sentences
from reports.tables import headline_measures
from reports.terminal.play_tables import Figures, Summary, play_json
from reports.terminal.screen import plain_table
from reports.units import Unit
from simulator.core.errors import InputError
from simulator.game import Game, Measure


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
        """Over each kind of place and, if there are two kinds, over all."""
        kinds = [kind_of_places(summary.setup) or self.places for summary in self.summaries]
        values = np.array([summary.tally.values for summary in self.summaries])
        groups = {}
        for kind in dict.fromkeys(kinds):
            some = [number for number, of in enumerate(kinds) if of == kind]
            groups[kind] = over_boards(values[some], [kind] * len(some), self.unit.is_share)
        if len(groups) > 1:
            groups["all"] = over_boards(values, kinds, self.unit.is_share)
        return groups


def _mean(summary: Summary, measure: Measure) -> float:
    return float(summary.tally.columns[measure.name].sum() / summary.tally.games)


def figures_over_boards(summaries: list[Summary]) -> dict[str, Any]:
    """The mean over boards where `sim run` of one board has its figure, then the spread, then every board."""
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


def tables_over_boards(summaries: list[Summary], seconds: float) -> Iterator[RenderableType]:
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
    rates = "win rates" if found.unit.is_winning else "means"
    yield Text(
        f"\nbetween: standard deviation of the {rates} of {found.places}, chance taken off; "
        f"by chance: that of a {rates.removesuffix('s').rpartition(' ')[-1]} of so many games"
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
    headings = (
        f"over {found.places}",
        found.places,
        "mean won" if unit.is_winning else "mean",
        "95 % interval",
        "lowest",
        "highest",
        "between",
        "by chance",
    )
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
    return plain_table(*headings, right=range(1, len(headings)), rows=rows)
