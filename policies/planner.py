"""The practised table: a way for every train, what the next card may do to it, and cards spent where they gain most.

Every answer is tried on the position and valued (`policies/evaluation.py`); the best one is given.
"""

from typing import Any

from numba import types

from policies.evaluation import card_gain, outlook, price, survey
from policies.seam import DECIDE
from policies.walks import look_ahead, outcome_of, walk, worth
from policies.weights import (
    BROWN,
    CLOSED,
    DELIVERY,
    GREY,
    HELPER,
    LATER_CARD,
    RED_FIELD,
    TOKEN,
)
from simulator.actions import nth_payment, settings_of, trains_for_cards, trains_to_load
from simulator.choices import choice, choice1
from simulator.codes import (
    ASK_ACT,
    ASK_CONDUCTOR,
    ASK_DEPLOY,
    ASK_DRAW,
    ASK_EXIT,
    ASK_LAYOUT,
    ASK_LOGISTICIAN,
    ASK_ORDER,
    ASK_PLACE,
    ASK_THROUGH,
    ASK_TRACK_KEEPER,
    ASK_WILD,
    AT,
    BY,
    COLOUR,
    GO,
    H2,
    H6,
    HEAD_ON,
    HOLD,
    LOAD,
    LOADING,
    MOVE,
    MOVE_CARD,
    NO,
    PORT_REACHED,
    SIGNAL,
    SIGNAL_CARD,
    START,
    SWITCH,
    SWITCH_CARD,
    USE,
)
from simulator.decisions import count_choices, is_legal, nth_choice
from simulator.deployment import colours_to_deploy, starts_to_choose
from simulator.jit import kernel
from simulator.lights import city_discs, flip_light, is_green
from simulator.records import (
    BOARD,
    COLOURS,
    FAR,
    GAME,
    MAX_TRAINS,
    MAX_TRAINS_OF_A_COLOUR,
    MIND,
    RULES,
    WILD,
)
from simulator.timetable import wild_colours

i64, f64 = types.int64, types.float64


@kernel(i64(RULES, GAME, MIND, i64))
def cheapest_payment(rules: Any, g: Any, mind: Any, kind: Any) -> Any:
    """The payment for an action that costs the hand least, or −1."""
    best, least = -1, 1e9
    index = 0
    while True:
        payment = nth_payment(rules, g, kind, index)
        if payment < 0:
            return best
        cost = price(rules, g, mind, payment)
        if cost < least:
            best, least = payment, cost
        index += 1


@kernel(f64(BOARD, RULES, GAME, MIND, i64, i64, i64))
def value_of_run(board: Any, rules: Any, g: Any, mind: Any, train: Any, dart: Any, points: Any) -> Any:
    """The value after a train ran by a dart with so many points."""
    plan = mind.plan
    steps, stop = walk(board, rules, g, mind, train, dart, points)
    value, lost = outcome_of(board, rules, g, mind, train, steps, stop, points)
    end = min(steps, points)
    if points > steps and plan.haven >= 0 and plan.haven < steps:
        end = plan.haven
    gone = end == steps and (stop == START or stop == PORT_REACHED)
    gone = gone or (stop == HEAD_ON and points > steps and plan.haven < 0)
    cell, way, old = g.pos[train], g.way[train], plan.value[train]
    if gone:
        plan.at[cell] = -1
        g.pos[train] = -1
    elif end > 0:
        plan.at[cell] = -1
        g.pos[train], g.way[train] = plan.path_cell[end], plan.path_way[end]
        plan.at[g.pos[train]] = train
    plan.value[train] = value
    total = outlook(board, rules, g, mind) - mind.params[TOKEN] * lost
    if gone:
        total += value
    else:
        plan.at[g.pos[train]] = -1
    g.pos[train], g.way[train] = cell, way
    plan.value[train] = old
    plan.at[cell] = train
    return total


@kernel(f64(BOARD, RULES, GAME, MIND, i64, i64))
def value_of_roll(board: Any, rules: Any, g: Any, mind: Any, train: Any, points: Any) -> Any:
    """The value after a train moved so many points; out of a city by its best exit."""
    if points == 0:
        return outlook(board, rules, g, mind)
    if g.way[train] >= 0:
        return value_of_run(board, rules, g, mind, train, g.way[train], points)
    best, city = -1e9, g.pos[train]
    free = 0
    for i in range(board.exits[city]):
        dart = board.exit_dart[city, i]
        if is_green(g, board.field[dart]):
            steps, _ = walk(board, rules, g, mind, train, dart, 1)
            if steps > free:
                best, free = -1e9, 1
            if steps == free:
                best = max(best, value_of_run(board, rules, g, mind, train, dart, points))
    return best


