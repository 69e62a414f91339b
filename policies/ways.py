"""Ways through the network as it is set: steps to every city, with what stands in the way counted in steps.

Lines, not cells, are the places of this search, since a train cannot turn on a line: `after[city, line]` is the way from the far
end of a line to a city. A closed switch, a red field, a city where trains must stop and an oncoming train each cost steps.

Ways are counted in *ticks*, 64 to a step: whole numbers, so that ways mended after a change are the same to the last
digit as ways found from scratch. Between two decisions little changes; to mend takes a tenth of the time.
"""

from typing import Any

import numpy as np
from numba import types

from policies.weights import CLOSED, NEAR, ONCOMING, RED_FIELD, STOPOVER
from simulator.jit import kernel
from simulator.lights import is_green
from simulator.network import JOINED, OPEN_PAIRS
from simulator.records import BOARD, CENTRAL_EUROPE, FAR, GAME, MAX_TRAINS, MIND

i64, f64 = types.int64, types.float64
TICKS = 64
NOWHERE = FAR * TICKS
MOST_LINES = 40  # of a way that are looked at; lines without segments could form a ring that costs nothing

# B2: the setting that joins two arms. First index: 3-way or 4-way.
SETTING = np.full((2, 4, 4), -1, np.int8)
for _way, _pairs in enumerate(OPEN_PAIRS):
    for _setting, (_a, _b) in enumerate(_pairs):
        SETTING[_way, _a, _b] = SETTING[_way, _b, _a] = _setting


@kernel(i64(f64))
def ticks(steps: Any) -> Any:
    return int(steps * TICKS + 0.5)


@kernel(types.void(BOARD, GAME, MIND))
def measure_lines(board: Any, g: Any, mind: Any) -> None:
    """What each line costs now, where each junction leads on, and where each train is. What differs from last time is listed."""
    plan = mind.plan
    red, oncoming = ticks(mind.params[RED_FIELD]), ticks(mind.params[ONCOMING])
    plan.at[: board.cells] = -1
    cost, old = plan.cost, plan.old_cost
    for line in range(board.lines):
        cost[2 * line] = TICKS * board.rest[board.line_dart[2 * line]]
    for field in range(board.fields):
        if not is_green(g, field):
            cost[2 * board.field_line[field]] += red
    for line in range(board.lines):
        cost[2 * line + 1] = cost[2 * line]
    coming = plan.queued  # all 0 between searches
    for train in range(MAX_TRAINS):
        if g.pos[train] >= 0:
            plan.at[g.pos[train]] = train
            if g.way[train] >= 0:
                line = board.line[g.way[train]] ^ 1
                if not coming[line]:
                    coming[line] = 1
                    cost[line] += oncoming
    for train in range(MAX_TRAINS):
        if g.pos[train] >= 0 and g.way[train] >= 0:
            coming[board.line[g.way[train]] ^ 1] = 0
    plan.changes = 0
    for line in range(2 * board.lines):
        changed = cost[line] != old[line]
        junction = board.line_junction[line]
        if junction >= 0:
            arm = JOINED[board.arms[junction] - 3, g.setting[junction], board.line_arm[line]]
            leads = board.line[board.arm_dart[junction, arm]] if arm >= 0 else -1
            if leads != plan.leads[line]:
                plan.old_leads[line] = plan.leads[line]
                plan.leads[line] = leads
                plan.turned[line] = 1
                changed = True
        if changed:
            plan.changed[plan.changes] = line
            plan.changes += 1


@kernel(types.void(BOARD, MIND))
def forget_changes(board: Any, mind: Any) -> None:
    """After all ways are mended: what is now is what was."""
    plan = mind.plan
    for index in range(plan.changes):
        line = plan.changed[index]
        plan.old_cost[line] = plan.cost[line]
        plan.old_leads[line] = plan.leads[line]
        plan.turned[line] = 0
    plan.changes = 0


