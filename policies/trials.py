"""Answers tried on the position: what each gains, in steps of way, and what the gain consists of.

Every answer that is worth a thought is noted as an *offer*. The planner gives the best one; the expert plays the best few
on; `sim replay --explain` shows them.
"""

from typing import Any

from numba import types

from policies.evaluation import change, meeting
from policies.prices import price, worth_without
from policies.walks import outcome_of, walk
from policies.weights import CLOSED, RED_FIELD, TOKEN
from simulator.actions import nth_payment, settings_of, trains_for_cards
from simulator.choices import choice
from simulator.codes import (
    HEAD_ON,
    MOVE,
    MOVE_CARD,
    PORT_REACHED,
    SIGNAL,
    SIGNAL_CARD,
    START,
    SWITCH,
    SWITCH_CARD,
)
from simulator.jit import kernel
from simulator.lights import city_discs, flip_light, is_green
from simulator.records import (
    BOARD,
    GAME,
    MAX_OFFERS,
    MAX_TRAINS,
    MAX_TRAINS_OF_A_COLOUR,
    MIND,
    PARTS,
    RULES,
)

i64, f64 = types.int64, types.float64
WORTH_A_TRIAL = 0.0005  # of a need, in trains at hand: that of an idle train still counts

# What a gain consists of: way made or opened, tokens lost, what the next card may bring, meetings of trains, the price of cards or helpers.
WAY, TOKENS, PROSPECTS, MEETINGS, PRICE = 0, 1, 2, 3, 4


@kernel(types.void(MIND))
def clear_parts(mind: Any) -> None:
    mind.plan.parts[:] = 0.0


@kernel(types.void(MIND, i64))
def note_offer(mind: Any, code: Any) -> None:
    """An answer, with `parts` as its gain."""
    plan = mind.plan
    if plan.offers < MAX_OFFERS:
        total = 0.0
        for part in range(PARTS):
            total += plan.parts[part]
            plan.offer_parts[plan.offers, part] = plan.parts[part]
        plan.offer[plan.offers] = code
        plan.offer_gain[plan.offers] = total
        plan.offers += 1


@kernel(i64(MIND))
def best_offer(mind: Any) -> Any:
    """The first of those that gain most."""
    plan = mind.plan
    best = 0
    for index in range(1, plan.offers):
        if plan.offer_gain[index] > plan.offer_gain[best]:
            best = index
    return plan.offer[best]


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


@kernel(types.void(BOARD, RULES, GAME, MIND, i64, i64, i64, i64))
def note_end(
    board: Any, rules: Any, g: Any, mind: Any, train: Any, steps: Any, stop: Any, points: Any
) -> None:
    """Where a train that took this walk ends with so many points, and what that is worth; cell −1 if it leaves the network."""
    plan = mind.plan
    plan.end_value[points], plan.end_lost[points] = outcome_of(
        board, rules, g, mind, train, steps, stop, points
    )
    end = min(steps, points)
    if points > steps and plan.haven >= 0:
        end = plan.haven
    gone = end == steps and (stop == START or stop == PORT_REACHED)
    gone = gone or (stop == HEAD_ON and points > steps and plan.haven < 0)
    plan.end_step[points] = end
    plan.end_cell[points] = -1 if gone else (plan.path_cell[end] if end > 0 else g.pos[train])
    plan.end_way[points] = plan.path_way[end]