@kernel(f64(BOARD, RULES, GAME, MIND, i64))
def value_of_move(board: Any, rules: Any, g: Any, mind: Any, train: Any) -> Any:
    """The value expected after a move of a train, over the faces of its die."""
    colour = train // MAX_TRAINS_OF_A_COLOUR
    total, value, before = 0.0, 0.0, -1
    for face in range(6):
        points = rules.die[colour, face]
        if points != before:
            value = value_of_roll(board, rules, g, mind, train, points)
            before = points
        total += value
    return total / 6.0


@kernel(i64(BOARD, GAME, MIND, i64, i64))
def disc_to_take(board: Any, g: Any, mind: Any, field: Any, except_for: Any) -> Any:
    """The green field that is needed least and whose disc may go to this one (C1, B5), or −1."""
    best, least = -1, 1e9
    for disc in range(board.fields):
        if is_green(g, disc) and disc != except_for:
            city = board.field_city[disc]
            if city < 0 or city == board.field_city[field] or city_discs(board, g, city) > 1:
                need = mind.plan.field_need[disc]
                if need < least:
                    best, least = disc, need
    return best


@kernel(types.Tuple((i64, f64))(BOARD, RULES, GAME, MIND))
def best_fix(board: Any, rules: Any, g: Any, mind: Any) -> Any:
    """The most valuable change of a switch or signal, and the value then."""
    plan = mind.plan
    best, most = -1, -1e9
    payment = cheapest_payment(rules, g, mind, SWITCH_CARD)
    if payment >= 0:
        cost = price(rules, g, mind, payment)
        for junction in range(board.junctions):
            old = g.setting[junction]
            for setting in range(settings_of(board.arms[junction])):
                if setting != old and plan.setting_need[junction, setting] > 0.02:
                    need = plan.setting_need[junction, setting] - plan.setting_need[junction, old]
                    g.setting[junction] = setting
                    value = outlook(board, rules, g, mind) + mind.params[CLOSED] * need - cost
                    if value > most:
                        best, most = choice(SWITCH, junction, setting, payment), value
            g.setting[junction] = old
    payment = cheapest_payment(rules, g, mind, SIGNAL_CARD)
    if payment >= 0:
        cost = price(rules, g, mind, payment)
        for field in range(board.fields):
            if not is_green(g, field) and plan.field_need[field] > 0.02:
                disc = -1
                for _ in range(2):
                    disc = disc_to_take(board, g, mind, field, disc)
                    if disc < 0:
                        break
                    need = plan.field_need[field] - plan.field_need[disc]
                    flip_light(g, field)
                    flip_light(g, disc)
                    value = outlook(board, rules, g, mind) + mind.params[RED_FIELD] * need - cost
                    flip_light(g, field)
                    flip_light(g, disc)
                    if value > most:
                        best, most = choice(SIGNAL, disc, field, payment), value
    return best, most


@kernel(i64(BOARD, RULES, GAME, MIND))
def act(board: Any, rules: Any, g: Any, mind: Any) -> Any:
    """T2: the card that gains most, if any gains."""
    survey(board, rules, g, mind)
    plan = mind.plan
    loadable = trains_to_load(board, g)
    payment = cheapest_payment(rules, g, mind, LOADING)
    if loadable and payment >= 0:
        for train in range(MAX_TRAINS):
            if (loadable >> train) & 1 and plan.goal[train] == g.pos[train]:
                return choice(LOAD, train, 0, payment)
    most = outlook(board, rules, g, mind)
    best = NO
    code, value = best_fix(board, rules, g, mind)
    if value > most + 1e-6:
        best, most = code, value
    payment = cheapest_payment(rules, g, mind, MOVE_CARD)
    if payment >= 0:
        cost = price(rules, g, mind, payment)
        movable = trains_for_cards(rules, g)
        for train in range(MAX_TRAINS):
            if (movable >> train) & 1:
                value = value_of_move(board, rules, g, mind, train) - cost
                if value > most + 1e-6:
                    best, most = choice(MOVE, train, 0, payment), value
    return best


