"""The switches and signals that are passed and set most."""

from __future__ import annotations

from collections.abc import Iterator

from matplotlib.axes import Axes

from experiments.results import CellResult
from reports.chart import Chart
from reports.charts.canvas import Canvas, draw_chart, key_height
from reports.charts.run import Run
from reports.charts.source import source_words
from reports.charts.style import BLUE, FAINT, MARGIN, SKY, SMALL, TEXT, WIDTH, Look, short, wide
from simulator.board import Board
from simulator.network_tables import board_names_of

MOST = 8
ROW, HEAD, FOOT = 26.0, 22.0, 40.0
KEY = ("trains that passed", "times set by a card")
LOOKS = (Look(SKY), Look(BLUE))
Used = list[tuple[str, float, float]]  # name, passed, set


def busiest_charts(run: Run) -> Iterator[Chart]:
    """Of the default policy in the reference setting; none without its board."""
    row = run.at(run.reference).get(run.player) or next(iter(run.at(run.reference).values()))
    board = run.boards.get(row.cell.entry["board"]["hash"])
    if board is None:
        return
    names = board_names_of(board)
    groups = {
        "switches": _used(row.cell, "switch", [_junction(board, name) for name in names.junctions]),
        "signals": _used(row.cell, "field", [_field(board, name) for name in names.fields]),
    }
    groups = {name: used for name, used in groups.items() if used}
    if groups:
        yield _chart(run, row.cell, groups)


def _junction(board: Board, name: str) -> str:
    return short(board.places[name].name or name, 24)


def _field(board: Board, field: str) -> str:
    """An entrance by its city and where one comes from, a line signal by its line."""
    line, _, edge = field.rpartition(":")
    ends = board.line_by_id[line].ends
    city = board.field_city[field]
    words = {end: short(board.places[end].name or end, 15) for end in ends}
    if city in ends:
        other = ends[0] if city == ends[1] else ends[1]
        return f"{words[city]} from {words[other]}"
    return f"{words[ends[0]]} – {words[ends[1]]}, {edge}"


def _used(cell: CellResult, kind: str, names: list[str]) -> Used:
    columns = [cell.tally.columns[f"heat_{kind}_{what}"] / cell.games for what in ("passed", "set")]
    found = [(name, float(columns[0][k]), float(columns[1][k])) for k, name in enumerate(names)]
    found = [each for each in found if each[1] or each[2]]
    return sorted(found, key=lambda each: (-each[2], -each[1], each[0]))[:MOST]


def _chart(run: Run, cell: CellResult, groups: dict[str, Used]) -> Chart:
    rows = sum(map(len, groups.values()))
    height = key_height(KEY) + HEAD * len(groups) + ROW * rows + FOOT + 8 * (len(groups) - 1)
    top = max(max(passed, put) for used in groups.values() for _, passed, put in used)
    left = MARGIN + max(wide(name) for used in groups.values() for name, _, _ in used) + 10
    right = MARGIN + 30
    width = WIDTH - left - right

    def paint(canvas: Canvas) -> None:
        canvas.key(KEY, LOOKS, bars=True)
        y = canvas.height - key_height(KEY)
        for number, (group, used) in enumerate(groups.items()):
            y -= HEAD
            canvas.text(MARGIN, y + HEAD / 2, group, size=TEXT, bold=True)
            y -= ROW * len(used)
            axes = canvas.axes(left, y, width, ROW * len(used))
            _bars(axes, used, top)
            if number < len(groups) - 1:
                axes.set_xticklabels([])
                y -= 8
            base = y + (8 if number < len(groups) - 1 else 0)
            for k, (name, passed, put) in enumerate(used):
                middle = base + ROW * (len(used) - k - 0.5)
                canvas.text(left - 10, middle, name, align="right")
                for value, shift in ((passed, 5.0), (put, -5.0)):
                    canvas.text(
                        left + width * value / top + 4, middle + shift, f"{value:.1f}", size=SMALL - 1.5
                    )
        canvas.text(left + width / 2, 10, "times a game", colour=FAINT, align="center")

    told = [
        f"{group}: {'; '.join(f'{name} set {put:.1f} and passed {passed:.1f} times a game' for name, passed, put in used[:2])}"
        for group, used in groups.items()
    ]
    return draw_chart(
        "busiest", "where", "Which switches and signals are used most?", alt=f"Used most, {'. '.join(told)}.",
        caption=(
            f"The {MOST} switches and the {MOST} signals that are set most often, mean of {cell.games:,} games of {short(cell.policy)} "
            f"in {run.reference_words}. The run keeps sums of these, so there is no interval."
        ),
        source=source_words(run), height=height, paint=paint,
    )  # fmt: skip


def _bars(axes: Axes, used: Used, top: float) -> None:
    axes.set(xlim=(0, top), ylim=(len(used) - 0.5, -0.5), yticks=[])
    axes.spines["bottom"].set_visible(False)
    axes.locator_params(axis="x", nbins=5)
    axes.grid(axis="x")
    for offset, look, column in ((-0.2, LOOKS[0], 1), (0.2, LOOKS[1], 2)):
        axes.barh(
            [k + offset for k in range(len(used))],
            [float(each[column]) for each in used],
            0.36,
            color=look.colour,
            lw=0,
            zorder=3,
        )
