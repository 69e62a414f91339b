"""Intervals that hold at every look, of shares and of numbers of any size."""

from __future__ import annotations

import numpy as np
import pytest

from experiments.statistics.anytime import anytime_difference, anytime_interval
from experiments.statistics.means import NOTHING, Moments, moments_of
from experiments.statistics.sequential import SHARES, ConfidenceSequence
from simulator.game import Measure

WON = Measure("won", "games won", kind="share")
POINTS = Measure("points", "points", kind="score", low=-50, top=150)


def test_a_share_has_the_exact_sequence() -> None:
    sequence = ConfidenceSequence(SHARES, 2_500, 0.99)
    sequence.update([60, 40])
    assert anytime_interval(WON, Moments(100, 40, 40), 2_500, 0.99) == sequence.interval()
    sequence = ConfidenceSequence()
    sequence.update([10, 70, 20])
    assert anytime_difference(WON, Moments(100, 10, 30)) == sequence.interval()


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
