"""Where it happens: the board with traffic, stops and lost points as heat, and head-ons marked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from experiments.results import CellResult
from experiments.run_store.tally import Tally
from experiments.statistics.kept_means import FEWEST_BLOCKS
from reports.chart import Chart
from reports.charts.columns import mean_marks
from reports.charts.interval_rows import Mark
from reports.charts.run import Run
from reports.charts.source import source_words
from reports.charts.style import short
from reports.switch_signal.board.svg_sheet import Sheet
from reports.switch_signal.board.words import BoardWords
from reports.switch_signal.goods import board_of
from reports.switch_signal.where_drawing import heat_slide, heat_svg
from simulator.switch_signal.board import Board
from simulator.switch_signal.to_records import board_names_of

MOST_NUMBERS = 12
LEAST_CROSS = 0.15  # of the most head-ons: rarer ones are not marked


@dataclass(frozen=True)
class Kind:
    column: str
    title: str
    what: str


KINDS = (
    Kind("visits", "Where do trains run?", "trains that came through, a game"),
    Kind("stops", "Where do trains stop?", "moves that ended there, a game"),
    Kind("lost_points", "Where are points lost?", "points left unused there, a game"),
)


def where_charts(run: Run) -> Iterator[Chart]:
    """Of the default policy in the reference setting; none without its board."""
    cell = run.main_cell
    board = board_of(cell, run.facts.places)
    if board is None:
        return
    sheet, parts = Sheet(board), run.results.blocks(cell)
    for kind in KINDS:
        yield from _board_chart(run, cell, sheet, parts, kind)


def _board_chart(
    run: Run, cell: CellResult, sheet: Sheet, parts: Sequence[Tally], kind: Kind
) -> Iterator[Chart]:
    words = BoardWords(sheet.board)
    heat = _a_game(parts, sheet.board, kind.column)
    if not heat:
        return
    head_ons = _a_game(parts, sheet.board, "head_ons") if kind.column == "lost_points" else {}
    worst = max((mark.value for mark in head_ons.values()), default=0.0)
    crosses = {
        name: mark.value / worst for name, mark in head_ons.items() if mark.value > LEAST_CROSS * worst
    }
    numbers = {name: (short(words.cell(name), 40), _amount(mark)) for name, mark in heat.items()}
    told = {name: ": ".join(each) for name, each in numbers.items()}
    most = sorted(heat, key=lambda name: -heat[name].value)[:MOST_NUMBERS]
    alt = f"{kind.title} {kind.what.capitalize()}: most at {'; '.join(told[name] for name in most[:3])}."
    caption = (
        f"{kind.what.capitalize()}: mean of {cell.games:,} games of {run.who(cell.policy)} in {run.reference_words}. "
        f"Most at {told[most[0]]}{', with its 95 % interval' if len(parts) >= FEWEST_BLOCKS else ''}; pointing at a place shows its number."
    )
    if head_ons:
        place = max(head_ons, key=lambda name: head_ons[name].value)
        alt += f" Most head-ons: {words.cell(place)} ({100 * worst:.1f} in 100 games)."
        caption += " Crosses: head-ons, larger where there are more; rare ones are not marked."
    if (origin := cell.entry.places["board"].origin) != "known":
        caption += f" The board is {origin}."
    name = f"where-{kind.column.replace('_', '-')}"
    values = {name: mark.value for name, mark in heat.items()}
    svg = heat_svg(sheet, values, crosses, told, kind.what, alt)
    png = heat_slide(
        name,
        kind.title,
        source_words(run, f"{run.who(cell.policy)} in {run.reference_name}", [cell]),
        sheet.board,
        values,
        crosses,
        kind.what,
    )
    yield Chart(name, "where", kind.title, alt, caption, svg, "", png, [numbers[place] for place in most])


def _amount(mark: Mark) -> str:
    """`1.23 (1.20–1.26)`."""
    interval = f" ({mark.low:.2f}–{mark.high:.2f})" if mark.high > mark.low else ""
    return f"{mark.value:.2f}{interval}"


def _a_game(parts: Sequence[Tally], board: Board, column: str) -> Mapping[str, Mark]:
    """Means of all cells of the board where anything happened."""
    names = board_names_of(board).cells
    marks = mean_marks(parts, lambda part: part.columns[f"heat_{column}"], lambda part: part.games)
    return {name: mark for name, mark in zip(names, marks, strict=False) if mark.value}
