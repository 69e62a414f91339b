"""Intervals and differences of shares, counts and scores: those of scipy, and as often right as they say."""

from __future__ import annotations

from math import inf, isnan
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chi2_contingency, t, ttest_ind, ttest_rel

import experiments.run_store.values
from experiments.statistics.intervals import FEWEST_PLAYS, plays_to_notice, wilson
from experiments.statistics.means import Moments, interval_of, moments_of, noticed_after
from experiments.statistics.paired import Difference, PairedSums, difference_of, unpaired_difference_of
from simulator.game import Measure

Array = np.ndarray[Any, Any]
WON = Measure("won", "games won", kind="share")
GOODS = Measure("goods", "goods delivered", kind="count", top=40)
MARGIN = Measure("margin", "points ahead", kind="score", low=-20, top=20)
MEANS = pytest.mark.parametrize("measure", [GOODS, MARGIN], ids=lambda measure: measure.name)


def told(found: Difference) -> tuple[float, ...]:
    return found.difference, found.low, found.high, found.p_value


def goods(dice: np.random.Generator, games: int, mean: float = 3.0) -> Array:
    """Counts as games give them: often nothing, seldom much."""
    return np.minimum(dice.poisson(dice.gamma(1.5, mean / 1.5, games)), 40)


def margins(dice: np.random.Generator, games: int, mean: float = -2.0) -> Array:
    """Scores below nought and above it, skewed."""
    return np.rint(dice.exponential(8, games) - 8 + mean).astype(np.int16)


def values(measure: Measure, dice: np.random.Generator, games: int) -> Array:
    return goods(dice, games) if measure is GOODS else margins(dice, games)


@MEANS
def test_sums_are_exact(measure: Measure) -> None:
    found = values(measure, np.random.default_rng(1), 777)
    assert moments_of(found) == Moments(777, sum(found.tolist()), sum(each**2 for each in found.tolist()))
    assert moments_of(found, 10) == moments_of(found[:10])
    assert moments_of(found[:10]) + moments_of(found[10:]) == moments_of(found)
    assert moments_of(found).mean == pytest.approx(found.mean())
    assert moments_of(found).variance == pytest.approx(found.var(ddof=1))


def test_small_integers_do_not_overflow() -> None:
    found = np.full(1_000, -128, np.int8)
    assert moments_of(found) == Moments(1_000, -128_000, 16_384_000)
    assert difference_of(MARGIN, np.full(9, 127, np.int8), found).difference == 255


@given(st.lists(st.integers(-(2**30), 2**30), min_size=2, max_size=9))
def test_numbers_that_hardly_vary_beside_their_size_have_no_variance_below_nought(numbers: list[int]) -> None:
    found = moments_of(np.array(numbers))
    assert found.variance >= 0
    assert (found.variance == 0) == (len(set(numbers)) == 1)


@MEANS
@pytest.mark.parametrize("games", [2, 30, 1_000])
def test_the_interval_of_a_mean_is_students(measure: Measure, games: int) -> None:
    found = values(measure, np.random.default_rng(2), games)
    expected = t.interval(0.95, games - 1, found.mean(), found.std(ddof=1) / np.sqrt(games))
    assert interval_of(measure, moments_of(found)) == pytest.approx(expected)


def test_the_interval_of_a_share_is_wilsons() -> None:
    found = (np.random.default_rng(3).random(300) < 0.2).astype(np.uint8)
    assert interval_of(WON, moments_of(found)) == wilson(int(found.sum()), 300)


@MEANS
def test_the_difference_on_the_same_deals_is_that_of_students_paired_test(measure: Measure) -> None:
    dice = np.random.default_rng(4)
    deal = values(measure, dice, 500)
    first, second = deal + dice.integers(0, 3, 500), deal + dice.integers(0, 2, 500)
    found, expected = difference_of(measure, first, second), ttest_rel(first, second)
    low, high = expected.confidence_interval(0.95)
    assert (found.low, found.high) == pytest.approx((low, high))
    assert found.difference == pytest.approx((first - second).mean())
    assert found.p_value == found.holm == pytest.approx(expected.pvalue)
    assert found.apart == (first != second).sum()
    assert found.gain == pytest.approx((first.var() + second.var()) / (first - second).var())
    assert found.gain > 2


def test_a_share_adds_up_what_each_side_has_more() -> None:
    first, second = np.random.default_rng(5).integers(0, 2, (2, 200))
    sums = PairedSums()
    sums.add(first[:70], second[:70])
    sums.add(first[70:], second[70:])
    assert sums.sides == (moments_of(first), moments_of(second))
    assert sums.change == moments_of(second - first)
    assert (sums.more_first, sums.more_second) == ((first > second).sum(), (second > first).sum())
    found = difference_of(WON, first, second)
    assert found.difference == (sums.more_first - sums.more_second) / 200
    assert found.apart == sums.more_first + sums.more_second


@MEANS
def test_deals_that_only_one_has_met_do_not_count(measure: Measure) -> None:
    dice = np.random.default_rng(6)
    first, second = values(measure, dice, 300), values(measure, dice, 200)
    assert difference_of(measure, first, second) == difference_of(measure, first[:200], second)


@MEANS
def test_the_difference_is_the_same_in_pieces(measure: Measure, monkeypatch: pytest.MonkeyPatch) -> None:
    dice = np.random.default_rng(7)
    first, second = values(measure, dice, 300), values(measure, dice, 300)
    whole = difference_of(measure, first, second)
    monkeypatch.setattr(experiments.run_store.values, "PIECE", 21)
    assert difference_of(measure, first, second) == whole


