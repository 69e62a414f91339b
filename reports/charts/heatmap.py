"""Two factors at once: a heatmap of what the run is about for every policy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from experiments.summary import Row
from reports.chart import Chart
from reports.charts.canvas import Canvas, chart_name, draw_chart
from reports.charts.panels import Panels
from reports.charts.run import Run
from reports.charts.style import (
    FAINT,
    INK,
    MARGIN,
    NARROW,
    PAPER,
    SMALL,
    evenly,
    shade,
    short,
    wide,
)
from reports.units import Unit
from reports.words import capital
from simulator.game import Level

MOST_PAIRS, MOST_PANELS = 3, 4
MOST_ACROSS, MOST_DOWN = 10, 16
MOST_LETTERS, MOST_ABOVE = 16, 10  # of the name of a row, and of a column
CELL_HEIGHT, LEAST_WIDTH, MOST_WIDTH = 38.0, 40.0, 84.0
PANEL_HEAD = 42.0
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
    """Return how far the default policy moves along a factor, everything else averaged."""
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
    names = run.label(factors[0].name), run.label(factors[1].name)
    rows, columns = (
        evenly(factor.levels, most, keep=[factor.standard])
        for factor, most in zip(factors, (MOST_DOWN, MOST_ACROSS), strict=True)
    )
    kept = dict(list(panels.items())[-MOST_PANELS:])
    outline = run.by_the_book and all(factor.rulebook in factor.levels for factor in factors)
    words = {
        (side, level): run.bare_level(factors[side].name, level, most)
        for side, (levels, most) in enumerate(((rows, MOST_LETTERS), (columns, MOST_ABOVE)))
        for level in levels
    }
    maps = Maps(
        names,
        rows,
        columns,
        kept,
        (factors[0].standard, factors[1].standard),
        outline,
        words,
        run.unit,
        _shaded(run),
    )
    title = f"How do {names[0]} and {names[1]} change {run.unit.the_name} together?"
    caption = f"{capital(run.unit.mean_of)}, beneath it {run.unit.half_width}."
    if outline:
        caption += " Outlined: the standard setup."
    caption += run.rest(*(factor.name for factor in factors))
    if len(rows) < len(factors[0].levels) or len(maps.columns_in(NARROW)) < len(factors[1].levels):
        caption += f" Of {len(factors[0].levels)} × {len(factors[1].levels)} levels, evenly chosen ones."
    if len(run.factors) > 2 and len(run.factors) * (len(run.factors) - 1) // 2 > MOST_PAIRS:
        if len({row.rate for row in run.rows}) > 1:
            caption += f" These two factors change {run.unit.the_name} most."
        caption += " The explorer shows any two."
    missing = len(run.policies) - len(kept)
    caption += f" {missing} further policies of the run are not shown." if missing else ""
    told = (_told(run, policy, grid, factors[0].name, factors[1].name) for policy, grid in kept.items())
    return draw_chart(
        chart_name("heatmap", factors[0].name, factors[1].name), "setting", title, alt=f"{title} {'; '.join(told)}.",
        caption=caption, source=run.source(), drawing=maps,
    )  # fmt: skip


def _told(run: Run, policy: str, grid: Grid, down: str, across: str) -> str:
    (low_at, low), (high_at, high) = (
        choose(grid.items(), key=lambda each: each[1].rate) for choose in (min, max)
    )
    ends = [
        f"{run.unit.rounded(row.rate)} at {run.level(down, at[0])}, {run.level(across, at[1])}"
        for at, row in ((low_at, low), (high_at, high))
    ]
    return f"{run.who(policy)} {run.unit.verb} from {ends[0]} to {ends[1]}"


def _shaded(run: Run) -> tuple[float, float]:
    """A share from nothing to all, anything else from the lowest value of the run to the highest."""
    rates = [row.rate for row in run.rows]
    return (0.0, 1.0) if run.unit.is_share else (min(rates), max(rates))


@dataclass(frozen=True)
class Maps:
    """A map of cells for every policy, as many abreast as have room."""

    names: tuple[str, str]  # of what changes downwards, and across
    rows: Sequence[Level]
    columns: Sequence[Level]
    grids: Mapping[str, Grid]
    standard: tuple[Level, Level]
    outline: bool  # the standard setup is marked
    words: Mapping[tuple[int, Level], str]  # of levels: 0 of rows, 1 of columns
    unit: Unit
    shaded: tuple[float, float]  # the values between which shades run

    def _share(self, value: float) -> float:
        low, high = self.shaded
        return (value - low) / (high - low) if high > low else 0.5

    @property
    def _left(self) -> float:
        return max(wide(self.words[0, level]) for level in self.rows) + 12

    def columns_in(self, width: float) -> list[Level]:
        """Those that have room in a figure of this width."""
        most = max(2, int((width - 2 * MARGIN - self._left) / LEAST_WIDTH))
        return evenly(self.columns, most, keep=[self.standard[1]])

    def _panels(self, width: float) -> Panels:
        columns = self.columns_in(width)

        def fill(axes: Axes, number: int) -> None:
            self._fill(axes, list(self.grids.values())[number], columns)

        return Panels(
            [short(policy) for policy in self.grids],
            fill,
            left=self._left,
            head=PANEL_HEAD,
            plot=CELL_HEIGHT * len(self.rows),
            least=LEAST_WIDTH * len(columns),
            most=MOST_WIDTH * len(columns),
        )

    def height(self, width: float) -> float:
        return self._panels(width).height(width)

    def paint(self, canvas: Canvas) -> None:
        self._panels(canvas.width).paint(canvas)

    def _fill(self, axes: Axes, grid: Grid, columns: list[Level]) -> None:
        """Draw the cells, the levels beside them, and what changes downwards and across."""
        axes.set(xlim=(0, len(columns)), ylim=(len(self.rows), 0))
        axes.set_xticks([n + 0.5 for n in range(len(columns))], [self.words[1, level] for level in columns])
        axes.set_yticks(
            [k + 0.5 for k in range(len(self.rows))], [self.words[0, level] for level in self.rows]
        )
        axes.set_xlabel(f"{short(self.names[1], 34)} →")
        axes.annotate(
            f"↓ {short(self.names[0], 34)}",
            (0, 1),
            (-self._left, 12),
            "axes fraction",
            "offset points",
            color=FAINT,
            size=SMALL,
            va="center",
        )
        axes.spines["bottom"].set_visible(False)
        room = 72 * axes.bbox.width / axes.figure.dpi / len(columns)
        size = SMALL if room >= LEAST_WIDTH + 4 else SMALL - 1
        for k, down in enumerate(self.rows):
            for n, across in enumerate(columns):
                row = grid.get((down, across))
                if row is None:
                    axes.text(n + 0.5, k + 0.5, "–", color=FAINT, ha="center", va="center")
                    continue
                fill, ink = shade(self._share(row.rate))
                axes.add_patch(Rectangle((n, k), 1, 1, fc=fill, ec=PAPER, lw=1.5))
                axes.text(n + 0.5, k + 0.34, self.unit.rounded(row.rate), color=ink, ha="center", va="center", size=size, weight="bold")  # fmt: skip
                axes.text(n + 0.5, k + 0.72, self.unit.give_or_take(row.low, row.high), color=ink, ha="center", va="center", size=size - 1)  # fmt: skip
        if self.outline and self.standard in grid:
            corner = columns.index(self.standard[1]), list(self.rows).index(self.standard[0])
            for colour, thick in ((PAPER, 7), (INK, 3)):
                axes.add_patch(
                    Rectangle(corner, 1, 1, fill=False, ec=colour, lw=thick, clip_on=False, zorder=5)
                )
