"""Groups of deals, and errors from leaving out each of them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from experiments.statistics.jackknife import group_deals, jackknife_covariance


def test_ten_deals_in_three_groups() -> None:
    won = np.array([[1, 1, 1, 0, 0, 0, 0, 0, 0, 1], [0, 0, 0, 1, 1, 1, 1, 1, 1, 1]], np.uint8)
    grouped = group_deals(won, groups=3)
    assert grouped.sizes.tolist() == [3, 3, 4]
    assert grouped.wins.tolist() == [[3, 0, 1], [0, 3, 4]]
    assert grouped.degrees_of_freedom == 2


@given(st.integers(2, 500), st.integers(2, 120))
def test_groups_hold_every_deal_once_and_are_even(games: int, groups: int) -> None:
    won = np.ones((1, games), np.uint8)
    grouped = group_deals(won, groups)
    assert grouped.sizes.sum() == grouped.wins.sum() == games
    assert len(grouped.sizes) == min(groups, games)
    assert grouped.sizes.max() - grouped.sizes.min() <= 1


def test_counts_do_not_overflow_the_small_integers_of_the_table() -> None:
    assert group_deals(np.ones((1, 1_000), np.uint8), groups=2).wins.tolist() == [[500, 500]]


def test_one_game_has_no_error() -> None:
    with pytest.raises(ValueError, match="fewer than two games"):
        group_deals(np.ones((3, 1)))


def test_leaving_out_single_deals_gives_the_covariance_of_means() -> None:
    won = np.random.default_rng(1).integers(0, 2, (3, 40))
    without = (won.sum(axis=1, keepdims=True) - won).T / 39
    found = jackknife_covariance(won.mean(axis=1), without, np.ones(40))
    assert found == pytest.approx(np.cov(won) / 40)


def test_groups_of_unequal_size_give_the_same_error_on_average() -> None:
    """2,000 samples of 30 deals in groups of 1 to 8: the mean variance is that of a mean of 30, within 3 %."""
    dice, sizes = np.random.default_rng(2), np.array([1, 2, 3, 4, 5, 7, 8])
    edges = np.concatenate([[0], sizes.cumsum()[:-1]])
    found = []
    for _ in range(2_000):
        deals = dice.standard_normal(30)
        without = (deals.sum() - np.add.reduceat(deals, edges)) / (30 - sizes)
        found.append(jackknife_covariance(deals.mean(keepdims=True), without[:, None], sizes)[0, 0])
    assert np.mean(found) == pytest.approx(1 / 30, rel=0.03)
