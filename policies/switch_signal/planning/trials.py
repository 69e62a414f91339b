"""The cards of a hand tried on the position: switches and signals that somebody has use for, and trains to move.

`any_cards`: the cheapest payment for actions of every kind.
"""

from typing import Any

from numba import types

from policies.switch_signal.planning.evaluation import change
from policies.switch_signal.planning.memory import JUNCTION_WORDS, PLAN
from policies.switch_signal.planning.moves import gain_of_move
from policies.switch_signal.planning.offers import PRICE, PROSPECTS, WAY, clear_parts, note_offer
from policies.switch_signal.planning.prices import cheapest_payment, price
from policies.switch_signal.planning.weights import CLOSED, RED_FIELD
from simulator.core.bits import lowest_bit
from simulator.core.jit import kernel
from simulator.switch_signal.actions import may_go, trains_for_cards
from simulator.switch_signal.choices import choice
from simulator.switch_signal.codes import (
    MOVE,
    MOVE_CARD,
    SIGNAL,
    SIGNAL_CARD,
    SWITCH,
    SWITCH_CARD,
)
from simulator.switch_signal.lights import flip_light
from simulator.switch_signal.network import settings_of
from simulator.switch_signal.records import BOARD, GAME, MAX_TRAINS, RULES

i64 = types.int64
WORTH_A_TRIAL = 0.0005  # of a need, in trains at hand: that of an idle train still counts


@kernel(types.void(BOARD, RULES, GAME, PLAN, i64))
def try_moves(board: Any, rules: Any, g: Any, plan: Any, any_cards: Any) -> None:
    """C3: every train that a card may move."""
    payment = cheapest_payment(rules, g, plan, MOVE_CARD, any_cards)
    if payment < 0:
        return
    cost = price(rules, g, plan, payment)
    movable = trains_for_cards(rules, g) & plan.watched
    for train in range(MAX_TRAINS):
        if (movable >> train) & 1:
            gain_of_move(board, rules, g, plan, train)
            plan.parts[PRICE] = -cost
            note_offer(plan, choice(MOVE, train, 0, payment))


@kernel(types.void(BOARD, RULES, GAME, PLAN, i64))
def try_switches(board: Any, rules: Any, g: Any, plan: Any, any_cards: Any) -> None:
    """C2: every setting that some train, or good, has use for."""
    payment = cheapest_payment(rules, g, plan, SWITCH_CARD, any_cards)
    if payment < 0:
        return
    clear_parts(plan)
    plan.parts[PRICE] = -price(rules, g, plan, payment)
    for word in range(JUNCTION_WORDS):
        wanted = plan.junctions_wanted[word]
        while wanted:
            junction = 64 * word + lowest_bit(wanted)
            wanted &= wanted - 1
            old = g.setting[junction]
            for setting in range(settings_of(board.arms[junction])):
                if setting != old and plan.setting_need[junction, setting] > WORTH_A_TRIAL:
                    need = plan.setting_need[junction, setting] - plan.setting_need[junction, old]
                    g.setting[junction] = setting
                    plan.parts[WAY] = plan.params[CLOSED] * need
                    affected = plan.met_junction[junction]
                    plan.parts[PROSPECTS] = change(board, rules, g, plan, affected, -1, 0.0)
                    note_offer(plan, choice(SWITCH, junction, setting, payment))
            g.setting[junction] = old


@kernel(types.UniTuple(i64, 2)(BOARD, GAME, PLAN, i64))
def discs_to_take(board: Any, g: Any, plan: Any, field: Any) -> Any:
    """The two green fields that are needed least and whose discs may go to this one (C1, B5), or −1."""
    best, second = -1, -1
    least, next_to_least = 1e9, 1e9
    for word in range(board.words):
        green = g.green[word]
        while green:
            disc = 64 * word + lowest_bit(green)
            green &= green - 1
            need = plan.field_need[disc]
            if need < next_to_least and may_go(board, g, disc, field):
                if need < least:
                    second, next_to_least = best, least
                    best, least = disc, need
                else:
                    second, next_to_least = disc, need
    return best, second


@kernel(types.void(BOARD, RULES, GAME, PLAN, i64, i64, i64))
def try_signal(board: Any, rules: Any, g: Any, plan: Any, disc: Any, field: Any, payment: Any) -> None:
    """A disc from one field to another; the price stands in `parts` already."""
    plan.parts[WAY] = plan.params[RED_FIELD] * (plan.field_need[field] - plan.field_need[disc])
    flip_light(g, field)
    flip_light(g, disc)
    affected = plan.met_field[field] | plan.met_field[disc]
    plan.parts[PROSPECTS] = change(board, rules, g, plan, affected, -1, 0.0)
    flip_light(g, field)
    flip_light(g, disc)
    note_offer(plan, choice(SIGNAL, disc, field, payment))


@kernel(types.void(BOARD, RULES, GAME, PLAN, i64))
def try_signals(board: Any, rules: Any, g: Any, plan: Any, any_cards: Any) -> None:
    """C1: a disc to every red field that some train, or good, has use for, from one of the two that are needed least."""
    payment = cheapest_payment(rules, g, plan, SIGNAL_CARD, any_cards)
    if payment < 0:
        return
    clear_parts(plan)
    plan.parts[PRICE] = -price(rules, g, plan, payment)
    for word in range(board.words):
        red = board.all_fields[word] & ~g.green[word]
        while red:
            field = 64 * word + lowest_bit(red)
            red &= red - 1
            if plan.field_need[field] > WORTH_A_TRIAL:
                for disc in discs_to_take(board, g, plan, field):
                    if disc >= 0:
                        try_signal(board, rules, g, plan, disc, field, payment)
