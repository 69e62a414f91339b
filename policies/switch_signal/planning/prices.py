"""What cards are worth that a player keeps, and so what it costs to spend them."""

from typing import Any

from numba import types

from policies.switch_signal.planning.memory import PLAN
from policies.switch_signal.planning.weights import FULL_HAND, HELPER, KEEP_SIGNAL, LATE, SECOND_CARD
from simulator.core.jit import kernel
from simulator.switch_signal.actions import nth_hand
from simulator.switch_signal.records import GAME, KINDS, RULES

i64, f64 = types.int64, types.float64
TRIFLE = 0.01
MOVES_TO_OTHERS = 3


@kernel(types.void(PLAN))
def price_cards(plan: Any) -> None:
    """`kept`: what so many cards of a kind are worth in a hand, early in a game."""
    for kind in range(KINDS):
        kept, each = plan.kept[kind], plan.params[KEEP_SIGNAL + kind]
        kept[0] = 0.0
        for number in range(1, kept.shape[0]):
            kept[number] = kept[number - 1] + each
            each *= plan.params[SECOND_CARD]


@kernel(f64(RULES, GAME, PLAN, i64, i64, i64))
def hand_worth(rules: Any, g: Any, plan: Any, signals: Any, switches: Any, moves: Any) -> Any:
    """What cards are worth that the active player keeps. In their last turn next to nothing: other cards are given before those that move."""
    if g.pile < rules.players:
        return TRIFLE * (signals + switches + MOVES_TO_OTHERS * moves)
    kept = plan.kept
    total = kept[0, signals] + kept[1, switches] + kept[2, moves]
    count = signals + switches + moves
    fitting = max(rules.hand_limit - rules.draw, 0)
    if count > fitting:
        total *= (fitting + plan.params[FULL_HAND] * (count - fitting)) / count
    turns = 1.0 * g.pile / rules.players
    return total * turns / (turns + plan.params[LATE])


@kernel(f64(RULES, GAME, PLAN, i64))
def worth_without(rules: Any, g: Any, plan: Any, payment: Any) -> Any:
    """What the active hand is worth when a payment has been made."""
    signals, switches, moves = g.hand[g.seat, 0], g.hand[g.seat, 1], g.hand[g.seat, 2]
    return hand_worth(
        rules, g, plan, signals - (payment & 15), switches - ((payment >> 4) & 15), moves - (payment >> 8)
    )


@kernel(f64(RULES, GAME, PLAN, i64))
def price(rules: Any, g: Any, plan: Any, payment: Any) -> Any:
    """What the active hand loses in worth by a payment."""
    return worth_without(rules, g, plan, 0) - worth_without(rules, g, plan, payment)


@kernel(i64(RULES, GAME, PLAN, i64))
def cheapest_cards(rules: Any, g: Any, plan: Any, cards: Any) -> Any:
    """The payment of so many cards that costs the hand least, or −1."""
    best, most = -1, -1e9
    index = 0
    while True:
        payment = nth_hand(g, cards, index)
        if payment < 0:
            return best
        left = worth_without(rules, g, plan, payment)
        if left > most:
            best, most = payment, left
        index += 1


@kernel(i64(RULES, GAME, PLAN, i64, i64))
def cheapest_payment(rules: Any, g: Any, plan: Any, kind: Any, any_cards: Any) -> Any:
    """The payment for an action that costs the hand least, or −1: its own card, or those that pay for every kind."""
    if g.hand[g.seat, kind] == 0 or rules.any_action_cards == 1:
        return any_cards
    own = 1 << 4 * kind
    if any_cards < 0 or worth_without(rules, g, plan, own) >= worth_without(rules, g, plan, any_cards):
        return own
    return any_cards


@kernel(f64(GAME, PLAN))
def helper_worth(g: Any, plan: Any) -> Any:
    """What a helper is worth that is kept: less and less, as fewer turns are left to use it."""
    return plan.params[HELPER] * min(1.0, g.pile / 12.0)
