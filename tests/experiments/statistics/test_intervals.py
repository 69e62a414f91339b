"""Intervals of a single share, how many plays a table needs to notice, and how many games a run needs to be precise."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest
from statsmodels.stats.power import NormalIndPower
from statsmodels.stats.proportion import proportion_effectsize, samplesize_confint_proportion

from experiments.statistics.intervals import games_for_precision, plays_to_notice, wilson

RATES = st.floats(0, 1)


@pytest.mark.parametrize(("wins", "games"), [(0, 10), (10, 10), (3, 7), (500, 1000), (1, 100_000)])
def test_the_wilson_interval_is_that_of_scipy(wins: int, games: int) -> None:
    expected = binomtest(wins, games).proportion_ci(confidence_level=0.95, method="wilson")
    assert wilson(wins, games) == pytest.approx((expected.low, expected.high), abs=1e-12)


def test_five_points_take_thousands_of_plays_and_forty_take_dozens() -> None:
    assert plays_to_notice(0.5, 0.55) == 3_130
    assert plays_to_notice(0.3, 0.7) == 48
    assert plays_to_notice(0.0, 1.0) == 8  # four wins against four losses


def test_equal_rates_are_never_told_apart() -> None:
    assert plays_to_notice(0.4, 0.4) is None
    assert plays_to_notice(0.0, 0.0) is None


@pytest.mark.parametrize(("first", "second"), [(0.5, 0.55), (0.1, 0.2), (0.02, 0.03), (0.9, 0.6)])
def test_it_is_what_statsmodels_solves_for(first: float, second: float) -> None:
    solved = NormalIndPower().solve_power(proportion_effectsize(first, second), power=0.8, alpha=0.05)
    assert plays_to_notice(first, second) == 2 * np.ceil(solved)


@pytest.mark.parametrize(("first", "second"), [(0.5, 0.6), (0.1, 0.2), (0.85, 0.95)])
def test_so_many_plays_do_tell_the_rates_apart_four_times_of_five(first: float, second: float) -> None:
    """20,000 groups and the usual z-test of two shares: 80 % with a standard error of 0.3 points; the rest of the 3 points is for the approximation."""
    plays = plays_to_notice(first, second)
    assert plays is not None
    dice, each = np.random.default_rng(3), plays // 2
    a, b = dice.binomial(each, [[first], [second]], (2, 20_000)) / each
    pooled = (a + b) / 2
    noticed = np.abs(a - b) > 1.96 * np.sqrt(2 * pooled * (1 - pooled) / each)
    assert noticed.mean() == pytest.approx(0.8, abs=0.03)


@given(RATES, RATES)
def test_order_and_side_do_not_matter(first: float, second: float) -> None:
    plays = plays_to_notice(first, second)
    assert plays == plays_to_notice(second, first)
    assert plays is None or plays >= 8


def test_half_a_point_takes_38_411_games_at_worst() -> None:
    assert games_for_precision(0.005) == 38_411
    assert games_for_precision(0.005) == pytest.approx(samplesize_confint_proportion(0.5, 0.005), abs=5)
    assert games_for_precision(0.005, 0.1) < 14_000


@given(st.integers(2, 400), st.integers(0, 100))
def test_after_so_many_games_wilsons_interval_is_as_narrow_as_wanted(per_mille: int, percent: int) -> None:
    """Wins are whole and rates are not, so a game more or less makes a small difference."""
    wanted, rate = per_mille / 1_000, percent / 100
    games = games_for_precision(wanted, rate)
    low, high = wilson(round(rate * games), games)
    assert (high - low) / 2 <= wanted + 0.6 / games


def test_an_impossible_precision_is_refused() -> None:
    with pytest.raises(ValueError, match="must lie between 0"):
        games_for_precision(0.0)
