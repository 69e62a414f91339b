"""Playing many games of one scenario with one policy: the compiled loop for compiled policies, step by step for plain ones."""

from __future__ import annotations

import numpy as np

from simulator.core.errors import IllegalChoice, KernelFailed, OutsideArray
from simulator.game import Batch, Policy
from simulator.switch_signal.codes import ASK_NAMES
from simulator.switch_signal.mind_records import mind_dtype
from simulator.switch_signal.records import dealer_dtype, game_dtype, heat_dtype, outcome_dtype
from simulator.switch_signal.scenario import Scenario
from simulator.switch_signal.to_records import compile_board, compile_rules


def play(scenario: Scenario, policy: Policy, seed: int, first: int, games: int) -> Batch:
    """Play games first … first + games − 1 of a seed, here and now."""
    if policy.plain:
        return _play_step_by_step(scenario, policy, seed, first, games)
    # Compiled when it is imported, which somebody may want to announce.
    from simulator.switch_signal.batch import play_block

    board, rules = compile_board(scenario.board_data), compile_rules(scenario)
    table = np.zeros(2, game_dtype)
    mind, dealer = np.zeros(1, mind_dtype), np.zeros(1, dealer_dtype)
    mind["given"][0, : len(policy.params)] = policy.params
    mind["foresees"] = policy.foresees
    outcomes = np.zeros(games, outcome_dtype)
    failure: str | None = None
    try:
        done = play_block(
            board, rules, table, mind, dealer, policy.decide, outcomes, np.uint64(seed), np.uint64(first)
        )
    except OutsideArray as error:
        done, failure = int(np.count_nonzero(outcomes["why"])), str(error)
    if done == games:
        return Batch(first, outcomes, dealer["heat"])
    stuck = table[1]
    ask = ASK_NAMES.get(int(stuck["phase"]), "nothing")
    where = (policy.name, scenario.board_data.source, first + done, int(stuck["turn"]), ask)
    if failure is not None:
        raise KernelFailed(*where, failure)
    raise IllegalChoice(*where, int(dealer["bad_choice"][0]))


def _play_step_by_step(scenario: Scenario, policy: Policy, seed: int, first: int, games: int) -> Batch:
    """Play with a policy that is not compiled, by the loop of `play_block` in Python."""
    # Brings compiled functions of its own, which batches do without.
    from simulator.switch_signal.session import Session

    outcomes, heat = np.zeros(games, outcome_dtype), np.zeros(1, heat_dtype)
    for row in range(games):
        session = Session(scenario, seed, first + row, policy.params, policy.foresees)
        session.dealers["logging"] = 0
        session.run_on()
        while not session.over:
            session.choose(session.consult(policy.decide))
            session.run_on()
        outcomes[row] = session.outcome
        for name in heat_dtype.names or ():
            heat[name] += session.dealers["heat"][name]
    return Batch(first, outcomes, heat)
