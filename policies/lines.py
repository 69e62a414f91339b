"""The lines of the network as they are set: what each costs a train, and where the switch at its end leads on.

Costs are counted in *ticks*, 64 to a step: whole numbers, so that ways mended after a change (`policies/ways.py`) are the same
to the last digit as ways found from scratch.
"""

from typing import Any

from numba import types

from policies.weights import ONCOMING, RED_FIELD
from simulator.jit import kernel
from simulator.lights import is_green
from simulator.network import JOINED
from simulator.records import BOARD, CENTRAL_EUROPE, FAR, GAME, MAX_TRAINS, MIND

i64, f64 = types.int64, types.float64
TICKS = 64
NOWHERE = FAR * TICKS


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
    coming = plan.coming
    coming[: 2 * board.lines] = 0
    for train in range(MAX_TRAINS):
        if g.pos[train] >= 0:
            plan.at[g.pos[train]] = train
            if g.way[train] >= 0:
                line = board.line[g.way[train]] ^ 1
                if not coming[line]:
                    coming[line] = 1
                    cost[line] += oncoming
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
