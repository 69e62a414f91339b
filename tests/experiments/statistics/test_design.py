"""Columns of a model: steps from the baseline, and what a grid cannot tell apart."""

from __future__ import annotations

from experiments.statistics.design import Cell, make_design, term_name
from tests.experiments.deals import BASELINE, GRID


def test_numbers_are_slopes_and_names_are_differences_to_the_baseline() -> None:
    design = make_design(GRID, BASELINE)
    assert [term_name(term) for term in design.terms] == [
        "baseline",
        "tokens",
        "removed",
        "board=america",
        "tokens × removed",
        "tokens × board=america",
        "removed × board=america",
    ]
    assert design.dropped == ()
    assert design.rows([BASELINE]).tolist() == [[1, 0, 0, 0, 0, 0, 0]]
    assert design.rows([{"tokens": 6, "removed": 2, "board": "america"}]).tolist() == [
        [1, -1, 2, 1, -2, -1, 2]
    ]


def test_a_factor_that_never_changes_is_named_and_dropped() -> None:
    design = make_design([{"tokens": 6, "hand": 5}, {"tokens": 7, "hand": 5}], {"tokens": 7, "hand": 5})
    assert [term_name(term) for term in design.terms] == ["baseline", "tokens"]
    assert design.dropped == ("hand",)


def test_factors_that_change_together_cannot_be_told_apart() -> None:
    cells = [{"tokens": 6, "cards": 30}, {"tokens": 7, "cards": 32}, {"tokens": 8, "cards": 34}]
    design = make_design(cells, cells[1])
    assert [term_name(term) for term in design.terms] == ["baseline", "tokens", "tokens × cards"]
    assert design.dropped == ("cards",)


def test_one_change_at_a_time_says_nothing_about_interactions() -> None:
    cells: list[Cell] = [
        {"tokens": 7, "board": "a"},
        {"tokens": 8, "board": "a"},
        {"tokens": 7, "board": "b"},
    ]
    design = make_design(cells, cells[0])
    assert design.dropped == ("tokens × board=b",)


def test_a_baseline_outside_the_grid_gives_way_to_the_first_cell() -> None:
    cells = [{"board": "a"}, {"board": "b"}]
    assert [term_name(term) for term in make_design(cells, {"board": "c"}).terms] == ["baseline", "board=b"]


def test_levels_of_which_some_are_numbers_are_names() -> None:
    cells: list[Cell] = [{"goods": 8}, {"goods": "all"}, {"goods": 10}]
    design = make_design(cells, {"goods": "all"})
    assert design.rows(cells).tolist() == [[1, 1, 0], [1, 0, 0], [1, 0, 1]]
