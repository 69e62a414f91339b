"""The switches and signals that are passed and set most."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from matplotlib.axes import Axes

from experiments.results import CellResult
from experiments.run_store.tally import Tally
from experiments.statistics.kept_means import FEWEST_BLOCKS
from reports.chart import Chart
from reports.charts.canvas import Canvas, draw_chart, key_height
from reports.charts.columns import Array, mean_marks
from reports.charts.interval_rows import Mark
from reports.charts.run import Run
from reports.charts.source import source_words
from reports.charts.style import BLUE, FAINT, INK, MARGIN, SKY, SMALL, TEXT, Look, short, wide
from reports.switch_signal.board.words import BoardWords
from reports.switch_signal.goods import board_of
from simulator.switch_signal.to_records import board_names_of

MOST = 8
MOST_LETTERS = 32
ROW, HEAD, FOOT = 26.0, 22.0, 40.0
KEY = ("trains that passed", "times set by a card")
LOOKS = (Look(SKY), Look(BLUE))


@dataclass(frozen=True)
class Thing:
    """A switch or signal, with how often a game passes and sets it."""

    name: str
    passed: Mark
    put: Mark


Used = list[Thing]


def busiest_charts(run: Run) -> Iterator[Chart]:
    """Of the default policy in the reference setting; none without its board."""
    cell = run.main_cell
    board = board_of(cell, run.facts.places)
    if board is None:
        return
    names, words, parts = board_names_of(board), BoardWords(board), run.results.blocks(cell)
    groups = {
        "switches": _used(
            parts, "switch", [short(words.place(name), MOST_LETTERS) for name in names.junctions]
        ),
        "signals": _used(
            parts, "field", [short(words.short_signal(name), MOST_LETTERS) for name in names.fields]
        ),
    }
    groups = {name: used for name, used in groups.items() if used}
    if groups:
        yield _chart(run, cell, groups, len(parts) >= FEWEST_BLOCKS)


def _column(name: str) -> Callable[[Tally], Array]:
    return lambda tally: tally.columns[name]


def _used(parts: Sequence[Tally], kind: str, names: list[str]) -> Used:
    passed, put = (
        mean_marks(parts, _column(f"heat_{kind}_{what}"), lambda part: part.games)
        for what in ("passed", "set")
    )
    found = [Thing(*each) for each in zip(names, passed, put, strict=False)]
    found = [each for each in found if each.passed.value or each.put.value]
    return sorted(found, key=lambda each: (-each.put.value, -each.passed.value, each.name))[:MOST]


def _chart(run: Run, cell: CellResult, groups: dict[str, Used], intervals: bool) -> Chart:
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
        source=source_words(run, f"{run.who(cell.policy)} in {run.reference_name}", [cell]), height=bars.height, paint=bars.paint,
    )  # fmt: skip


@dataclass(frozen=True)
class Bars:
    """Two bars for each thing: how often it was passed, and how often it was set."""

    groups: Mapping[str, Used]

    def height(self, width: float) -> float:
        rows = sum(map(len, self.groups.values()))
        return key_height(KEY, width) + HEAD * len(self.groups) + ROW * rows + FOOT

    def paint(self, canvas: Canvas) -> None:
        canvas.key(KEY, LOOKS, bars=True)
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
        (-0.2, LOOKS[0], [each.passed for each in used]),
        (0.2, LOOKS[1], [each.put for each in used]),
    ):
        places = [k + offset for k in range(len(used))]
        axes.barh(places, [mark.value for mark in marks], 0.36, color=look.colour, lw=0, zorder=3)
        axes.hlines(places, [m.low for m in marks], [m.high for m in marks], color=INK, lw=1.2, zorder=4)
