"""Ways through the network as it is set: steps to every city, with what stands in the way counted in steps.

Lines, not cells, are the places of this search, since a train cannot turn on a line: `after[city, line]` are the steps from the far
end of a line to a city. A closed switch, a red field, a city where trains must stop and an oncoming train each cost steps.
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

MOST_LINES = 40  # of a way that are looked at; lines without segments could form a ring that costs nothing

# B2: the setting that joins two arms. First index: 3-way or 4-way.
SETTING = np.full((2, 4, 4), -1, np.int8)
for _way, _pairs in enumerate(OPEN_PAIRS):
    for _setting, (_a, _b) in enumerate(_pairs):
        SETTING[_way, _a, _b] = SETTING[_way, _b, _a] = _setting


@kernel(types.void(BOARD, GAME, MIND))
def measure_lines(board: Any, g: Any, mind: Any) -> None:
    """What each line costs now, and where each train is."""
    plan = mind.plan
    plan.at[: board.cells] = -1
    for line in range(board.lines):
        plan.toll[line] = board.rest[board.line_dart[2 * line]]
        plan.oncoming[2 * line] = 0.0
        plan.oncoming[2 * line + 1] = 0.0
    for field in range(board.fields):
        if not is_green(g, field):
            plan.toll[board.field_line[field]] += mind.params[RED_FIELD]
    for train in range(MAX_TRAINS):
        if g.pos[train] >= 0:
            plan.at[g.pos[train]] = train
            if g.way[train] >= 0:
                plan.oncoming[board.line[g.way[train]] ^ 1] = mind.params[ONCOMING]


@kernel(i64(BOARD, GAME, i64, i64, i64))
def joins(board: Any, g: Any, junction: Any, arm: Any, other: Any) -> Any:
    """Whether a junction joins these two arms now."""
    return 1 if JOINED[board.arms[junction] - 3, g.setting[junction], arm] == other else 0


@kernel(i64(BOARD, i64))
def passable(board: Any, city: Any) -> Any:
    """Whether a way may lead through a city: not through Central Europe's port (M9)."""
    return 1 if city < board.goods or board.family != CENTRAL_EUROPE else 0


@kernel(types.void(BOARD, GAME, MIND, i64))
def find_ways(board: Any, g: Any, mind: Any, goal: Any) -> None:
    """`after` for one city: backwards from its entrances, until no way becomes shorter."""
    plan = mind.plan
    after, queue, queued = plan.after[goal], plan.queue, plan.queued
    closed, stopover = mind.params[CLOSED], mind.params[STOPOVER]
    if board.family != CENTRAL_EUROPE:
        stopover = 0.0
    size = 2 * board.lines
    for line in range(size):
        after[line] = FAR
    for city in range(board.cities):
        plan.from_city[goal, city] = FAR
    head, count = 0, 0
    for i in range(board.exits[goal]):
        line = board.line[board.exit_dart[goal, i]] ^ 1
        after[line] = 1.0
        queue[count] = line
        queued[line] = 1
        count += 1
    while count > 0:
        line = queue[head]
        queued[line] = 0
        head = head + 1 if head + 1 < size else 0
        count -= 1
        steps = after[line] + plan.toll[line >> 1] + plan.oncoming[line]
        junction = board.line_junction[line ^ 1]
        if junction >= 0:
            arm = board.line_arm[line ^ 1]
            for other in range(board.arms[junction]):
                if other != arm:
                    before = board.line[board.arm_dart[junction, other]] ^ 1
                    reached = steps if joins(board, g, junction, arm, other) else steps + closed
                    if reached < after[before]:
                        after[before] = reached
                        if not queued[before]:
                            queued[before] = 1
                            tail = head + count
                            queue[tail if tail < size else tail - size] = before
                            count += 1
        else:
            city = board.line_head[line ^ 1]
            if city < board.cities and city != goal and steps < plan.from_city[goal, city]:
                plan.from_city[goal, city] = steps
                if passable(board, city):
                    reached = steps + 1.0 + stopover
                    for i in range(board.exits[city]):
                        before = board.line[board.exit_dart[city, i]] ^ 1
                        if reached < after[before]:
                            after[before] = reached
                            if not queued[before]:
                                queued[before] = 1
                                tail = head + count
                                queue[tail if tail < size else tail - size] = before
                                count += 1


@kernel(f64(BOARD, GAME, MIND, i64, i64))
def steps_by(board: Any, g: Any, mind: Any, goal: Any, dart: Any) -> Any:
    """Steps to a city for a train that goes on by this dart."""
    steps = mind.plan.after[goal, board.line[dart]] + board.rest[dart]
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
        best, fewest, onward = -1, 1.0 * FAR, -1
        junction = board.junction[dart]
        if junction >= 0:
            arm = board.arm[dart]
            for other in range(board.arms[junction]):
                if other != arm:
                    leaving = board.arm_dart[junction, other]
                    into = board.line[leaving]
                    cost = plan.after[goal, into] + plan.toll[into >> 1] + plan.oncoming[into]
                    if not joins(board, g, junction, arm, other):
                        cost += mind.params[CLOSED]
                    if cost < fewest:
                        best, fewest, onward = other, cost, leaving
            if best < 0:
                return
            plan.setting_need[junction, SETTING[board.arms[junction] - 3, arm, best]] += (
                weight * near / (near + steps)
            )
        else:
            city = board.head[dart]
            if city == goal or city >= board.cities:
                return
            steps += 1.0
            for i in range(board.exits[city]):
                leaving = board.exit_dart[city, i]
                into = board.line[leaving]
                cost = plan.after[goal, into] + plan.toll[into >> 1] + plan.oncoming[into]
                if cost < fewest:
                    best, fewest, onward = i, cost, leaving
            if best < 0:
                return
        dart = onward
