"""The practised table: a way for every train, what the next card may do to it, and cards spent where they gain most.

Every answer is tried on the position and valued (`policies/evaluation.py`); the best one is given.
"""

from typing import Any

from numba import types

from policies.evaluation import card_gain, change, kind_of, meeting, price, survey
from policies.seam import DECIDE
from policies.walks import outcome_of, walk
from policies.ways import steps_by
from policies.weights import CLOSED, FETCHING, HELPER, LATER_CARD, NEXT_CARD, RED_FIELD, TOKEN
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
from simulator.decisions import count_choices, nth_choice
from simulator.deployment import colours_to_deploy, starts_to_choose
from simulator.jit import kernel
from simulator.layout import is_legal_layout
from simulator.lights import city_discs, flip_light, is_green
from simulator.records import BOARD, COLOURS, FAR, GAME, MAX_TRAINS, MAX_TRAINS_OF_A_COLOUR, MIND, RULES
from simulator.timetable import wild_colours

i64, f64 = types.int64, types.float64
WORTH_A_TRIAL = 0.02  # of a need, in trains at hand


@kernel(f64(GAME, MIND))
def helper_worth(g: Any, mind: Any) -> Any:
    """What a helper is worth that is kept: less and less, as fewer turns are left to use it."""
    return mind.params[HELPER] * min(1.0, g.pile / 12.0)


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
def gain_of_run(board: Any, rules: Any, g: Any, mind: Any, train: Any, dart: Any, points: Any) -> Any:
    """What is gained when a train runs by a dart with so many points."""
    plan = mind.plan
    steps, stop = walk(board, rules, g, mind, train, dart, points)
    value, lost = outcome_of(board, rules, g, mind, train, steps, stop, points)
    end = min(steps, points)
    if points > steps and plan.haven >= 0:
        end = plan.haven
    gone = end == steps and (stop == START or stop == PORT_REACHED)
    gone = gone or (stop == HEAD_ON and points > steps and plan.haven < 0)
    total = value - plan.value[train] - mind.params[TOKEN] * lost
    if end == 0 and not gone:
        return total
    cell, way, old = g.pos[train], g.way[train], plan.value[train]
    total += meeting(board, g, mind, train)
    affected = 1 << train | plan.met_cell[cell]
    plan.at[cell] = -1
    if gone:
        g.pos[train] = -1
    else:
        g.pos[train], g.way[train] = plan.path_cell[end], plan.path_way[end]
        plan.at[g.pos[train]] = train
        affected |= plan.met_cell[g.pos[train]]
        plan.value[train] = value
        total -= meeting(board, g, mind, train)
    total += change(board, rules, g, mind, affected)
    if not gone:
        plan.at[g.pos[train]] = -1
    g.pos[train], g.way[train] = cell, way
    plan.value[train] = old
    plan.at[cell] = train
    return total


@kernel(f64(BOARD, RULES, GAME, MIND, i64, i64))
def gain_of_roll(board: Any, rules: Any, g: Any, mind: Any, train: Any, points: Any) -> Any:
    """What is gained when a train moves so many points; out of a city by its best exit (X8)."""
    if points == 0:
        return 0.0
    if g.way[train] >= 0:
        return gain_of_run(board, rules, g, mind, train, g.way[train], points)
    best, city = -1e9, g.pos[train]
    free = 0
    for i in range(board.exits[city]):
        dart = board.exit_dart[city, i]
        if is_green(g, board.field[dart]):
            steps, _ = walk(board, rules, g, mind, train, dart, 1)
            if steps > free:
                best, free = -1e9, 1
            if steps == free:
                best = max(best, gain_of_run(board, rules, g, mind, train, dart, points))
    return best


@kernel(f64(BOARD, RULES, GAME, MIND, i64))
def gain_of_move(board: Any, rules: Any, g: Any, mind: Any, train: Any) -> Any:
    """What a move of a train is expected to gain, over the faces of its die."""
    colour = train // MAX_TRAINS_OF_A_COLOUR
    total, gain, before = 0.0, 0.0, -1
    for face in range(6):
        points = rules.die[colour, face]
        if points != before:
            gain = gain_of_roll(board, rules, g, mind, train, points)
            before = points
        total += gain
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
def best_switch(board: Any, rules: Any, g: Any, mind: Any) -> Any:
    """The change of a switch that gains most, and what it gains."""
    plan = mind.plan
    best, most = NO, 0.0
    payment = cheapest_payment(rules, g, mind, SWITCH_CARD)
    if payment < 0:
        return best, most
    cost = price(rules, g, mind, payment)
    for junction in range(board.junctions):
        old = g.setting[junction]
        for setting in range(settings_of(board.arms[junction])):
            if setting != old and plan.setting_need[junction, setting] > WORTH_A_TRIAL:
                need = plan.setting_need[junction, setting] - plan.setting_need[junction, old]
                g.setting[junction] = setting
                gain = change(board, rules, g, mind, plan.met_junction[junction])
                gain += mind.params[CLOSED] * need - cost
                if gain > most:
                    best, most = choice(SWITCH, junction, setting, payment), gain
        g.setting[junction] = old
    return best, most


