"""When a comparison stops, and how often what it says is wrong: over made-up deals with a known difference, through the same stopping code."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from experiments.duel import ALIKE, BLOCK, DIFFERENT, OPEN, Aim, Duel, play_until_decided
from experiments.play import Matchup
from experiments.statistics.changes import JointSums
from simulator.game import Measure
from simulator.switch_signal.game import GAME
from simulator.switch_signal.scenario import Scenario
from tests.players import load_player


def fought(aim: Aim, only_first: float, only_second: float, dice: np.random.Generator) -> Duel:
    """A duel over deals of which these shares are won by one side alone, and half of the rest by both."""
    duel = Duel(aim, GAME.main, JointSums(GAME))
    both = (1 - only_first - only_second) / 2
    while not duel.enough:
        deal = dice.choice(4, size=BLOCK, p=[only_first, only_second, both, both])
        duel.look((deal == 0) | (deal == 2), (deal == 1) | (deal == 2))
    return duel


def verdicts(repetitions: int, aim: Aim, only_first: float, only_second: float) -> Counter[str]:
    dice = np.random.default_rng(5)
    return Counter(fought(aim, only_first, only_second, dice).verdict for _ in range(repetitions))


def test_without_a_difference_hardly_ever_one_is_found() -> None:
    """A quick look: 30 comparisons find a rule that errs in one of five 99 times in 100; for less there are the 200 below."""
    assert verdicts(30, Aim(8_000), 0.1, 0.1)[DIFFERENT] <= 1
    assert verdicts(5, Aim(30_000), 0.005, 0.005) == {ALIKE: 5}


def test_a_difference_that_matters_is_hardly_ever_called_negligible() -> None:
    """A quick look too: 12 find a rule that errs in two of five 98 times in 100."""
    assert verdicts(12, Aim(12_000), 0.005, 0.01)[ALIKE] <= 1


@pytest.mark.slow
@pytest.mark.parametrize("differing", [0.01, 0.1, 0.4])
def test_wrong_verdicts_are_at_most_one_in_twenty(differing: float) -> None:
    """200 comparisons without a difference: ten would be 5 %; a sequence is far more careful."""
    assert verdicts(200, Aim(20_000), differing / 2, differing / 2)[DIFFERENT] <= 10


@pytest.mark.slow
def test_half_a_point_is_called_negligible_at_most_once_in_twenty() -> None:
    assert verdicts(200, Aim(40_000), 0.01, 0.015)[ALIKE] <= 10


def test_it_stops_when_the_difference_is_known_and_not_before() -> None:
    dice = np.random.default_rng(1)
    duel = fought(Aim(100_000), 0.05, 0.09, dice)
    assert duel.verdict == DIFFERENT
    assert duel.games < 30_000
    assert (duel.high - duel.low) / 2 <= max(0.005, duel.difference / 4)
    finer = fought(Aim(100_000, precision=0.005), 0.05, 0.09, dice)
    assert (finer.high - finer.low) / 2 <= 0.005
    assert finer.games > duel.games


def test_what_is_the_same_in_every_game_is_alike_soon() -> None:
    duel = Duel(Aim(100_000), Measure("moves", "moves"), JointSums(GAME))
    while not duel.enough:
        duel.look(np.full(BLOCK, 6), np.full(BLOCK, 6))
    assert (duel.verdict, duel.games) == (ALIKE, 2 * BLOCK)


def test_the_last_game_ends_it() -> None:
    duel = fought(Aim(1_000), 0.2, 0.2, np.random.default_rng(2))
    assert (duel.games, duel.verdict) == (1_000, OPEN)


def test_real_games_give_the_same_on_any_number_of_cores() -> None:
    novice = load_player("novice")
    sides = (
        Matchup(GAME, Scenario(board="tiny"), (novice,)),
        Matchup(GAME, Scenario(board="tiny", removed=6), (novice,)),
    )
    found = []
    for workers in (1, 2):
        duel = Duel(Aim(5_000), GAME.main, JointSums(GAME))
        games = sum(play_until_decided(duel, sides, 7, workers))
        assert games == duel.games
        found.append((duel.games, duel.verdict, duel.low, duel.high, duel.moments.products.tolist()))
    assert found[0] == found[1]
    assert found[0][1] == DIFFERENT


def scored(aim: Aim, shift: float, dice: np.random.Generator) -> Duel:
    """A duel of scores: both sides share the luck of a deal, and B has so many points more on average."""
    duel = Duel(aim, POINTS, JointSums(GAME))
    while not duel.enough:
        deal = dice.integers(40, 80, BLOCK)
        duel.look(
            deal + dice.integers(0, 10, BLOCK),
            deal + dice.integers(0, 10, BLOCK) + dice.binomial(1, shift, BLOCK),
        )
    return duel


POINTS = Measure("points", "points", kind="score", low=-50, top=150)


def test_scores_are_compared_too() -> None:
    dice = np.random.default_rng(8)
    duel = scored(Aim(50_000), 0.9, dice)
    assert duel.verdict == DIFFERENT
    assert duel.low < 0.9 < duel.high
    assert (duel.high - duel.low) / 2 <= max(duel.negligible, duel.difference / 4)
    assert [side.games for side in duel.sums.sides] == [duel.games] * 2
    assert duel.sums.more_second > duel.sums.more_first


def test_scores_that_hardly_differ_are_alike_or_open_and_never_different() -> None:
    """The spread of a game is about 12 points, so an eighth of a point is what does not matter."""
    dice = np.random.default_rng(9)
    found = Counter(scored(Aim(40_000), 0.0, dice).verdict for _ in range(20))
    assert found[DIFFERENT] <= 1
    assert found[ALIKE] > 0
