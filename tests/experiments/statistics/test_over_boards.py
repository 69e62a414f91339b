"""Win rates over boards: mean, range, and the spread between boards apart from chance."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.stats import norm

from experiments.statistics.over_boards import over_boards

BOARDS, GAMES = 24, 400
ONE_KIND = ["europe"] * BOARDS


def played(mean: float, between: float, together: float, dice: np.random.Generator) -> np.ndarray[Any, Any]:
    """Games on boards whose true rates scatter about a mean; `together` is how far the same dice decide a game on all boards."""
    rates = np.full(BOARDS, mean)
    if between:
        total = mean * (1 - mean) / between**2 - 1
        rates = dice.beta(mean * total, (1 - mean) * total, BOARDS)
    luck = np.sqrt(together) * dice.normal(size=GAMES)
    luck = luck + np.sqrt(1 - together) * dice.normal(size=(BOARDS, GAMES))
    return np.asarray(luck < norm.ppf(rates)[:, None], np.int8)


def test_mean_and_range_of_three_boards() -> None:
    won = np.zeros((3, 100), np.int8)
    won[0, :10] = won[1, :20] = won[2, :60] = 1
    found = over_boards(won, ["europe"] * 3)
    assert found.mean == pytest.approx(0.3)
    assert (found.lowest, found.highest) == (0.1, 0.6)
    assert found.ci_low < 0.3 < found.ci_high


@pytest.mark.parametrize("together", [0.0, 0.4])
def test_boards_that_differ_by_chance_alone_have_no_spread_between_them(together: float) -> None:
    dice = np.random.default_rng(7)
    found = [over_boards(played(0.4, 0, together, dice), ONE_KIND) for _ in range(200)]
    chance = (0.4 * 0.6 / GAMES) ** 0.5
    assert np.mean([each.sampling_sd for each in found]) == pytest.approx(chance, rel=0.02)
    assert np.median([each.between_sd for each in found]) < 0.5 * chance


@pytest.mark.parametrize("together", [0.0, 0.4])
def test_a_true_spread_is_found_apart_from_chance(together: float) -> None:
    """True spread 10 points, chance 2.4: the mean of 300 squared estimates is right within 4 standard errors of 0.1 points."""
    dice = np.random.default_rng(11)
    found = [over_boards(played(0.4, 0.1, together, dice), ONE_KIND).between_sd ** 2 for _ in range(300)]
    assert np.mean(found) ** 0.5 == pytest.approx(0.1, abs=0.005)


@pytest.mark.parametrize(("between", "together"), [(0.12, 0.0), (0.12, 0.4), (0.03, 0.4), (0.0, 0.4)])
def test_the_interval_holds_the_mean_of_all_plausible_boards_19_times_of_20(
    between: float, together: float
) -> None:
    """600 samples: coverage 95 % with a standard error of 0.9 points, here at most 4 of them below; boards may err together."""
    dice = np.random.default_rng(3)
    inside = 0
    for _ in range(600):
        found = over_boards(played(0.5, between, together, dice), ONE_KIND)
        inside += found.ci_low <= 0.5 <= found.ci_high
    assert inside / 600 >= 0.914


def test_two_kinds_are_not_one_hat() -> None:
    """Boards alike within each kind have no spread, however far the kinds are apart, and the mean is that of the kinds."""
    dice = np.random.default_rng(5)
    europe = (dice.random((16, 2_000)) < 0.6).astype(np.int8)
    america = (dice.random((8, 2_000)) < 0.2).astype(np.int8)
    found = over_boards(np.concatenate([europe, america]), ["europe"] * 16 + ["america"] * 8)
    assert found.mean == pytest.approx(0.4, abs=0.01)
    assert found.between_sd < 0.01
    assert found.ci_high - found.ci_low < 0.03


def test_boards_without_a_single_win_still_have_an_interval() -> None:
    won = np.zeros((12, 300), np.int8)
    found = over_boards(won, ["europe"] * 12)
    assert (found.mean, found.ci_low, found.between_sd) == (0.0, 0.0, 0.0)
    assert 0.0005 < found.ci_high < 0.002
    won[0, 0] = 1
    assert over_boards(won, ["europe"] * 12).ci_high > found.ci_high  # a win more never makes it narrower
