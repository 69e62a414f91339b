"""Ways of the planner: those mended after a change are those found from scratch, and with everything open those of the board."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from policies.switch_signal.planning.lines import TICKS
from policies.switch_signal.planning.memory import PLAN, plan_dtype
from policies.switch_signal.planning.ways import know_ways
from policies.switch_signal.planning.weights import ATTENTION, CLOSED, ONCOMING, RED_FIELD, STOPOVER
from simulator.core.jit import kernel
from simulator.switch_signal.records import BOARD, GAME, RULES
from simulator.switch_signal.scenario import Scenario
from simulator.switch_signal.session import Session
from tests.players import load_player


@kernel((BOARD[:], RULES[:], GAME[:], PLAN[:]), entry=True)
def find(boards: Any, rule_sets: Any, games: Any, plans: Any) -> None:
    know_ways(boards[0], rule_sets[0], games[0], plans[0])


def ways(session: Session, plan: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    find(session.board, session.rules, session.games, plan)
    cities, lines = int(session.board["cities"][0]), int(session.board["lines"][0])
    after: np.ndarray[Any, Any] = plan["after"][0, : 2 * lines, :cities].copy()
    return after


@pytest.mark.parametrize("board", ["central-europe", "north-america", "loop", "ensemble:test/ce-05"])
def test_mended_ways_are_those_found_from_scratch(board: str) -> None:
    """At every decision of games at random, which move discs and trains as no plan would."""
    decide, params = load_player("random").decide, load_player("planner").params
    for game in range(3):
        session = Session(Scenario(board=board), 8, game)
        mended = np.zeros(1, plan_dtype)
        mended["params"][0, : len(params)] = params
        session.run_on()
        while not session.over:
            fresh = np.zeros(1, plan_dtype)
            fresh["params"][0, : len(params)] = params
            assert np.array_equal(ways(session, mended), ways(session, fresh))
            session.choose(session.consult(decide))
            session.run_on()


@pytest.mark.parametrize("board", ["central-europe", "north-america", "tiny"])
def test_if_nothing_costs_extra_they_are_the_steps_of_the_board(board: str) -> None:
    session = Session(Scenario(board=board), 1, 0)
    plan = np.zeros(1, plan_dtype)
    params = np.array(load_player("planner").params)
    params[[CLOSED, RED_FIELD, ONCOMING, STOPOVER]] = 0.0
    params[ATTENTION] = 1.0
    plan["params"][0, : len(params)] = params
    found, record = ways(session, plan), session.board[0]
    for city in range(record["cities"]):
        for line in range(2 * record["lines"]):
            last = record["line_dart"][line ^ 1] ^ 1
            assert found[line, city] == int(record["away"][city, last]) * TICKS
