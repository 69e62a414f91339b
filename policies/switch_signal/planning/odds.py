"""The next timetable card: which kinds it may be, from those that nobody has seen, and what each would bring."""

from typing import Any

from numba import types

from policies.switch_signal.planning.memory import PLAN
from simulator.core.bits import bits
from simulator.core.jit import kernel
from simulator.switch_signal.book import is_last_turn
from simulator.switch_signal.limits import CARDS
from simulator.switch_signal.records import COLOURS, GAME, RULES, WILD

i64, f64 = types.int64, types.float64


@kernel(i64(RULES, i64))
def kind_of(rules: Any, card: Any) -> Any:
    """The move symbols of a timetable card: colours as bits, and 8 for each wild."""
    kind = 0
    for i in range(3):
        symbol = rules.moves[card, i]
        if symbol == WILD:
            kind += 8
        elif symbol >= 0:
            kind |= 1 << symbol
    return kind


@kernel(i64(f64, f64, f64))
def order_of(black: Any, brown: Any, grey: Any) -> Any:
    """Tell which of any two colours gains more, as three bits."""
    return (1 if black >= brown else 0) | (2 if brown >= grey else 0) | (4 if black >= grey else 0)


@kernel(types.void(RULES, PLAN))
def know_cards(rules: Any, plan: Any) -> None:
    """`movers`: the timetable cards that move a colour, as bits, by which colours gain more."""
    for order in range(8):
        for colour in range(COLOURS):
            plan.movers[order, colour] = 0
            for card in range(CARDS):
                plan.movers[order, colour] |= moves_colour(kind_of(rules, card), order, colour) << card


@kernel(types.void(GAME, PLAN))
def foresee_cards(g: Any, plan: Any) -> None:
    """`shares`: the chance that the next timetable card moves a colour, from the cards that nobody has seen.

    Wilds take the colours that gain most (M13), so there is a row for every order of the three; a card's gain is then a sum of three products.
    """
    foreseen = (g.unseen << 16) | (g.pile << 8) | (g.bottom + 1)
    if foreseen == plan.foreseen:
        return
    plan.foreseen = foreseen
    plan.known_now[:] = -1  # gains of moves count in what the next card may bring
    unseen = g.unseen
    if is_last_turn(g):
        unseen = 0
    elif g.pile == 1 and g.bottom >= 0:
        unseen = 1 << g.bottom
    cards = bits(unseen)
    plan.share_of[0] = 0.0
    for card in range(cards):
        plan.share_of[card + 1] = plan.share_of[card] + 1.0 / cards
    for order in range(8):
        for colour in range(COLOURS):
            plan.shares[order, colour] = plan.share_of[bits(unseen & plan.movers[order, colour])]


@kernel(i64(i64, i64, i64))
def moves_colour(kind: Any, order: Any, colour: Any) -> Any:
    """Whether a card with these symbols moves a colour if the colours gain in this order."""
    if (kind >> colour) & 1:
        return 1
    better = 0  # colours that a wild would rather take
    for other in range(COLOURS):
        if other != colour and not (kind >> other) & 1 and gains_more(order, other, colour):
            better += 1
    return 1 if better < kind >> 3 else 0


@kernel(i64(i64, i64, i64))
def gains_more(order: Any, colour: Any, other: Any) -> Any:
    """Tell whether a colour gains more than another one, by the bits of `order_of`."""
    low, high = min(colour, other), max(colour, other)
    bit = 2 if low == 1 else (4 if high == 2 else 1)
    return 1 if (order & bit != 0) == (colour == low) else 0


@kernel(f64(i64, f64, f64, f64))
def card_gain(kind: Any, black: Any, brown: Any, grey: Any) -> Any:
    """What a timetable card with these symbols brings; wilds take the colours that gain most (M13)."""
    order = order_of(black, brown, grey)
    moved = moves_colour(kind, order, 0), moves_colour(kind, order, 1), moves_colour(kind, order, 2)
    return moved[0] * black + moved[1] * brown + moved[2] * grey


@kernel(f64(PLAN, f64, f64, f64))
def next_card(plan: Any, black: Any, brown: Any, grey: Any) -> Any:
    """What the next timetable card is expected to bring if these are the gains of the three colours."""
    shares = plan.shares[order_of(black, brown, grey)]
    return plan.later * (shares[0] * black + shares[1] * brown + shares[2] * grey)
