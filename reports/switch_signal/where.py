"""Where it happens: the board with traffic, stops and lost points as heat, and the switches and signals that are used most."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from matplotlib.axes import Axes

from experiments.results import CellResult
from experiments.run_store.tally import Tally
from experiments.statistics.kept_means import FEWEST_BLOCKS
from reports.chart import Chart
from reports.charts.canvas import Canvas, draw_chart, key_height
from reports.charts.columns import mean_marks
from reports.charts.interval_rows import Mark
from reports.charts.run import Run
from reports.charts.style import BLUE, FAINT, INK, MARGIN, SKY, SMALL, TEXT, Look, short, wide
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
ROW, HEAD, FOOT = 26.0, 22.0, 40.0
PASSED, PUT = Look(SKY), Look(BLUE)
KEY = (("trains that passed", PASSED), ("times set by a card", PUT))


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
        "switches": _used(parts, "switch", [short(words.place(name), MOST_NAME) for name in names.junctions]),
        "signals": _used(
            parts, "field", [short(words.short_signal(name), MOST_NAME) for name in names.fields]
        ),
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
    names = board_names_of(board).cells
    marks = mean_marks([part.columns[f"heat_{column}"] for part in parts], [part.games for part in parts])
    return {name: mark for name, mark in zip(names, marks, strict=False) if mark.value}


@dataclass(frozen=True)
class Thing:
    """A switch or signal, with how often a game passes and sets it."""

    name: str
    passed: Mark
    put: Mark


Used = list[Thing]


def _used(parts: Sequence[Tally], kind: str, names: list[str]) -> Used:
    games = [part.games for part in parts]

    def uses(what: str) -> list[Mark]:
        return mean_marks([part.columns[f"heat_{kind}_{what}"] for part in parts], games)

    found = [Thing(*each) for each in zip(names, uses("passed"), uses("set"), strict=False)]
    found = [each for each in found if each.passed.value or each.put.value]
    return sorted(found, key=lambda each: (-each.put.value, -each.passed.value, each.name))[:MOST]


def _busiest_chart(run: Run, cell: CellResult, groups: dict[str, Used], *, intervals: bool) -> Chart:
    bars = Bars(groups)
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
        source=run.source(f"{run.who(cell.policy)} in {run.reference_name}", [cell]), height=bars.height, paint=bars.paint,
    )  # fmt: skip


@dataclass(frozen=True)
class Bars:
    """Two bars for each thing: how often it was passed, and how often it was set."""

    groups: Mapping[str, Used]

    def height(self, width: float) -> float:
        rows = sum(map(len, self.groups.values()))
        return key_height(KEY, width) + HEAD * len(self.groups) + ROW * rows + FOOT

    def paint(self, canvas: Canvas) -> None:
        canvas.key(KEY, bars=True)
        everything = [each for used in self.groups.values() for each in used]
        top = max(mark.high for each in everything for mark in (each.passed, each.put))
        left = MARGIN + max(wide(each.name) for each in everything) + 10
        width = canvas.width - left - MARGIN - 30
        y = canvas.height - key_height(KEY, canvas.width)
        for group, used in self.groups.items():
            y -= HEAD
            canvas.text(MARGIN, y + HEAD / 2, group, size=TEXT, bold=True)
            axes = canvas.axes(left, y - ROW * len(used), width, ROW * len(used))
            _bars(axes, used, top)
            for each in used:
                canvas.text(left - 10, y - ROW / 2, each.name, align="right")
                for mark, shift in ((each.passed, 5.0), (each.put, -5.0)):
                    x = left + width * mark.high / top + 4
                    canvas.text(x, y - ROW / 2 + shift, f"{mark.value:.1f}", size=SMALL - 1.5)
                y -= ROW
            if y > FOOT + 1:  # only the lowest has numbers below it
                axes.set_xticklabels([])
        canvas.text(left + width / 2, 10, "times a game", colour=FAINT, align="center")


def _bars(axes: Axes, used: Used, top: float) -> None:
    axes.set(xlim=(0, top), ylim=(len(used) - 0.5, -0.5), yticks=[])
    axes.spines["bottom"].set_visible(False)
    axes.locator_params(axis="x", nbins=5)
    axes.grid(axis="x")
    for offset, look, marks in (
        (-0.2, PASSED, [each.passed for each in used]),
        (0.2, PUT, [each.put for each in used]),
    ):
        places = [k + offset for k in range(len(used))]
        axes.barh(places, [mark.value for mark in marks], 0.36, color=look.colour, lw=0, zorder=3)
        axes.hlines(places, [m.low for m in marks], [m.high for m in marks], color=INK, lw=1.2, zorder=4)
