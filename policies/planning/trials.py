"""The cards of a hand tried on the position: switches and signals that somebody has use for, and trains to move."""

from typing import Any

from numba import types

from policies.planning.evaluation import change
from policies.planning.moves import gain_of_move
from policies.planning.offers import PRICE, PROSPECTS, WAY, clear_parts, note_offer
from policies.planning.prices import price, worth_without
from policies.planning.weights import CLOSED, RED_FIELD
from simulator.actions import may_go, nth_payment, settings_of, trains_for_cards
from simulator.bits import lowest_bit
from simulator.choices import choice
from simulator.codes import (
    MOVE,
    MOVE_CARD,
    SIGNAL,
    SIGNAL_CARD,
    SWITCH,
    SWITCH_CARD,
)
from simulator.jit import kernel
from simulator.lights import flip_light, is_green
from simulator.mind_records import MIND
from simulator.records import BOARD, GAME, MAX_TRAINS, RULES

i64, f64 = types.int64, types.float64
WORTH_A_TRIAL = 0.0005  # of a need, in trains at hand: that of an idle train still counts


@kernel(i64(RULES, GAME, MIND, i64))
def cheapest_payment(rules: Any, g: Any, mind: Any, kind: Any) -> Any:
    """The payment for an action that costs the hand least, or −1."""
    best, most = -1, -1e9
    index = 0
    while True:
        payment = nth_payment(rules, g, kind, index)
        if payment < 0:
            return best
        left = worth_without(rules, g, mind, payment)
        if left > most:
            best, most = payment, left
        index += 1


@kernel(types.void(BOARD, RULES, GAME, MIND))
def try_moves(board: Any, rules: Any, g: Any, mind: Any) -> None:
    """C3: every train that a card may move."""
    payment = cheapest_payment(rules, g, mind, MOVE_CARD)
    if payment < 0:
        return
    cost = price(rules, g, mind, payment)
    movable = trains_for_cards(rules, g) & mind.plan.watched
    for train in range(MAX_TRAINS):
        if (movable >> train) & 1:
            gain_of_move(board, rules, g, mind, train)
            mind.plan.parts[PRICE] = -cost
            note_offer(mind, choice(MOVE, train, 0, payment))


@kernel(types.void(BOARD, RULES, GAME, MIND))
def try_switches(board: Any, rules: Any, g: Any, mind: Any) -> None:
    """C2: every setting that some train, or good, has use for."""
    plan = mind.plan
    payment = cheapest_payment(rules, g, mind, SWITCH_CARD)
    if payment < 0:
        return
    clear_parts(mind)
    plan.parts[PRICE] = -price(rules, g, mind, payment)
    for junction in range(board.junctions):
        old = g.setting[junction]
        for setting in range(settings_of(board.arms[junction])):
            if setting != old and plan.setting_need[junction, setting] > WORTH_A_TRIAL:
                need = plan.setting_need[junction, setting] - plan.setting_need[junction, old]
                g.setting[junction] = setting
                plan.parts[WAY] = mind.params[CLOSED] * need
                plan.parts[PROSPECTS] = change(board, rules, g, mind, plan.met_junction[junction], -1, 0.0)
                note_offer(mind, choice(SWITCH, junction, setting, payment))
        g.setting[junction] = old


@kernel(i64(BOARD, GAME, MIND, i64, i64))
def disc_to_take(board: Any, g: Any, mind: Any, field: Any, except_for: Any) -> Any:
    """The green field that is needed least and whose disc may go to this one (C1, B5), or −1."""
    best, least = -1, 1e9
    for word in range(board.words):
        green = g.green[word]
        while green:
            disc = 64 * word + lowest_bit(green)
            green &= green - 1
            need = mind.plan.field_need[disc]
            if need < least and disc != except_for and may_go(board, g, disc, field):
                best, least = disc, need
    return best


@kernel(types.void(BOARD, RULES, GAME, MIND))
def try_signals(board: Any, rules: Any, g: Any, mind: Any) -> None:
    """C1: a disc to every red field that some train, or good, has use for, from one of the two that are needed least."""
    plan = mind.plan
    payment = cheapest_payment(rules, g, mind, SIGNAL_CARD)
    if payment < 0:
        return
    clear_parts(mind)
    plan.parts[PRICE] = -price(rules, g, mind, payment)
    for field in range(board.fields):
        if is_green(g, field) or plan.field_need[field] <= WORTH_A_TRIAL:
            continue
        disc = -1
        for _ in range(2):
            disc = disc_to_take(board, g, mind, field, disc)
            if disc < 0:
                break
            plan.parts[WAY] = mind.params[RED_FIELD] * (plan.field_need[field] - plan.field_need[disc])
            flip_light(g, field)
            flip_light(g, disc)
            affected = plan.met_field[field] | plan.met_field[disc]
            plan.parts[PROSPECTS] = change(board, rules, g, mind, affected, -1, 0.0)
            flip_light(g, field)
            flip_light(g, disc)
            note_offer(mind, choice(SIGNAL, disc, field, payment))
