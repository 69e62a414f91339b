"""What the next move of a train may bring: the cells before it as switches and signals are now, and each face of its die.

One walk answers for all faces, since a smaller roll ends on the same way. In a city there is one for every green exit.
"""

from typing import Any

from numba import types

from policies.ways import steps_along, steps_from
from policies.weights import BEND, DELIVERY, FEAR, RISK, TOKEN
from simulator.codes import AHEAD, ARM, CITY, FREE, HEAD_ON, PORT_REACHED, RED, START
from simulator.jit import kernel
from simulator.lights import is_green
from simulator.movement import port_needs
from simulator.network import JOINED
from simulator.records import (
    BOARD,
    CENTRAL_EUROPE,
    FAR,
    GAME,
    GOODS_CITY,
    MAX_TRAINS_OF_A_COLOUR,
    MIND,
    PORT,
    RULES,
    START_PLACE,
)

i64, f64 = types.int64, types.float64


@kernel(types.UniTuple(i64, 2)(BOARD, GAME, MIND, i64))
def look(board: Any, g: Any, mind: Any, dart: Any) -> Any:
    """`network.try_step` with the trains' places looked up."""
    while True:
        field = board.field[dart]
        if field >= 0:
            mind.plan.met_field[field] |= mind.plan.mark
            if not is_green(g, field):
                return RED, dart
        junction = board.junction[dart]
        if junction < 0:
            mind.plan.met_cell[board.head[dart]] |= mind.plan.mark
            other = mind.plan.at[board.head[dart]]
            if other < 0:
                return FREE, dart
            return (HEAD_ON if g.way[other] == dart ^ 1 else AHEAD), dart
        mind.plan.met_junction[junction] |= mind.plan.mark
        arm = JOINED[board.arms[junction] - 3, g.setting[junction], board.arm[dart]]
        if arm < 0:
            return ARM, dart
        dart = board.arm_dart[junction, arm]


@kernel(f64(MIND, f64))
def burden(mind: Any, steps: Any) -> Any:
    """Steps still to go as a cost: the far ones of a long way weigh more, for the longest way decides when all is done."""
    steps = min(steps, 60.0)
    return steps * (1.0 + mind.params[BEND] * steps / 64.0)


@kernel(f64(BOARD, GAME, MIND, i64, i64, i64))
def worth(board: Any, g: Any, mind: Any, train: Any, cell: Any, dart: Any) -> Any:
    """The value of a train on a cell."""
    plan = mind.plan
    goal = plan.goal[train]
    if goal < 0:
        return 0.0
    steps = steps_from(board, g, mind, goal, cell, dart)
    return -plan.weight[train] * burden(mind, steps + plan.tail[train])


@kernel(f64(BOARD, GAME, MIND, i64))
def worth_in_depot(board: Any, g: Any, mind: Any, train: Any) -> Any:
    """The value when it is taken off: its good has to be fetched anew."""
    plan = mind.plan
    good = g.cargo[train] if g.cargo[train] >= 0 else plan.goal[train]
    if good < 0 or good >= board.goods:
        return 0.0
    return -burden(mind, plan.fresh[good])


@kernel(i64(BOARD, RULES, GAME, i64, i64))
def unloads(board: Any, rules: Any, g: Any, train: Any, cell: Any) -> Any:
    """M9, N3, X6: whether a train leaves the board at this port."""
    if board.family == CENTRAL_EUROPE:
        return 1
    good = g.cargo[train]
    if good < 0:
        return 0
    return 1 if rules.x6_literal or port_needs(board, rules, g, cell - board.goods, good) else 0


@kernel(i64(BOARD, GAME, MIND, i64, i64, i64))
def way_through(board: Any, g: Any, mind: Any, train: Any, city: Any, came: Any) -> Any:
    """N2, H2: the exit by which a train would run on through a city towards its goal, as a dart; −1 if it would stay."""
    goal = mind.plan.goal[train]
    if goal < 0 or goal == city:
        return -1
    best, fewest = -1, 1.0 * FAR
    for i in range(board.exits[city]):
        dart = board.exit_dart[city, i]
        if dart != came ^ 1 and is_green(g, board.field[dart]):
            steps = steps_along(mind, goal, board.line[dart])
            if steps < fewest and look(board, g, mind, dart)[0] == FREE:
                best, fewest = dart, steps
    return best


