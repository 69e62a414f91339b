"""The logit model over a grid, its errors, and exchange rates. Coverage is measured in test_interval_coverage.py."""

from __future__ import annotations

from math import inf, log

import numpy as np
import pytest
import statsmodels.api as sm
from hypothesis import given, settings
from hypothesis import strategies as st

from experiments.statistics.design import Cell, make_design
from experiments.statistics.effects import average_effects, exchange_rate, fieller
from experiments.statistics.intervals import student_95
from experiments.statistics.jackknife import group_deals, jackknife_covariance
from experiments.statistics.model import Model, fit_firth, fit_model, refit_without_each
from tests.experiments.deals import BASELINE, GRID, TRUTH, play_deals, true_effects, true_rates

MATRIX = make_design(GRID, BASELINE).rows(GRID)


def test_the_truth_comes_out_of_many_games() -> None:
    won = play_deals(true_rates(GRID, TRUTH), 0.5, 100_000, np.random.default_rng(1))
    model = fit_model(GRID, group_deals(won), BASELINE)
    for term in model.coefficients:
        assert term.estimate == pytest.approx(TRUTH[term.name], abs=0.04), term.name
    for effect in average_effects(GRID, group_deals(won), BASELINE).each:
        assert effect.points == pytest.approx(true_effects(TRUTH)[effect.name], abs=0.005), effect.name
    assert model.largest_misfit < 0.005
    assert list(model.holm) == [term.name for term in model.coefficients[1:]]
    assert model.holm["tokens"] < 1e-6


def half_widths(model: Model) -> list[float]:
    """Of the 95 % intervals."""
    return [(term.high - term.low) / 2 for term in model.coefficients]


def test_with_many_games_it_is_the_glm_of_statsmodels() -> None:
    won = play_deals(true_rates(GRID, TRUTH), 0.0, 50_000, np.random.default_rng(2))
    wins = won.sum(axis=1, dtype=int)
    plain = sm.GLM(np.column_stack([wins, 50_000 - wins]), MATRIX, family=sm.families.Binomial()).fit()
    model = fit_model(GRID, group_deals(won), BASELINE)
    estimates = [term.estimate for term in model.coefficients]
    assert estimates == pytest.approx(list(plain.params), abs=1e-4)
    # Without luck in common the plain error is right too; 99 degrees of freedom leave a jackknife error 7 % of chance.
    assert half_widths(model) == pytest.approx(student_95(99) * plain.bse, rel=0.25)


def test_with_as_many_terms_as_cells_every_cell_is_lent_half_a_win_and_half_a_loss() -> None:
    estimates, lent = fit_firth(np.array([[1.0, 0.0], [1.0, 1.0]]), np.array([10, 0]), 100)
    assert estimates == pytest.approx([log(10.5 / 90.5), log(0.5 / 100.5) - log(10.5 / 90.5)])
    assert lent == pytest.approx([1, 1])


@pytest.mark.parametrize("together", [0.0, 0.8])
def test_one_newton_step_is_as_good_as_fitting_anew(together: float) -> None:
    """Errors from one step and from whole fits without each group differ by less than half a per cent."""
    won = play_deals(true_rates(GRID, TRUTH), together, 500, np.random.default_rng(3))
    grouped = group_deals(won, 50)
    wins = grouped.wins.sum(axis=1)
    estimates, lent = fit_firth(MATRIX, wins, 500)
    quick = refit_without_each(MATRIX, grouped, estimates, lent)
    anew = np.array(
        [
            fit_firth(MATRIX, wins - left_out, 500 - int(size))[0]
            for left_out, size in zip(grouped.wins.T, grouped.sizes, strict=True)
        ]
    )
    quick_errors = np.sqrt(np.diag(jackknife_covariance(estimates, quick, grouped.sizes)))
    anew_errors = np.sqrt(np.diag(jackknife_covariance(estimates, anew, grouped.sizes)))
    assert quick_errors == pytest.approx(anew_errors, rel=0.005)


def test_luck_in_common_makes_differences_surer_and_the_baseline_less_sure() -> None:
    rates = true_rates(GRID, TRUTH)
    apart = fit_model(GRID, group_deals(play_deals(rates, 0.0, 4_000, np.random.default_rng(4))), BASELINE)
    together = fit_model(GRID, group_deals(play_deals(rates, 0.8, 4_000, np.random.default_rng(4))), BASELINE)
    widths_apart, widths_together = (half_widths(model) for model in (apart, together))
    assert widths_together[0] > 1.2 * widths_apart[0]
    assert widths_together[1] < 0.8 * widths_apart[1]


@settings(max_examples=60)
@given(st.lists(st.sampled_from([0, 1, 5, 20, 39, 40]), min_size=12, max_size=12), st.booleans())
def test_cells_without_wins_or_losses_do_no_harm(wins: list[int], interactions: bool) -> None:
    won = (np.arange(40) < np.array(wins)[:, None]).astype(np.uint8)
    grouped = group_deals(won)
    model = fit_model(GRID, grouped, BASELINE, interactions)
    for term in model.coefficients:
        assert -30 < term.low < term.estimate < term.high < 30
    for effect in average_effects(GRID, grouped, BASELINE).each:
        assert -2 < effect.low < effect.points < effect.high < 2


