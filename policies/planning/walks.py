"""What the next move of a train may bring: the cells before it as switches and signals are now, and each face of its die.

One walk answers for all faces, since a smaller roll ends on the same way. In a city there is one for every green exit.
"""

from typing import Any

from numba import types

from policies.planning.ways import steps_along, steps_between, steps_from
from policies.planning.weights import BEND, DELIVERY, FEAR, RISK, TOKEN
from simulator.codes import AHEAD, ARM, CITY, FREE, HEAD_ON, PORT_REACHED, RED, START
from simulator.jit import kernel
from simulator.lights import is_green
from simulator.mind_records import MIND
from simulator.movement import port_needs
from simulator.network import JOINED
from simulator.records import (
    BOARD,
    CENTRAL_EUROPE,
    COLOURS,
    FAR,
    GAME,
    GOODS_CITY,
    MAX_TRAINS_OF_A_COLOUR,
    PORT,
    RULES,
    START_PLACE,
)

i64, f64 = types.int64, types.float64
DETOUR = 1.0  # steps that a way through a city may be longer than the best one from there


@kernel(types.UniTuple(i64, 2)(BOARD, GAME, MIND, i64))
def look(board: Any, g: Any, mind: Any, dart: Any) -> Any:
    """`network.try_step` with the trains' places looked up, and a note of what was met."""
    mark = mind.plan.mark
    while True:
        field = board.field[dart]
        if field >= 0:
            if mark:
                mind.plan.met_field[field] |= mark
            if not is_green(g, field):
                return RED, dart
        junction = board.junction[dart]
        if junction < 0:
            if mark:
                mind.plan.met_cell[board.head[dart]] |= mark
            other = mind.plan.at[board.head[dart]]
            if other < 0:
                return FREE, dart
            return (HEAD_ON if g.way[other] == dart ^ 1 else AHEAD), dart
        if mark:
            mind.plan.met_junction[junction] |= mark
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


@kernel(i64(BOARD, RULES, GAME, MIND, i64, i64, i64))
def way_through(board: Any, rules: Any, g: Any, mind: Any, train: Any, city: Any, came: Any) -> Any:
    """N2, H2, X9: the exit by which a train would run on through a city towards its goal, as a dart; −1 if it would stay, since all lead away from it."""
    goal = mind.plan.goal[train]
    if goal < 0 or goal == city:
        return -1
    best, fewest = -1, steps_between(mind, city, goal) + DETOUR
    for i in range(board.exits[city]):
        dart = board.exit_dart[city, i]
        if (dart != came ^ 1 or rules.x9_any) and is_green(g, board.field[dart]):
            steps = steps_along(mind, goal, board.line[dart])
            if steps < fewest and look(board, g, mind, dart)[0] == FREE:
                best, fewest = dart, steps
    return best


@kernel(types.void(RULES, MIND))
def know_dice(rules: Any, mind: Any) -> None:
    """`faces` of each colour's die, as bits, and the highest, `most`."""
    plan = mind.plan
    for colour in range(COLOURS):
        plan.faces[colour] = 0
        plan.most[colour] = 0
        for face in range(6):
            points = rules.die[colour, face]
            plan.faces[colour] |= 1 << points
            plan.most[colour] = max(plan.most[colour], points)


@kernel(f64(RULES, i64))
def mean_roll(rules: Any, colour: Any) -> Any:
    """Points that a train of a colour rolls on average."""
    total = 0.0
    for face in range(6):
        total += rules.die[colour, face]
    return total / 6.0


@kernel(i64(RULES, MIND, i64, i64))
def length_of_run(rules: Any, mind: Any, steps: Any, points: Any) -> Any:
    """X8: of the exits of a city those may be taken whose run, as counted here, is the longest."""
    if rules.x8_longest:
        return min(mind.plan.open_steps, points)
    return min(steps, 1)


@kernel(types.UniTuple(i64, 2)(BOARD, RULES, GAME, MIND, i64, i64, i64))
def walk(board: Any, rules: Any, g: Any, mind: Any, train: Any, dart: Any, points: Any) -> Any:
    """Fill `path_cell` and `path_way` with up to so many steps by a dart; gives their number and why no more are possible (FREE: points used)."""
    plan = mind.plan
    home = g.pos[train]
    plan.haven = -1
    plan.open_steps = -1
    steps = 0
    stop = FREE
    while steps < points:
        found, last = look(board, g, mind, dart)
        if found == HEAD_ON and rules.x4_start_place and board.kind[board.head[last]] == START_PLACE:
            found = FREE  # X4: it runs onto the place all the same
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
            if plan.open_steps < 0:
                plan.open_steps = steps
            dart = way_through(board, rules, g, mind, train, cell, last)
            if dart < 0:
                stop = CITY
                break
    plan.at[home] = train
    if plan.open_steps < 0:
        plan.open_steps = steps
    return steps, stop


@kernel(f64(BOARD, RULES, GAME, MIND, i64, i64))
def worth_of_delivery(board: Any, rules: Any, g: Any, mind: Any, train: Any, city: Any) -> Any:
    """The value of a good brought to a port; by the letter of X6 it may be lost at the wrong one, and with it the game."""
    if mind.plan.goal[train] < 0 or port_needs(board, rules, g, city - board.goods, g.cargo[train]):
        return mind.params[DELIVERY]
    return -burden(mind, 1.0 * FAR)


