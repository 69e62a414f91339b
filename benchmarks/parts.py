"""The parts of a game, each as a loop that can be timed by itself, over positions taken from real games.

Loops are compiled like the kernels and call them as games do; what a part costs by itself is therefore what it costs in a game, but for what the
optimiser does across the seam. Positions are kept in order, so that a policy that remembers something from one decision to the next finds it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numba import types

from benchmarks.timing import Job
from policies.registry import load_policy
from policies.switch_signal.planning.evaluation import survey
from policies.switch_signal.planning.memory import memory_dtype, recall
from simulator.core.jit import kernel
from simulator.core.rng import game_key, random_bits
from simulator.core.views import view_as
from simulator.switch_signal.batch import begin_game
from simulator.switch_signal.codes import ASK_ACT, OVER, RUNNING
from simulator.switch_signal.engine import apply_choice, run_on
from simulator.switch_signal.game import GAME as SWITCH_SIGNAL
from simulator.switch_signal.layout import lay_out_table
from simulator.switch_signal.mind import reset_mind
from simulator.switch_signal.mind_records import MIND, POLICY_POINTER, mind_dtype
from simulator.switch_signal.movement import move_train, run
from simulator.switch_signal.network import try_step
from simulator.switch_signal.records import BOARD, DEALER, GAME, MAX_TRAINS, RULES, dealer_dtype, game_dtype
from simulator.switch_signal.scenario import Scenario
from simulator.switch_signal.streams import draw
from simulator.switch_signal.to_records import compile_board, compile_rules

i64, u64 = types.int64, types.uint64
Records = np.ndarray[Any, Any]
BOOKED = (BOARD[:], RULES[:], GAME[:], GAME[:], DEALER[:])
SEED = 7001
RAW = 10_000  # random numbers at once


@kernel(
    i64(BOARD[:], RULES[:], GAME[:], MIND[:], DEALER[:], POLICY_POINTER, GAME[:], u64[:], u64), entry=True
)
def keep_positions(
    boards: Any,
    rule_sets: Any,
    games: Any,
    minds: Any,
    dealers: Any,
    decide: Any,
    kept: Any,
    keys: Any,
    seed: Any,
) -> Any:
    """Play games and copy each position in which a decision is asked for, with the key of its game, until there is no room. Gives the games begun."""
    board, rules, mind, dealer = boards[0], rule_sets[0], minds[0], dealers[0]
    lay_out_table(board, rules, games[0])
    row, game = 0, 0
    while True:
        key = game_key(seed, u64(game))
        game += 1
        begin_game(board, rules, games, mind, dealer, key)
        g = games[1]
        while g.phase != OVER:
            if row == kept.shape[0]:
                return game
            kept[row] = g
            keys[row] = key
            row += 1
            if not apply_choice(board, rules, g, dealer, decide(board, rules, g, mind)):
                return -1
            run_on(board, rules, g, dealer)


@kernel(u64(u64, i64), entry=True)
def raw_draws(key: Any, times: Any) -> Any:
    """Bits of the generator, and nothing else. Each is the key of the next, or wide registers would work at several at once, how many differs
    from processor to processor, and it would be no unit to measure others by."""
    for counter in range(times):
        key = random_bits(key, u64(0), u64(counter))
    return key


@kernel(i64(GAME[:], DEALER[:]), entry=True)
def draws(games: Any, dealers: Any) -> Any:
    """A die for each game: the next number of a stream."""
    total = 0
    for row in range(games.shape[0]):
        total += draw(games[row], dealers[0], 0, 6)
    return total


@kernel(types.void(GAME[:], GAME[:]), entry=True)
def copies(games: Any, scratch: Any) -> None:
    for row in range(games.shape[0]):
        scratch[row & 1] = games[row]


@kernel(types.void(BOARD[:], GAME[:], i64[:], i64[:], i64[:], i64[:]), entry=True)
def steps(boards: Any, games: Any, trains: Any, darts: Any, found: Any, last: Any) -> None:
    """One step of a train in each game: free, or what stops it, and where."""
    board = boards[0]
    for row in range(games.shape[0]):
        found[row], last[row] = try_step(board, games[row], trains[row], darts[row])


@kernel(types.void(*BOOKED, i64[:]), entry=True)
def moves(boards: Any, rule_sets: Any, games: Any, scratch: Any, dealers: Any, trains: Any) -> None:
    """In a copy of each game a train rolls and runs until it stops or comes to a decision."""
    g = scratch[0]
    for row in range(games.shape[0]):
        scratch[0] = games[row]
        g.helpers = 0  # else some would be asked for before the train runs
        move_train(rule_sets[0], g, dealers[0], trains[row], 1)
        if g.phase == RUNNING:
            run(boards[0], rule_sets[0], g, dealers[0])


@kernel(i64(*BOOKED, MIND[:], POLICY_POINTER), entry=True)
def turns(
    boards: Any, rule_sets: Any, games: Any, scratch: Any, dealers: Any, minds: Any, decide: Any
) -> Any:
    """In a copy of each game that asks for an action: to the same question of the next turn. Gives the turns played."""
    board, rules, dealer = boards[0], rule_sets[0], dealers[0]
    g = scratch[0]
    played = 0
    for row in range(games.shape[0]):
        if games[row].phase != ASK_ACT:
            continue
        scratch[0] = games[row]
        turn = g.turn
        played += 1
        while g.phase != OVER and (g.turn == turn or g.phase != ASK_ACT):
            if not apply_choice(board, rules, g, dealer, decide(board, rules, g, minds[0])):
                return -1
            run_on(board, rules, g, dealer)
    return played


@kernel(types.void(BOARD[:], RULES[:], GAME[:], MIND[:], u64[:]), entry=True)
def surveys(boards: Any, rule_sets: Any, games: Any, minds: Any, keys: Any) -> None:
    """The planner's evaluation of each position, before it tries any answer."""
    mind = minds[0]
    memory = view_as(mind.room, memory_dtype)
    for row in range(games.shape[0]):
        if row == 0 or keys[row] != keys[row - 1]:
            reset_mind(mind, keys[row])
        recall(mind, memory)
        survey(boards[0], rule_sets[0], games[row], memory.plan, 0, 1.0)


