"""Playing games of one scenario with one policy, in batches, on all cores.

Batches are consecutive games of a seed, as many whatever the number of workers, so results are the same for any `jobs`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from multiprocessing.pool import ThreadPool

import numpy as np

from experiments.limits import check_games, check_seed, worker_count
from experiments.run_store.tally import Batch
from policies.registry import Policy
from simulator.core.errors import IllegalChoice, KernelFailed, OutsideArray
from simulator.switch_signal.codes import ASK_NAMES
from simulator.switch_signal.mind_records import mind_dtype
from simulator.switch_signal.network_tables import compile_board
from simulator.switch_signal.records import dealer_dtype, game_dtype, heat_dtype, outcome_dtype
from simulator.switch_signal.rule_tables import compile_rules
from simulator.switch_signal.scenario import Scenario

BATCH = 1000  # games at most


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
    """The same for a policy that is not compiled: the loop of `play_block` in Python."""
    from simulator.switch_signal.session import (
        Session,  # brings compiled functions of its own, which batches do without
    )

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


def play_many(scenario: Scenario, policy: Policy, seed: int, games: int, jobs: int = 0) -> Iterator[Batch]:
    """Play games 0 … games − 1 on `jobs` threads (0: all cores), batch by batch in order."""
    check_games(games)
    check_seed(seed)
    workers = worker_count(jobs)
    firsts = range(0, games, min(BATCH, max(1, games // 16)))  # few games, too, are for all cores
    # Several batches a task: handing one out costs as much as some hundred quick games.
    some = max(1, min(20, len(firsts) // (workers * 8)))
    tasks = [firsts[i : i + some] for i in range(0, len(firsts), some)]
    work = partial(_play_batches, scenario, policy, seed, games)
    # Python's own pool: joblib, with processes and all, takes 0.04 s to load. Its threads do not hold the program up after Ctrl-C.
    with ThreadPool(workers) as pool:
        for batches, failure in pool.imap(work, tasks):
            yield from batches
            if failure is not None:
                raise failure


def _play_batches(
    scenario: Scenario, policy: Policy, seed: int, games: int, firsts: range
) -> tuple[list[Batch], IllegalChoice | None]:
    """Some batches, up to an illegal choice if there is one: it is raised in its turn, so that it is the first of all for any `jobs`."""
    batches: list[Batch] = []
    try:
        for first in firsts:
            batches.append(play(scenario, policy, seed, first, min(firsts.step, games - first)))
    except IllegalChoice as error:
        return batches, error
    return batches, None
