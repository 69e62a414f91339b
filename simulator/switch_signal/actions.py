"""The active player's cards: T2, C1–C5, and what each may be paid with."""

from typing import Any

from numba import types

from simulator.core.bits import bits, bits_of, nth_bit
from simulator.core.jit import kernel
from simulator.switch_signal.book import log
from simulator.switch_signal.choices import choice, first_of, payment_of, second_of, verb_of
from simulator.switch_signal.codes import (
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
from simulator.switch_signal.movement import move_train
from simulator.switch_signal.network import (
    discs_on,
    flip_light,
    is_green,
    nth_dark_field,
    settings_of,
)
from simulator.switch_signal.records import ALL_FIELDS, BOARD, DEALER, GAME, MAX_TRAINS, PL, RULES

i64 = types.int64
MENU = types.UniTuple(i64, 8)


@kernel(i64(i64))
def _triples(total: Any) -> Any:
    """Count the triples of whole numbers that add up to a total; none below 0."""
    total = max(total, -1)
    return (total + 1) * (total + 2) // 2


@kernel(i64(GAME, i64), inline=True)
def hands_of_size(g: Any, cards: Any) -> Any:
    """Count the different payments of so many cards that the active hand allows.

    The rulebook's one and two cards are counted outright; otherwise by inclusion and exclusion over the kinds of which
    more is asked than the hand has. No loop: it took twice the time, for its trip count is unforeseeable here.
    """
    a, b, c = g.hand[g.seat, 0], g.hand[g.seat, 1], g.hand[g.seat, 2]
    kinds = min(a, 1) + min(b, 1) + min(c, 1)
    if cards == 1:
        return kinds
    if cards == 2:
        return kinds * (kinds - 1) // 2 + (a >= 2) + (b >= 2) + (c >= 2)
    a, b, c = a + 1, b + 1, c + 1
    one = _triples(cards - a) + _triples(cards - b) + _triples(cards - c)
    two = _triples(cards - a - b) + _triples(cards - a - c) + _triples(cards - b - c)
    return _triples(cards) - one + two - _triples(cards - a - b - c)


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


@kernel(i64(RULES, GAME, i64, i64), inline=True)
def nth_payment(rules: Any, g: Any, kind: Any, index: Any) -> Any:
    """C1–C3: its own card first, then any `any_action_cards` (C4), fewest signal cards first; for loading any `loading_cards` (C5)."""
    if kind == LOADING:
        return nth_hand(g, rules.loading_cards, index)
    if rules.any_action_cards != 1 and g.hand[g.seat, kind] > 0:
        if index == 0:
            return 1 << 4 * kind
        index -= 1
    return nth_hand(g, rules.any_action_cards, index)


@kernel(i64(RULES, GAME, i64, i64))
def can_pay(rules: Any, g: Any, kind: Any, payment: Any) -> Any:
    """Tell whether the hand holds this payment and the action takes it."""
    total = 0
    for card in range(3):
        number = (payment >> 4 * card) & 15
        if number > g.hand[g.seat, card]:
            return 0
        total += number
    if kind == LOADING:
        return 1 if total == rules.loading_cards else 0
    return 1 if total == rules.any_action_cards or payment == 1 << 4 * kind else 0


@kernel(i64(BOARD, GAME, i64, i64))
def may_go(board: Any, g: Any, disc: Any, field: Any) -> Any:
    """C1: whether the disc on one field may go to another. A city's only disc stays at the city (B5)."""
    city = board.field_city[disc]
    return 1 if city < 0 or city == board.field_city[field] or discs_on(board, g, city) > 1 else 0


@kernel(i64(BOARD, RULES, GAME, i64))
def targets(board: Any, rules: Any, g: Any, field: Any) -> Any:
    """C1, B5: to how many fields the disc on a field may go."""
    city = board.field_city[field]
    if city >= 0 and discs_on(board, g, city) == 1:
        return board.exits[city] - 1
    return board.fields - rules.base_discs - rules.extra_discs


@kernel(i64(BOARD, RULES, GAME), inline=True)
def signal_moves(board: Any, rules: Any, g: Any) -> Any:
    """C1: all moves of all discs: anywhere, but for the only disc of a city."""
    discs = rules.base_discs + rules.extra_discs
    dark = board.fields - discs
    count = discs * dark
    for city in range(board.cities):
        only = 1 if discs_on(board, g, city) == 1 else 0
        count -= only * (dark - board.exits[city] + 1)
    return count


@kernel(i64(RULES, GAME), inline=True)
def trains_for_cards(rules: Any, g: Any) -> Any:
    """C3: trains on the network but for the one that H6 holds in this turn (PL), as bits."""
    if g.held >= 0 and rules.edition == PL:
        return g.network & ~(1 << g.held)
    return g.network


@kernel(i64(BOARD, GAME), inline=True)
def trains_to_load(board: Any, g: Any) -> Any:
    """C5: empty trains in goods cities that have a good left, as bits."""
    trains = 0
    for train in bits_of(g.network):
        city = g.pos[train]
        if city < board.goods and g.cargo[train] < 0 and g.stock[city] > 0:
            trains |= 1 << train
    return trains


@kernel(MENU(BOARD, RULES, GAME), inline=True)
def action_menu(board: Any, rules: Any, g: Any) -> Any:
    """T2 in numbers: how many signals, switches, moves and loads there are, then how many payments for each."""
    movable = bits(trains_for_cards(rules, g))
    loadable = bits(trains_to_load(board, g))
    any_cards = hands_of_size(g, rules.any_action_cards)
    own = 1 if rules.any_action_cards != 1 else 0  # with one card for any action, its own card is among them
    return (
        signal_moves(board, rules, g),
        board.switch_choices,
        movable,
        loadable,
        any_cards + own * min(1, g.hand[g.seat, SIGNAL_CARD]),
        any_cards + own * min(1, g.hand[g.seat, SWITCH_CARD]),
        any_cards + own * min(1, g.hand[g.seat, MOVE_CARD]),
        hands_of_size(g, rules.loading_cards),
    )


@kernel(i64(MENU), inline=True)
def menu_size(menu: Any) -> Any:
    """All distinct choices in T2, stopping included."""
    return 1 + menu[0] * menu[4] + menu[1] * menu[5] + menu[2] * menu[6] + menu[3] * menu[7]


@kernel(i64(BOARD, RULES, GAME), inline=True)
def can_act(board: Any, rules: Any, g: Any) -> Any:
    """Tell whether anything but stopping can be paid for. The hand alone nearly always shows it."""
    signals, switches, moves = g.hand[g.seat, 0], g.hand[g.seat, 1], g.hand[g.seat, 2]
    hand = signals + switches + moves
    any_action = hand >= rules.any_action_cards
    if board.junctions > 0 and (any_action or switches > 0):
        return 1
    if (any_action or moves > 0) and trains_for_cards(rules, g):
        return 1
    if (any_action or signals > 0) and signal_moves(board, rules, g):
        return 1
    return 1 if hand >= rules.loading_cards and trains_to_load(board, g) else 0


@kernel(i64(BOARD, RULES, GAME, i64), inline=True)
def nth_signal_move(board: Any, rules: Any, g: Any, index: Any) -> Any:
    for word in range(board.words):
        for bit in bits_of(g.green[word]):
            field = word * 64 + bit
            count = targets(board, rules, g, field)
            if index < count:
                city = board.field_city[field]
                stays = city >= 0 and discs_on(board, g, city) == 1
                target = nth_dark_field(board, g, city if stays else ALL_FIELDS, index)
                return choice(SIGNAL, field, target, 0)
            index -= count
    return -1


@kernel(i64(BOARD, GAME, i64))
def nth_switch_move(board: Any, g: Any, index: Any) -> Any:
    junction = board.choice_junction[index]
    setting = index - board.first_choice[junction]
    return choice(SWITCH, junction, setting + (1 if setting >= g.setting[junction] else 0), 0)


@kernel(i64(BOARD, RULES, GAME, MENU, i64), inline=True)
def nth_action(board: Any, rules: Any, g: Any, menu: Any, index: Any) -> Any:
    """The index-th of the menu: stop, signals, switches, moves, loads, each with all its payments."""
    if index == 0:
        return NO
    index -= 1
    for kind in range(4):
        number, ways = menu[kind], menu[4 + kind]
        if index < number * ways:
            thing = index // ways
            paid = nth_payment(rules, g, kind, index % ways) << 40
            if kind == SIGNAL_CARD:
                return nth_signal_move(board, rules, g, thing) | paid
            if kind == SWITCH_CARD:
                return nth_switch_move(board, g, thing) | paid
            if kind == MOVE_CARD:
                return choice(MOVE, nth_bit(trains_for_cards(rules, g), thing), 0, 0) | paid
            return choice(LOAD, nth_bit(trains_to_load(board, g), thing), 0, 0) | paid
        index -= number * ways
    return -1


@kernel(i64(BOARD, RULES, GAME, i64), inline=True)
def is_legal_action(board: Any, rules: Any, g: Any, code: Any) -> Any:
    """Tell whether a choice is on the menu, without listing it."""
    verb, a, b, payment = verb_of(code), first_of(code), second_of(code), payment_of(code)
    if code >> 52:  # nothing stands there, so that a choice has one name only
        return 0
    if verb == NO:
        return 1 if code == NO else 0
    if verb == SIGNAL:
        if a >= board.fields or b >= board.fields or not is_green(g, a) or is_green(g, b):
            return 0
        return can_pay(rules, g, SIGNAL_CARD, payment) if may_go(board, g, a, b) else 0
    if verb == SWITCH:
        if a >= board.junctions or b >= settings_of(board.arms[a]) or b == g.setting[a]:
            return 0
        return can_pay(rules, g, SWITCH_CARD, payment)
    if b != 0 or a >= MAX_TRAINS:
        return 0
    if verb == MOVE:
        return can_pay(rules, g, MOVE_CARD, payment) if (trains_for_cards(rules, g) >> a) & 1 else 0
    if verb != LOAD or not (trains_to_load(board, g) >> a) & 1:
        return 0
    return can_pay(rules, g, LOADING, payment)


@kernel(types.void(RULES, GAME, DEALER, i64), inline=True)
def play_action(rules: Any, g: Any, dealer: Any, code: Any) -> None:
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
        flip_light(g, a)
        flip_light(g, b)
        dealer.heat.field_set[b] += 1
        log(dealer, EV_PLAY_SIGNAL, payment, a, b, 0, 0, 0)
    elif verb == SWITCH:
        g.setting[a] = b
        dealer.heat.switch_set[a] += 1
        log(dealer, EV_PLAY_SWITCH, payment, a, b, 0, 0, 0)
    elif verb == MOVE:
        log(dealer, EV_PLAY_MOVE, payment, a, 0, 0, 0, 0)
        move_train(rules, g, dealer, a, 1)
    else:
        good = g.pos[a]
        g.stock[good] -= 1
        g.cargo[a] = good
        log(dealer, EV_PLAY_LOAD, payment, a, good, 0, 0, 0)
