"""The station clock: K1, K2, and what happens when the timetable runs out under it (E3, X13)."""

from typing import Any

from numba import types

from simulator.core.jit import kernel
from simulator.switch_signal.book import end_game, log
from simulator.switch_signal.codes import E3, EV_CLOCK_OUT, EV_TOKENS
from simulator.switch_signal.records import DEALER, GAME, PL, RULES


@kernel(types.void(RULES, GAME, DEALER, types.int64, types.int64), inline=True)
def lose_tokens(rules: Any, g: Any, dealer: Any, cause: Any, number: Any) -> None:
    """K1: tokens go one at a time; at 0 a timetable card leaves unseen, the clock is refilled, and the loss goes on."""
    outcome = dealer.outcome
    while number > 0:
        lost = min(number, g.clock)
        number -= lost
        g.clock -= lost
        outcome.tokens[cause] += lost
        outcome.tokens_by_turn[g.turn - 1] += lost
        log(dealer, EV_TOKENS, cause, lost, g.clock, 0, 0, 0)
        if g.clock > 0:
            return
        if g.pile > 0:
            g.pile -= 1
            if g.pile == 0:
                g.bottom = -1  # H4's card lies under all others, so it goes last
            outcome.cards_lost += 1
            g.clock = rules.tokens
            log(dealer, EV_CLOCK_OUT, 1, g.pile, g.clock, 0, 0, 0)
        elif rules.edition == PL:
            log(dealer, EV_CLOCK_OUT, 0, 0, 0, 0, 0, 0)
            end_game(g, dealer, 0, E3)
            return
        else:
            g.clock = rules.tokens
            log(dealer, EV_CLOCK_OUT, 0, 0, g.clock, 0, 0, 0)
