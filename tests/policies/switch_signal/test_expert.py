"""The searching players: futures are imagined unless one is told the truth, and looking ahead pays."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from policies.switch_signal.planning.memory import memory_of
from simulator.switch_signal.play import play
from simulator.switch_signal.scenario import Scenario
from simulator.switch_signal.session import Session
from tests.players import load_player


@pytest.mark.slow
def test_looking_ahead_costs_fewer_tokens() -> None:
    """80 games of each on the same seeds: fewer tokens lost by more than three standard errors of the difference, wrong 1 in 700."""
    lost = [
        play(Scenario(), load_player(name), 4, 0, 80).outcomes["tokens"].sum(axis=1).astype(float)
        for name in ("planner", "expert")
    ]
    difference = lost[0] - lost[1]
    assert difference.mean() > 3 * difference.std() / np.sqrt(80)


@pytest.mark.slow
def test_what_cannot_be_won_is_still_played_well() -> None:
    """Ten goods and six cards removed: next to no game is won. 40 games of each on the same seeds, and three standard errors again."""
    setup = Scenario(goods=10, removed=6)
    goods = [
        play(setup, load_player(name), 4, 0, 40).outcomes["goods"].astype(float)
        for name in ("planner", "expert")
    ]
    difference = goods[1] - goods[0]
    assert difference.mean() > 3 * difference.std() / np.sqrt(40)


def at_first_choice(settings: str) -> Any:
    """The memory of an expert after the first decision of a game in which it has played answers on."""
    policy = load_player(f"expert:{settings}")
    session = Session(Scenario(), 5, 0, policy.params)
    session.run_on()
    while True:
        answer = session.consult(policy.decide)
        memory = memory_of(session.minds[0])
        if memory["answered"] > 1 and memory["played"][1] > 0 and session.ask == "act":
            return memory
        session.choose(answer)
        session.run_on()


def test_a_plain_choice_costs_few_futures() -> None:
    """Who never doubts asks four futures, who always does asks them all; in between, answers drop out of the race one after another."""
    hasty, cautious = at_first_choice("doubt=0,futures=7"), at_first_choice("doubt=100,futures=7")
    assert set(hasty["played"][: hasty["answered"]]) == {4}
    assert set(cautious["played"][: cautious["answered"]]) == {7}
    usual = at_first_choice("futures=30")
    played = usual["played"][: usual["answered"]].tolist()
    assert played == sorted(played, reverse=True)
    assert played[-1] < 30


def test_a_chance_is_one() -> None:
    """Worth goes beyond the chance to win, by GOOD for each of seven lesser successes."""
    memory = at_first_choice("futures=5,good=0.05")
    for chance, worth in zip(memory["chances"][: memory["answered"]], memory["worths"], strict=False):
        assert 0 < chance < 1
        assert chance < worth <= chance + 0.35


@pytest.mark.parametrize("name", ["planner", "expert:futures=2"])
def test_only_the_clairvoyant_is_told_the_key(name: str) -> None:
    """T4: in the minds of all others the key of the game does not stand, also not after thinking."""
    policy = load_player(name)
    session = Session(Scenario(board="loop"), 3, 1, policy.params, policy.foresees)
    session.run_on()
    session.consult(policy.decide)
    assert session.dealers["key"].tobytes() not in session.minds.tobytes()


def test_the_clairvoyant_plays_answers_on_with_the_dice_that_will_be_rolled() -> None:
    policy = load_player("clairvoyant:breadth=3")
    session = Session(Scenario(board="loop"), 3, 1, policy.params, policy.foresees)
    session.run_on()
    searched = 0
    while not session.over:
        answer = session.consult(policy.decide)
        memory = memory_of(session.minds[0])
        if memory["answered"] > 1 and memory["played"][1] > 0:
            searched += 1
            assert int(session.minds["dealer"]["key"][0]) == int(session.dealers["key"][0])
        session.choose(answer)
        session.run_on()
    assert searched > 0


def test_the_expert_plays_the_same_games_when_asked_again() -> None:
    policy = load_player("expert:futures=3")
    outcomes = [play(Scenario(board="loop"), policy, 9, 2, 3).outcomes.tobytes() for _ in range(2)]
    assert outcomes[0] == outcomes[1]