@kernel(i64(BOARD, MIND, i64, i64, i64))
def turn(board: Any, mind: Any, goal: Any, line: Any, onward: Any) -> Any:
    """Ticks from the end of a line to the beginning of the next: a switch to set, or a city to pass (M9: not Europe's port)."""
    if board.line_junction[line] >= 0:
        return 0 if mind.plan.leads[line] == onward else mind.plan.closed
    city = board.line_head[line]
    if city == goal or (city >= board.goods and board.family == CENTRAL_EUROPE):
        return NOWHERE
    return mind.plan.stopover


@kernel(i64(BOARD, MIND, i64, i64, i64))
def old_turn(board: Any, mind: Any, goal: Any, line: Any, onward: Any) -> Any:
    """The same before the last changes."""
    if board.line_junction[line] >= 0 and mind.plan.turned[line]:
        return 0 if mind.plan.old_leads[line] == onward else mind.plan.closed
    return turn(board, mind, goal, line, onward)


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


@kernel(types.void(BOARD, GAME, MIND))
def know_ways(board: Any, g: Any, mind: Any) -> None:
    """Ways to all cities that trains may want to go to."""
    plan = mind.plan
    measure_lines(board, g, mind)
    if not plan.ways_known:
        plan.closed = ticks(mind.params[CLOSED])
        plan.stopover = TICKS
        if board.family == CENTRAL_EUROPE:
            plan.stopover += ticks(mind.params[STOPOVER])
    for goal in range(board.cities):
        if plan.ways_known:
            mend_ways(board, mind, goal)
        else:
            find_ways(board, mind, goal)
        for city in range(board.cities):
            fewest = NOWHERE
            for i in range(board.exits[city]):
                line = board.line[board.exit_dart[city, i]]
                fewest = min(fewest, plan.cost[line] + plan.after[goal, line])
            plan.from_city[goal, city] = fewest / TICKS
    plan.ways_known = 1
    forget_changes(board, mind)


@kernel(f64(MIND, i64, i64))
def steps_along(mind: Any, goal: Any, line: Any) -> Any:
    """Steps to a city from the beginning of a line."""
    return (mind.plan.cost[line] + mind.plan.after[goal, line]) / TICKS


@kernel(f64(BOARD, GAME, MIND, i64, i64))
def steps_by(board: Any, g: Any, mind: Any, goal: Any, dart: Any) -> Any:
    """Steps to a city for a train that goes on by this dart."""
    steps = mind.plan.after[goal, board.line[dart]] / TICKS + board.rest[dart]
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


@kernel(types.void(BOARD, GAME, MIND, i64, i64, f64, f64))
def note_needs(board: Any, g: Any, mind: Any, goal: Any, dart: Any, steps: Any, weight: Any) -> None:
    """What a train that goes on by this dart wants on its way to a city: settings, green fields, lines; near ones count more."""
    plan = mind.plan
    near = mind.params[NEAR]
    for _ in range(MOST_LINES):
        line = board.line[dart]
        plan.line_need[line] += weight * near / (near + steps)
        while True:
            field = board.field[dart]
            if field >= 0:
                plan.field_need[field] += weight * near / (near + steps)
            cell = board.head[dart]
            if cell < 0 or board.kind[cell] != 0:
                break
            steps += 1.0
            dart = board.onward[dart]
        if board.line_head[line] == goal:
            return
        best, fewest = -1, NOWHERE
        for i in range(board.follows[line]):
            onward = board.follow[line, i]
            cost = turn(board, mind, goal, line, onward) + plan.cost[onward] + plan.after[goal, onward]
            if cost < fewest:
                best, fewest = onward, cost
        if best < 0:
            return
        junction = board.line_junction[line]
        if junction >= 0:
            setting = SETTING[board.arms[junction] - 3, board.line_arm[line], board.line_arm[best ^ 1]]
            plan.setting_need[junction, setting] += weight * near / (near + steps)
        else:
            steps += 1.0
        dart = board.line_dart[best]
