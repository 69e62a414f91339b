"""What weights are tuned on, and what training wants."""

from __future__ import annotations

import numpy as np
import pytest

from experiments.switch_signal.training import score, training_scenarios
from simulator.switch_signal.ensemble import members
from simulator.switch_signal.records import outcome_dtype
from simulator.switch_signal.scenario import Scenario


def test_weights_are_tuned_on_boards_and_decks_of_the_training_set_only() -> None:
    scenarios = training_scenarios()
    assert {scenario.board for scenario in scenarios} == set(members("ensemble:train", "board", ""))
    decks = {scenario.deck for scenario in scenarios}
    assert decks == {"standard", *members("ensemble:train", "deck", "")}


def test_a_score_is_for_games_won_and_goods_and_against_blunders() -> None:
    """Of two games one is won, six of eight goods come home on average, and a blunder is made in each."""
    outcomes = np.zeros(2, outcome_dtype)
    outcomes["won"], outcomes["goods"] = [1, 0], [8, 4]
    outcomes["blunders"][:, 2] = 1
    assert score(outcomes, Scenario()) == pytest.approx(0.5 + 0.5 * 6 / 8 - 0.08)