@kernel(types.void(BOARD, RULES, GAME, MIND, i64, i64, i64))
def value_walk(board: Any, rules: Any, g: Any, mind: Any, train: Any, steps: Any, stop: Any) -> None:
    """`path_value`: what a train is worth on each cell of its walk, the one where it is included; `off_value`: taken off the network."""
    plan = mind.plan
    value = plan.path_value
    value[0] = plan.value[train]
    for step in range(1, steps + 1):
        value[step] = worth(board, g, mind, train, plan.path_cell[step], plan.path_way[step])
    plan.off_value = worth_in_depot(board, g, mind, train)
    if stop == START:
        value[steps] = plan.off_value
    elif stop == PORT_REACHED:
        value[steps] = plan.off_value
        if g.cargo[train] >= 0:
            value[steps] = worth_of_delivery(board, rules, g, mind, train, plan.path_cell[steps])


@kernel(types.Tuple((i64, f64, i64))(RULES, MIND, i64, i64, i64, i64), inline=True)
def end_of(rules: Any, mind: Any, steps: Any, stop: Any, start: Any, points: Any) -> Any:
    """Where a train ends that is on step `start` of its walk and has so many points: the step, −1 if a head-on takes it off; value and tokens lost."""
    plan = mind.plan
    end, lost = start + points, 0
    if end > steps:
        left, end = end - steps, steps
        if stop == HEAD_ON or stop == RED or stop == ARM or stop == AHEAD:
            if plan.haven > start:
                end = plan.haven  # X10: it stays where that is free
            elif stop == HEAD_ON:
                return -1, plan.off_value, left * rules.head_on_point
            else:
                lost = left * rules.unused_point
    if end == steps and stop == START:
        lost = rules.start_place
    return end, plan.path_value[end], lost


@kernel(f64(RULES, MIND, i64, i64, i64, i64))
def ahead_from(rules: Any, mind: Any, train: Any, steps: Any, stop: Any, start: Any) -> Any:
    """What the next move of a train is expected to gain that is on step `start` of its walk, over the faces of its die.

    To go astray is feared up to a limit only, since there is a turn in between; tokens at stake count in full, or a train that
    loses many would not be worth a card.
    """
    die = rules.die[train // MAX_TRAINS_OF_A_COLOUR]
    token = mind.params[TOKEN] * mind.params[RISK]
    gain, risk = 0.0, 0.0
    before, value, lost = -1, 0.0, 0
    for face in range(6):
        points = die[face]
        if points != before:
            _, value, lost = end_of(rules, mind, steps, stop, start, points)
            before = points
        gain += value
        risk += token * lost
    return max(gain / 6.0 - mind.plan.path_value[start], -mind.params[FEAR]) - risk / 6.0


@kernel(f64(BOARD, RULES, GAME, MIND, i64))
def ahead_in_city(board: Any, rules: Any, g: Any, mind: Any, train: Any) -> Any:
    """The same out of a city, by the exit that suits the roll, as far as X8 lets it choose."""
    plan, city = mind.plan, g.pos[train]
    colour = train // MAX_TRAINS_OF_A_COLOUR
    die, faces, most = rules.die[colour], plan.faces[colour], plan.most[colour]
    token = mind.params[TOKEN] * mind.params[RISK]
    best, at_stake, longest = plan.roll_value, plan.roll_risk, plan.roll_length
    best[: most + 1] = -1.0 * FAR
    at_stake[: most + 1] = 0.0
    longest[: most + 1] = 0
    best[0] = plan.value[train]
    for i in range(board.exits[city]):
        dart = board.exit_dart[city, i]
        plan.met_field[board.field[dart]] |= plan.mark
        if not is_green(g, board.field[dart]):
            continue
        steps, stop = walk(board, rules, g, mind, train, dart, most)
        value_walk(board, rules, g, mind, train, steps, stop)
        for points in range(1, most + 1):
            if not (faces >> points) & 1:
                continue
            length = length_of_run(rules, mind, steps, points)
            if length < longest[points]:
                continue
            _, value, lost = end_of(rules, mind, steps, stop, 0, points)
            risk = token * lost
            if length > longest[points] or value - risk > best[points] - at_stake[points]:
                best[points], at_stake[points], longest[points] = value, risk, length
    gain, risk = 0.0, 0.0
    for face in range(6):
        gain += best[die[face]]
        risk += at_stake[die[face]]
    return max(gain / 6.0 - plan.value[train], -mind.params[FEAR]) - risk / 6.0


@kernel(f64(BOARD, RULES, GAME, MIND, i64))
def look_ahead(board: Any, rules: Any, g: Any, mind: Any, train: Any) -> Any:
    """What a train's next move is expected to gain."""
    if g.way[train] < 0:
        return ahead_in_city(board, rules, g, mind, train)
    steps, stop = walk(
        board, rules, g, mind, train, g.way[train], mind.plan.most[train // MAX_TRAINS_OF_A_COLOUR]
    )
    value_walk(board, rules, g, mind, train, steps, stop)
    return ahead_from(rules, mind, train, steps, stop, 0)
