"""Figures of a run, for its page and for slides."""

from __future__ import annotations

from collections.abc import Iterator

from reports.chart import Chart
from reports.charts.effects import effect_charts
from reports.charts.heatmap import heatmap_charts
from reports.charts.parts import ending_charts, luck_charts, parts_charts
from reports.charts.run import Run
from reports.charts.settings import factor_charts, setting_charts
from reports.charts.spreads import spread_charts
from reports.charts.turns import turn_charts

# Before and after those that only the game itself has.
KINDS = (
    factor_charts,
    heatmap_charts,
    setting_charts,
    effect_charts,
    ending_charts,
    parts_charts,
    turn_charts,
)
LAST_KINDS = (luck_charts, spread_charts)


def charts(run: Run) -> Iterator[Chart]:
    """Give all figures that make sense for the run, section by section."""
    for kind in (*KINDS, run.facts.scene.charts, *LAST_KINDS):
        yield from kind(run)
