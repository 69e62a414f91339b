"""Ways through the network as it is set: steps to every city, with what stands in the way counted in steps.

Lines, not cells, are the places of this search, since a train cannot turn on a line: `after[city, line]` is the way from the far
end of a line to a city. A closed switch, a red field, a city where trains must stop and an oncoming train each cost steps.
Between two decisions little changes; to mend ways takes a tenth of the time that finding them takes.
"""

from typing import Any

from numba import types

from policies.lines import NOWHERE, TICKS, forget_changes, measure_lines, old_turn, ticks, turn
from policies.weights import CLOSED, ONCOMING, RED_FIELD, STOPOVER
from simulator.jit import kernel
from simulator.lights import is_green
from simulator.records import BOARD, CENTRAL_EUROPE, FAR, GAME, MIND

i64, f64 = types.int64, types.float64


@kernel(i64(BOARD, MIND, i64, i64))
def fewest_onward(board: Any, mind: Any, goal: Any, line: Any) -> Any:
    """`after` of a line, by those of the lines that follow it."""
    plan = mind.plan
    if board.line_head[line] == goal:
        return TICKS
    fewest = NOWHERE
    for i in range(board.follows[line]):
        onward = board.follow[line, i]
        fewest = min(
            fewest, turn(board, mind, goal, line, onward) + plan.cost[onward] + plan.after[goal, onward]
        )
    return fewest


@kernel(types.void(BOARD, MIND, i64, i64))
def spread(board: Any, mind: Any, goal: Any, count: Any) -> None:
    """Tell what the lines in the queue found to those before them, until no way becomes shorter."""
    plan = mind.plan
    after, queue, queued = plan.after[goal], plan.queue, plan.queued
    head, size = 0, 2 * board.lines
    while count > 0:
        line = queue[head]
        queued[line] = 0
        head = head + 1 if head + 1 < size else 0
        count -= 1
        reached = after[line] + plan.cost[line]
        back = line ^ 1
        for i in range(board.follows[back]):
            before = board.follow[back, i] ^ 1
            steps = reached + turn(board, mind, goal, before, line)
            if steps < after[before]:
                after[before] = steps
                if not queued[before]:
                    queued[before] = 1
                    tail = head + count
                    queue[tail if tail < size else tail - size] = before
                    count += 1


@kernel(types.void(BOARD, MIND, i64))
def find_ways(board: Any, mind: Any, goal: Any) -> None:
    """`after` for one city, from scratch."""
    plan = mind.plan
    plan.after[goal, : 2 * board.lines] = NOWHERE
    for i in range(board.exits[goal]):
        line = board.line[board.exit_dart[goal, i]] ^ 1
        plan.after[goal, line] = TICKS
        plan.queue[i] = line
        plan.queued[line] = 1
    spread(board, mind, goal, board.exits[goal])


@kernel(i64(BOARD, MIND, i64, i64, i64))
def lose_before(board: Any, mind: Any, goal: Any, line: Any, count: Any) -> Any:
    """Add to `lost` the lines whose way led along this one."""
    plan = mind.plan
    after = plan.after[goal]
    if after[line] >= NOWHERE:
        return count
    reached = after[line] + plan.old_cost[line]
    back = line ^ 1
    for i in range(board.follows[back]):
        before = board.follow[back, i] ^ 1
        if not plan.queued[before] and after[before] == reached + old_turn(board, mind, goal, before, line):
            plan.lost[count] = before
            plan.queued[before] = 1
            count += 1
    return count


