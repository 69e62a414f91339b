"""Games played again from their written answers: what is left of their time is that of the rules, and the rest was the policy's.

The loop is that of `simulator/switch_signal/batch.py`, with a list of answers in place of the policy. A policy cannot be timed by itself as truly: on a few
positions over and over the processor learns its branches by heart, and many do not fit into the cache in which a game in play lies.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from benchmarks.timing import Job
from simulator.core.jit import kernel
from simulator.core.rng import game_key
from simulator.game import Policy
from simulator.switch_signal.batch import begin_game
from simulator.switch_signal.book import finish_outcome, start_outcome
from simulator.switch_signal.codes import OVER
from simulator.switch_signal.engine import apply_choice, run_on
from simulator.switch_signal.layout import lay_out_table, prepare
from simulator.switch_signal.mind_records import MIND, POLICY_POINTER, mind_dtype
from simulator.switch_signal.records import (
    BOARD,
    DEALER,
    GAME,
    OUTCOME,
    RULES,
    STREAMS,
    dealer_dtype,
    game_dtype,
    outcome_dtype,
)
from simulator.switch_signal.scenario import Scenario
from simulator.switch_signal.to_records import compile_board, compile_rules

i64, u64 = types.int64, types.uint64
TABLE = (BOARD[:], RULES[:], GAME[:], DEALER[:])


@kernel(i64(*TABLE, MIND[:], POLICY_POINTER, i64[:], u64, i64), entry=True)
def write_answers(
    boards: Any,
    rule_sets: Any,
    games: Any,
    dealers: Any,
    minds: Any,
    decide: Any,
    answers: Any,
    seed: Any,
    number: Any,
) -> Any:
    """The answers of a policy in so many games, one after the other. Gives how many there are."""
    board, rules, mind, dealer = boards[0], rule_sets[0], minds[0], dealers[0]
    lay_out_table(board, rules, games[0])
    g = games[1]
    written = 0
    for game in range(number):
        begin_game(board, rules, games, mind, dealer, game_key(seed, u64(game)))
        while g.phase != OVER:
            answers[written] = decide(board, rules, g, mind)
            if not apply_choice(board, rules, g, dealer, answers[written]):
                return -1
            run_on(board, rules, g, dealer)
            written += 1
    return written


@kernel(i64(*TABLE, i64[:], OUTCOME[:], i64[:], u64), entry=True)
def play_answers(
    boards: Any, rule_sets: Any, games: Any, dealers: Any, answers: Any, outcomes: Any, draws: Any, seed: Any
) -> Any:
    """The games again, one for each row of outcomes, with the numbers drawn in each. Gives how many answers were used."""
    board, rules, dealer = boards[0], rule_sets[0], dealers[0]
    lay_out_table(board, rules, games[0])
    g = games[1]
    used = 0
    for game in range(outcomes.shape[0]):
        games[1] = games[0]
        start_outcome(dealer, game_key(seed, u64(game)))
        prepare(board, rules, g, dealer)
        run_on(board, rules, g, dealer)
        while g.phase != OVER:
            dealer.outcome.decisions += 1
            if not apply_choice(board, rules, g, dealer, answers[used]):
                return -1
            run_on(board, rules, g, dealer)
            used += 1
        finish_outcome(rules, g, dealer)
        outcomes[game] = dealer.outcome
        draws[game] = 0
        for stream in range(STREAMS):
            draws[game] += g.drawn[stream]
    return used


def rules_alone(
    scenario: Scenario, policy: Policy, seed: int, games: int
) -> tuple[Job, np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """A job that plays these games again, and where it leaves their outcomes and numbers drawn."""
    board, rules, dealers = (
        compile_board(scenario.board_data),
        compile_rules(scenario),
        np.zeros(1, dealer_dtype),
    )
    minds, answers = np.zeros(1, mind_dtype), np.zeros(1000 * games, np.int64)
    minds["given"][0, : len(policy.params)] = policy.params
    outcomes, draws = np.zeros(games, outcome_dtype), np.zeros(games, np.int64)

    def table() -> tuple[Any, Any, Any, Any]:
        return board, rules, np.zeros(2, game_dtype), dealers  # the rules lay out on a blank record

    written = write_answers(*table(), minds, policy.decide, answers, np.uint64(seed), games)

    def job() -> None:
        used = play_answers(*table(), answers[:written], outcomes, draws, np.uint64(seed))
        assert used == written

    job()
    return job, outcomes, draws
