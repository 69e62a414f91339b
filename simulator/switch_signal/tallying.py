"""Counting games: their outcomes are added to a tally in one compiled pass."""

from typing import Any

from numba import from_dtype, types

from simulator.core.jit import kernel
from simulator.switch_signal.limits import MAX_GOODS, MAX_PORTS
from simulator.switch_signal.records import BLUNDERS, CAUSES, COLOURS, HELPERS, MAX_TURNS, OUTCOME
from simulator.switch_signal.tally_records import ACTIONS, MOST_GOODS, MOST_TOKENS, tally_dtype

TALLY = from_dtype(tally_dtype)


@kernel(types.void(OUTCOME[:], types.int64, TALLY[:], types.uint8[:]), entry=True)
def count_games(outcomes: Any, first: Any, tallies: Any, wins: Any) -> None:
    """Add games first, first + 1, … to a tally, and note who won each. `tests/experiments/run_store/test_tally.py` asks for every field of an outcome."""
    t = tallies[0]
    for row in range(outcomes.shape[0]):
        o = outcomes[row]
        won = o.won
        wins[row] = won
        t.decisions[won] += o.decisions
        t.pairs[won] += o.pairs
        t.turns[won] += o.turns
        t.clock[won] += o.clock
        t.pile[won] += o.pile
        t.goods[won] += o.goods
        t.cards_lost[won] += o.cards_lost
        t.cards_lost_squares[won] += types.int64(o.cards_lost) ** 2
        t.head_ons[won] += o.head_ons
        t.head_ons_squares[won] += types.int64(o.head_ons) ** 2
        t.unspent[won] += o.unspent
        t.unspent_squares[won] += types.int64(o.unspent) ** 2
        for k in range(MAX_TURNS):
            t.tokens_by_turn[won, k] += o.tokens_by_turn[k]
            t.goods_by_turn[won, k] += o.goods_by_turn[k]
        lost = 0
        for k in range(CAUSES):
            t.tokens[won, k] += o.tokens[k]
            t.tokens_squares[won, k] += types.int64(o.tokens[k]) ** 2
            lost += o.tokens[k]
        for k in range(ACTIONS):
            t.plays[won, k] += o.plays[k]
        for k in range(BLUNDERS):
            t.blunders[won, k] += o.blunders[k]
        for port in range(MAX_PORTS):
            for k in range(MAX_GOODS):
                t.delivered[won, port, k] += o.delivered[port, k]
        for k in range(COLOURS):
            t.deployed[won, k] += o.deployed[k]
            t.arrived[won, k] += o.arrived[k]
        for k in range(HELPERS):
            t.helper_uses[won, k] += o.helper_turn[k] > 0
        goods = min(o.goods, MOST_GOODS)
        t.lost_by[o.why] += 1
        t.turns_histogram[won, o.turns] += 1
        t.goods_histogram[won, goods] += 1
        t.tokens_histogram[won, min(lost, MOST_TOKENS)] += 1
        if won:
            t.first_win_by_turns[o.turns] = min(t.first_win_by_turns[o.turns], first + row)
        else:
            t.first_loss_by_goods[goods] = min(t.first_loss_by_goods[goods], first + row)