@kernel(types.void(BOARD, MIND, i64))
def mend_ways(board: Any, mind: Any, goal: Any) -> None:
    """`after` for one city, from what it was before the changes.

    First all lines whose way led over something that has become dearer lose it; then they, and what lies before things that
    have become cheaper, are told anew.
    """
    plan = mind.plan
    after, lost, queued = plan.after[goal], plan.lost, plan.queued
    count = 0  # of `lost`
    for index in range(plan.changes):
        line = plan.changed[index]
        if plan.cost[line] > plan.old_cost[line]:
            count = lose_before(board, mind, goal, line, count)
        if plan.turned[line] and not queued[line]:
            onward = plan.old_leads[line]
            if onward >= 0 and after[line] == plan.old_cost[onward] + after[onward] and after[line] < NOWHERE:
                lost[count] = line
                queued[line] = 1
                count += 1
    index = 0
    while index < count:
        count = lose_before(board, mind, goal, lost[index], count)
        index += 1
    for index in range(count):
        queued[lost[index]] = 0
        after[lost[index]] = NOWHERE
    waiting = 0
    for index in range(count):
        line = lost[index]
        after[line] = fewest_onward(board, mind, goal, line)
        if after[line] < NOWHERE and not queued[line]:
            queued[line] = 1
            plan.queue[waiting] = line
            waiting += 1
    for index in range(plan.changes):
        line = plan.changed[index]
        if plan.turned[line]:
            fewest = fewest_onward(board, mind, goal, line)
            if fewest < after[line]:
                after[line] = fewest
                if not queued[line]:
                    queued[line] = 1
                    plan.queue[waiting] = line
                    waiting += 1
        if plan.cost[line] < plan.old_cost[line] and after[line] < NOWHERE and not queued[line]:
            queued[line] = 1
            plan.queue[waiting] = line
            waiting += 1
    spread(board, mind, goal, waiting)


@kernel(types.void(BOARD, GAME, MIND))
def know_ways(board: Any, g: Any, mind: Any) -> None:
    """Ways to all cities that trains may want to go to."""
    plan = mind.plan
    measure_lines(board, g, mind)
    plan.closed = ticks(mind.params[CLOSED])
    plan.stopover = TICKS
    if board.family == CENTRAL_EUROPE:
        plan.stopover += ticks(mind.params[STOPOVER])
    for goal in range(board.cities):
        if goal < board.goods and g.stock[goal] == 0:  # nobody wants to go there
            plan.ways_known[goal] = 0
            continue
        if plan.ways_known[goal]:
            mend_ways(board, mind, goal)
        else:
            find_ways(board, mind, goal)
            plan.ways_known[goal] = 1
        for city in range(board.cities):
            fewest = NOWHERE
            for i in range(board.exits[city]):
                line = board.line[board.exit_dart[city, i]]
                fewest = min(fewest, plan.cost[line] + plan.after[goal, line])
            plan.from_city[goal, city] = fewest / TICKS
    forget_changes(mind)


@kernel(f64(MIND, i64, i64))
def steps_along(mind: Any, goal: Any, line: Any) -> Any:
    """Steps to a city from the beginning of a line."""
    return (mind.plan.cost[line] + mind.plan.after[goal, line]) / TICKS


@kernel(f64(BOARD, GAME, MIND, i64, i64))
def steps_by(board: Any, g: Any, mind: Any, goal: Any, dart: Any) -> Any:
    """Steps to a city for a train that goes on by this dart."""
    steps = mind.plan.after[goal, board.line[dart]] / TICKS + board.rest[dart]
    if mind.plan.coming[board.line[dart]]:
        steps += mind.params[ONCOMING]
    while True:
        field = board.field[dart]
        if field >= 0 and not is_green(g, field):
            steps += mind.params[RED_FIELD]
        cell = board.head[dart]
        if cell < 0 or board.kind[cell] != 0:
            return steps
        dart = board.onward[dart]


@kernel(f64(BOARD, GAME, MIND, i64, i64, i64))
def steps_from(board: Any, g: Any, mind: Any, goal: Any, cell: Any, dart: Any) -> Any:
    """Steps to a city from a cell, with the dart by which a train there goes on (−1 in cities)."""
    if cell == goal:
        return 0.0
    if dart < 0:
        return mind.plan.from_city[goal, cell]
    return steps_by(board, g, mind, goal, dart)


@kernel(i64(BOARD, MIND, i64, i64))
def exit_for(board: Any, mind: Any, goal: Any, city: Any) -> Any:
    """The dart out of a city by which another one is nearest, or −1."""
    best, fewest = -1, 1.0 * FAR
    for i in range(board.exits[city]):
        dart = board.exit_dart[city, i]
        steps = steps_along(mind, goal, board.line[dart])
        if steps < fewest:
            best, fewest = dart, steps
    return best