@kernel(types.UniTuple(i64, 2)(BOARD, RULES, GAME, MIND, i64, i64, i64))
def walk(board: Any, rules: Any, g: Any, mind: Any, train: Any, dart: Any, points: Any) -> Any:
    """Fill `path_cell` and `path_way` with up to so many steps by a dart; gives their number and why no more are possible (FREE: points used)."""
    plan = mind.plan
    home = g.pos[train]
    plan.haven = -1
    steps = 0
    stop = FREE
    while steps < points:
        found, last = look(board, g, mind, dart)
        if found != FREE:
            stop = found
            break
        if steps == 0:
            plan.at[home] = -1  # X15
        cell = board.head[last]
        steps += 1
        plan.path_cell[steps] = cell
        plan.path_way[steps] = dart = board.onward[last]
        kind = board.kind[cell]
        if kind == START_PLACE:
            stop = START
            break
        if kind == PORT and unloads(board, rules, g, train, cell):
            stop = PORT_REACHED
            break
        if kind == GOODS_CITY or kind == PORT:
            if board.family == CENTRAL_EUROPE and not g.through:
                stop = CITY
                break
            plan.haven = steps
            dart = way_through(board, g, mind, train, cell, last)
            if dart < 0:
                stop = CITY
                break
    plan.at[home] = train
    return steps, stop


@kernel(types.Tuple((f64, f64))(BOARD, RULES, GAME, MIND, i64, i64, i64, i64))
def outcome_of(
    board: Any, rules: Any, g: Any, mind: Any, train: Any, steps: Any, stop: Any, points: Any
) -> Any:
    """Value and tokens lost when a train that took this walk has so many points."""
    plan = mind.plan
    if points <= steps:
        end = points
    else:
        end = steps
        if stop != CITY and stop != PORT_REACHED and stop != START and plan.haven >= 0:
            end = plan.haven  # X10: it stays where that is free
        elif stop == HEAD_ON:
            return worth_in_depot(board, g, mind, train), 1.0 * (points - steps) * rules.head_on_point
    lost = 0.0
    if end == steps:
        if stop == START:
            return worth_in_depot(board, g, mind, train), 1.0 * rules.start_place
        if stop == PORT_REACHED:
            if g.cargo[train] >= 0:
                return mind.params[DELIVERY], 0.0
            return worth_in_depot(board, g, mind, train), 0.0
        if points > steps and stop != CITY and plan.haven != end:
            lost = 1.0 * (points - steps) * rules.unused_point
    if end == 0:
        return plan.value[train], lost
    return worth(board, g, mind, train, plan.path_cell[end], plan.path_way[end]), lost


@kernel(f64(BOARD, RULES, GAME, MIND, i64))
def look_ahead(board: Any, rules: Any, g: Any, mind: Any, train: Any) -> Any:
    """What a train's next move is expected to gain, over the faces of its die.

    Out of a city it goes by the exit that suits the roll, as far as X8 lets it choose. To go astray is feared up to a
    limit only, since there is a turn in between; tokens at stake count in full, or a train that loses many would not be worth a card.
    """
    plan = mind.plan
    colour = train // MAX_TRAINS_OF_A_COLOUR
    token = mind.params[TOKEN] * mind.params[RISK]
    gain, risk = 0.0, 0.0
    most = 0
    for face in range(6):
        most = max(most, rules.die[colour, face])
    if g.way[train] >= 0:
        steps, stop = walk(board, rules, g, mind, train, g.way[train], most)
        before, value, lost = -1, 0.0, 0.0
        for face in range(6):
            points = rules.die[colour, face]
            if points != before:
                value, lost = outcome_of(board, rules, g, mind, train, steps, stop, points)
                before = points
            gain += value
            risk += token * lost
    else:
        city = g.pos[train]
        best, at_stake = plan.roll_value, plan.roll_risk
        best[: most + 1] = -1.0 * FAR
        at_stake[: most + 1] = 0.0
        free = 0
        for i in range(board.exits[city]):
            dart = board.exit_dart[city, i]
            plan.met_field[board.field[dart]] |= plan.mark
            if not is_green(g, board.field[dart]):
                continue
            steps, stop = walk(board, rules, g, mind, train, dart, most)
            if steps > 0 and not free:
                free = 1
                best[: most + 1] = -1.0 * FAR
                at_stake[: most + 1] = 0.0
            if steps > 0 or not free:
                for points in range(most + 1):
                    value, lost = outcome_of(board, rules, g, mind, train, steps, stop, points)
                    if value - token * lost > best[points] - at_stake[points]:
                        best[points], at_stake[points] = value, token * lost
        for face in range(6):
            gain += best[rules.die[colour, face]]
            risk += at_stake[rules.die[colour, face]]
    return max(gain / 6.0 - plan.value[train], -mind.params[FEAR]) - risk / 6.0
