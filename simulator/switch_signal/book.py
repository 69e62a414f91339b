"""Keeping the book: the outcome of a game, the event log that traces are made of, and the end."""

from typing import Any

import numpy as np
from numba import types

from simulator.core.jit import kernel
from simulator.switch_signal.codes import EV_END, EV_HELPER, OVER
from simulator.switch_signal.records import DEALER, GAME, LOG_ROWS, RULES, outcome_dtype

i64 = types.int64
BLANK = np.zeros(1, outcome_dtype)


@kernel(types.void(DEALER, types.uint64))
def start_outcome(dealer: Any, key: Any) -> None:
    """Begin the outcome of the next game with nothing counted; the heat of the block stays."""
    dealer.key = key
    dealer.log_rows = 0
    dealer.outcome = BLANK[0]


@kernel(types.void(RULES, GAME, DEALER))
def finish_outcome(rules: Any, g: Any, dealer: Any) -> None:
    """Add what is known only at the end."""
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
    o.delivered[:] = g.delivered


@kernel(types.void(DEALER, i64, i64, i64, i64, i64, i64, i64))
def _write(dealer: Any, kind: Any, a: Any, b: Any, c: Any, d: Any, e: Any, f: Any) -> None:
    if dealer.log_rows < LOG_ROWS:
        dealer.log[dealer.log_rows, :] = (kind, a, b, c, d, e, f)
        dealer.log_rows += 1


@kernel(types.void(DEALER, i64, i64, i64, i64, i64, i64, i64))
def log(dealer: Any, kind: Any, a: Any, b: Any, c: Any, d: Any, e: Any, f: Any) -> None:
    """Write an event down if somebody reads along; whoever does empties the log at every decision."""
    if dealer.logging:
        _write(dealer, kind, a, b, c, d, e, f)


@kernel(i64(GAME), inline=True)
def is_last_turn(g: Any) -> Any:
    """E2, X13: tell whether no timetable card is left, so that the game ends with this turn."""
    return 1 if g.pile == 0 else 0


@kernel(types.void(GAME, DEALER, i64, i64))
def end_game(g: Any, dealer: Any, won: Any, why: Any) -> None:
    """E1–E3: nothing happens after this."""
    g.won = won
    g.why = why
    g.phase = OVER
    log(dealer, EV_END, won, why, 0, 0, 0, 0)


@kernel(types.void(GAME, DEALER, i64, i64))
def use_helper(g: Any, dealer: Any, helper: Any, thing: Any) -> None:
    """Use a helper, each once in a game, on a train, card or colour."""
    g.helpers &= ~(1 << helper)
    dealer.outcome.helper_turn[helper] = g.turn
    log(dealer, EV_HELPER, helper, thing, 0, 0, 0, 0)
