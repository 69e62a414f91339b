"""Figures of a run, for its page and for slides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from experiments.results import Results
from experiments.summary import Row
from reports.chart import Chart
from reports.charts.effects import effect_charts
from reports.charts.factors import factor_charts
from reports.charts.heatmap import heatmap_charts
from reports.charts.losses import loss_charts
from reports.charts.luck import luck_charts
from reports.charts.run import Run
from reports.charts.settings import setting_charts
from reports.charts.turns import turn_charts
from reports.switch_signal.busiest import busiest_charts
from reports.switch_signal.where import where_charts
from simulator.switch_signal.board import Board

KINDS = (
    factor_charts,
    heatmap_charts,
    setting_charts,
    effect_charts,
    loss_charts,
    turn_charts,
    where_charts,
    busiest_charts,
    luck_charts,
)


def charts(results: Results, rows: list[Row], boards: Mapping[str, Board]) -> Iterator[Chart]:
    """All figures that make sense for the run, section by section. `boards` by their hashes, those that there are."""
    run = Run(results, rows, boards)
    for kind in KINDS:
        yield from kind(run)