@kernel(types.Tuple((i64, f64))(BOARD, RULES, GAME, MIND))
def best_signal(board: Any, rules: Any, g: Any, mind: Any) -> Any:
    """The disc moved to where it gains most, and what it gains."""
    plan = mind.plan
    best, most = NO, 0.0
    payment = cheapest_payment(rules, g, mind, SIGNAL_CARD)
    if payment < 0:
        return best, most
    cost = price(rules, g, mind, payment)
    for field in range(board.fields):
        if is_green(g, field) or plan.field_need[field] <= WORTH_A_TRIAL:
            continue
        disc = -1
        for _ in range(2):
            disc = disc_to_take(board, g, mind, field, disc)
            if disc < 0:
                break
            need = plan.field_need[field] - plan.field_need[disc]
            flip_light(g, field)
            flip_light(g, disc)
            gain = change(board, rules, g, mind, plan.met_field[field] | plan.met_field[disc])
            gain += mind.params[RED_FIELD] * need - cost
            flip_light(g, field)
            flip_light(g, disc)
            if gain > most:
                best, most = choice(SIGNAL, disc, field, payment), gain
    return best, most


@kernel(i64(BOARD, RULES, GAME, MIND))
def act(board: Any, rules: Any, g: Any, mind: Any) -> Any:
    """T2: the card that gains most, if any gains."""
    survey(board, rules, g, mind, 0, mind.params[NEXT_CARD])
    plan = mind.plan
    loadable = trains_to_load(board, g)
    payment = cheapest_payment(rules, g, mind, LOADING)
    if loadable and payment >= 0:
        for train in range(MAX_TRAINS):
            if (loadable >> train) & 1 and plan.goal[train] == g.pos[train]:
                return choice(LOAD, train, 0, payment)
    best, most = best_switch(board, rules, g, mind)
    code, gain = best_signal(board, rules, g, mind)
    if gain > most:
        best, most = code, gain
    payment = cheapest_payment(rules, g, mind, MOVE_CARD)
    if payment >= 0:
        cost = price(rules, g, mind, payment)
        movable = trains_for_cards(rules, g)
        for train in range(MAX_TRAINS):
            if (movable >> train) & 1:
                gain = gain_of_move(board, rules, g, mind, train) - cost
                if gain > most:
                    best, most = choice(MOVE, train, 0, payment), gain
    return best


@kernel(types.void(BOARD, RULES, GAME, MIND, i64))
def survey_in_move(board: Any, rules: Any, g: Any, mind: Any, now: Any) -> None:
    """During a timetable card a player's turn comes before the next card, so that one is feared less."""
    later = mind.params[NEXT_CARD]
    survey(board, rules, g, mind, now, later if g.by_card else later * mind.params[LATER_CARD])


@kernel(i64(BOARD, RULES, GAME, MIND))
def order(board: Any, rules: Any, g: Any, mind: Any) -> Any:
    """M12: the train whose move, with those of the others after it, gains most."""
    best, most = -1, -1e9
    for train in range(MAX_TRAINS):
        if (g.todo >> train) & 1:
            survey(
                board,
                rules,
                g,
                mind,
                g.todo & ~(1 << train),
                mind.params[NEXT_CARD] * mind.params[LATER_CARD],
            )
            gain = gain_of_move(board, rules, g, mind, train) + mind.plan.base
            if gain > most:
                best, most = train, gain
            if g.helpers & (1 << H6) and mind.plan.gain[train] < -helper_worth(g, mind):
                return choice1(HOLD, train)
    return choice1(GO, best)


@kernel(i64(BOARD, RULES, GAME, MIND))
def leave(board: Any, rules: Any, g: Any, mind: Any) -> Any:
    """X8, H2, N2: out of a city, or on through it."""
    survey_in_move(board, rules, g, mind, 0 if g.by_card else g.todo)
    city, train = g.pos[g.mover], g.mover
    best, most = NO, -1e9
    if g.phase == ASK_THROUGH:
        most = 0.0
        if g.helpers & (1 << H2) and not g.through:
            most = helper_worth(g, mind)
    for i in range(board.exits[city]):
        if (g.exits >> i) & 1:
            gain = gain_of_run(board, rules, g, mind, train, board.exit_dart[city, i], g.points)
            if gain > most:
                best, most = choice1(BY, i), gain
    return best


