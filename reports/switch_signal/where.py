"""Where it happens: the board with traffic, stops and lost points as heat, and the switches and signals that are used most."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from experiments.results import CellResult
from experiments.run_store.tally import Tally
from experiments.statistics.means import FEWEST_BLOCKS
from reports.chart import Chart
from reports.charts.canvas import draw_chart
from reports.charts.columns import mean_marks
from reports.charts.rows import Rows
from reports.charts.run import Run
from reports.charts.scale import Mark, Scale, Series, marks_in
from reports.charts.style import BLUE, SKY, Look, short
from reports.scenes import place_of
from reports.switch_signal.board.svg import Sheet
from reports.switch_signal.board.words import BoardWords
from reports.switch_signal.where_drawing import heat_key, heat_of, heat_slide, heat_svg
from simulator.switch_signal.board import Board
from simulator.switch_signal.to_records import board_names_of

MOST_NUMBERS = 12
LEAST_CROSS = 0.15  # of the most head-ons: rarer ones are not marked
MOST = 8
MOST_NAME = 32


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
    """Draw what the default policy does in the reference setting; nothing without its board."""
    cell = run.main_cell
    board = place_of(cell, "board", run.facts.places)
    if board is None:
        return
    sheet, words, parts = Sheet(board), BoardWords(board), run.results.blocks(cell)
    for kind in KINDS:
        yield from _board_chart(run, cell, sheet, words, parts, kind)
    names = board_names_of(board)
    groups = {
        "switches": _used(parts, "switch", [words.place(name) for name in names.junctions]),
        "signals": _used(parts, "field", [words.short_signal(name) for name in names.fields]),
    }
    groups = {name: used for name, used in groups.items() if used}
    if groups:
        yield _busiest_chart(run, cell, groups, intervals=len(parts) >= FEWEST_BLOCKS)


def _board_chart(
    run: Run, cell: CellResult, sheet: Sheet, words: BoardWords, parts: Sequence[Tally], kind: Kind
) -> Iterator[Chart]:
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
    shades, key = heat_of(values, told), heat_key(kind.what, max(values.values()), crosses=bool(crosses))
    png = heat_slide(
        name,
        kind.title,
        run.source(f"{run.who(cell.policy)} in {run.reference_name}", [cell]),
        sheet,
        shades,
        crosses,
        key,
    )
    svg = heat_svg(sheet, shades, crosses, key, alt)
    yield Chart(name, "where", kind.title, alt, caption, svg, "", png, [numbers[place] for place in most])


def _amount(mark: Mark) -> str:
    """`1.23 (1.20–1.26)`."""
    interval = f" ({mark.low:.2f}–{mark.high:.2f})" if mark.high > mark.low else ""
    return f"{mark.value:.2f}{interval}"


def _a_game(parts: Sequence[Tally], board: Board, column: str) -> Mapping[str, Mark]:
    """Means of all cells of the board where anything happened."""
    marks = _uses(parts, f"heat_{column}")
    return {name: mark for name, mark in zip(board_names_of(board).cells, marks, strict=False) if mark.value}


def _uses(parts: Sequence[Tally], column: str) -> list[Mark]:
    """Means of a game, from the blocks of a cell."""
    return mean_marks([part.columns[column] for part in parts], [part.games for part in parts])


@dataclass(frozen=True)
class Thing:
    """A switch or signal, with how often a game passes and sets it."""

    name: str
    passed: Mark
    put: Mark


def _used(parts: Sequence[Tally], kind: str, names: Sequence[str]) -> list[Thing]:
    """Return what is set most often."""
    uses = (_uses(parts, f"heat_{kind}_{what}") for what in ("passed", "set"))
    found = [Thing(short(name, MOST_NAME), *each) for name, *each in zip(names, *uses, strict=False)]
    found = [each for each in found if each.passed.value or each.put.value]
    return sorted(found, key=lambda each: (-each.put.value, -each.passed.value, each.name))[:MOST]


def _busiest_chart(
    run: Run, cell: CellResult, groups: Mapping[str, list[Thing]], *, intervals: bool
) -> Chart:
    """Draw switches and signals in rows, each kind below its name."""
    rows = [
        row
        for group, used in groups.items()
        for row in ((group, None), *((each.name, each) for each in used))
    ]
    series = [
        Series("trains that passed", Look(SKY), [each.passed if each else None for _, each in rows]),
        Series("times set by a card", Look(BLUE, "s"), [each.put if each else None for _, each in rows]),
    ]
    figure = Rows(
        labels=[name for name, _ in rows],
        series=series,
        scale=Scale.from_nought(1.04 * max(mark.high for mark in marks_in(series)), "times a game"),
        bold=frozenset(k for k, (_, each) in enumerate(rows) if each is None),
        values=[
            f"{each.passed.value:.1f} · {each.put.value:.1f}" if each else "passed · set" for _, each in rows
        ],
        bands=True,
    )
    told = [
        f"{group}: {'; '.join(f'{each.name} set {each.put.value:.1f} and passed {each.passed.value:.1f} times a game' for each in used[:2])}"
        for group, used in groups.items()
    ]
    how = (
        "with 95 % intervals"
        if intervals
        else "without intervals, for which there are too few blocks of games"
    )
    return draw_chart(
        "busiest", "where", "Which switches and signals are used most?", alt=f"Used most, {'. '.join(told)}.",
        caption=(
            f"The {MOST} switches and the {MOST} signals that are set most often, mean of {cell.games:,} games of {run.who(cell.policy)} "
            f"in {run.reference_words}, {how}."
        ),
        source=run.source(f"{run.who(cell.policy)} in {run.reference_name}", [cell]), drawing=figure,
    )  # fmt: skip
