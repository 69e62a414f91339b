"""Intervals that hold at every look, of shares and of numbers of any size. How often they err is in test_interval_coverage.py."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from experiments.statistics.means import NOTHING, Moments, moments_of
from experiments.statistics.paired import tango
from experiments.statistics.sequential import (
    DIFFERENCES,
    SHARES,
    anytime_difference,
    anytime_interval,
    log_capital,
    sequence,
)
from simulator.game import Measure

COUNTS = st.lists(st.integers(0, 3_000), min_size=3, max_size=3)


def test_before_the_first_block_everything_is_possible() -> None:
    assert sequence(DIFFERENCES, [0, 0, 0]) == (-1, 1)
    assert sequence(SHARES, [0, 0]) == (0, 1)


def test_a_difference_of_five_points_is_seen_before_20_000_deals() -> None:
    dice, counts = np.random.default_rng(1), np.zeros(3, np.int64)
    while sequence(DIFFERENCES, counts)[0] <= 0:
        counts += dice.multinomial(500, [0.1, 0.75, 0.15])
    assert 1_000 < counts.sum() < 10_000


@pytest.mark.parametrize("differing", [0.1, 0.25, 0.5])
def test_at_20_000_deals_it_is_not_much_wider_than_an_interval_for_one_look(differing: float) -> None:
    each = round(10_000 * differing)
    low, high = sequence(DIFFERENCES, [each, 20_000 - 2 * each, each])
    fixed_low, fixed_high = tango(np.array(each), np.array(each), 20_000)
    assert 1.3 < (high - low) / float(fixed_high - fixed_low) < 1.6


@given(COUNTS)
def test_the_other_way_round_only_the_sign_changes(counts: list[int]) -> None:
    low, high = sequence(DIFFERENCES, counts)
    assert sequence(DIFFERENCES, counts[::-1]) == pytest.approx((-high, -low), abs=1e-12)
    if sum(counts):
        assert -1 <= low <= (counts[2] - counts[0]) / sum(counts) <= high <= 1


@given(COUNTS, st.floats(-0.99, 0.98), st.floats(0, 1))
def test_who_bets_on_more_gets_less_against_a_greater_mean(
    counts: list[int], mean: float, share: float
) -> None:
    """So what is not excluded is an interval."""
    values, greater = np.array(DIFFERENCES, float), mean + share * (0.99 - mean)
    smaller_capital = log_capital(values, np.array(counts), greater)
    assert smaller_capital <= log_capital(values, np.array(counts), mean) + 1e-9


@pytest.mark.parametrize(("values", "chances"), [(DIFFERENCES, [0.2, 0.5, 0.3]), (SHARES, [0.9, 0.1])])
def test_the_bets_are_fair(values: tuple[int, ...], chances: list[float]) -> None:
    """If the mean is m, the capital after a game is on average what it was: counted over all outcomes of three games."""
    value, mean = np.array(values, float), float(np.dot(values, chances))
    outcomes = np.stack(np.meshgrid(*[np.arange(len(values))] * 3), axis=-1).reshape(-1, 3)
    counts = np.stack([(outcomes == kind).sum(axis=1) for kind in range(len(values))], axis=-1)
    chance = np.array(chances)[outcomes].prod(axis=1)
    for planned in (10, 20_000):
        assert chance @ np.exp(log_capital(value, counts, mean, planned)) == pytest.approx(1)


def test_shares_at_the_edge() -> None:
    low, high = sequence(SHARES, [5_000, 0])
    assert low == 0
    assert 0.0005 < high < 0.005
    low, high = sequence(SHARES, [0, 5_000])
    assert 0.995 < low < 0.9995
    assert high == 1


WON = Measure("won", "games won", kind="share")
POINTS = Measure("points", "points", kind="score", low=-50, top=150)


def test_a_share_has_the_exact_sequence() -> None:
    found = anytime_interval(WON, Moments(100, 40, 40), 2_500, 0.99)
    assert found == sequence(SHARES, [60, 40], 2_500, 0.99)
    assert anytime_difference(WON, Moments(100, 10, 30)) == sequence(DIFFERENCES, [10, 70, 20])


def missed(repetitions: int, look: int, looks: int) -> int:
    """How many sequences of skewed numbers ever leave out their mean, looked at so often."""
    dice, wrong = np.random.default_rng(12), 0
    for _ in range(repetitions):
        found = NOTHING
        for _ in range(looks):
            found += moments_of(dice.geometric(0.25, look))  # 4 on average
            low, high = anytime_interval(POINTS, found, 2_500)
            if not low <= 4 <= high:
                wrong += 1
                break
    return wrong


def test_numbers_of_any_size_are_covered_at_all_looks_together() -> None:
    assert missed(100, 250, 20) <= 8


@pytest.mark.slow
def test_few_and_skewed_numbers_too() -> None:
    assert missed(1_000, 50, 60) <= 60


def test_games_that_were_all_alike_do_not_tell_everything() -> None:
    low, high = anytime_interval(POINTS, moments_of(np.full(500, 7)), 2_500)
    assert 6.9 < low < 7 < high < 7.1
    few = anytime_interval(POINTS, moments_of(np.array([7])), 2_500)
    assert few[0] < 0 < 14 < few[1]
