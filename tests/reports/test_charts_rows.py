"""Figures of many settings: all of them are drawn, and those that matter are named."""

from __future__ import annotations

import re

import pytest

from experiments.summary import summarize
from reports.charts.canvas import draw_chart
from reports.charts.rows import Rows
from reports.charts.run import Run
from reports.charts.scale import Mark, Scale, Series
from reports.charts.settings import setting_charts
from reports.charts.style import BLUE, WIDTH, Look
from reports.facts import RunFacts
from reports.units import Unit, percent
from simulator.switch_signal.game import GAME
from tests.pictures import texts
from tests.runs import made_run

pytestmark = pytest.mark.usefixtures("no_slides")


def test_the_ladder_has_a_rung_for_every_setting_and_names_all_presets() -> None:
    results = made_run({"tokens": tuple(range(1, 11)), "removed": tuple(range(10))}, ["novice"], games=30)
    run = Run(RunFacts(results, summarize(results)))
    presets = {preset for row in run.rows if (preset := run.preset(row))}
    assert {"standard", "tokens-8", "remove-0", "remove-1"} <= presets
    ladder = {chart.name: chart for chart in setting_charts(run)}["difficulty-ladder"]
    assert ladder.alt.startswith("100 settings by win rate of a careless beginner (novice)")
    assert "All 100 are drawn; the table names every one." in ladder.caption
    for svg in (ladder.svg, ladder.narrow):
        assert len(re.findall("<use ", svg)) >= 100
        named = {text.rpartition(" = ")[2] for text in texts(svg) if " = " in text}
        assert named == presets
        assert 20 < len([text for text in texts(svg) if re.search("[±≤≥]", text)]) < 100


def test_however_many_rows_there_are_a_slide_stays_a_slide() -> None:
    number = 4000
    marks = [Mark(k / number, k / number, k / number + 0.01) for k in range(number)]
    rows = Rows(
        labels=[f"setting {k}" for k in range(number)],
        series=[Series("one", Look(BLUE), marks)],
        scale=Scale.of(Unit(GAME.main), marks),
        bold=frozenset({7}),
    ).thinned()
    assert rows.height(WIDTH) < 1000
    assert "setting 7" in rows.labels
    assert f" {len(rows.labels)} of 4000, evenly chosen, are drawn" in rows.unnamed
    chart = draw_chart("many", "setting", "Many", alt="", caption="", source="", drawing=rows)
    assert len(chart.svg) < 1_000_000
    assert "setting 7" in texts(chart.svg)


def test_each_board_has_its_standard_setup_set_off() -> None:
    results = made_run({"board": ("tiny", "loop"), "tokens": (5, 7)}, ["novice", "planner"], games=60)
    found = {chart.name: chart for chart in setting_charts(Run(RunFacts(results, summarize(results))))}
    rates = [cell.rate for cell in results.cells if cell.levels["tokens"] == 7 and cell.policy == "planner"]
    told = " to ".join(dict.fromkeys(percent(rate) for rate in sorted(rates)))
    assert f"The standard setup: {told}." in found["difficulty-ladder"].alt
    for name in ("difficulty-ladder", "skill-band"):
        assert "Bold: the standard setup, on each board." in found[name].caption


def test_boards_of_a_sample_are_not_set_off_as_standard() -> None:
    results = made_run({"board": ("ensemble:test/ce-01", "ensemble:test/ce-02")}, ["novice", "planner"])
    found = {chart.name: chart for chart in setting_charts(Run(RunFacts(results, summarize(results))))}
    for name in ("difficulty-ladder", "skill-band"):
        assert not any("standard" in text for text in texts(found[name].svg))
        assert "Bold" not in found[name].caption
        assert any(text.startswith("Central Europe, generated test") for text in texts(found[name].svg))
