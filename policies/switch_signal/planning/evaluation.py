"""How good a position is, in steps of way: what is left to do for every good, what the next card is expected to bring, what cards are worth.

`survey` works everything out once for a decision; `change` is what a trial alters, by the few trains that it affects.
"""

from typing import Any

import numpy as np
from numba import types

from policies.switch_signal.planning.assignment import assign_trains, expect_trains, expect_work
from policies.switch_signal.planning.memory import PLAN, TRIAL
from policies.switch_signal.planning.odds import foresee_cards, know_cards, next_card
from policies.switch_signal.planning.prices import price_cards
from policies.switch_signal.planning.prospects import know_dice, look_ahead
from policies.switch_signal.planning.walks import set_out, worth
from policies.switch_signal.planning.ways import exit_for, know_ways, next_signal, steps_between, turn
from policies.switch_signal.planning.weights import AGAINST, ATTENTION, FACING, NEAR, TRUNK
from simulator.core.bits import bits_of
from simulator.core.jit import kernel
from simulator.core.rng import below, random_bits
from simulator.switch_signal.limits import MAX_GOODS, MAX_PORTS
from simulator.switch_signal.network import SETTING
from simulator.switch_signal.records import BOARD, GAME, MAX_TRAINS, MAX_TRAINS_OF_A_COLOUR, RULES

i64, f64, u64 = types.int64, types.float64, np.uint64
COINS = 62  # a stream of random numbers, beside those of the game (`simulator/switch_signal/streams.py`)
FARTHEST = 63  # steps; beyond that all are as far
MOST_LINES = 40  # of a way that are looked at: none on a printed board has as many, and the end of a longer one can wait


@kernel(types.void(PLAN))
def know_nearness(plan: Any) -> None:
    """Fill `nearness`: how much a need counts by its distance; one at hand counts as 1."""
    near = plan.params[NEAR]
    for steps in range(FARTHEST + 1):
        plan.nearness[steps] = near / (near + steps)


@kernel(types.void(BOARD, PLAN, i64, i64, i64, i64, f64))
def note_needs(board: Any, plan: Any, goal: Any, cell: Any, dart: Any, steps: Any, weight: Any) -> None:
    """Note what a train wants on its way to a city: settings, green fields, lines; near ones count more. `dart`: by which it leaves its cell; −1: by the best exit of a city."""
    if dart < 0:
        dart = exit_for(board, plan, goal, cell)
        if dart < 0:
            return
    for _ in range(MOST_LINES):
        line = board.line[dart]
        plan.line_need[line] += weight * plan.nearness[min(steps, FARTHEST)]
        steps += board.rest[dart]
        signal = board.signal[dart]
        while signal >= 0:
            passed = min(steps - board.rest[signal], FARTHEST)
            plan.field_need[board.field[signal]] += weight * plan.nearness[passed]
            signal = next_signal(board, signal)
        if board.line_head[line] == goal:
            return
        best = -1
        for i in range(board.follows[line]):
            onward = board.follow[line, i]
            cost = turn(plan, line, onward) + plan.cost[onward]
            if cost + plan.after[onward, goal] == plan.after[line, goal]:
                best = onward
                break
        if best < 0:
            return
        junction = board.line_junction[line]
        if junction >= 0:
            setting = SETTING[board.arms[junction] - 3, board.line_arm[line], board.line_arm[best ^ 1]]
            plan.setting_need[junction, setting] += weight * plan.nearness[min(steps, FARTHEST)]
            plan.junctions_wanted[junction >> 6] |= 1 << (junction & 63)
        else:
            steps += 1
        dart = board.line_dart[best]


@kernel(types.void(BOARD, GAME, PLAN))
def note_all_needs(board: Any, g: Any, plan: Any) -> None:
    """Note what trains, and goods that still wait, want of switches and signals."""
    plan.junctions_wanted[:] = 0
    plan.setting_need[: board.junctions] = 0.0
    plan.field_need[: board.fields] = 0.0
    plan.line_need[: 2 * board.lines] = 0.0
    for train in range(MAX_TRAINS):
        goal = plan.errands.goal[train]
        if goal >= 0 and goal != g.pos[train] and (plan.watched >> train) & 1:
            note_needs(board, plan, goal, g.pos[train], g.way[train], 0, plan.weight[train])
    for city in range(board.goods):
        if g.stock[city] > 0:
            port = board.goods
            if board.ports > 1 and steps_between(plan, city, port + 1) < steps_between(plan, city, port):
                port += 1
            note_needs(board, plan, port, city, -1, 6, plan.params[TRUNK] * g.stock[city])


@kernel(i64(BOARD, GAME, PLAN, i64))
def is_studied(board: Any, g: Any, plan: Any, watched: Any) -> Any:
    """Whether the position that was studied last is this one, in all that a study depends on, with the same trains watched."""
    differs = (plan.watched ^ watched) | (plan.seen_through ^ g.through)
    for word in range(board.words):
        differs |= plan.seen_green[word] ^ g.green[word]
    for junction in range(board.junctions):
        differs |= plan.seen_setting[junction] ^ g.setting[junction]
    for train in range(MAX_TRAINS):
        differs |= plan.seen_pos[train] ^ g.pos[train]
        differs |= plan.seen_way[train] ^ g.way[train]
        differs |= plan.seen_cargo[train] ^ g.cargo[train]
    for good in range(MAX_GOODS):
        differs |= plan.seen_stock[good] ^ g.stock[good]
        for port in range(MAX_PORTS):
            differs |= plan.seen_delivered[port, good] ^ g.delivered[port, good]
    return plan.studied and not differs


