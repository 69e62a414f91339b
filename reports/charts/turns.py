"""How games go, turn by turn, for every measure that is counted so: what helps as it adds up, anything else turn for turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np
from matplotlib.axes import Axes

from experiments.results import CellResult
from experiments.run_store.tally import Tally
from experiments.statistics.means import games_of
from reports.chart import Chart
from reports.charts.canvas import draw_chart
from reports.charts.columns import (
    Array,
    Side,
    games_on,
    histogram,
    intervals_words,
    last_used,
    mean_marks,
    of_side,
    sides_of,
)
from reports.charts.factors import chart_name
from reports.charts.interval_rows import Mark
from reports.charts.panels import Panels, curve, whole_ticks
from reports.charts.run import Run
from reports.charts.source import source_words
from reports.charts.style import short
from reports.words import capital
from simulator.game import Measure

TURNS = (
    "turns"  # the measure that counts them; without its histogram nobody knows how many games reach a turn
)
MOST_ROOM = 3.0  # of the highest mean
RARE = 0.02  # of games: turns that fewer reach would be drawn by chance
Curves = dict[int, tuple[list[int], list[Mark]]]  # by result: turns and means


def turn_charts(run: Run) -> Iterator[Chart]:
    measures = run.game.measures
    if TURNS not in measures or not measures[TURNS].top:
        return
    parts = {policy: run.results.blocks(cell) for policy, cell in run.shown_here.items()}
    by_turn = [each for each in measures.values() if each.by_turn]
    for measure in sorted(by_turn, key=lambda each: -measures[each.by_turn].better):
        whole = measures[measure.by_turn]
        adds_up = whole.better > 0
        curves = _so_far if adds_up else _in_each
        found = {policy: curves(run, parts[policy], cell, measure) for policy, cell in run.shown_here.items()}
        if any(found.values()):
            yield _adding_up(run, measure, found) if adds_up else _turn_for_turn(run, measure, found)


def _name(measure: Measure) -> str:
    return chart_name(measure.by_turn, "by", "turn")


def _question(run: Run, measure: Measure) -> str:
    return run.facts.scene.words_of(measure.by_turn).by_turn or f"{capital(measure.words)}, turn by turn"


def _adding_up(run: Run, measure: Measure, found: dict[str, Curves]) -> Chart:
    told = [
        f"{run.who(policy)} has {marks[-1].value:.1f} at the end of {side.games}"
        for policy, curves in found.items()
        for side in sides_of(run.game)
        if side.row in curves
        for marks in (curves[side.row][1],)
    ]
    caption = f"Average {measure.words} by the end of each turn. Finished games keep their final total."
    alt = f"{capital(measure.words)} by turn: {'; '.join(told)}."
    return _chart(run, _name(measure), _question(run, measure), found, caption, alt)


def _turn_for_turn(run: Run, measure: Measure, found: dict[str, Curves]) -> Chart:
    told = []
    for policy, curves in found.items():
        for side in sides_of(run.game):
            if side.row in curves:
                turns, marks = curves[side.row]
                most = max(range(len(marks)), key=lambda k: marks[k].value)
                told.append(
                    f"{short(policy)}, {side.games}: most in turn {turns[most]} ({marks[most].value:.1f})"
                )
    words = capital(run.facts.scene.words_of(measure.by_turn).full or measure.words)
    caption = f"{words} in a turn, mean of the games that reached it; turns that fewer than one game in 50 reached are left out."
    return _chart(
        run, _name(measure), _question(run, measure), found, caption, f"{words} by turn. {'; '.join(told)}."
    )


def _so_far(run: Run, parts: Sequence[Tally], cell: CellResult, measure: Measure) -> Curves:
    """Means of what has been counted up to each turn; a game that is over keeps what it has."""
    found: Curves = {}
    for side in sides_of(run.game):
        if games_of(cell.tally, side.row):
            last = max(last_used(histogram(cell.tally, TURNS, side.row)), 1)
            marks = mean_marks(
                parts, _added(measure, side), games_on(side.row), _most(run, cell, measure, side)
            )
            found[side.row] = list(range(1, last + 1)), marks[:last]
    return found


def _in_each(run: Run, parts: Sequence[Tally], cell: CellResult, measure: Measure) -> Curves:
    """Means of what is counted in each turn, of the games that saw it."""
    found: Curves = {}
    for side in sides_of(run.game):
        reached = _reached(side)(cell.tally)
        turns = [turn for turn, games in enumerate(reached, start=1) if games > RARE * reached[0]]
        if turns:
            sums = of_side(measure.name, side.row)
            marks = mean_marks(parts, sums, _reached(side), _most(run, cell, measure, side))
            found[side.row] = turns, marks[: turns[-1]]
    return found


def _most(run: Run, cell: CellResult, measure: Measure, side: Side) -> float | None:
    """Return the most that any game has counted, if that is known."""
    whole = run.game.measures[measure.by_turn]
    return last_used(histogram(cell.tally, whole.name, side.row)) + whole.low if whole.top else None


def _added(measure: Measure, side: Side) -> Callable[[Tally], Array]:
    """Return what a block has up to turn 1, 2 …"""
    return lambda tally: np.cumsum(tally.columns[measure.name][side.row])


def _reached(side: Side) -> Callable[[Tally], Array]:
    """Return how many games of a block saw turn 1, 2 …"""
    return lambda tally: histogram(tally, TURNS, side.row)[::-1].cumsum()[::-1][1:]


def _chart(run: Run, name: str, title: str, found: dict[str, Curves], caption: str, alt: str) -> Chart:
    curves_of, sides = list(found.values()), sides_of(run.game)
    everything = [curve for curves in curves_of for curve in curves.values()]
    last = max(turns[-1] for turns, _ in everything)
    drawn = [mark for _, marks in everything for mark in marks]
    # an interval of few games may be many times what was seen: the rest of it lies above the figure
    top = min(max(mark.high for mark in drawn), MOST_ROOM * max(mark.value for mark in drawn)) or 1.0

    def fill(axes: Axes, number: int) -> None:
        whole_ticks(axes, 1, last)
        axes.set_ylim(0, 1.05 * top)
        axes.locator_params(axis="y", nbins=5, steps=[1, 2, 4, 5, 10], integer=top > 4)
        axes.grid(axis="y")
        for row, (turns, marks) in curves_of[number].items():
            curve(axes, sides[row].look, turns, marks)

    panels = Panels([short(policy) for policy in found], "turn", fill, sides)
    return draw_chart(
        name, "losses", title, alt=alt, caption=f"{caption} In {run.reference_words}; the bands are {intervals_words(drawn)}.{run.left_out}",
        source=source_words(run, f"every policy in {run.reference_name}", run.shown_here.values()), height=panels.height, paint=panels.paint,
    )  # fmt: skip
