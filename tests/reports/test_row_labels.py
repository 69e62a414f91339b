"""Words beside rows, on a phone too: every level can be told, and a heading stays above the rows."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from reports.charts.canvas import Canvas
from reports.charts.row_figure import LINE, MOST_SHARE, cut_labels
from reports.charts.rows import Bar, Rows, Stack
from reports.charts.scale import Mark, Scale, Series
from reports.charts.style import BLUE, NARROW, SMALL, Look, wide
from reports.units import Unit
from simulator.switch_signal.game import GAME

BOARDS = ("Central Europe", "Central Asia", "Tiny Valley", "Loop")
PRESETS = ("standard", "tokens-8", "tokens-10", "remove-3")
LABELS = tuple(" · ".join(each) for each in product(PRESETS, BOARDS, "24", ("dice", "shuffled")))
HEADING = "players · time tokens · removed timetable cards · extra signal discs"


def test_each_level_of_a_label_is_cut_and_not_the_label() -> None:
    room = MOST_SHARE * NARROW
    cut = cut_labels(LABELS, frozenset({0}), room)
    assert len(set(cut)) == len(LABELS)
    for k, (label, shown) in enumerate(zip(LABELS, cut, strict=True)):
        assert wide(shown, SMALL, k == 0) <= room
        levels, parts = label.split(" · "), shown.split(" · ")
        assert len(parts) == 4
        assert all(
            part == level or (part[:2], part[-1]) == (level[:2], level[-1])
            for part, level in zip(parts, levels, strict=True)
        )
    for board in BOARDS:  # no board looks like another one
        shown_as = {part.split(" · ")[1] for label, part in zip(LABELS, cut, strict=True) if board in label}
        others = {part.split(" · ")[1] for label, part in zip(LABELS, cut, strict=True) if board not in label}
        assert not shown_as & others


def test_short_labels_and_names_of_presets_stay_whole() -> None:
    labels = ("2 · 7 · 1 · 0 = remove-1", "2 · 7 · 2 · 0")
    assert cut_labels(labels, frozenset(), 200) == list(labels)
    assert cut_labels(("one long name of a single factor", ""), frozenset(), 90)[0].count("…") == 1


def test_a_heading_is_broken_between_factors_only() -> None:
    stack = Stack(
        labels=["2 · 7 · 1 · 0"], heading=HEADING, bars=[Bar("", [], [])], parts=[], scale=Scale.of_shares()
    )
    canvas = Canvas(NARROW, stack.height(NARROW), "", "")
    stack.paint(canvas)
    lines = [text.get_text() for text in canvas.figure.texts]
    assert "players · time tokens · removed timetable cards ·" in lines
    assert "extra signal discs" in lines
    assert stack.height(NARROW) - replace(stack, heading="").height(NARROW) > 2 * 16


@pytest.mark.parametrize("number", [5, 30, 61, 64, 81, 300])
@pytest.mark.parametrize("width", [NARROW, 500.0])
def test_a_heading_does_not_run_into_the_rows(number: int, width: float) -> None:
    """Whatever rows are moved to name those that matter."""
    marks = [Mark(0.5, 0.4, 0.6)] * number
    labels = [f"{k} · 7 · 1 · 0" for k in range(number)]
    series, scale = [Series("one", Look(BLUE), marks)], Scale.of(Unit(GAME.main), marks)
    rows = Rows(labels=labels, series=series, scale=scale, heading=HEADING, notable=frozenset(range(60)))
    bars = [Bar(label, [1.0], [""]) for label in labels]
    stack = Stack(labels=labels, bars=bars, parts=[("part", Look(BLUE))], scale=scale, heading=HEADING)
    for figure in (rows, stack):
        canvas = Canvas(width, figure.height(width), "", "")
        figure.paint(canvas)
        canvas.figure.draw_without_rendering()
        heights = {text.get_text(): text.get_position()[1] * canvas.whole for text in canvas.figure.texts}
        lowest = min(y for words, y in heights.items() if words and words in f"{HEADING} ·")
        highest = max(y for words, y in heights.items() if words in labels)
        assert lowest - highest >= LINE
        assert max(heights.values()) <= canvas.whole
