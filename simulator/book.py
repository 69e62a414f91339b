"""Keeping the book: the event log that traces are made of, and the end of a game."""

from typing import Any

from numba import types

from simulator.codes import EV_END, OVER
from simulator.jit import kernel
from simulator.records import DEALER, GAME, LOG_ROWS

i64 = types.int64


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
