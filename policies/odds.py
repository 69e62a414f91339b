"""The next timetable card: which kinds it may be, from those that nobody has seen, and what each would bring."""

from typing import Any

from numba import types

from simulator.bits import bits
from simulator.jit import kernel
from simulator.records import CARDS, GAME, MIND, RULES, WILD

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


@kernel(types.void(RULES, GAME, MIND))
def foresee_cards(rules: Any, g: Any, mind: Any) -> None:
    """The chance of each kind of next timetable card, from those that nobody has seen."""
    plan = mind.plan
    plan.cards[:] = 0.0
    plan.kinds_known = 0
    if g.pile == 0:
        return
    unseen = g.unseen
    if g.pile == 1 and g.bottom >= 0:
        unseen = 1 << g.bottom
    share = 1.0 / bits(unseen)
    for card in range(CARDS):
        if (unseen >> card) & 1:
            kind = kind_of(rules, card)
            if plan.cards[kind] == 0.0:
                plan.kinds[plan.kinds_known] = kind
                plan.kinds_known += 1
            plan.cards[kind] += share


@kernel(f64(i64, f64, f64, f64))
def card_gain(kind: Any, black: Any, brown: Any, grey: Any) -> Any:
    """What a timetable card with these symbols brings; wilds take the colours that gain most (M13)."""
    total = 0.0
    spare_a, spare_b, spare_c = black, brown, grey
    if kind & 1:
        total += black
        spare_a = -1e9
    if kind & 2:
        total += brown
        spare_b = -1e9
    if kind & 4:
        total += grey
        spare_c = -1e9
    for _ in range(kind >> 3):
        best = max(spare_a, spare_b, spare_c)
        if best < -1e8:
            break
        total += best
        if spare_a == best:
            spare_a = -1e9
        elif spare_b == best:
            spare_b = -1e9
        else:
            spare_c = -1e9
    return total


@kernel(f64(MIND, f64, f64, f64))
def next_card(mind: Any, black: Any, brown: Any, grey: Any) -> Any:
    """What the next timetable card is expected to bring if these are the gains of the three colours."""
    plan = mind.plan
    total = 0.0
    for index in range(plan.kinds_known):
        kind = plan.kinds[index]
        total += plan.cards[kind] * card_gain(kind, black, brown, grey)
    return plan.later * total
