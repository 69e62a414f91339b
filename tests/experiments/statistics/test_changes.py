"""How games went on both sides: figures are those of the outcomes, errors those of pairs, and few changes are seen where none is."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from experiments.statistics.changes import Change, JointSums
from experiments.statistics.figures import figures_of
from experiments.statistics.sequential import anytime_p
from simulator.switch_signal.game import GAME
from simulator.switch_signal.play import play
from simulator.switch_signal.records import outcome_dtype
from simulator.switch_signal.scenario import Scenario
from tests.players import load_player

GAMES = 600


@pytest.fixture(scope="module")
def outcomes() -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    novice = load_player("novice")
    setups = (Scenario(board="tiny"), Scenario(board="tiny", removed=5))
    first, second = (play(scenario, novice, 1, 0, GAMES).outcomes for scenario in setups)
    return first, second


def change(moments: JointSums, name: str) -> Change:
    return next(each for each in moments.changes() if each.name == name)


def test_figures_and_errors_are_those_of_the_games(
    outcomes: tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]],
) -> None:
    moments = JointSums(GAME)
    moments.add(outcomes[0][:100], outcomes[1][:100])
    moments.add(outcomes[0][100:], outcomes[1][100:])
    found = {each.name: each for each in moments.changes()}
    assert set(found) == set(figures_of(GAME))
    turns = [each["turns"].astype(float) for each in outcomes]
    pairs = turns[1] - turns[0]
    assert found["turns"].difference == pytest.approx(pairs.mean())
    assert found["turns"].error == pytest.approx(pairs.std() / np.sqrt(GAMES))
    lost = [each["goods"][each["won"] == 0].mean() for each in outcomes]
    assert (found["goods of lost games"].first, found["goods of lost games"].second) == pytest.approx(lost)
    assert found["turns"].clear
    assert found["tokens no-train"].holm == 1


def test_the_error_of_a_quotient_is_that_of_leaving_games_out(
    outcomes: tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]],
) -> None:
    moments = JointSums(GAME)
    moments.add(*outcomes)
    lost = [1 - each["won"].astype(int) for each in outcomes]
    goods = [each["goods"] * of for each, of in zip(outcomes, lost, strict=True)]
    without = [(each.sum() - each) / (of.sum() - of) for each, of in zip(goods, lost, strict=True)]
    left_out = without[1] - without[0]
    jackknife = np.sqrt((GAMES - 1) / GAMES * ((left_out - left_out.mean()) ** 2).sum())
    found = change(moments, "goods of lost games")
    assert found.error == pytest.approx(jackknife, rel=0.02)


def test_a_side_without_lost_games_has_no_goods_of_them(
    outcomes: tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]],
) -> None:
    moments, won = JointSums(GAME), outcomes[0].copy()
    won["won"] = 1
    moments.add(won, outcomes[1])
    found = change(moments, "goods of lost games")
    assert (found.first, found.difference, found.clear) == (None, None, False)


@pytest.mark.parametrize("skewed", [False, True])
def test_looking_40_times_sees_a_change_where_none_is_in_at_most_one_of_twenty(skewed: bool) -> None:
    """300 series of 20,000 differences, looked at after every 500; a fixed test would err in some thirty of a hundred."""
    dice, looks = np.random.default_rng(3), np.arange(500, 20_001, 500)
    wrong = repeated = 0
    for _ in range(300):
        series = dice.exponential(size=20_000) ** 2 - 2 if skewed else dice.standard_normal(20_000)
        means = np.cumsum(series)[looks - 1] / looks
        errors = np.sqrt((np.cumsum(series**2)[looks - 1] / looks - means**2) / looks)
        wrong += any(
            anytime_p(float(mean), float(error), int(games)) < 0.05
            for mean, error, games in zip(means, errors, looks, strict=True)
        )
        repeated += bool((abs(means) > 1.96 * errors).any())
    assert wrong <= 15
    assert repeated > 60


def made_up(dice: np.random.Generator, games: int, loss_rate: float) -> np.ndarray[Any, Any]:
    """Games of which few are lost, with any number of goods."""
    outcomes = np.zeros(games, outcome_dtype)
    outcomes["won"] = dice.random(games) >= loss_rate
    outcomes["goods"] = np.where(outcomes["won"] == 1, 8, dice.integers(0, 8, games))
    return outcomes


def test_a_lost_game_on_either_side_shows_nothing() -> None:
    """One loss has no spread, and so no error that could be trusted."""
    sides = [made_up(np.random.default_rng(1), 500, 0.0) for _ in range(2)]
    for side, goods in zip(sides, (5, 7), strict=True):
        side[0]["won"], side[0]["goods"] = 0, goods
    moments = JointSums(GAME)
    moments.add(*sides)
    found = change(moments, "goods of lost games")
    assert (found.first, found.second, found.clear) == (5, 7, False)


@pytest.mark.parametrize(("games", "clear"), [(1, False), (99, False), (100, True)])
def test_deals_that_all_change_alike_show_it_once_there_are_enough(games: int, clear: bool) -> None:
    """Without spread there is no error; one deal proves nothing for all that."""
    sides = [np.zeros(games, outcome_dtype) for _ in range(2)]
    sides[1]["turns"] = 3
    moments = JointSums(GAME)
    moments.add(*sides)
    found = change(moments, "turns")
    assert (found.difference, found.clear) == (3, clear)
    assert found.p_value > 0


def test_few_lost_games_show_a_change_where_none_is_in_at_most_one_of_twenty() -> None:
    """60 comparisons of 40,000 deals of which 1 % are lost, each looked at 20 times."""
    dice, wrong = np.random.default_rng(8), 0
    for _ in range(60):
        moments = JointSums(GAME)
        looks = []
        for _ in range(20):
            moments.add(made_up(dice, 2000, 0.01), made_up(dice, 2000, 0.01))
            looks.append(change(moments, "goods of lost games").p_value)
        assert looks[0] == 1  # some 20 lost games are too few
        wrong += min(looks) < 0.05
    assert wrong <= 3
