"""The lines of the network as they are set: what each costs a train, and where the switch at its end leads on.

Costs are counted in *ticks*, 64 to a step: whole numbers, so that ways mended after a change (`policies/switch_signal/planning/ways.py`) are the same
to the last digit as ways found from scratch.
"""

from typing import Any

from numba import types

from policies.switch_signal.planning.memory import PLAN
from policies.switch_signal.planning.weights import ONCOMING, RED_FIELD
from simulator.core.bits import bits_of
from simulator.core.jit import kernel
from simulator.switch_signal.network import JOINED, is_green
from simulator.switch_signal.records import ALL_FIELDS, BOARD, FAR, GAME, MAX_TRAINS

i64, f64 = types.int64, types.float64
TICKS = 64
NOWHERE = FAR * TICKS


@kernel(i64(f64))
def ticks(steps: Any) -> Any:
    return int(steps * TICKS + 0.5)


@kernel(i64(BOARD, GAME, i64))
def leads_to(board: Any, g: Any, line: Any) -> Any:
    """The line to which the junction at the far end of a line leads on, or −1."""
    junction = board.line_junction[line]
    if junction < 0:
        return -1
    arm = JOINED[board.arms[junction] - 3, g.setting[junction], board.line_arm[line]]
    return board.line[board.arm_dart[junction, arm]] if arm >= 0 else -1


@kernel(types.void(PLAN, i64, i64, i64))
def come_along(plan: Any, line: Any, trains: Any, oncoming: Any) -> None:
    """Count so many trains more, or fewer, that come along a line from its far end."""
    before = plan.coming[line] > 0
    plan.coming[line] += trains
    after = plan.coming[line] > 0
    if after != before:
        plan.cost[line] += oncoming if after else -oncoming
        list_change(plan, line)


@kernel(types.void(PLAN, i64))
def list_change(plan: Any, line: Any) -> None:
    if not plan.listed[line]:
        plan.listed[line] = 1
        plan.changed[plan.changes] = line
        plan.changes += 1


@kernel(types.void(BOARD, GAME, PLAN))
def measure_lines(board: Any, g: Any, plan: Any) -> None:
    """What each line costs, where each junction leads on, and where each train is. What differs from last time is listed in `changed`."""
    if not plan.lines_known:
        forget_lines(board, plan)
    measure_fields(board, g, plan)
    measure_junctions(board, g, plan)
    measure_trains(board, g, plan)
    if not plan.lines_known:
        plan.lines_known = 1
        forget_changes(plan)


@kernel(types.void(BOARD, PLAN))
def forget_lines(board: Any, plan: Any) -> None:
    """Begin as if all fields were green and no train stood on the network; junctions are asked one by one."""
    plan.at[: board.cells] = -1
    plan.seen_pos[:] = -1
    plan.seen_way[:] = -1
    plan.seen_setting[: board.junctions] = -1
    plan.coming[: 2 * board.lines] = 0
    plan.listed[: 2 * board.lines] = 0
    plan.changes = 0
    for word in range(board.words):
        plan.seen_green[word] = board.field_sets[ALL_FIELDS, word]
    for line in range(2 * board.lines):
        plan.cost[line] = plan.old_cost[line] = TICKS * board.rest[board.line_dart[line]]
        plan.leads[line] = plan.old_leads[line] = -1


@kernel(types.void(BOARD, GAME, PLAN))
def measure_fields(board: Any, g: Any, plan: Any) -> None:
    red = ticks(plan.params[RED_FIELD])
    for word in range(board.words):
        flipped = plan.seen_green[word] ^ g.green[word]
        plan.seen_green[word] = g.green[word]
        for bit in bits_of(flipped):
            field = 64 * word + bit
            line = 2 * board.field_line[field]
            more = -red if is_green(g, field) else red
            plan.cost[line] += more
            plan.cost[line + 1] += more
            list_change(plan, line)
            list_change(plan, line + 1)


@kernel(types.void(BOARD, GAME, PLAN))
def measure_junctions(board: Any, g: Any, plan: Any) -> None:
    for junction in range(board.junctions):
        if g.setting[junction] == plan.seen_setting[junction]:
            continue
        plan.seen_setting[junction] = g.setting[junction]
        for arm in range(board.arms[junction]):
            line = board.line[board.arm_dart[junction, arm]] ^ 1
            leads = leads_to(board, g, line)
            if leads != plan.leads[line]:
                plan.leads[line] = leads
                list_change(plan, line)


@kernel(types.void(BOARD, GAME, PLAN))
def measure_trains(board: Any, g: Any, plan: Any) -> None:
    oncoming = ticks(plan.params[ONCOMING])
    moved = 0
    for train in range(MAX_TRAINS):
        if g.pos[train] != plan.seen_pos[train] or g.way[train] != plan.seen_way[train]:
            moved |= 1 << train
            if plan.seen_pos[train] >= 0:
                plan.at[plan.seen_pos[train]] = -1
    for train in bits_of(moved):
        before = board.line[plan.seen_way[train]] ^ 1 if plan.seen_way[train] >= 0 else -1
        line = board.line[g.way[train]] ^ 1 if g.way[train] >= 0 else -1
        if line != before:
            if before >= 0:
                come_along(plan, before, -1, oncoming)
            if line >= 0:
                come_along(plan, line, 1, oncoming)
        plan.seen_pos[train], plan.seen_way[train] = g.pos[train], g.way[train]
        if g.pos[train] >= 0:
            plan.at[g.pos[train]] = train


@kernel(types.void(PLAN))
def forget_changes(plan: Any) -> None:
    """Take what is now for what was, after all ways have been mended."""
    for index in range(plan.changes):
        line = plan.changed[index]
        plan.old_cost[line] = plan.cost[line]
        plan.old_leads[line] = plan.leads[line]
        plan.listed[line] = 0
    plan.changes = 0
