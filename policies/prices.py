"""What cards are worth that a player keeps, and so what it costs to spend them."""

from typing import Any

from numba import types

from policies.weights import FULL_HAND, KEEP_SIGNAL, SECOND_CARD
from simulator.jit import kernel
from simulator.records import GAME, KINDS, MIND, RULES

i64, f64 = types.int64, types.float64


@kernel(f64(RULES, GAME, MIND, i64, i64, i64))
def hand_worth(rules: Any, g: Any, mind: Any, signals: Any, switches: Any, moves: Any) -> Any:
    """What cards are worth that the active player keeps; nothing if no turn of theirs comes any more."""
    if g.pile < rules.players:
        return 0.0
    total = 0.0
    for kind in range(KINDS):
        number = signals if kind == 0 else (switches if kind == 1 else moves)
        each = mind.params[KEEP_SIGNAL + kind]
        for _ in range(number):
            total += each
            each *= mind.params[SECOND_CARD]
    count = signals + switches + moves
    fitting = rules.hand_limit - rules.draw
    if count > fitting:
        total *= (max(fitting, 0) + mind.params[FULL_HAND] * (count - max(fitting, 0))) / count
    return total


@kernel(f64(RULES, GAME, MIND, i64))
def price(rules: Any, g: Any, mind: Any, payment: Any) -> Any:
    """What the active hand loses in worth by a payment."""
    signals, switches, moves = g.hand[g.seat, 0], g.hand[g.seat, 1], g.hand[g.seat, 2]
    left = hand_worth(
        rules, g, mind, signals - (payment & 15), switches - ((payment >> 4) & 15), moves - (payment >> 8)
    )
    return hand_worth(rules, g, mind, signals, switches, moves) - left
