"""Answers tried on the position: the cards of a hand, for switches and signals that somebody has use for and for trains to move, and new trains.

`any_cards`: the cheapest payment for actions of every kind. A colour that the same card moves has to run at once, from a place that the dice choose.
"""

from typing import Any

from numba import types

from policies.switch_signal.planning.errands import is_wanted
from policies.switch_signal.planning.evaluation import change, survey
from policies.switch_signal.planning.memory import (
    JUNCTION_WORDS,
    PLAN,
    PRICE,
    note_gain,
    note_offer,
)
from policies.switch_signal.planning.moves import gain_of_move
from policies.switch_signal.planning.odds import kind_of
from policies.switch_signal.planning.prices import cheapest_payment, helper_worth, price
from policies.switch_signal.planning.prospects import mean_roll
from policies.switch_signal.planning.walks import set_out, worth
from policies.switch_signal.planning.ways import steps_by
from policies.switch_signal.planning.weights import (
    CLOSED,
    FETCHING,
    LATER_CARD,
    NEXT_CARD,
    RED_FIELD,
    SPEED,
    TOKEN,
)
from simulator.core.bits import bits, bits_of
from simulator.core.jit import kernel
from simulator.switch_signal.actions import may_go, trains_for_cards
from simulator.switch_signal.choices import choice, choice1
from simulator.switch_signal.codes import (
    AT,
    COLOUR,
    MOVE,
    MOVE_CARD,
    NO,
    SIGNAL,
    SIGNAL_CARD,
    SWITCH,
    SWITCH_CARD,
)
from simulator.switch_signal.deployment import colours_to_deploy, starts_to_choose, train_in_depot
from simulator.switch_signal.network import flip_light, settings_of
from simulator.switch_signal.records import ALL_FIELDS, BOARD, COLOURS, GAME, MAX_TRAINS, RULES, STACK

i64, f64 = types.int64, types.float64
WORTH_A_TRIAL = 0.0005  # of a need, in trains at hand: that of an idle train still counts


@kernel(types.void(BOARD, RULES, GAME, PLAN, i64))
def try_moves(board: Any, rules: Any, g: Any, plan: Any, any_cards: Any) -> None:
    """C3: try every train that a card may move."""
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
    """C2: try every setting that some train, or good, has use for."""
    payment = cheapest_payment(rules, g, plan, SWITCH_CARD, any_cards)
    if payment < 0:
        return
    cost = price(rules, g, plan, payment)
    for word in range(JUNCTION_WORDS):
        for bit in bits_of(plan.junctions_wanted[word]):
            junction = 64 * word + bit
            old = g.setting[junction]
            for setting in range(settings_of(board.arms[junction])):
                if setting != old and plan.setting_need[junction, setting] > WORTH_A_TRIAL:
                    need = plan.setting_need[junction, setting] - plan.setting_need[junction, old]
                    g.setting[junction] = setting
                    prospects = change(board, rules, g, plan, plan.met_junction[junction], -1, 0.0)
                    code = choice(SWITCH, junction, setting, payment)
                    note_gain(plan, code, plan.params[CLOSED] * need, prospects, cost)
            g.setting[junction] = old


@kernel(types.UniTuple(i64, 2)(BOARD, GAME, PLAN, i64))
def discs_to_take(board: Any, g: Any, plan: Any, field: Any) -> Any:
    """The two green fields that are needed least and whose discs may go to this one (C1, B5), or −1."""
    best, second = -1, -1
    least, next_to_least = 1e9, 1e9
    for word in range(board.words):
        for bit in bits_of(g.green[word]):
            disc = 64 * word + bit
            need = plan.field_need[disc]
            if need < next_to_least and may_go(board, g, disc, field):
                if need < least:
                    second, next_to_least = best, least
                    best, least = disc, need
                else:
                    second, next_to_least = disc, need
    return best, second


@kernel(f64(BOARD, RULES, GAME, PLAN, i64, i64))
def change_by_disc(board: Any, rules: Any, g: Any, plan: Any, disc: Any, field: Any) -> Any:
    """What a disc that goes from one field to another changes in the prospects of trains."""
    flip_light(g, field)
    flip_light(g, disc)
    affected = plan.met_field[field] | plan.met_field[disc]
    prospects = change(board, rules, g, plan, affected, -1, 0.0)
    flip_light(g, field)
    flip_light(g, disc)
    return prospects


@kernel(types.void(BOARD, RULES, GAME, PLAN, i64))
def try_signals(board: Any, rules: Any, g: Any, plan: Any, any_cards: Any) -> None:
    """C1: try a disc on every red field that some train, or good, has use for, from one of the two that are needed least."""
    payment = cheapest_payment(rules, g, plan, SIGNAL_CARD, any_cards)
    if payment < 0:
        return
    cost = price(rules, g, plan, payment)
    for word in range(board.words):
        for bit in bits_of(board.field_sets[ALL_FIELDS, word] & ~g.green[word]):
            field = 64 * word + bit
            if plan.field_need[field] > WORTH_A_TRIAL:
                for disc in discs_to_take(board, g, plan, field):
                    if disc >= 0:
                        need = plan.field_need[field] - plan.field_need[disc]
                        prospects = change_by_disc(board, rules, g, plan, disc, field)
                        code = choice(SIGNAL, disc, field, payment)
                        note_gain(plan, code, plan.params[RED_FIELD] * need, prospects, cost)


