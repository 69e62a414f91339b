"""What trains, and goods that still wait, ask of switches and signals on their ways."""

from typing import Any

from numba import types

from policies.switch_signal.planning.memory import PLAN
from policies.switch_signal.planning.ways import exit_for, next_signal, steps_between, turn
from policies.switch_signal.planning.weights import NEAR, TRUNK
from simulator.core.jit import kernel
from simulator.switch_signal.network import SETTING
from simulator.switch_signal.records import BOARD, GAME, MAX_TRAINS

i64, f64 = types.int64, types.float64
FARTHEST = 63  # steps; beyond that all are as far
MOST_LINES = 40  # of a way that are looked at: none on a printed board has as many, and the end of a longer one can wait


@kernel(types.void(PLAN))
def know_nearness(plan: Any) -> None:
    """`nearness`: how much a need counts by its distance, one at hand as 1."""
    near = plan.params[NEAR]
    for steps in range(FARTHEST + 1):
        plan.nearness[steps] = near / (near + steps)


@kernel(types.void(BOARD, PLAN, i64, i64, i64, f64))
def note_needs(board: Any, plan: Any, goal: Any, dart: Any, steps: Any, weight: Any) -> None:
    """What a train that goes on by this dart wants on its way to a city: settings, green fields, lines; near ones count more."""
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


@kernel(types.void(BOARD, PLAN, i64, i64, i64, i64, f64))
def note_way(board: Any, plan: Any, goal: Any, cell: Any, dart: Any, steps: Any, weight: Any) -> None:
    """From a cell; out of a city by the exit that is nearest to the goal."""
    if dart < 0:
        dart = exit_for(board, plan, goal, cell)
        if dart < 0:
            return
    note_needs(board, plan, goal, dart, steps, weight)


@kernel(types.void(BOARD, GAME, PLAN))
def note_all_needs(board: Any, g: Any, plan: Any) -> None:
    """What trains, and goods that still wait, want of switches and signals."""
    plan.junctions_wanted[:] = 0
    plan.setting_need[: board.junctions] = 0.0
    plan.field_need[: board.fields] = 0.0
    plan.line_need[: 2 * board.lines] = 0.0
    for train in range(MAX_TRAINS):
        goal = plan.goal[train]
        if goal >= 0 and goal != g.pos[train] and (plan.watched >> train) & 1:
            note_way(board, plan, goal, g.pos[train], g.way[train], 0, plan.weight[train])
    for city in range(board.goods):
        if g.stock[city] > 0:
            port = board.goods
            if board.ports > 1 and steps_between(plan, city, port + 1) < steps_between(plan, city, port):
                port += 1
            note_way(board, plan, port, city, -1, 6, plan.params[TRUNK] * g.stock[city])
