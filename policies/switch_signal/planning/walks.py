"""The cells before a train as switches and signals are now: where it would go with so many points, what stops it, and what it is worth there, by the steps left of its way.

One walk answers for all faces of a die, since a smaller roll ends on the same way. A *trail* holds it, one for each train; who wants to see further walks on
from its end.
"""

from typing import Any

from numba import types

from policies.switch_signal.planning.memory import PLAN, TRAIL
from policies.switch_signal.planning.ways import steps_along, steps_between, steps_from
from policies.switch_signal.planning.weights import BEND, DELIVERY
from simulator.core.jit import kernel
from simulator.switch_signal.codes import AHEAD, ARM, CITY, FREE, HEAD_ON, PORT_REACHED, RED, START
from simulator.switch_signal.network import JOINED, is_green
from simulator.switch_signal.ports import port_needs, unloads
from simulator.switch_signal.records import (
    BOARD,
    CENTRAL_EUROPE,
    FAR,
    GAME,
    GOODS_CITY,
    PORT,
    RULES,
    START_PLACE,
)

i64, f64 = types.int64, types.float64
DETOUR = 1.0  # steps that a way through a city may be longer than the best one from there


@kernel(f64(PLAN, f64))
def burden(plan: Any, steps: Any) -> Any:
    """Steps still to go as a cost: the far ones of a long way weigh more, for the longest way decides when all is done."""
    steps = min(steps, 60.0)
    return steps * (1.0 + plan.params[BEND] * steps / 64.0)


@kernel(f64(BOARD, GAME, PLAN, i64, i64, i64))
def worth(board: Any, g: Any, plan: Any, train: Any, cell: Any, dart: Any) -> Any:
    """The value of a train on a cell."""
    goal = plan.errands.goal[train]
    if goal < 0:
        return 0.0
    steps = steps_from(board, g, plan, goal, cell, dart)
    return -plan.weight[train] * burden(plan, steps + plan.tail[train])


@kernel(f64(BOARD, GAME, PLAN, i64))
def worth_in_depot(board: Any, g: Any, plan: Any, train: Any) -> Any:
    """The value of a train that is taken off: its good has to be fetched anew."""
    good = g.cargo[train] if g.cargo[train] >= 0 else plan.errands.goal[train]
    if good < 0 or good >= board.goods:
        return 0.0
    return -burden(plan, plan.fresh[good])


@kernel(f64(BOARD, RULES, GAME, PLAN, i64, i64))
def worth_of_delivery(board: Any, rules: Any, g: Any, plan: Any, train: Any, city: Any) -> Any:
    """The value of a good brought to a port; by the letter of X6 it may be lost at the wrong one, and with it the game."""
    if plan.errands.goal[train] < 0 or port_needs(board, rules, g, city - board.goods, g.cargo[train]):
        return plan.params[DELIVERY]
    return -burden(plan, 1.0 * FAR)


@kernel(types.UniTuple(i64, 2)(BOARD, GAME, PLAN, i64, i64), inline=True)
def look(board: Any, g: Any, plan: Any, train: Any, dart: Any) -> Any:
    """`network.try_step` with the trains' places looked up, and a note of what was met."""
    mark = plan.mark
    while True:
        field = board.field[dart]
        if field >= 0:
            if mark:
                plan.met_field[field] |= mark
            if not is_green(g, field):
                return RED, dart
        junction = board.junction[dart]
        if junction < 0:
            if mark:
                plan.met_cell[board.head[dart]] |= mark
            other = plan.at[board.head[dart]]
            if other < 0 or other == train:
                return FREE, dart
            return (HEAD_ON if g.way[other] == dart ^ 1 else AHEAD), dart
        if mark:
            plan.met_junction[junction] |= mark
        arm = JOINED[board.arms[junction] - 3, g.setting[junction], board.arm[dart]]
        if arm < 0:
            return ARM, dart
        dart = board.arm_dart[junction, arm]


@kernel(i64(BOARD, RULES, GAME, PLAN, i64, i64, i64))
def way_through(board: Any, rules: Any, g: Any, plan: Any, train: Any, city: Any, came: Any) -> Any:
    """N2, H2, X9: the exit by which a train would run on through a city towards its goal, as a dart; −1 if it would stay, since all lead away from it."""
    goal = plan.errands.goal[train]
    if goal < 0 or goal == city:
        return -1
    best, fewest = -1, steps_between(plan, city, goal) + DETOUR
    for i in range(board.exits[city]):
        dart = board.exit_dart[city, i]
        if (dart != came ^ 1 or rules.x9_any) and is_green(g, board.field[dart]):
            steps = steps_along(plan, goal, board.line[dart])
            if steps < fewest and look(board, g, plan, train, dart)[0] == FREE:
                best, fewest = dart, steps
    return best


@kernel(types.void(PLAN, TRAIL, i64, i64))
def set_out(plan: Any, trail: Any, train: Any, dart: Any) -> None:
    """The trail of a train that will go by a dart: nothing but the place where it is."""
    trail.onward = dart
    trail.steps = 0
    trail.stop = FREE
    trail.haven = -1
    trail.first_city = -1
    trail.value[0] = plan.value[train]


@kernel(types.void(BOARD, RULES, GAME, PLAN, TRAIL, i64, i64))
def walk_on(board: Any, rules: Any, g: Any, plan: Any, trail: Any, train: Any, points: Any) -> None:
    """Go on along a trail until it has so many steps, or something stops the train."""
    steps, dart, stop = trail.steps, trail.onward, trail.stop
    while steps < points and stop == FREE:
        found, last = look(board, g, plan, train, dart)
        cell = board.head[last]
        if found == HEAD_ON and rules.x4_start_place and board.kind[cell] == START_PLACE:
            found = FREE  # X4: it runs onto the place all the same
        if found != FREE:
            stop = found
            break
        steps += 1
        dart = board.onward[last]
        trail.cell[steps], trail.way[steps] = cell, dart
        kind = board.kind[cell]
        if kind == START_PLACE:
            stop = START
        elif kind == PORT and unloads(board, rules, g, train, cell - board.goods):
            stop = PORT_REACHED
        else:
            trail.value[steps] = worth(board, g, plan, train, cell, dart)
            if kind == GOODS_CITY or kind == PORT:
                if board.family == CENTRAL_EUROPE and not g.through:
                    stop = CITY
                    break
                trail.haven = steps
                if trail.first_city < 0:
                    trail.first_city = steps
                dart = way_through(board, rules, g, plan, train, cell, last)
                if dart < 0:
                    stop = CITY
    trail.steps, trail.onward, trail.stop = steps, dart, stop
    if stop == HEAD_ON or stop == START or stop == PORT_REACHED:
        trail.off_value = worth_in_depot(board, g, plan, train)
        if stop == PORT_REACHED and g.cargo[train] >= 0:
            trail.value[steps] = worth_of_delivery(board, rules, g, plan, train, trail.cell[steps])
        elif stop != HEAD_ON:
            trail.value[steps] = trail.off_value
