"""Win rates over boards: mean, range, and the spread between boards apart from chance."""

from __future__ import annotations

import numpy as np
import pytest

from experiments.over_boards import over_boards

BOARDS, GAMES = 24, 400


def sampled(mean: float, between: float, dice: np.random.Generator) -> tuple[list[int], list[int]]:
    """Wins on boards whose true rates scatter about a mean (beta distributed) and are met by chance."""
    total = mean * (1 - mean) / between**2 - 1
    rates = dice.beta(mean * total, (1 - mean) * total, BOARDS)
    return dice.binomial(GAMES, rates).tolist(), [GAMES] * BOARDS


def test_mean_and_range_of_three_boards() -> None:
    found = over_boards([10, 20, 60], [100, 100, 100])
    assert found.mean == pytest.approx(0.3)
    assert (found.lowest, found.highest) == (0.1, 0.6)
    assert found.ci_low < 0.3 < found.ci_high


def test_boards_that_differ_by_chance_alone_have_no_spread_between_them() -> None:
    """Of 300 samples of equal boards the mean squared spread between them is 0 but for what is cut off at 0."""
    dice = np.random.default_rng(7)
    spreads = [
        over_boards(dice.binomial(GAMES, [0.4] * BOARDS).tolist(), [GAMES] * BOARDS) for _ in range(300)
    ]
    chance = (0.4 * 0.6 / GAMES) ** 0.5
    assert np.mean([found.sampling_sd for found in spreads]) == pytest.approx(chance, rel=0.02)
    assert np.median([found.between_sd for found in spreads]) < 0.5 * chance


def test_a_true_spread_is_found_apart_from_chance() -> None:
    """True spread 10 points, chance 2.4 points: the mean of 400 estimates is right within 4 standard errors of 0.1 points."""
    dice = np.random.default_rng(11)
    found = [over_boards(*sampled(0.4, 0.1, dice)).between_sd ** 2 for _ in range(400)]
    assert np.mean(found) ** 0.5 == pytest.approx(0.1, abs=0.004)


def test_the_interval_holds_the_mean_of_all_plausible_boards_19_times_of_20() -> None:
    """1,000 samples: coverage 95 % with a standard error of 0.7 points, here within 4 of them."""
    dice = np.random.default_rng(3)
    inside = 0
    for _ in range(1_000):
        found = over_boards(*sampled(0.5, 0.12, dice))
        inside += found.ci_low <= 0.5 <= found.ci_high
    assert 0.92 <= inside / 1_000 <= 0.98


def test_boards_without_a_single_win_still_have_an_interval() -> None:
    found = over_boards([0, 0, 0], [100, 100, 100])
    assert (found.mean, found.ci_low, found.between_sd) == (0.0, 0.0, 0.0)
    assert 0.005 < found.ci_high < 0.03
