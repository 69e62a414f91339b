"""New trains: which colour, and where with H5. A colour that the same card moves has to run at once, from a place that the dice choose."""

from typing import Any

from numba import types

from policies.switch_signal.planning.errands import is_wanted
from policies.switch_signal.planning.evaluation import survey
from policies.switch_signal.planning.memory import PLAN
from policies.switch_signal.planning.moves import gain_of_move
from policies.switch_signal.planning.odds import kind_of
from policies.switch_signal.planning.offers import PRICE, PROSPECTS, WAY, clear_parts, note_offer
from policies.switch_signal.planning.prices import helper_worth
from policies.switch_signal.planning.prospects import mean_roll
from policies.switch_signal.planning.values import worth
from policies.switch_signal.planning.walks import set_out
from policies.switch_signal.planning.ways import steps_by
from policies.switch_signal.planning.weights import FETCHING, LATER_CARD, NEXT_CARD, SPEED, TOKEN
from simulator.core.bits import bits
from simulator.core.jit import kernel
from simulator.switch_signal.choices import choice1
from simulator.switch_signal.codes import AT, COLOUR, NO
from simulator.switch_signal.deployment import colours_to_deploy, starts_to_choose, train_in_depot
from simulator.switch_signal.records import BOARD, COLOURS, GAME, RULES, STACK

i64, f64 = types.int64, types.float64


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
    """Steps from a start place to that city."""
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
        plan.goal[train] = nearest_wanted(board, g, plan, cell - board.cities)
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
        plan.goal[train] = -1
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
            clear_parts(plan)
            plan.parts[WAY] = plan.params[SPEED] * (speed if wanted else -speed)
            plan.parts[PROSPECTS] = gain
            note_offer(plan, choice1(COLOUR, colour))


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
    clear_parts(plan)
    plan.parts[WAY] = -by_chance
    note_offer(plan, NO)
    for start in range(board.starts):
        if (offered >> start) & 1:
            clear_parts(plan)
            plan.parts[WAY] = -steps_to_fetch(board, g, plan, start)
            plan.parts[PRICE] = -helper_worth(g, plan)
            note_offer(plan, choice1(AT, start))