@kernel(i64(PLAN, i64))
def notices(plan: Any, thing: Any) -> Any:
    """Whether the players have an eye on something: the same answer whenever it is asked in a game."""
    chance = plan.params[ATTENTION]
    if chance >= 1.0:
        return 1
    return 1 if below(random_bits(plan.key, u64(COINS), u64(thing)), 1 << 20) < chance * (1 << 20) else 0


@kernel(i64(GAME, PLAN))
def trains_watched(g: Any, plan: Any) -> Any:
    """Toss a coin for each train, and return those that the players keep in mind this turn, as bits. The others are overlooked until the next."""
    watched = 0
    for train in range(MAX_TRAINS):
        if notices(plan, g.turn * MAX_TRAINS + train):
            watched |= 1 << train
    return watched & ~plan.overlooked


@kernel(types.void(BOARD, RULES, GAME, PLAN))
def know_game(board: Any, rules: Any, g: Any, plan: Any) -> None:
    """Work out what holds for a whole game."""
    plan.game_known = 1
    plan.foreseen = -1
    know_dice(rules, plan)
    know_cards(rules, plan)
    price_cards(plan)
    know_nearness(plan)
    expect_trains(board, g, plan)


@kernel(types.void(BOARD, RULES, GAME, PLAN))
def study(board: Any, rules: Any, g: Any, plan: Any) -> None:
    """Work out ways, errands, needs, and what every train's next move may bring."""
    plan.studied = 1
    plan.seen_through = g.through
    plan.seen_cargo[:] = g.cargo
    plan.seen_stock[:] = g.stock
    plan.seen_delivered[:] = g.delivered
    know_ways(board, rules, g, plan)
    expect_work(board, plan)
    assign_trains(board, rules, g, plan)
    note_all_needs(board, g, plan)
    plan.met_junction[: board.junctions] = 0
    plan.met_field[: board.fields] = 0
    plan.met_cell[: board.cells] = 0
    plan.colour_gain[:] = 0.0
    plan.gain[:] = 0.0
    for train in bits_of(g.network):
        plan.value[train] = worth(board, g, plan, train, g.pos[train], g.way[train])
        if not (plan.watched >> train) & 1:
            set_out(plan, plan.trails[train], train, g.way[train])
            continue
        plan.mark = 1 << train
        plan.gain[train] = look_ahead(board, rules, g, plan, plan.trails[train], train)
        plan.colour_gain[train // MAX_TRAINS_OF_A_COLOUR] += plan.gain[train]
    plan.mark = 0
    plan.known_now[:] = -1


@kernel(f64(BOARD, GAME, PLAN, i64))
def meeting(board: Any, g: Any, plan: Any, train: Any) -> Any:
    """What it costs that a train stands against others: on a line that they want the other way, or face to face with them."""
    if g.pos[train] < 0 or g.way[train] < 0:
        return 0.0
    line = board.line[g.way[train]]
    cost = plan.params[AGAINST] * min(plan.line_need[line ^ 1], 1.0)
    for other in bits_of(g.network if plan.coming[line] else 0):
        if g.way[other] < 0 or board.line[g.way[other]] != line ^ 1:
            continue
        # Face to face if what lies before one reaches past the other.
        if board.rest[g.way[train]] + board.rest[g.way[other]] >= board.rest[board.line_dart[line]]:
            cost += plan.params[FACING]
    return cost


@kernel(types.void(BOARD, RULES, GAME, PLAN, i64, f64))
def survey(board: Any, rules: Any, g: Any, plan: Any, now: Any, later: Any) -> None:
    """Work out everything that is needed once for a decision, and the value of the position as it is.

    `now`: trains that will move before any player's turn; `later`: how much the next card counts.
    """
    if not plan.game_known:
        know_game(board, rules, g, plan)
    watched = trains_watched(g, plan)
    if not is_studied(board, g, plan, watched):
        plan.watched = watched
        study(board, rules, g, plan)
    foresee_cards(g, plan)
    plan.now, plan.later = now, later
    plan.card_base = next_card(plan, plan.colour_gain[0], plan.colour_gain[1], plan.colour_gain[2])
    plan.base = plan.card_base
    for train in range(MAX_TRAINS):
        if (now >> train) & 1:
            plan.base += plan.gain[train]


@kernel(f64(BOARD, RULES, GAME, PLAN, i64, i64, f64))
def change(board: Any, rules: Any, g: Any, plan: Any, affected: Any, seen: Any, ahead: Any) -> Any:
    """What a trial changes in the prospects of trains: only those in `affected` (bits) look ahead anew, but for one of which that is known."""
    if not affected:
        return 0.0
    black, brown, grey = plan.colour_gain[0], plan.colour_gain[1], plan.colour_gain[2]
    total = -plan.card_base
    for train in bits_of(affected):
        gained = -plan.gain[train]
        if train == seen:
            gained += ahead
        elif g.pos[train] >= 0:
            gained += look_ahead(board, rules, g, plan, plan.trails[TRIAL], train)
        if train < MAX_TRAINS_OF_A_COLOUR:
            black += gained
        elif train < 2 * MAX_TRAINS_OF_A_COLOUR:
            brown += gained
        else:
            grey += gained
        if (plan.now >> train) & 1:
            total += gained
    return total + next_card(plan, black, brown, grey)
