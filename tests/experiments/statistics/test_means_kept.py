"""Errors of means from blocks: as wide as chance is, and silent where there are too few blocks."""

from __future__ import annotations

import numpy as np
import pytest

from experiments.statistics.means import FEWEST_BLOCKS, ratio_intervals


def test_the_mean_is_that_of_all_games_whatever_the_blocks() -> None:
    means, _ = ratio_intervals(np.array([[10, 4], [30, 0], [5, 1]]), np.array([[5], [10], [5]]))
    assert means == pytest.approx([45 / 20, 5 / 20])


@pytest.mark.parametrize("blocks", [10, 20, 50])
def test_95_of_100_intervals_hold_the_truth(blocks: int) -> None:
    """A mean over lost games only, whose number differs from block to block."""
    chance, rounds = np.random.default_rng(blocks), 4000
    lost = chance.binomial(40, 0.4, (blocks, rounds))
    goods = chance.binomial(lost * 8, 0.7)
    means, halves = ratio_intervals(goods, lost)
    held = np.abs(means - 8 * 0.7) <= halves
    assert 0.935 <= held.mean() <= 0.965


def test_with_equal_blocks_it_is_the_interval_of_block_means() -> None:
    sums = np.array([[12.0], [15.0], [9.0], [14.0], [10.0]])
    _, half = ratio_intervals(sums, np.full((5, 1), 10))
    spread = (sums / 10).std(ddof=1) / np.sqrt(5)
    assert half[0] == pytest.approx(2.7764 * spread, rel=1e-4)


def test_few_blocks_say_nothing() -> None:
    games = np.array([[4, 0]] * (FEWEST_BLOCKS - 1) + [[4, 0]])
    means, halves = ratio_intervals(games * 2, games)
    assert (means[0], halves[0]) == (2.0, 0.0)
    assert np.isnan(means[1])
    assert np.isnan(halves[1])
    assert np.isnan(ratio_intervals(games[1:] * 2, games[1:])[1]).all()