def test_a_cell_that_never_won_is_not_known_exactly() -> None:
    won = play_deals((0.5, 0.5), 0.0, 400, np.random.default_rng(5))
    won[1] = 0
    boards: list[Cell] = [{"board": "a"}, {"board": "b"}]
    term = fit_model(boards, group_deals(won), boards[0]).coefficients[1]
    assert term.high - term.low > 4
    (effect,) = average_effects(boards, group_deals(won), boards[0]).each
    assert effect.points == pytest.approx(-0.5, abs=0.06)


def test_a_level_that_never_wins_against_another_is_not_known_exactly() -> None:
    boards: list[Cell] = [{"board": "a"}, {"board": "b"}]
    (effect,) = average_effects(boards, group_deals(np.zeros((2, 400), np.uint8)), boards[0]).each
    assert effect.low < -0.002 < 0.002 < effect.high


@pytest.mark.parametrize("points", [3, 7, 11])
def test_scores_that_are_the_same_differ_by_nothing_and_not_by_a_rounding_error(points: int) -> None:
    cells: list[Cell] = [{"nights": n, "dragon": d} for n in (5, 6, 7) for d in ("drowsy", "angry")]
    scores = np.repeat(np.arange(3), 2)[:, None] * np.arange(97) % points  # whatever the dragon
    found = {each.name: each for each in average_effects(cells, group_deals(scores), cells[0], False).each}
    assert found["dragon=angry"].points == 0
    assert not found["dragon=angry"].clear
    assert found["nights"].points != 0


def test_effects_ask_for_no_straight_line() -> None:
    """From 6 to 8 tokens +40 points, nearly all of it in the first step: 20 points a step, whatever lies between."""
    cells: list[Cell] = [{"tokens": tokens} for tokens in (6, 7, 8)]
    won = play_deals((0.3, 0.68, 0.7), 0.5, 100_000, np.random.default_rng(9))
    (effect,) = average_effects(cells, group_deals(won), cells[0]).each
    assert effect.points == pytest.approx(0.2, abs=0.003)


def test_settings_that_were_not_played_are_left_out_of_an_average() -> None:
    """Of a run that was broken off: the pair with 2 cards removed is not whole, so that with none decides."""
    cells: list[Cell] = [
        {"tokens": 7, "removed": 0},
        {"tokens": 8, "removed": 0},
        {"tokens": 7, "removed": 2},
    ]
    won = play_deals((0.5, 0.6, 0.2), 0.5, 100_000, np.random.default_rng(10))
    effects = average_effects(cells, group_deals(won), cells[0]).each
    assert {effect.name: round(effect.points, 2) for effect in effects} == {"tokens": 0.1, "removed": -0.15}
    apart = [cells[1], cells[2]]
    assert average_effects(apart, group_deals(won[1:]), cells[1]).each == ()


def test_a_grid_of_one_cell_has_a_baseline_and_nothing_else() -> None:
    grouped = group_deals(np.array([[1, 0, 1, 1]]))
    model = fit_model([BASELINE], grouped, BASELINE)
    assert [term.name for term in model.coefficients] == ["baseline"]
    assert (average_effects([BASELINE], grouped, BASELINE).each, model.holm) == ((), {})
    assert list(model.dropped) == ["tokens", "removed", "board"]


def test_one_step_is_worth_so_many_of_another() -> None:
    won = play_deals(true_rates(GRID, TRUTH), 0.5, 40_000, np.random.default_rng(6))
    effects, truth = average_effects(GRID, group_deals(won), BASELINE), true_effects(TRUTH)
    worth = truth["removed"] / truth["tokens"]
    found = exchange_rate(effects, "removed", "tokens")
    assert found.rate == pytest.approx(worth, abs=0.06)
    assert found.determined
    assert found.low < worth < found.high
    back = exchange_rate(effects, "tokens", "removed")
    assert (back.low, back.high) == pytest.approx((1 / found.high, 1 / found.low))


def test_with_few_games_a_rate_is_not_determined() -> None:
    won = play_deals(np.full(12, 0.5), 0.5, 50, np.random.default_rng(8))
    found = exchange_rate(average_effects(GRID, group_deals(won), BASELINE), "tokens", "removed")
    assert not found.determined


def test_the_three_shapes_of_fiellers_set() -> None:
    assert fieller(2, 4, 0.01, 0, 0.01, 2)[:2] == (0.5, "between")
    rate, shape, low, high = fieller(
        2, 0.1, 0.01, 0, 0.01, 2
    )  # the unit may be 0 and of either sign, the other is not 0
    assert shape == "outside"
    assert rate == pytest.approx(20)
    assert low < 0 < high < 20
    assert fieller(0.1, 0.1, 1, 0, 1, 2)[1:] == ("anything", -inf, inf)


@given(
    *[st.floats(-3, 3)] * 2, st.floats(0.01, 1), st.floats(0.01, 1), st.floats(-0.9, 0.9), st.floats(-9, 9)
)
def test_a_ratio_is_allowed_exactly_if_the_difference_is_within_its_error(
    a: float, b: float, sd_a: float, sd_b: float, correlation: float, ratio: float
) -> None:
    cov = correlation * sd_a * sd_b
    _, shape, low, high = fieller(a, b, sd_a**2, cov, sd_b**2, 2)
    variance = sd_a**2 - 2 * ratio * cov + ratio**2 * sd_b**2
    margin = (a - ratio * b) ** 2 - 4 * variance
    allowed = {"between": low <= ratio <= high, "outside": ratio <= low or ratio >= high, "anything": True}
    if abs(margin) > 1e-6:
        assert allowed[shape] == (margin < 0)