@MEANS
def test_the_difference_of_games_with_nothing_in_common_is_welchs(measure: Measure) -> None:
    dice = np.random.default_rng(8)
    first, second = values(measure, dice, 300), values(measure, dice, 70) * 3
    found = unpaired_difference_of(measure, moments_of(first), moments_of(second))
    expected = ttest_ind(first, second, equal_var=False)
    low, high = expected.confidence_interval(0.95)
    assert told(found) == pytest.approx((first.mean() - second.mean(), low, high, expected.pvalue))
    assert found.holm == found.p_value


def test_the_difference_of_shares_with_nothing_in_common_is_newcombes() -> None:
    found = unpaired_difference_of(WON, Moments(50, 20, 20), Moments(80, 10, 10))
    assert told(found)[3] == pytest.approx(chi2_contingency([[20, 30], [10, 70]], correction=False).pvalue)


def test_the_interval_of_shares_with_nothing_in_common_is_that_of_his_table() -> None:
    """Newcombe (1998), table II, method 10: 56 of 70 minus 48 of 80."""
    found = unpaired_difference_of(WON, Moments(70, 56, 56), Moments(80, 48, 48))
    assert told(found)[:3] == pytest.approx((0.2, 0.0524, 0.3339), abs=5e-5)


def test_deals_that_all_change_alike_are_no_matter_of_chance() -> None:
    first = np.arange(50)
    found = difference_of(GOODS, first + 2, first)
    assert (found.difference, found.low, found.high, found.gain) == (2, 2, 2, inf)
    assert 0 < found.p_value < 1e-6
    same = difference_of(GOODS, first, first)
    assert (same.difference, same.p_value, same.apart, same.gain) == (0, 1, 0, inf)
    still = difference_of(GOODS, np.ones(50, int), np.ones(50, int))
    assert (still.p_value, isnan(still.gain)) == (1, True)
    apart = [moments_of(np.full(50, each)) for each in (3, 1)]
    assert told(unpaired_difference_of(GOODS, *apart)) == (2, 2, 2, found.p_value)
    assert told(unpaired_difference_of(GOODS, apart[0], apart[0])) == (0, 0, 0, 1)


def test_a_single_game_proves_nothing() -> None:
    one, other = np.array([7]), np.array([3])
    assert difference_of(GOODS, one, other).p_value == pytest.approx(0.5)
    assert unpaired_difference_of(GOODS, moments_of(one), moments_of(other)).p_value == pytest.approx(0.5)
    assert difference_of(GOODS, np.array([7, 8]), np.array([3, 4])).p_value > 0.05


@MEANS
def test_the_interval_holds_the_mean_19_times_of_20(measure: Measure) -> None:
    """2,000 cells of 300 skewed games: 95 % has a standard error of half a point; from 93.5 to 96.5 % are three of them."""
    dice = np.random.default_rng(9)
    truth = values(measure, np.random.default_rng(10), 4_000_000).mean()
    held = 0
    for _ in range(2_000):
        low, high = interval_of(measure, moments_of(values(measure, dice, 300)))
        held += low <= truth <= high
    assert 0.935 <= held / 2_000 <= 0.965


@MEANS
@pytest.mark.parametrize("paired", [True, False])
def test_a_difference_is_held_19_times_of_20_and_seen_where_none_is_once(
    measure: Measure, paired: bool
) -> None:
    """2,000 pairs of cells of 300 games that differ by one on average in every other deal, or not at all; luck in common or not."""
    dice = np.random.default_rng(11)
    held = wrong = 0
    for _ in range(2_000):
        deal = values(measure, dice, 300)
        other = deal + dice.integers(-1, 2, 300) if paired else values(measure, dice, 300)
        more = dice.integers(0, 2, 300)
        if paired:
            found, none = (difference_of(measure, each, deal) for each in (other + more, other))
        else:
            found, none = (
                unpaired_difference_of(measure, moments_of(each), moments_of(deal))
                for each in (other + more, other)
            )
        held += found.low <= 0.5 <= found.high
        wrong += none.p_value < 0.05
    assert 0.935 <= held / 2_000 <= 0.965
    assert 0.035 <= wrong / 2_000 <= 0.065


def test_so_many_plays_notice_the_difference_four_times_of_five() -> None:
    """1,000 groups: 80 % has a standard error of 1.3 points."""
    dice = np.random.default_rng(12)
    before, after = goods(dice, 200_000, 3), goods(dice, 200_000, 4)
    plays = noticed_after(GOODS, moments_of(before), moments_of(after))
    assert plays is not None
    noticed = sum(
        ttest_ind(dice.choice(before, plays // 2), dice.choice(after, plays // 2)).pvalue < 0.05
        for _ in range(1_000)
    )
    assert 0.76 <= noticed / 1_000 <= 0.84


def test_what_is_equal_is_never_noticed_and_what_is_plain_takes_some_plays_all_the_same() -> None:
    same = np.array([1, 2, 3])
    assert noticed_after(GOODS, moments_of(same), moments_of(same[::-1])) is None
    assert noticed_after(GOODS, moments_of(np.full(9, 1)), moments_of(np.full(9, 30))) == 2 * FEWEST_PLAYS
    won = np.array([1, 0, 0, 1]), np.array([1, 0, 0, 0])
    assert noticed_after(WON, *map(moments_of, won)) == plays_to_notice(0.5, 0.25)
