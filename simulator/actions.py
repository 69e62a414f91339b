"""The active player's cards: T2, C1–C5, and what each may be paid with."""

from typing import Any

from numba import types

from simulator.book import log
from simulator.choices import choice, first_of, payment_of, second_of, verb_of
from simulator.codes import (
    EV_PLAY_LOAD,
    EV_PLAY_MOVE,
    EV_PLAY_SIGNAL,
    EV_PLAY_SWITCH,
    LOAD,
    LOADING,
    MOVE,
    MOVE_CARD,
    NO,
    SIGNAL,
    SIGNAL_CARD,
    SWITCH,
    SWITCH_CARD,
)
from simulator.jit import kernel
from simulator.movement import begin_move
from simulator.records import BOARD, DEALER, GAME, MAX_TRAINS, PL, RULES

i64 = types.int64


@kernel(i64(i64))
def settings_of(arms: Any) -> Any:
    """B2: how many settings a junction has."""
    return 3 if arms == 3 else 6


@kernel(i64(GAME, i64))
def hands_of_size(g: Any, cards: Any) -> Any:
    """How many different payments of so many cards the active hand allows."""
    signals, switches, moves = g.hand[g.seat, 0], g.hand[g.seat, 1], g.hand[g.seat, 2]
    count = 0
    for a in range(min(signals, cards) + 1):
        rest = cards - a
        # b switch cards and rest − b move cards: b from max(0, rest − moves) to min(switches, rest)
        count += max(0, min(switches, rest) - max(0, rest - moves) + 1)
    return count


@kernel(i64(GAME, i64, i64))
def nth_hand(g: Any, cards: Any, index: Any) -> Any:
    signals, switches, moves = g.hand[g.seat, 0], g.hand[g.seat, 1], g.hand[g.seat, 2]
    for a in range(min(signals, cards) + 1):
        rest = cards - a
        least = max(0, rest - moves)
        count = max(0, min(switches, rest) - least + 1)
        if index < count:
            b = least + index
            return a | b << 4 | (rest - b) << 8
        index -= count
    return -1


@kernel(i64(RULES, GAME, i64))
def payments(rules: Any, g: Any, kind: Any) -> Any:
    """C1–C5: the payments for an action: its own card, or any `any_action` cards; for loading any `loading` cards."""
    if kind == LOADING:
        return hands_of_size(g, rules.loading)
    own = 1 if rules.any_action != 1 and g.hand[g.seat, kind] > 0 else 0
    return own + hands_of_size(g, rules.any_action)


@kernel(i64(RULES, GAME, i64, i64))
def nth_payment(rules: Any, g: Any, kind: Any, index: Any) -> Any:
    """Its own card first, then the others, fewest signal cards first."""
    if kind == LOADING:
        return nth_hand(g, rules.loading, index)
    if rules.any_action != 1 and g.hand[g.seat, kind] > 0:
        if index == 0:
            return 1 << 4 * kind
        index -= 1
    return nth_hand(g, rules.any_action, index)


@kernel(i64(RULES, GAME, i64, i64))
def can_pay(rules: Any, g: Any, kind: Any, payment: Any) -> Any:
    """Whether the hand holds this payment and the action takes it."""
    total = 0
    for card in range(3):
        number = (payment >> 4 * card) & 15
        if number > g.hand[g.seat, card]:
            return 0
        total += number
    if kind == LOADING:
        return 1 if total == rules.loading else 0
    return 1 if total == rules.any_action or payment == 1 << 4 * kind else 0


@kernel(types.void(BOARD, GAME, i64, i64))
def set_light(board: Any, g: Any, field: Any, green: Any) -> None:
    """A disc comes to a field or leaves it."""
    g.lit[field] = green
    city = board.field_city[field]
    if city >= 0:
        g.city_discs[city] += 2 * green - 1


