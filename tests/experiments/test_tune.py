"""The race towards a target: who drops out, who stays, and how often one that should stay is lost."""

from __future__ import annotations

import numpy as np
import pytest

from experiments.statistics.means import Moments, moments_of
from experiments.tune import FIRST_ROUND, KEPT, Goal, Race, ranked
from simulator.game import Measure
from simulator.switch_signal.game import GAME

POINTS = Measure("points", "points", kind="score", low=-50, top=150)


def goal(target: float, within: float = 0.02, precision: float = 0.01, games: int = 100_000) -> Goal:
    return Goal(GAME.main, target, within, precision, games)


def raced(wanted: Goal, rates: dict[str, float], seed: int) -> Race:
    """A race of settings whose win rates are known."""
    dice, race = np.random.default_rng(seed), Race.of(wanted, list(rates))
    while tasks := race.tasks():
        for task in tasks:
            wins = int(dice.binomial(task.games, rates[task.cell]))
            race.candidates[task.cell].found += Moments(task.games, wins, wins)
        race.drop()
    return race


RATES = {f"{rate}": rate / 100 for rate in range(5, 100, 5)}


def test_games_go_to_what_is_near() -> None:
    race = raced(goal(0.5), RATES, 1)
    assert [each.key for each in race.near()] == ["50"]
    low, high = race.candidates["50"].interval
    assert (high - low) / 2 <= 0.0101
    assert race.candidates["5"].games == FIRST_ROUND
    assert race.spent < race.full_grid / 3


def races_that_lose_one(races: int) -> int:
    """Twenty settings at the very edge of what counts as near: races in which any of them drops out."""
    edge = {f"edge {number}": 0.52 for number in range(20)}
    return sum(len(raced(goal(0.5), edge, seed).running) < len(edge) for seed in range(races))


def test_a_setting_near_the_target_is_lost_in_at_most_one_race_of_twenty() -> None:
    """A quick look: 12 races would miss a missing allowance two times in three; the 150 below find it 98 times in 100."""
    assert races_that_lose_one(12) <= 1


@pytest.mark.slow
def test_the_same_over_150_races() -> None:
    assert races_that_lose_one(150) <= 7


def test_if_nothing_is_near_the_nearest_are_known() -> None:
    race = raced(goal(0.9), {"a": 0.1, "b": 0.3, "c": 0.5, "d": 0.55, "e": 0.2}, 3)
    assert race.near() == []
    assert race.nearest(1)[0].key == "d"
    assert {each.key for each in race.running} == {"b", "c", "d"}
    assert len(race.running) == KEPT
    assert race.nearest(1)[0].games == race.goal.enough


def test_the_smallest_change_comes_first_and_then_the_nearest() -> None:
    race = raced(goal(0.5, within=0.05), {"far": 0.5, "near": 0.47, "nearer": 0.49}, 2)
    order = ranked(race, {"far": 3, "near": 1, "nearer": 1})
    assert [each.key for each in order] == ["nearer", "near", "far"]


def test_games_end_it() -> None:
    race = raced(goal(0.5, games=300), {"a": 0.5}, 1)
    assert race.candidates["a"].games == 300


def raced_for_points(wanted: Goal, means: dict[str, float], seed: int) -> Race:
    """A race of settings whose mean scores are known; a game has a spread of about 12 points."""
    dice, race = np.random.default_rng(seed), Race.of(wanted, list(means))
    while tasks := race.tasks():
        for task in tasks:
            points = np.rint(dice.normal(means[task.cell], 12, task.games)).astype(np.int64)
            race.candidates[task.cell].found += moments_of(points)
        race.drop()
    return race


MEANS = {f"{mean}": float(mean) for mean in range(60, 140, 10)}


def test_a_mean_is_a_target_too() -> None:
    race = raced_for_points(Goal(POINTS, 100, 2, 0.5), MEANS, 4)
    assert [each.key for each in race.near()] == ["100"]
    low, high = race.candidates["100"].interval
    assert (high - low) / 2 == pytest.approx(0.5, rel=0.05)
    assert race.candidates["60"].games == FIRST_ROUND
    assert race.spent < race.full_grid / 3


def test_a_mean_near_the_target_is_lost_in_at_most_one_race_of_twenty() -> None:
    edge = {f"edge {number}": 102.0 for number in range(20)}
    wanted = Goal(POINTS, 100, 2, 0.5)
    assert sum(len(raced_for_points(wanted, edge, seed).running) < len(edge) for seed in range(12)) <= 1