@kernel(f64(RULES, GAME, i64))
def chance_of(rules: Any, g: Any, number: Any) -> Any:
    """D1, V6: the chance that the start place with this number comes up, by two dice or by the tokens left in the stack."""
    if rules.locations == STACK:
        return ((g.tokens_left >> (number - 2)) & 1) / bits(g.tokens_left)
    return (6 - abs(7 - number)) / 36.0


@kernel(i64(BOARD, GAME, PLAN, i64))
def nearest_wanted(board: Any, g: Any, plan: Any, start: Any) -> Any:
    """The nearest city with a good that is wanted and that no train is assigned to, or −1."""
    best, fewest = -1, 1e9
    for city in range(board.goods):
        if is_wanted(plan.errands, city):
            steps = steps_by(board, g, plan, city, board.start_dart[start])
            if steps < fewest:
                best, fewest = city, steps
    return best


@kernel(f64(BOARD, GAME, PLAN, i64))
def steps_to_fetch(board: Any, g: Any, plan: Any, start: Any) -> Any:
    """Steps from a start place to the nearest city with a good that is wanted, 40 at most."""
    city = nearest_wanted(board, g, plan, start)
    return 40.0 if city < 0 else min(40.0, steps_by(board, g, plan, city, board.start_dart[start]))


@kernel(f64(BOARD, RULES, GAME, PLAN, i64))
def first_move(board: Any, rules: Any, g: Any, plan: Any, colour: Any) -> Any:
    """What the move of a new train on the same card is expected to gain, over the places where it may come."""
    train, total = train_in_depot(rules, g, colour), 0.0
    for number in range(2, 13):
        cell = g.place[number]
        if plan.at[cell] >= 0:
            continue
        plan.errands.goal[train] = nearest_wanted(board, g, plan, cell - board.cities)
        plan.tail[train], plan.weight[train] = 0.0, 1.0
        g.pos[train], g.way[train] = cell, board.start_dart[cell - board.cities]
        plan.at[cell] = train
        plan.value[train] = worth(board, g, plan, train, cell, g.way[train])
        set_out(plan, plan.trails[train], train, g.way[train])
        plan.known_now[train] = -1  # from another place
        gain_of_move(board, rules, g, plan, train)
        for part in range(plan.parts.shape[0]):
            total += chance_of(rules, g, number) * plan.parts[part]
        plan.at[cell] = -1
        g.pos[train], g.way[train] = -1, -1
        plan.errands.goal[train] = -1
        plan.known_now[train] = -1
    return total


@kernel(types.void(BOARD, RULES, GAME, PLAN))
def deploy(board: Any, rules: Any, g: Any, plan: Any) -> None:
    """D1: fast trains while there is something to fetch, after that slow ones, which stand in the way but lose least; and what the card does to them."""
    survey(board, rules, g, plan, 0, plan.params[NEXT_CARD] * plan.params[LATER_CARD])
    wanted = 0
    for city in range(board.goods):
        wanted |= is_wanted(plan.errands, city)
    offered, moved = colours_to_deploy(rules, g), kind_of(rules, g.card)
    for colour in range(COLOURS):
        if (offered >> colour) & 1:
            speed = mean_roll(rules, colour)
            gain = first_move(board, rules, g, plan, colour) if (moved >> colour) & 1 else 0.0
            way = plan.params[SPEED] * (speed if wanted else -speed)
            note_gain(plan, choice1(COLOUR, colour), way, gain, 0.0)


@kernel(types.void(BOARD, RULES, GAME, PLAN))
def choose_place(board: Any, rules: Any, g: Any, plan: Any) -> None:
    """H5: a start place near to a good, or one by chance."""
    survey(board, rules, g, plan, 0, 0.0)
    offered = starts_to_choose(board, g)
    by_chance = 0.0
    for number in range(2, 13):
        start = g.place[number] - board.cities
        steps = steps_to_fetch(board, g, plan, start)
        if not (offered >> start) & 1:
            steps += plan.params[FETCHING] + plan.params[TOKEN] * rules.failed_deployment
        by_chance += steps * chance_of(rules, g, number)
    note_gain(plan, NO, -by_chance, 0.0, 0.0)
    for start in range(board.starts):
        if (offered >> start) & 1:
            way = -steps_to_fetch(board, g, plan, start)
            note_gain(plan, choice1(AT, start), way, 0.0, helper_worth(g, plan))