@kernel(i64(BOARD, RULES, GAME, MIND))
def wild(board: Any, rules: Any, g: Any, mind: Any) -> Any:
    """M13: the colour that gains most."""
    survey(board, rules, g, mind, 0, 0.0)
    best, most = -1, -1e9
    offered = wild_colours(g)
    for colour in range(COLOURS):
        if (offered >> colour) & 1 and mind.plan.colour_gain[colour] > most:
            best, most = colour, mind.plan.colour_gain[colour]
    return choice1(COLOUR, best)


@kernel(i64(RULES, GAME))
def deploy(rules: Any, g: Any) -> Any:
    """D1: fast trains first."""
    offered = colours_to_deploy(rules, g)
    for colour in range(COLOURS):
        if (offered >> colour) & 1:
            return choice1(COLOUR, colour)
    return -1


@kernel(i64(BOARD, RULES, GAME, MIND))
def again(board: Any, rules: Any, g: Any, mind: Any) -> Any:
    """H1: another roll if it is expected to be better by more than the helper is worth."""
    survey_in_move(board, rules, g, mind, 0 if g.by_card else g.todo)
    rolled = gain_of_roll(board, rules, g, mind, g.mover, g.points)
    return USE if gain_of_move(board, rules, g, mind, g.mover) > rolled + helper_worth(g, mind) else NO


@kernel(i64(BOARD, RULES, GAME, MIND))
def put_card_away(board: Any, rules: Any, g: Any, mind: Any) -> Any:
    """H4: if the card is worse than the next one is expected to be, by more than the helper is worth."""
    survey(board, rules, g, mind, 0, 1.0)
    gains = mind.plan.colour_gain
    brings = card_gain(kind_of(rules, g.card), gains[0], gains[1], gains[2])
    return USE if brings < mind.plan.base - helper_worth(g, mind) else NO


@kernel(f64(BOARD, GAME, MIND, i64))
def steps_to_fetch(board: Any, g: Any, mind: Any, start: Any) -> Any:
    """Steps from a start place to the nearest good that no train is assigned to."""
    fewest = 40.0
    for city in range(board.goods):
        if min(g.stock[city], mind.wanted[city]) > 0:
            fewest = min(fewest, steps_by(board, g, mind, city, board.start_dart[start]))
    return fewest


@kernel(i64(BOARD, RULES, GAME, MIND))
def choose_place(board: Any, rules: Any, g: Any, mind: Any) -> Any:
    """H5: the start place nearest to a good, if it is nearer than one by chance by more than the helper is worth."""
    survey(board, rules, g, mind, 0, 0.0)
    offered = starts_to_choose(board, g)
    best, fewest = -1, 1.0 * FAR
    for start in range(board.starts):
        if (offered >> start) & 1:
            steps = steps_to_fetch(board, g, mind, start)
            if steps < fewest:
                best, fewest = start, steps
    by_chance = 0.0
    for number in range(2, 13):
        start = g.place[number] - board.cities
        steps = steps_to_fetch(board, g, mind, start)
        if not (offered >> start) & 1:
            steps += mind.params[FETCHING] + mind.params[TOKEN] * rules.failed_deployment
        by_chance += steps * (6 - abs(7 - number)) / 36.0
    return choice1(AT, best) if fewest + helper_worth(g, mind) < by_chance else NO


@kernel(i64(BOARD, RULES, GAME))
def lay_disc(board: Any, rules: Any, g: Any) -> Any:
    """V10: the printed layout is a good one; where it says nothing, the first choice."""
    if g.placed < board.junctions:
        return choice(SWITCH, g.placed, board.setting[g.placed], 0)
    for disc in range(board.discs):
        code = choice1(SIGNAL, board.disc_field[disc])
        if is_legal_layout(board, rules, g, code):
            return code
    return nth_choice(board, rules, g, 0)


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
        return deploy(rules, game)
    if phase == ASK_LOGISTICIAN:
        return again(board, rules, game, mind)
    if phase == ASK_CONDUCTOR:
        survey(board, rules, game, mind, 0, 0.0)
        return USE if mind.plan.colour_gain[game.colour] < -helper_worth(game, mind) else NO
    if phase == ASK_TRACK_KEEPER:
        return put_card_away(board, rules, game, mind)
    if phase == ASK_PLACE:
        return choose_place(board, rules, game, mind)
    if phase == ASK_LAYOUT:
        return lay_disc(board, rules, game)
    if phase == ASK_DRAW:
        return nth_choice(board, rules, game, count_choices(board, rules, game) - 1)
    return nth_choice(board, rules, game, 0)
