"""Curves over the turns of a game, for every measure that is counted by turn: totals of what helps, anything else turn by turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from matplotlib.axes import Axes

from experiments.results import CellResult
from experiments.run_store.tally import Tally
from experiments.statistics.means import games_of
from reports.chart import Chart
from reports.charts.canvas import chart_name, draw_chart
from reports.charts.columns import (
    Array,
    histogram,
    intervals_words,
    key_of,
    last_used,
    mean_marks,
    sides_of,
)
from reports.charts.panels import Panels, curve
from reports.charts.run import Run
from reports.charts.scale import Mark, Scale
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
        found = {
            policy: _curves(run, parts[policy], cell, measure) for policy, cell in run.shown_here.items()
        }
        if any(found.values()):
            yield _chart(run, measure, found)


def _curves(run: Run, parts: Sequence[Tally], cell: CellResult, measure: Measure) -> Curves:
    """Return means of what has been counted up to each turn, where a game that is over keeps what it has; or of what is counted in each turn, in games that saw it."""
    whole, found = run.game.measures[measure.by_turn], Curves()
    for row in range(len(run.game.results)):
        sums, turns = [part.columns[measure.name][row] for part in parts], _turns(whole, cell, row)
        if not turns:
            continue
        # the most that any game has counted, if that is known
        most = last_used(histogram(cell.tally, whole.name, row)) + whole.low if whole.top else None
        if whole.better > 0:
            marks = mean_marks(np.cumsum(sums, axis=1), [games_of(part, row) for part in parts], most)
        else:
            marks = mean_marks(sums, [_reached(part, row) for part in parts], most)
        found[row] = turns, marks[: turns[-1]]
    return found


def _turns(whole: Measure, cell: CellResult, row: int) -> list[int]:
    """Return the turns that are drawn of games with a result."""
    if whole.better > 0:
        last = max(last_used(histogram(cell.tally, TURNS, row)), 1)
        return list(range(1, last + 1)) if games_of(cell.tally, row) else []
    reached = _reached(cell.tally, row)
    return [turn for turn, games in enumerate(reached, start=1) if games > RARE * reached[0]]


def _reached(tally: Tally, row: int) -> Array:
    """Return how many games with a result saw turn 1, 2 …"""
    return histogram(tally, TURNS, row)[::-1].cumsum()[::-1][1:]


def _chart(run: Run, measure: Measure, found: dict[str, Curves]) -> Chart:
    curves_of, sides, words = list(found.values()), sides_of(run.game), run.facts.scene.words_of(measure)
    everything = [
        (policy, sides[row].games, *curve)
        for policy, curves in found.items()
        for row, curve in curves.items()
    ]
    if run.game.measures[measure.by_turn].better > 0:
        told = [
            f"{run.who(policy)} has {marks[-1].value:.1f} at the end of {games}"
            for policy, games, _, marks in everything
        ]
        alt = f"{capital(measure.words)} by turn: {'; '.join(told)}."
        caption = f"Average {measure.words} by the end of each turn. Finished games keep their final total."
    else:
        told = [
            f"{short(policy)}, {games}: most in turn {_peak(turns, marks)}"
            for policy, games, turns, marks in everything
        ]
        alt = f"{capital(words.full)} by turn. {'; '.join(told)}."
        caption = (
            f"{capital(words.full)} in a turn, mean of the games that reached it; "
            "turns that fewer than one game in 50 reached are left out."
        )
    last = max(turns[-1] for _, _, turns, _ in everything)
    drawn = [mark for _, _, _, marks in everything for mark in marks]
    # an interval of few games may be many times what was seen: the rest of it lies above the figure
    top = min(max(mark.high for mark in drawn), MOST_ROOM * max(mark.value for mark in drawn)) or 1.0

    def fill(axes: Axes, number: int) -> None:
        Scale.of_whole(1, last, "turn").draw(axes)
        Scale.from_nought(1.05 * top, "").draw(axes, "y")
        for row, (turns, marks) in curves_of[number].items():
            curve(axes, sides[row].look, turns, marks)

    panels = Panels([short(policy) for policy in found], fill, key_of(sides))
    return draw_chart(
        chart_name(measure.by_turn, "by", "turn"), "losses", words.by_turn, alt=alt, caption=f"{caption} In {run.reference_words}; the bands are {intervals_words(drawn)}.{run.left_out}",
        source=run.source_here, drawing=panels,
    )  # fmt: skip


def _peak(turns: list[int], marks: list[Mark]) -> str:
    """`7 (2.1)`: the turn with the highest mean."""
    turn, mark = max(zip(turns, marks, strict=True), key=lambda each: each[1].value)
    return f"{turn} ({mark.value:.1f})"
