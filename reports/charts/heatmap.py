"""Two factors at once: a heatmap of what the run is about for every policy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product
from math import comb

from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from experiments.grid import Axis
from experiments.summary import Row
from reports.chart import Chart
from reports.charts.canvas import Canvas, chart_name, draw_chart
from reports.charts.panels import Panels
from reports.charts.run import Run
from reports.charts.scale import width_of
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
from reports.words import capital
from simulator.game import Level

MOST_PAIRS, MOST_PANELS = 3, 4
MOST_ACROSS, MOST_DOWN = 10, 16
MOST_LETTERS, MOST_ABOVE = 16, 10  # of the words of a row, and of a column
MOST_NAME = 34  # letters of what changes
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
            yield _chart(run, run.factors[down], run.factors[across], panels)


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


def _chart(run: Run, down: Axis, across: Axis, panels: dict[str, Grid]) -> Chart:
    maps = Maps(run, down, across, dict(list(panels.items())[-MOST_PANELS:]))
    title = f"How do {run.label(down.name)} and {run.label(across.name)} change {run.unit.the_name} together?"
    caption = f"{capital(run.unit.mean_of)}, beneath it {run.unit.half_width}."
    if maps.outline:
        caption += " Outlined: the standard setup."
    caption += run.rest(down.name, across.name)
    if len(maps.rows) < len(down.levels) or len(maps.columns_in(NARROW)) < len(across.levels):
        caption += f" Of {len(down.levels)} × {len(across.levels)} levels, evenly chosen ones."
    if comb(len(run.factors), 2) > MOST_PAIRS:
        if len({row.rate for row in run.rows}) > 1:
            caption += f" These two factors change {run.unit.the_name} most."
        caption += " The explorer shows any two."
    missing = len(run.policies) - len(maps.grids)
    caption += f" {missing} further policies of the run are not shown." if missing else ""
    told = [_told(run, policy, grid, down.name, across.name) for policy, grid in maps.grids.items()]
    return draw_chart(
        chart_name("heatmap", down.name, across.name), "setting", title, alt=f"{title} {'; '.join(told)}.",
        caption=caption, source=run.source(), drawing=maps,
    )  # fmt: skip


def _told(run: Run, policy: str, grid: Grid, down: str, across: str) -> str:
    ends = [choose(grid.items(), key=lambda each: each[1].rate) for choose in (min, max)]
    told = [
        f"{run.unit.rounded(row.rate)} at {run.level(down, at[0])}, {run.level(across, at[1])}"
        for at, row in ends
    ]
    return f"{run.who(policy)} {run.unit.verb} from {' to '.join(told)}"


@dataclass(frozen=True)
class Maps:
    """A map of cells for every policy, as many abreast as have room."""

    run: Run
    down: Axis
    across: Axis
    grids: Mapping[str, Grid]

    @cached_property
    def rows(self) -> list[Level]:
        return evenly(self.down.levels, MOST_DOWN, keep=[self.down.standard])

    @property
    def outline(self) -> bool:
        """Tell whether the standard setup is marked."""
        return self.run.by_the_book and all(each.rulebook in each.levels for each in (self.down, self.across))

    @cached_property
    def _words(self) -> list[str]:
        return [self.run.bare_level(self.down.name, level, MOST_LETTERS) for level in self.rows]

    @property
    def _left(self) -> float:
        return max(map(wide, self._words)) + 12

    def columns_in(self, width: float) -> list[Level]:
        """Return the levels across that have room in a figure of this width."""
        most = max(2, int((width - 2 * MARGIN - self._left) / LEAST_WIDTH))
        return evenly(self.across.levels, min(most, MOST_ACROSS), keep=[self.across.standard])

    def _panels(self, width: float) -> Panels:
        columns, grids = self.columns_in(width), list(self.grids.values())
        return Panels(
            [short(policy) for policy in self.grids],
            lambda axes, number: self._fill(axes, grids[number], columns),
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
        run, size = self.run, SMALL if width_of(axes) / len(columns) >= LEAST_WIDTH + 4 else SMALL - 1
        above = [run.bare_level(self.across.name, level, MOST_ABOVE) for level in columns]
        axes.set(xlim=(0, len(columns)), ylim=(len(self.rows), 0))
        axes.set_xticks([n + 0.5 for n in range(len(columns))], above)
        axes.set_yticks([k + 0.5 for k in range(len(self.rows))], self._words)
        axes.set_xlabel(f"{short(run.label(self.across.name), MOST_NAME)} →", loc="right")
        axes.annotate(
            f"↓ {short(run.label(self.down.name), MOST_NAME)}", (0, 1), (-self._left, 12), "axes fraction", "offset points",
            color=FAINT, size=SMALL, va="center",
        )  # fmt: skip
        axes.spines["bottom"].set_visible(False)
        for (k, down), (n, across) in product(enumerate(self.rows), enumerate(columns)):
            row = grid.get((down, across))
            if row is None:
                axes.text(n + 0.5, k + 0.5, "–", color=FAINT, ha="center", va="center")
                continue
            fill, ink = shade(run.facts.shade_of(row))
            axes.add_patch(Rectangle((n, k), 1, 1, fc=fill, ec=PAPER, lw=1.5))
            axes.text(n + 0.5, k + 0.34, run.unit.rounded(row.rate), color=ink, ha="center", va="center", size=size, weight="bold")  # fmt: skip
            axes.text(n + 0.5, k + 0.72, run.unit.give_or_take(row.low, row.high), color=ink, ha="center", va="center", size=size - 1)  # fmt: skip
        if self.outline and (self.down.standard, self.across.standard) in grid:
            corner = columns.index(self.across.standard), self.rows.index(self.down.standard)
            for colour, thick in ((PAPER, 7), (INK, 3)):
                box = Rectangle(corner, 1, 1, fill=False, ec=colour, lw=thick, clip_on=False, zorder=5)
                axes.add_patch(box)
