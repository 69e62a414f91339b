"""Two cells on the same deals: difference, interval, p-value, and what pairing gained."""

from __future__ import annotations

from math import isnan
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom, binomtest

from experiments.statistics.paired import difference_of, mid_p, tango
from simulator.switch_signal.game import GAME
from tests.experiments.deals import play_deals

COUNTS = st.integers(0, 60)


def test_ten_deals_of_a_hundred_turn_into_wins_and_two_into_losses() -> None:
    second = np.array([1] * 50 + [0] * 50)
    first = np.array([0] * 2 + [1] * 48 + [1] * 10 + [0] * 40)
    found = difference_of(GAME.main, first, second)
    assert found.difference == pytest.approx(0.08)
    assert found.apart == 10 + 2
    assert 0 < found.low < 0.08 < found.high < 0.2
    assert found.p_value == found.holm < 0.05
    # 0.58·0.42 + 0.5·0.5 for games of their own, 0.12 − 0.08² for pairs
    assert found.gain == pytest.approx(0.4936 / 0.1136)


@pytest.mark.parametrize(
    ("counts", "games", "confidence", "expected"),
    [
        (
            (1, 7),
            21,
            0.95,
            (-0.517, -0.026),
        ),  # airways of 21 patients before and after a transplantation (Bentur and others, 2009)
        ((28, 25), 618, 0.90, (-0.0148, 0.0247)),
    ],
)
def test_the_interval_is_that_of_the_r_package_PropCIs(
    counts: tuple[int, int], games: int, confidence: float, expected: tuple[float, float]
) -> None:
    """Its `scoreci.mp(7, 1, 21, 0.95)` and `scoreci.mp(25, 28, 618, 0.90)`, which counts second minus first."""
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    low, high = tango(np.array(counts[0]), np.array(counts[1]), games, z)
    assert (float(low), float(high)) == pytest.approx(expected, abs=0.0006)


def test_cells_that_never_differ_still_have_an_interval() -> None:
    won = np.array([1, 0] * 100)
    found = difference_of(GAME.main, won, won)
    assert (found.difference, found.p_value, found.gain) == (0.0, 1.0, float("inf"))
    assert found.low == -found.high
    assert 0.01 < found.high < 0.03
    assert isnan(difference_of(GAME.main, np.zeros(9), np.zeros(9)).gain)


def test_without_luck_in_common_pairing_gains_nothing_and_with_it_much() -> None:
    dice = np.random.default_rng(1)
    apart = difference_of(GAME.main, *play_deals((0.5, 0.5), 0.0, 40_000, dice))
    together = difference_of(GAME.main, *play_deals((0.5, 0.5), 0.9, 40_000, dice))
    assert apart.gain == pytest.approx(1.0, abs=0.03)
    assert together.gain > 3


@given(COUNTS, COUNTS, st.integers(0, 100))
def test_the_other_way_round_only_the_sign_changes(more: int, less: int, same: int) -> None:
    games = more + less + same + 1
    low, high = tango(np.array(more), np.array(less), games)
    other_low, other_high = tango(np.array(less), np.array(more), games)
    assert (float(low), float(high)) == (-float(other_high), -float(other_low))
    assert -1 <= low <= (more - less) / games <= high <= 1
    assert mid_p(more, less) == mid_p(less, more)


@given(st.integers(0, 400), st.integers(0, 400))
def test_the_interval_excludes_0_where_the_score_test_of_mcnemar_does(more: int, less: int) -> None:
    low, high = tango(np.array(more), np.array(less), 1_000)
    score = (more - less) ** 2 - 1.959963985**2 * (more + less)
    if abs(score) > 1e-3:
        assert (low > 0 or high < 0) == (score > 0)


def test_mid_p_is_the_exact_p_less_half_of_what_was_seen() -> None:
    for more, less in ((5, 0), (12, 3), (400, 350)):
        exact = binomtest(more, more + less).pvalue
        assert mid_p(more, less) == pytest.approx(exact - binom.pmf(more, more + less, 0.5))


@pytest.mark.parametrize("differing", [6, 10, 25, 100])
def test_equal_cells_are_called_different_at_most_once_in_twenty(differing: int) -> None:
    """Counted over all outcomes, not simulated; mid-p may pass 5 % by a little, where an exact p would lie far below."""
    rejected = [count for count in range(differing + 1) if mid_p(count, differing - count) < 0.05]
    assert float(np.sum(binom.pmf(rejected, differing, 0.5))) < 0.058
