"""The state that is folded from a trace is the state of the game itself, at every decision and at the end."""

from __future__ import annotations

from typing import Any

import pytest

from policies.registry import load_policy
from reports.switch_signal.replay.state import Unfolding
from simulator.switch_signal.game import GAME
from simulator.switch_signal.scenario import Scenario
from simulator.switch_signal.session import Session
from simulator.switch_signal.trace import Translator, trace

SETUPS: list[dict[str, Any]] = [
    {"board": "central-europe", "helpers": "all"},
    {"board": "north-america", "edition": "pl", "locations": "stack", "layout": "policy", "players": 3, "extra_signals": 1},
    {"board": "tiny", "locations": "stack", "tokens": 3},
    {"board": "tiny-na", "goods": 10, "edition": "pl", "removed": 9, "rulings": {"X4": "start-place"}},
    {"board": "loop", "layout": "random", "players": 4, "tokens": 1, "house": {"loading-cards": 0}},
]  # fmt: skip


@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: setup["board"])
@pytest.mark.parametrize("policy_name", ["random", "novice"])
def test_the_folded_state_is_the_state_of_the_game(setup: dict[str, Any], policy_name: str) -> None:
    scenario, policy = Scenario(**setup), load_policy(GAME, policy_name)
    translator = Translator(scenario)
    for game in range(12):
        session = Session(scenario, 3, game, policy.params, policy.foresees)
        true_states: list[dict[str, Any]] = []

        def decide(table: Session, seen: list[dict[str, Any]] = true_states) -> int:
            seen.append(translator.state(table.record))
            return table.consult(policy.decide)

        unfolding, decisions = None, 0
        for event in trace(session, decide):
            if unfolding is None:
                unfolding = Unfolding(scenario.board_data, event)
                continue
            unfolding.take(event)
            if event["event"] == "choice":
                assert unfolding.state == true_states[decisions], (game, event)
                decisions += 1
        assert unfolding is not None
        assert decisions == len(true_states) > 0
        assert unfolding.state == translator.state(session.record), game