@kernel(i64(BOARD[:], RULES[:], GAME[:], MIND[:], u64[:], POLICY_POINTER), entry=True)
def decisions(boards: Any, rule_sets: Any, games: Any, minds: Any, keys: Any, decide: Any) -> Any:
    """The policy's answer in each position, without carrying it out."""
    mind = minds[0]
    total = 0
    for row in range(games.shape[0]):
        if row == 0 or keys[row] != keys[row - 1]:
            reset_mind(mind, keys[row])
        total += decide(boards[0], rule_sets[0], games[row], mind)
    return total


@dataclass(frozen=True)
class Positions:
    """Positions in which a policy was asked, and what the loops need besides."""

    board: Records
    rules: Records
    games: Records
    keys: np.ndarray[Any, np.dtype[np.uint64]]
    minds: Records
    dealers: Records
    decide: Any

    @property
    def scratch(self) -> Records:
        return np.zeros(2, game_dtype)

    def of_trains_under_way(self) -> tuple[Records, np.ndarray[Any, Any], np.ndarray[Any, Any]]:
        """Positions with a train on a track, one such train of each in turn, and the dart that it will take."""
        under_way = self.games["way"] >= 0
        rows = np.flatnonzero(under_way.any(axis=1))
        order = (np.arange(MAX_TRAINS)[None, :] + np.arange(len(rows))[:, None]) % MAX_TRAINS
        trains = order[np.arange(len(rows)), np.take_along_axis(under_way[rows], order, 1).argmax(axis=1)]
        games = self.games[rows]
        return games, trains, games["way"][np.arange(len(rows)), trains].astype(np.int64)


def positions(policy_name: str, number: int, board: str = "central-europe") -> Positions:
    """The first positions of the games of a policy."""
    policy, scenario = load_policy(SWITCH_SIGNAL, policy_name), Scenario(board=board)
    compiled, rules = compile_board(scenario.board_data), compile_rules(scenario)
    minds, dealers = np.zeros(1, mind_dtype), np.zeros(1, dealer_dtype)
    minds["given"][0, : len(policy.params)] = policy.params
    kept, keys = np.zeros(number, game_dtype), np.zeros(number, np.uint64)
    table = np.zeros(2, game_dtype)
    begun = keep_positions(compiled, rules, table, minds, dealers, policy.decide, kept, keys, np.uint64(SEED))
    assert begun > 0  # else a choice was illegal
    return Positions(compiled, rules, kept, keys, minds, dealers, policy.decide)


def jobs(found: Positions, thought: Positions) -> dict[str, tuple[Job, int]]:
    """What can be timed, and how many of it are done at once: over positions of any policy, and those of the planner."""
    games, trains, darts = found.of_trains_under_way()
    stops, spare, scratch = np.zeros((2, len(games)), np.int64), found.games.copy(), found.scratch
    table = (found.board, found.rules)
    turn = partial(turns, *table, found.games, scratch, found.dealers, found.minds, found.decide)
    studied = (thought.board, thought.rules, thought.games, thought.minds, thought.keys)
    return {
        "raw random number": (partial(raw_draws, np.uint64(1), RAW), RAW),
        "draw": (partial(draws, spare, found.dealers), len(spare)),
        "copy of a game": (partial(copies, found.games, scratch), len(found.games)),
        "step": (partial(steps, found.board, games, trains, darts, *stops), len(games)),
        "move, with a copy": (partial(moves, *table, games, scratch, found.dealers, trains), len(games)),
        "full turn of novice, with a copy": (turn, turn()),
        "evaluation (survey of planner)": (partial(surveys, *studied), len(thought.games)),
    }
