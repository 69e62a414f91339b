"""Two factors at once: a heatmap of win rates for every policy."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from matplotlib.patches import Rectangle

from experiments.levels import Level
from experiments.summary import Row
from reports.chart import Chart
from reports.charts.canvas import Canvas, draw_chart
from reports.charts.factors import chart_name
from reports.charts.run import Run, evenly
from reports.charts.source import source_words
from reports.charts.style import (
    FAINT,
    HALF_WIDTH,
    INK,
    MARGIN,
    PAPER,
    SMALL,
    TEXT,
    WIDTH,
    give_or_take,
    percent,
    shade,
    short,
    wide,
)
from reports.factor_words import label_of

MOST_PAIRS, MOST_PANELS = 3, 4
MOST_ACROSS, MOST_DOWN = 10, 16
CELL_HEIGHT, LEAST_WIDTH, MOST_WIDTH = 38.0, 40.0, 84.0
PANEL_HEAD, PANEL_FOOT, GAP = 42.0, 36.0, 14.0
Grid = dict[tuple[Level, Level], Row]


def heatmap_charts(run: Run) -> Iterator[Chart]:
    """Every pair of factors, or with many pairs that of the two factors which matter most."""
    pairs = list(combinations(range(len(run.factors)), 2))
    if len(pairs) > MOST_PAIRS:
        strongest = sorted(range(len(run.factors)), key=lambda k: -_reach(run, k))[:2]
        pairs = [(min(strongest), max(strongest))]
    for pair in pairs:
        # the factor with fewer levels across, since a page is narrow
        down, across = sorted(pair, key=lambda k: -len(run.factors[k].levels))
        panels = {policy: _grid(run, down, across, policy) for policy in run.shown}
        panels = {policy: grid for policy, grid in panels.items() if len(grid) > 1}
        if panels:
            yield _chart(run, down, across, panels)


def _reach(run: Run, factor: int) -> float:
    """How far the win rate of the default policy moves along a factor, everything else averaged."""
    by_level: dict[Level, list[float]] = {}
    for (setting, policy), row in run.by.items():
        if policy == run.player:
            by_level.setdefault(setting[factor], []).append(row.rate)
    means = [sum(rates) / len(rates) for rates in by_level.values()]
    return max(means) - min(means)


def _grid(run: Run, down: int, across: int, policy: str) -> Grid:
    found: Grid = {}
    for (setting, who), row in run.by.items():
        same = all(level == run.reference[k] for k, level in enumerate(setting) if k not in (down, across))
        if who == policy and same:
            found[setting[down], setting[across]] = row
    return found


def _chart(run: Run, down: int, across: int, panels: dict[str, Grid]) -> Chart:
    factors = run.factors[down], run.factors[across]
    rows, columns = (
        evenly(factor.levels, most, keep=[factor.standard])
        for factor, most in zip(factors, (MOST_DOWN, MOST_ACROSS), strict=True)
    )
    outline = run.by_the_book and all(factor.rulebook in factor.levels for factor in factors)
    kept = dict(list(panels.items())[-MOST_PANELS:])
    left = max(wide(short(level, 16)) for level in rows) + 12
    abreast = (
        2 if len(kept) > 1 and (WIDTH - 2 * MARGIN - GAP) / 2 - left >= LEAST_WIDTH * len(columns) else 1
    )
    width = min((WIDTH - 2 * MARGIN - GAP * (abreast - 1)) / abreast, left + MOST_WIDTH * len(columns))
    high = PANEL_HEAD + CELL_HEIGHT * len(rows) + PANEL_FOOT
    stacked = -(-len(kept) // abreast)

    def paint(canvas: Canvas) -> None:
        for number, (policy, grid) in enumerate(kept.items()):
            row, column = divmod(number, abreast)
            corner = MARGIN + column * (width + GAP), canvas.height - (row + 1) * high
            names = label_of(factors[0].name), label_of(factors[1].name)
            _panel(canvas, corner, width, left, short(policy), names, rows, columns, grid)

    def outlined(canvas: Canvas) -> None:
        paint(canvas)
        wanted = (factors[0].standard, factors[1].standard)
        for number, grid in enumerate(kept.values()):
            if wanted in grid and outline:
                row, column = divmod(number, abreast)
                cell = (width - left) / len(columns)
                x = MARGIN + column * (width + GAP) + left + cell * columns.index(wanted[1])
                y = canvas.height - (row + 1) * high + PANEL_FOOT
                y += CELL_HEIGHT * (len(rows) - 1 - rows.index(wanted[0]))
                axes = canvas.axes(x - 3, y - 3, cell + 6, CELL_HEIGHT + 6)
                axes.set_axis_off()
                axes.add_patch(Rectangle((0, 0), 1, 1, fill=False, ec=PAPER, lw=7))
                axes.add_patch(Rectangle((0, 0), 1, 1, fill=False, ec=INK, lw=3))

    names = [label_of(factor.name) for factor in factors]
    title = f"How do {names[0]} and {names[1]} change the win rate together?"
    caption = f"Share of games won, beneath it {HALF_WIDTH}."
    if outline:
        caption += " Outlined: the standard setup."
    caption += run.rest(*(factor.name for factor in factors))
    if len(rows) < len(factors[0].levels) or len(columns) < len(factors[1].levels):
        caption += " Not all levels are shown, but evenly chosen ones."
    if len(run.factors) > 2 and len(run.factors) * (len(run.factors) - 1) // 2 > MOST_PAIRS:
        caption += " These two factors change the win rate most; the explorer shows any two."
    missing = len(run.policies) - len(kept)
    caption += f" {missing} further policies of the run are not shown." if missing else ""
    return draw_chart(
        chart_name("heatmap", factors[0].name, factors[1].name), "setting", title,
        alt=f"{title} {'; '.join(_told(run, policy, grid, factors[0].name, factors[1].name) for policy, grid in kept.items())}.",
        caption=caption, source=source_words(run), height=stacked * high, paint=outlined,
    )  # fmt: skip


def _told(run: Run, policy: str, grid: Grid, down: str, across: str) -> str:
    (low_at, low), (high_at, high) = (
        choose(grid.items(), key=lambda each: each[1].rate) for choose in (min, max)
    )
    ends = [
        f"{percent(row.rate)} at {run.level(down, at[0])}, {run.level(across, at[1])}"
        for at, row in ((low_at, low), (high_at, high))
    ]
    return f"{short(policy)} wins from {ends[0]} to {ends[1]}"


def _panel(
    canvas: Canvas,
    corner: tuple[float, float],
    width: float,
    left: float,
    title: str,
    names: tuple[str, str],
    rows: list[Level],
    columns: list[Level],
    grid: Grid,
) -> None:
    x, y = corner
    room, height = width - left, CELL_HEIGHT * len(rows)
    axes = canvas.axes(x + left, y + PANEL_FOOT, room, height)
    axes.set(xlim=(0, len(columns)), ylim=(0, len(rows)), xticks=[], yticks=[])
    axes.spines["bottom"].set_visible(False)
    canvas.text(x, y + PANEL_FOOT + height + 30, title, size=TEXT, bold=True)
    canvas.text(x, y + PANEL_FOOT + height + 12, f"↓ {short(names[0], 34)}", colour=FAINT)
    canvas.text(x + left + room / 2, y + 9, f"{short(names[1], 34)} →", colour=FAINT, align="center")
    size = SMALL if room / len(columns) >= LEAST_WIDTH + 4 else SMALL - 1
    for k, down in enumerate(rows):
        base = len(rows) - 1 - k
        canvas.text(x + left - 8, y + PANEL_FOOT + CELL_HEIGHT * (base + 0.5), short(down, 16), align="right")
        for n, across in enumerate(columns):
            row = grid.get((down, across))
            if row is None:
                axes.text(n + 0.5, base + 0.5, "–", color=FAINT, ha="center", va="center")
                continue
            fill, ink = shade(row.rate)
            axes.add_patch(Rectangle((n, base), 1, 1, fc=fill, ec=PAPER, lw=1.5))
            axes.text(n + 0.5, base + 0.66, percent(row.rate), color=ink, ha="center", va="center", size=size, weight="bold")  # fmt: skip
            axes.text(n + 0.5, base + 0.28, give_or_take(row.low, row.high), color=ink, ha="center", va="center", size=size - 1)  # fmt: skip
    for n, across in enumerate(columns):
        middle = x + left + room * (n + 0.5) / len(columns)
        canvas.text(middle, y + PANEL_FOOT - 9, short(across, 10), align="center")
