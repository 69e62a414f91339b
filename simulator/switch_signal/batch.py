"""Blocks of games: one compiled loop that deals, asks the policy, and fills a row of outcomes for each game."""

from typing import Any

from numba import types

from simulator.core.jit import kernel
from simulator.core.rng import game_key
from simulator.switch_signal.book import finish_outcome, start_outcome
from simulator.switch_signal.codes import OVER
from simulator.switch_signal.engine import apply_choice, run_on
from simulator.switch_signal.layout import lay_out_table, prepare
from simulator.switch_signal.mind import reset_mind
from simulator.switch_signal.mind_records import MIND, POLICY_POINTER
from simulator.switch_signal.records import BOARD, DEALER, GAME, OUTCOME, RULES

i64, u64 = types.int64, types.uint64


@kernel(types.void(BOARD, RULES, GAME[:], MIND, DEALER, u64), inline=True)
def begin_game(board: Any, rules: Any, games: Any, mind: Any, dealer: Any, key: Any) -> None:
    """`games[1]` becomes a fresh game on the table `games[0]`, played on to its first decision."""
    games[1] = games[0]
    start_outcome(dealer, key)
    reset_mind(mind, key)
    prepare(board, rules, games[1], dealer)
    run_on(board, rules, games[1], dealer)


@kernel(
    i64(BOARD[:], RULES[:], GAME[:], MIND[:], DEALER[:], POLICY_POINTER, OUTCOME[:], u64, u64),
    entry=True,
)
def play_block(
    boards: Any,
    rule_sets: Any,
    games: Any,
    minds: Any,
    dealers: Any,
    decide: Any,
    outcomes: Any,
    seed: Any,
    first: Any,
) -> Any:
    """Play games first, first + 1, … of a seed, one for each row. `games[0]` is the table laid out, `games[1]` the game in play.

    Gives the number of games played to the end: less than rows if the policy made an illegal choice in the next one.
    """
    board, rules, mind, dealer = boards[0], rule_sets[0], minds[0], dealers[0]
    lay_out_table(board, rules, games[0])
    g = games[1]
    for row in range(outcomes.shape[0]):
        begin_game(board, rules, games, mind, dealer, game_key(seed, first + u64(row)))
        while g.phase != OVER:
            dealer.outcome.decisions += 1
            if not apply_choice(board, rules, g, dealer, decide(board, rules, g, mind)):
                return row
            run_on(board, rules, g, dealer)
        finish_outcome(rules, g, dealer)
        outcomes[row] = dealer.outcome
    return outcomes.shape[0]
