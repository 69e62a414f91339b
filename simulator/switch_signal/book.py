"""Keeping the book: the outcome of a game, the event log that traces are made of, and the end."""

from typing import Any

from numba import types

from simulator.core.jit import kernel
from simulator.switch_signal.codes import EV_END, OVER
from simulator.switch_signal.limits import MAX_GOODS, MAX_PORTS
from simulator.switch_signal.records import DEALER, GAME, LOG_ROWS, RULES

i64 = types.int64


@kernel(types.void(DEALER, types.uint64))
def new_book(dealer: Any, key: Any) -> None:
    """An empty book for the next game; the heat of the block stays."""
    dealer.key = key
    dealer.log_rows = 0
    o = dealer.outcome
    o.goods = 0
    o.cards_lost = 0
    o.head_ons = 0
    o.pairs = 0
    o.decisions = 0
    o.goods_by_turn[:] = 0
    o.tokens[:] = 0
    o.tokens_by_turn[:] = 0
    o.plays[:] = 0
    o.blunders[:] = 0
    o.helper_turn[:] = 0
    o.deployed[:] = 0
    o.arrived[:] = 0


@kernel(types.void(RULES, GAME, DEALER))
def close_book(rules: Any, g: Any, dealer: Any) -> None:
    """What is known only at the end."""
    o = dealer.outcome
    o.won = g.won
    o.why = g.why
    o.turns = g.turn
    o.clock = g.clock
    o.pile = g.pile
    unspent = 0
    for seat in range(rules.players):
        unspent += g.hand[seat, 0] + g.hand[seat, 1] + g.hand[seat, 2]
    o.unspent = unspent
    for port in range(MAX_PORTS):
        for good in range(MAX_GOODS):
            o.delivered[port, good] = g.delivered[port, good]


@kernel(types.void(DEALER, i64, i64, i64, i64, i64, i64, i64))
def _write(dealer: Any, kind: Any, a: Any, b: Any, c: Any, d: Any, e: Any, f: Any) -> None:
    row = dealer.log_rows
    if row < LOG_ROWS:
        dealer.log[row, 0] = kind
        dealer.log[row, 1] = a
        dealer.log[row, 2] = b
        dealer.log[row, 3] = c
        dealer.log[row, 4] = d
        dealer.log[row, 5] = e
        dealer.log[row, 6] = f
        dealer.log_rows = row + 1


@kernel(types.void(DEALER, i64, i64, i64, i64, i64, i64, i64))
def log(dealer: Any, kind: Any, a: Any, b: Any, c: Any, d: Any, e: Any, f: Any) -> None:
    """Write an event down if somebody reads along; whoever does empties the log at every decision."""
    if dealer.logging:
        _write(dealer, kind, a, b, c, d, e, f)


@kernel(types.void(GAME, DEALER, i64, i64))
def end_game(g: Any, dealer: Any, won: Any, why: Any) -> None:
    """E1–E3: nothing happens after this."""
    g.won = won
    g.why = why
    g.phase = OVER
    log(dealer, EV_END, won, why, 0, 0, 0, 0)


@kernel(types.void(GAME, DEALER, i64))
def use_helper(g: Any, dealer: Any, helper: Any) -> None:
    """Each helper once in a game."""
    g.helpers &= ~(1 << helper)
    dealer.outcome.helper_turn[helper] = g.turn