@kernel(i64(BOARD, RULES, GAME, MIND))
def order(board: Any, rules: Any, g: Any, mind: Any) -> Any:
    """M12: the train whose move leaves the rest best."""
    survey(board, rules, g, mind)
    best, most = -1, -1e9
    for train in range(MAX_TRAINS):
        if (g.todo >> train) & 1:
            value = value_of_move(board, rules, g, mind, train)
            for other in range(MAX_TRAINS):  # these move yet by this card
                if (g.todo >> other) & 1 and other != train:
                    value += mind.plan.gain[other]
            if value > most:
                best, most = train, value
    if g.helpers & (1 << H6):
        for train in range(MAX_TRAINS):
            if (g.todo >> train) & 1:
                look_ahead(board, rules, g, mind, train)
                if mind.plan.gain[train] < -mind.params[HELPER]:
                    return choice1(HOLD, train)
    return choice1(GO, best)


@kernel(i64(BOARD, RULES, GAME, MIND))
def leave(board: Any, rules: Any, g: Any, mind: Any) -> Any:
    """X8, H2, N2: out of a city, or on through it."""
    survey(board, rules, g, mind)
    city, train = g.pos[g.mover], g.mover
    best, most = NO, -1e9
    if g.phase == ASK_THROUGH:
        most = outlook(board, rules, g, mind)
        if g.helpers & (1 << H2) and not g.through:
            most += mind.params[HELPER]
    for i in range(board.exits[city]):
        if (g.exits >> i) & 1:
            value = value_of_run(board, rules, g, mind, train, board.exit_dart[city, i], g.points)
            if value > most:
                best, most = choice1(BY, i), value
    return best


@kernel(f64(BOARD, RULES, GAME, MIND, i64))
def colour_gain(board: Any, rules: Any, g: Any, mind: Any, colour: Any) -> Any:
    """What a move of all trains of a colour is expected to bring."""
    total = 0.0
    for train in range(colour * MAX_TRAINS_OF_A_COLOUR, (colour + 1) * MAX_TRAINS_OF_A_COLOUR):
        if g.pos[train] >= 0:
            look_ahead(board, rules, g, mind, train)
            total += mind.plan.gain[train]
    return total


@kernel(i64(BOARD, RULES, GAME, MIND))
def wild(board: Any, rules: Any, g: Any, mind: Any) -> Any:
    """M13: the colour that gains most."""
    survey(board, rules, g, mind)
    best, most = -1, -1e9
    offered = wild_colours(g)
    for colour in range(COLOURS):
        if (offered >> colour) & 1:
            value = colour_gain(board, rules, g, mind, colour)
            if value > most:
                best, most = colour, value
    return choice1(COLOUR, best)


@kernel(i64(BOARD, RULES, GAME, MIND))
def deploy(board: Any, rules: Any, g: Any, mind: Any) -> Any:
    """D1: fast trains first."""
    offered = colours_to_deploy(rules, g)
    for colour in range(COLOURS):
        if (offered >> colour) & 1:
            return choice1(COLOUR, colour)
    return -1


@kernel(i64(BOARD, RULES, GAME, MIND))
def again(board: Any, rules: Any, g: Any, mind: Any) -> Any:
    """H1: another roll if it is expected to be better by more than the helper is worth."""
    survey(board, rules, g, mind)
    rolled = value_of_roll(board, rules, g, mind, g.mover, g.points)
    return USE if value_of_move(board, rules, g, mind, g.mover) > rolled + mind.params[HELPER] else NO


@kernel(DECIDE, entry=True)
def decide(board: Any, rules: Any, game: Any, mind: Any) -> Any:
    phase = game.phase
    if phase == ASK_ACT:
        return act(board, rules, game, mind)
    if phase == ASK_ORDER:
        return order(board, rules, game, mind)
    if phase == ASK_EXIT or phase == ASK_THROUGH:
        return leave(board, rules, game, mind)
    if phase == ASK_WILD:
        return wild(board, rules, game, mind)
    if phase == ASK_DEPLOY:
        return deploy(board, rules, game, mind)
    if phase == ASK_LOGISTICIAN:
        return again(board, rules, game, mind)
    if phase == ASK_CONDUCTOR:
        survey(board, rules, game, mind)
        return USE if colour_gain(board, rules, game, mind, game.colour) < -mind.params[HELPER] else NO
    if phase == ASK_DRAW:
        return nth_choice(board, rules, game, count_choices(board, rules, game) - 1)
    return nth_choice(board, rules, game, 0)