@kernel(i64(BOARD, RULES, GAME, i64))
def targets(board: Any, rules: Any, g: Any, field: Any) -> Any:
    """C1: to how many fields the disc on a field may go. A city's only disc stays at the city."""
    city = board.field_city[field]
    if city >= 0 and g.city_discs[city] == 1:
        return board.exits[city] - 1
    return board.fields - rules.base_discs - rules.extra_discs


@kernel(i64(BOARD, GAME, i64, i64))
def nth_target(board: Any, g: Any, field: Any, index: Any) -> Any:
    city = board.field_city[field]
    bound = city >= 0 and g.city_discs[city] == 1
    for other in range(board.fields):
        if g.lit[other] == 0 and (not bound or board.field_city[other] == city):
            if index == 0:
                return other
            index -= 1
    return -1


@kernel(i64(BOARD, RULES, GAME))
def signal_moves(board: Any, rules: Any, g: Any) -> Any:
    """C1: all moves of all discs, counted city by city."""
    discs = rules.base_discs + rules.extra_discs
    free = board.fields - discs
    count = 0
    for city in range(board.cities):
        here = g.city_discs[city]
        discs -= here
        count += board.exits[city] - 1 if here == 1 else here * free
    return count + discs * free


@kernel(i64(RULES, GAME, i64))
def may_move(rules: Any, g: Any, train: Any) -> Any:
    """C3: on the network, and not held by H6 in this turn (PL)."""
    return 1 if g.pos[train] >= 0 and not (train == g.held and rules.edition == PL) else 0


@kernel(i64(BOARD, GAME, i64))
def may_load(board: Any, g: Any, train: Any) -> Any:
    """C5: an empty train in a goods city that has a good left."""
    cell = g.pos[train]
    return 1 if 0 <= cell < board.goods and g.cargo[train] < 0 and g.stock[cell] > 0 else 0


@kernel(types.UniTuple(i64, 2)(BOARD, RULES, GAME))
def movable_loadable(board: Any, rules: Any, g: Any) -> Any:
    movable = 0
    loadable = 0
    for train in range(MAX_TRAINS):
        if g.pos[train] >= 0:
            movable += may_move(rules, g, train)
            loadable += may_load(board, g, train)
    return movable, loadable


@kernel(i64(BOARD, RULES, GAME))
def count_actions(board: Any, rules: Any, g: Any) -> Any:
    """All distinct choices in T2, stopping included."""
    hand = g.hand[g.seat, 0] + g.hand[g.seat, 1] + g.hand[g.seat, 2]
    if hand == 0 and rules.loading > 0:
        return 1
    movable, loadable = movable_loadable(board, rules, g)
    return (
        1
        + signal_moves(board, rules, g) * payments(rules, g, SIGNAL_CARD)
        + board.switch_choices * payments(rules, g, SWITCH_CARD)
        + movable * payments(rules, g, MOVE_CARD)
        + loadable * payments(rules, g, LOADING)
    )


@kernel(i64(BOARD, RULES, GAME))
def can_act(board: Any, rules: Any, g: Any) -> Any:
    """Whether there is anything to do but stop. Nearly always seen from the hand alone."""
    hand = g.hand[g.seat, 0] + g.hand[g.seat, 1] + g.hand[g.seat, 2]
    if board.junctions > 0 and (hand >= rules.any_action or g.hand[g.seat, SWITCH_CARD] > 0):
        return 1
    return 1 if count_actions(board, rules, g) > 1 else 0


