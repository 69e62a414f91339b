"""The standard layout (S5): the compiled search finds what the procedure, written down plainly, finds."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import pytest

from simulator.switch_signal.board import Board, Layout, load_board, parse_board
from simulator.switch_signal.board_checks import LINE_DISCS, check_board
from simulator.switch_signal.board_layout import FIRST_LAYOUTS, first_layout, standard_layout
from simulator.switch_signal.board_ways import work
from simulator.switch_signal.limits import MAX_DISCS
from simulator.switch_signal.way_search import add_discs, improve_discs
from simulator.switch_signal.way_tables import disc_table, way_tables
from tests.boards import FAN
from tests.layouts import improve

SMALL = ("tiny", "tiny-na", "loop", "fan")


def small_board(name: str) -> Board:
    return parse_board(FAN, "fan") if name == "fan" else load_board(name)


def settings(board: Board, junction: str) -> list[tuple[str, str]]:
    return list(combinations([line for line, _ in board.arms[junction]], 2))


def random_layout(board: Board, chance: random.Random) -> Layout:
    at_cities = [chance.choice(board.entrances[city.id]) for city in board.cities]
    on_lines = chance.sample(board.line_fields, min(LINE_DISCS, len(board.line_fields)))
    switches = {junction: chance.choice(settings(board, junction)) for junction in board.arms}
    return Layout((*at_cities, *on_lines), (), switches)


def random_board(name: str, chance: random.Random) -> Board:
    """Other lengths, and lines and junctions in another order, on which ties depend."""
    board = small_board(name)
    lines = [replace(line, segments=line.segments + chance.randrange(3)) for line in board.lines]
    chance.shuffle(lines)
    junctions = chance.sample(board.junctions, len(board.junctions))
    return replace(board, lines=tuple(lines), junctions=tuple(junctions))


# The procedure as a reader would write it, for boards on which time does not matter.


def with_one_change(board: Board, layout: Layout) -> Iterator[list[Layout]]:
    """For each junction and each disc the layouts that differ in that alone (B2, B5)."""
    for junction in board.arms:
        yield [
            replace(layout, switches={**layout.switches, junction: pair})
            for pair in settings(board, junction)
        ]
    for number, field in enumerate(layout.signals):
        before, after = layout.signals[:number], layout.signals[number + 1 :]
        yield [
            replace(layout, signals=(*before, other, *after))
            for other in board.fields
            if other not in layout.signals and board.field_city[other] == board.field_city[field]
        ]


def cheapest(board: Board, layouts: list[Layout]) -> tuple[Layout, float]:
    """The first of the cheapest."""
    costs = [round(work(board, layout), 6) for layout in layouts]
    return layouts[costs.index(min(costs))], min(costs)


def plainly_improved(board: Board, layout: Layout) -> Layout:
    cost = round(work(board, layout), 6)
    part, unchanged = 0, 0
    while unchanged < (parts := len(board.arms) + len(layout.signals)):
        options = list(with_one_change(board, layout))[part % parts]
        part, unchanged = part + 1, unchanged + 1
        if options:
            best, best_cost = cheapest(board, options)
            if best_cost < cost - 1e-9:
                layout, cost, unchanged = best, best_cost, 0
    return layout


def plain_standard_layout(board: Board) -> Layout:
    improved = [plainly_improved(board, first_layout(board, number)) for number in range(FIRST_LAYOUTS)]
    layout, _ = cheapest(board, improved)
    cities = len(board.cities)
    on_lines = sorted(layout.signals[cities:], key=board.fields.index)
    layout = replace(layout, signals=(*layout.signals[:cities], *on_lines))
    while red := [field for field in board.fields if field not in layout.signals + layout.extra]:
        layout, _ = cheapest(board, [replace(layout, extra=(*layout.extra, field)) for field in red])
    return layout


# What is found


@pytest.mark.parametrize("name", ["central-europe", "north-america"])
def test_S5_full_boards_have_the_layout_of_the_procedure(name: str) -> None:
    board = load_board(name)
    assert standard_layout(board) == board.layout


@pytest.mark.parametrize("name", SMALL)
def test_compiled_and_plain_procedure_give_the_same_layout(name: str) -> None:
    chance = random.Random(name)
    for board in (small_board(name), *(random_board(name, chance) for _ in range(4))):
        assert standard_layout(board) == plain_standard_layout(board)


@pytest.mark.parametrize("name", [*SMALL, "central-europe", "north-america"])
def test_compiled_and_plain_work_are_the_same(name: str) -> None:
    chance = random.Random(name)
    for _ in range(20):
        board = random_board(name, chance)
        layout = random_layout(board, chance)
        assert add_discs(way_tables(board), disc_table(board, layout), 0) == pytest.approx(
            work(board, layout), abs=1e-9
        )


@pytest.mark.parametrize("name", [*SMALL, "central-europe", "north-america"])
def test_improvement_never_raises_the_work_and_tells_it(name: str) -> None:
    chance = random.Random(name)
    board = small_board(name)
    for _ in range(10):
        layout = random_layout(board, chance)
        better = improve(board, layout)
        assert work(board, better) <= work(board, layout) + 1e-9
        told = improve_discs(way_tables(board), disc_table(board, layout))
        assert round(told, 6) == round(work(board, better), 6)


@pytest.mark.parametrize("name", SMALL)
def test_of_equal_settings_the_first_wins(name: str) -> None:
    """Ties are common: a junction that no way needs, two entrances as good as each other."""
    chance = random.Random(name)
    for _ in range(20):
        board = random_board(name, chance)
        layout = random_layout(board, chance)
        assert improve(board, layout) == plainly_improved(board, layout)


@pytest.mark.parametrize("name", [*SMALL, "central-europe", "north-america"])
def test_V3_further_discs_that_help_equally_come_in_the_order_of_the_board(name: str) -> None:
    board = small_board(name)
    layout = standard_layout(board)
    useful = len(layout.extra)
    while useful and work(board, replace(layout, extra=layout.extra[: useful - 1])) == work(board, layout):
        useful -= 1
    useless = layout.extra[useful:]
    assert list(useless) == sorted(useless, key=board.fields.index)


def test_V3_no_more_discs_are_named_than_a_board_file_may() -> None:
    board = load_board("north-america")
    everywhere = [
        replace(
            line,
            signals=tuple(
                edge
                for edge in range(line.segments + 1)
                if (edge > 0 or line.a not in board.entrances)
                and (edge < line.segments or line.b not in board.entrances)
            ),
        )
        for line in board.lines
    ]
    board = replace(board, lines=tuple(everywhere), components=None)
    layout = standard_layout(board)
    assert len(board.fields) > MAX_DISCS == len(layout.signals + layout.extra)
    check_board(replace(board, layout=layout))


def test_who_only_imports_the_procedure_does_not_wait_for_a_compiler() -> None:
    code = "import simulator.switch_signal.board_layout, sys; sys.exit('numba' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
