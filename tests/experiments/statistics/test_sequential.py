"""Confidence sequences: an interval that may be looked at at any time. How often they err is in test_interval_coverage.py."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from experiments.statistics.paired import tango
from experiments.statistics.sequential import DIFFERENCES, SHARES, ConfidenceSequence, log_capital

COUNTS = st.lists(st.integers(0, 3_000), min_size=3, max_size=3)


def interval_of(counts: list[int], values: tuple[int, ...] = DIFFERENCES) -> tuple[float, float]:
    sequence = ConfidenceSequence(values)
    sequence.update(counts)
    return sequence.interval()


def test_before_the_first_block_everything_is_possible() -> None:
    assert ConfidenceSequence().interval() == (-1, 1)
    assert ConfidenceSequence(SHARES).interval() == (0, 1)


def test_a_difference_of_five_points_is_seen_before_20_000_deals() -> None:
    dice, sequence, games = np.random.default_rng(1), ConfidenceSequence(), 0
    while sequence.interval()[0] <= 0:
        sequence.update(dice.multinomial(500, [0.1, 0.75, 0.15]))
        games += 500
    assert 1_000 < games < 10_000


@pytest.mark.parametrize("differing", [0.1, 0.25, 0.5])
def test_at_20_000_deals_it_is_not_much_wider_than_an_interval_for_one_look(differing: float) -> None:
    each = round(10_000 * differing)
    low, high = interval_of([each, 20_000 - 2 * each, each])
    fixed_low, fixed_high = tango(np.array(each), np.array(each), 20_000)
    assert 1.3 < (high - low) / float(fixed_high - fixed_low) < 1.6


@settings(max_examples=30)
@given(st.lists(COUNTS, min_size=1, max_size=6))
def test_order_and_size_of_blocks_do_not_matter(blocks: list[list[int]]) -> None:
    forwards, backwards = ConfidenceSequence(), ConfidenceSequence()
    for block in blocks:
        forwards.update(block)
    for block in reversed(blocks):
        backwards.update(block)
    at_once = interval_of(np.sum(blocks, axis=0).tolist())
    assert forwards.interval() == backwards.interval() == at_once


@given(COUNTS)
def test_the_other_way_round_only_the_sign_changes(counts: list[int]) -> None:
    low, high = interval_of(counts)
    assert interval_of(counts[::-1]) == pytest.approx((-high, -low), abs=1e-12)
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
    low, high = interval_of([5_000, 0], SHARES)
    assert low == 0
    assert 0.0005 < high < 0.005
    low, high = interval_of([0, 5_000], SHARES)
    assert 0.995 < low < 0.9995
    assert high == 1
