"""What `sim run` tells of a game besides what runs are about: every measure that the game has told, made from its declaration.

A scene may have tables of its own (`Scene.play_tables`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from experiments.run_store.tally import Tally
from experiments.summary import column_name, names_of
from reports.scenes import scene_of
from reports.terminal.screen import plain_table
from reports.units import Unit
from simulator.game import Game, Measure, Setup

Figures = dict[str, Any]


@dataclass(frozen=True)
class Line:
    """A line of the table: what is counted, what it comes to for each player, and how that is written."""

    words: str
    values: Sequence[float]
    form: Callable[[float], str] = "{:.2f}".format


class PlayTables:
    """Figures and tables of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def figures(self, setup: Setup, tally: Tally) -> Figures:
        """Return what is told, for JSON: numbers by the names of measures, or tables by their parts."""
        return {_key(measure): _figure(measure, tally) for measure in self._told()}

    def lines(self, setup: Setup, found: Sequence[Figures]) -> Iterator[Line]:
        """Give a line for every measure, and one for each of its parts."""
        for measure in self._told():
            form, values = Unit(measure).exact, [each[_key(measure)] for each in found]
            if not isinstance(values[0], dict):
                yield Line(measure.words, values, form)
                continue
            if measure.is_mean:
                yield Line(measure.words, [sum(parts.values()) for parts in values], form)
            for part, words in (measure.parts or measure.values).items():
                if words:
                    told = f"  {words}" if measure.is_mean else f"{measure.words}: {words}"
                    yield Line(told, [parts[part] for parts in values], form)

    def alone(self, setup: Setup, found: Figures) -> Iterator[RenderableType]:
        """Give the tables of a single player."""
        yield self.side_by_side(setup, [found])

    def side_by_side(self, setup: Setup, found: Sequence[Figures]) -> Table:
        """A column a player; what nobody ever did has no line."""
        unit, (_, mean) = Unit(self.game.main), names_of(self.game.main)
        table = plain_table("", *(f["policy"] for f in found), right=range(1, len(found) + 1))
        table.add_row(unit.heading, *(Text(unit.fine(f[mean]), style="bold") for f in found))
        intervals = (unit.fine_interval(f["ci_low"], f["ci_high"]) for f in found)
        table.add_row("  95 % interval", *intervals)
        for line in self.lines(setup, found):
            if any(line.values):
                table.add_row(line.words, *map(line.form, line.values))
        return table

    def _told(self) -> Iterator[Measure]:
        return (each for each in self.game.measures.values() if each.told and each is not self.game.main)


def play_tables_of(game: Game) -> PlayTables:
    """Return the tables of a game: its own, or those that are made from its measures."""
    return (scene_of(game).play_tables() or PlayTables)(game)


def _key(measure: Measure) -> str:
    return f"{column_name(measure.name)}_{'mean' if measure.is_mean else 'share'}"


def _figure(measure: Measure, tally: Tally) -> float | dict[str, float]:
    """Return what a measure comes to a game, part by part or value by value if it has them."""
    sums = tally.columns[measure.name].sum(axis=0).tolist()
    if measure.kind == "code" or measure.parts:
        names = measure.values if measure.kind == "code" else measure.parts
        return {name: number / tally.games for name, number in zip(names, sums, strict=True)}
    return float(sum(sums) / tally.games)