@kernel(f64(BOARD, RULES, GAME, MIND, i64, i64))
def gain_at_end(board: Any, rules: Any, g: Any, mind: Any, train: Any, points: Any) -> Any:
    """What is gained when a train has moved to the end that was noted for so many points; its parts in `run_parts`."""
    plan = mind.plan
    parts = plan.run_parts
    value, lost, gone = plan.end_value[points], plan.end_lost[points], plan.end_cell[points] < 0
    cell, way, old = g.pos[train], g.way[train], plan.value[train]
    parts[WAY] = value - old
    parts[TOKENS] = -mind.params[TOKEN] * lost
    parts[PROSPECTS] = 0.0
    parts[MEETINGS] = 0.0
    if plan.end_step[points] == 0 and not gone:
        return parts[WAY] + parts[TOKENS]
    parts[MEETINGS] = meeting(board, g, mind, train)
    affected = 1 << train | plan.met_cell[cell]
    plan.at[cell] = -1
    if gone:
        g.pos[train] = -1
    else:
        g.pos[train], g.way[train] = plan.end_cell[points], plan.end_way[points]
        plan.at[g.pos[train]] = train
        affected |= plan.met_cell[g.pos[train]]
        plan.value[train] = value
        parts[MEETINGS] -= meeting(board, g, mind, train)
    parts[PROSPECTS] = change(board, rules, g, mind, affected)
    if not gone:
        plan.at[g.pos[train]] = -1
    g.pos[train], g.way[train] = cell, way
    plan.value[train] = old
    plan.at[cell] = train
    return parts[WAY] + parts[TOKENS] + parts[PROSPECTS] + parts[MEETINGS]


@kernel(f64(BOARD, RULES, GAME, MIND, i64, i64, i64))
def gain_of_run(board: Any, rules: Any, g: Any, mind: Any, train: Any, dart: Any, points: Any) -> Any:
    """What is gained when a train runs by a dart with so many points; its parts in `run_parts`."""
    steps, stop = walk(board, rules, g, mind, train, dart, points)
    note_end(board, rules, g, mind, train, steps, stop, points)
    return gain_at_end(board, rules, g, mind, train, points)


@kernel(f64(BOARD, RULES, GAME, MIND, i64, i64))
def gain_of_roll(board: Any, rules: Any, g: Any, mind: Any, train: Any, points: Any) -> Any:
    """What is gained when a train moves so many points, out of a city by its best exit (X8); its parts in `roll_parts`."""
    parts = mind.plan.roll_parts
    if points == 0:
        parts[:] = 0.0
        return 0.0
    if g.way[train] >= 0:
        gain = gain_of_run(board, rules, g, mind, train, g.way[train], points)
        parts[:] = mind.plan.run_parts
        return gain
    best, city, free = -1e9, g.pos[train], 0
    for i in range(board.exits[city]):
        dart = board.exit_dart[city, i]
        if is_green(g, board.field[dart]):
            steps, _ = walk(board, rules, g, mind, train, dart, 1)
            if steps > free:
                best, free = -1e9, 1
            if steps == free:
                gain = gain_of_run(board, rules, g, mind, train, dart, points)
                if gain > best:
                    best = gain
                    parts[:] = mind.plan.run_parts
    return best


@kernel(f64(BOARD, RULES, GAME, MIND, i64))
def gain_of_move(board: Any, rules: Any, g: Any, mind: Any, train: Any) -> Any:
    """What a move of a train is expected to gain, over the faces of its die; its parts in `parts`."""
    plan, die = mind.plan, rules.die[train // MAX_TRAINS_OF_A_COLOUR]
    clear_parts(mind)
    on_line = g.way[train] >= 0
    if on_line:  # one walk answers for all faces
        most = 0
        for face in range(6):
            most = max(most, die[face])
        steps, stop = walk(board, rules, g, mind, train, g.way[train], most)
        for points in range(1, most + 1):
            note_end(board, rules, g, mind, train, steps, stop, points)
    total, gain, before = 0.0, 0.0, -1
    for face in range(6):
        points = die[face]
        if points != before:
            if on_line and points > 0:
                gain = gain_at_end(board, rules, g, mind, train, points)
                plan.roll_parts[:] = plan.run_parts
            else:
                gain = gain_of_roll(board, rules, g, mind, train, points)
            before = points
        total += gain
        for part in range(PARTS):
            plan.parts[part] += plan.roll_parts[part] / 6.0
    return total / 6.0


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
                plan.parts[PROSPECTS] = change(board, rules, g, mind, plan.met_junction[junction])
                note_offer(mind, choice(SWITCH, junction, setting, payment))
        g.setting[junction] = old


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
            plan.parts[PROSPECTS] = change(board, rules, g, mind, affected)
            flip_light(g, field)
            flip_light(g, disc)
            note_offer(mind, choice(SIGNAL, disc, field, payment))
