"""Intervals of a single share."""

from __future__ import annotations

import pytest
from scipy.stats import binomtest

from experiments.statistics.intervals import wilson


@pytest.mark.parametrize(("wins", "games"), [(0, 10), (10, 10), (3, 7), (500, 1000), (1, 100_000)])
def test_the_wilson_interval_is_that_of_scipy(wins: int, games: int) -> None:
    expected = binomtest(wins, games).proportion_ci(confidence_level=0.95, method="wilson")
    assert wilson(wins, games) == pytest.approx((expected.low, expected.high), abs=1e-12)