@kernel(i64(BOARD, RULES, GAME, i64))
def nth_action(board: Any, rules: Any, g: Any, index: Any) -> Any:
    """The index-th of `count_actions`: stop, signals, switches, moves, loads, each with all its payments."""
    if index == 0:
        return NO
    index -= 1
    ways = payments(rules, g, SIGNAL_CARD)
    all_ways = signal_moves(board, rules, g) * ways
    if index < all_ways:
        for field in range(board.fields):
            if g.lit[field]:
                count = targets(board, rules, g, field) * ways
                if index < count:
                    to = nth_target(board, g, field, index // ways)
                    return choice(SIGNAL, field, to, nth_payment(rules, g, SIGNAL_CARD, index % ways))
                index -= count
    index -= all_ways
    ways = payments(rules, g, SWITCH_CARD)
    all_ways = board.switch_choices * ways
    if index < all_ways:
        for junction in range(board.junctions):
            count = (settings_of(board.arms[junction]) - 1) * ways
            if index < count:
                setting = index // ways
                if setting >= g.setting[junction]:
                    setting += 1
                return choice(SWITCH, junction, setting, nth_payment(rules, g, SWITCH_CARD, index % ways))
            index -= count
    index -= all_ways
    ways = payments(rules, g, MOVE_CARD)
    for train in range(MAX_TRAINS):
        if may_move(rules, g, train):
            if index < ways:
                return choice(MOVE, train, 0, nth_payment(rules, g, MOVE_CARD, index))
            index -= ways
    ways = payments(rules, g, LOADING)
    for train in range(MAX_TRAINS):
        if may_load(board, g, train):
            if index < ways:
                return choice(LOAD, train, 0, nth_payment(rules, g, LOADING, index))
            index -= ways
    return -1


@kernel(i64(BOARD, RULES, GAME, i64))
def is_legal_action(board: Any, rules: Any, g: Any, code: Any) -> Any:
    """The same question for one choice, answered directly."""
    verb, a, b, payment = verb_of(code), first_of(code), second_of(code), payment_of(code)
    if verb == NO:
        return 1 if code == NO else 0
    if verb == SIGNAL:
        if a >= board.fields or b >= board.fields or g.lit[a] == 0 or g.lit[b] == 1:
            return 0
        city = board.field_city[a]
        if city >= 0 and board.field_city[b] != city and g.city_discs[city] == 1:
            return 0
        return can_pay(rules, g, SIGNAL_CARD, payment)
    if verb == SWITCH:
        if a >= board.junctions or b >= settings_of(board.arms[a]) or b == g.setting[a]:
            return 0
        return can_pay(rules, g, SWITCH_CARD, payment)
    if b != 0 or a >= MAX_TRAINS:
        return 0
    if verb == MOVE:
        return 1 if may_move(rules, g, a) and can_pay(rules, g, MOVE_CARD, payment) else 0
    return 1 if verb == LOAD and may_load(board, g, a) and can_pay(rules, g, LOADING, payment) else 0


@kernel(types.void(BOARD, GAME, DEALER, i64))
def play_action(board: Any, g: Any, dealer: Any, code: Any) -> None:
    """C1–C5: pay and do."""
    verb, a, b, payment = verb_of(code), first_of(code), second_of(code), payment_of(code)
    for card in range(3):
        number = (payment >> 4 * card) & 15
        g.hand[g.seat, card] -= number
        g.discard[card] += number
    kind = verb - SIGNAL
    dealer.outcome.plays[kind] += 1
    if kind != LOADING and payment != 1 << 4 * kind:
        dealer.outcome.pairs += 1
    if verb == SIGNAL:
        set_light(board, g, a, 0)
        set_light(board, g, b, 1)
        dealer.heat.field_set[b] += 1
        log(dealer, EV_PLAY_SIGNAL, payment, a, b, 0, 0, 0)
    elif verb == SWITCH:
        g.setting[a] = b
        dealer.heat.switch_set[a] += 1
        log(dealer, EV_PLAY_SWITCH, payment, a, b, 0, 0, 0)
    elif verb == MOVE:
        log(dealer, EV_PLAY_MOVE, payment, a, 0, 0, 0, 0)
        begin_move(g, dealer, a, 1)
    else:
        good = g.pos[a]
        g.stock[good] -= 1
        g.cargo[a] = good
        log(dealer, EV_PLAY_LOAD, payment, a, good, 0, 0, 0)
