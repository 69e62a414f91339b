"""The searching players: futures are imagined unless one is told the truth, and looking ahead pays."""

from __future__ import annotations

import numpy as np
import pytest

from experiments.runner import play
from policies.registry import load_policy
from simulator.scenario import Scenario
from simulator.session import Session


@pytest.mark.slow
def test_looking_ahead_costs_fewer_tokens() -> None:
    """80 games of each on the same seeds: fewer tokens lost by more than three standard errors of the difference, wrong 1 in 700."""
    lost = [
        play(Scenario(), load_policy(name), 4, 0, 80).outcomes["tokens"].sum(axis=1).astype(float)
        for name in ("planner", "expert")
    ]
    difference = lost[0] - lost[1]
    assert difference.mean() > 3 * difference.std() / np.sqrt(80)


@pytest.mark.parametrize("name", ["planner", "expert:futures=2"])
def test_only_the_clairvoyant_is_told_the_key(name: str) -> None:
    """T4: in the minds of all others the key of the game does not stand, also not after thinking."""
    policy = load_policy(name)
    session = Session(Scenario(board="loop"), 3, 1, policy.params, policy.foresees)
    session.run_on()
    session.consult(policy.decide)
    assert session.dealers["key"].tobytes() not in session.minds.tobytes()


def test_the_clairvoyant_sees_what_will_be_rolled() -> None:
    """The future that it plays on is the one that comes: with its dice the standing of its answer comes true."""
    policy = load_policy("clairvoyant")
    session = Session(Scenario(board="loop"), 3, 1, policy.params, policy.foresees)
    assert int(session.minds["truth"][0]) == int(session.dealers["key"][0])
    won = play(Scenario(), load_policy("clairvoyant:breadth=3"), 2, 0, 6).outcomes["won"]
    assert won.mean() > 0.5


def test_a_wider_search_gives_the_same_answer_when_asked_again() -> None:
    policy = load_policy("expert:futures=3")
    outcomes = [play(Scenario(board="loop"), policy, 9, 2, 3).outcomes.tobytes() for _ in range(2)]
    assert outcomes[0] == outcomes[1]
