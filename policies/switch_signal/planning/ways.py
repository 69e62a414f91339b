"""Ways through the network as it is set: steps to every city, with what stands in the way counted in steps.

Lines, not cells, are the places of this search, since a train cannot turn on a line: `after[line, city]` is the way from the far
end of a line to a city. A closed switch, a red field, a city where trains must stop and an oncoming train each cost steps.
Between two decisions little changes; to mend ways takes a tenth of the time that finding them takes. All cities are
worked on at once (`policies/switch_signal/planning/lanes.py`).

Whether a way becomes shorter, or is lost, no processor can foresee. So lists and queues are written to in any case, and only their length
depends on it: without a branch there the planner plays 2 to 3 % more games.
"""

from typing import Any

from numba import types

from policies.switch_signal.planning.lanes import ALL_LANES, fill, same, shorten
from policies.switch_signal.planning.lines import NOWHERE, TICKS, forget_changes, measure_lines, ticks
from policies.switch_signal.planning.memory import PLAN
from policies.switch_signal.planning.weights import CLOSED, ONCOMING, RED_FIELD, STOPOVER
from simulator.core.jit import kernel
from simulator.switch_signal.network import is_green
from simulator.switch_signal.records import BOARD, CENTRAL_EUROPE, FAR, GAME, RULES

i64, f64 = types.int64, types.float64


@kernel(i64(PLAN, i64, i64))
def turn(plan: Any, line: Any, onward: Any) -> Any:
    """Ticks from the end of a line to the beginning of the next: for a switch to set or a city to pass."""
    return 0 if plan.leads[line] == onward else plan.gate[line]


@kernel(i64(PLAN, i64, i64))
def old_turn(plan: Any, line: Any, onward: Any) -> Any:
    """Ticks from the end of a line to the beginning of the next before the last changes."""
    return 0 if plan.old_leads[line] == onward else plan.gate[line]


@kernel(i64(PLAN, i64, i64), inline=True)
def ask_next(plan: Any, line: Any, onward: Any) -> Any:
    """Shorten `after` of a line by that of a line that follows it; gives the cities (bits) to which it became shorter."""
    cost = turn(plan, line, onward) + plan.cost[onward]
    return shorten(plan.after, line, plan.after, onward, cost, plan.past[line])


@kernel(i64(BOARD, PLAN, i64))
def ask_onward(board: Any, plan: Any, line: Any) -> Any:
    """Shorten `after` of a line by those of all lines that follow it; gives the cities (bits) to which it became shorter."""
    shorter = 0
    for i in range(board.follows[line]):
        shorter |= ask_next(plan, line, board.follow[line, i])
    return shorter


@kernel(i64(PLAN, i64, i64, i64), inline=True)
def enqueue(plan: Any, line: Any, news: Any, place: Any) -> Any:
    """Give a line this place in the queue if it has news (bits) and does not wait to tell any already; gives 1 if it has joined."""
    joins = (news != 0) & (plan.queued[line] == 0)
    plan.queued[line] |= joins
    plan.queue[place] = line
    return joins


@kernel(types.void(BOARD, PLAN, i64))
def spread_wave(board: Any, plan: Any, count: Any) -> None:
    """Tell what the lines in the queue found to those before them, until no way becomes shorter."""
    head, size = 0, 2 * board.lines
    while count > 0:
        line = plan.queue[head]
        plan.queued[line] = 0
        head = head + 1 if head + 1 < size else 0
        count -= 1
        back = line ^ 1
        for i in range(board.follows[back]):
            before = board.follow[back, i] ^ 1
            tail = head + count
            shorter = ask_next(plan, before, line)
            count += enqueue(plan, before, shorter, tail if tail < size else tail - size)


@kernel(types.void(BOARD, PLAN))
def find_ways(board: Any, plan: Any) -> None:
    """Find `after` from scratch."""
    count = 0
    for line in range(2 * board.lines):
        fill(plan.after, line, NOWHERE, ALL_LANES)
    for city in range(board.cities):
        for i in range(board.exits[city]):
            line = board.line[board.exit_dart[city, i]] ^ 1
            fill(plan.after, line, TICKS, 1 << city)
            count += enqueue(plan, line, 1 << city, count)
    spread_wave(board, plan, count)


@kernel(i64(PLAN, i64, i64, i64))
def lose(plan: Any, line: Any, lanes: Any, count: Any) -> Any:
    """Note that a line has lost its ways to these cities; gives how many lines `lost` lists then, with so many before."""
    lost = plan.lost_lanes[line]
    lanes &= plan.wanted & ~lost
    plan.lost[count] = line
    plan.lost_lanes[line] = lost | lanes
    plan.untold[line] |= lanes
    return count + ((lost == 0) & (lanes != 0))


@kernel(i64(BOARD, PLAN, i64, i64, i64))
def lose_before(board: Any, plan: Any, line: Any, lanes: Any, count: Any) -> Any:
    """Let the lines before this one lose those ways (bits) that led along it; gives how many lines `lost` lists then, with so many before."""
    back = line ^ 1
    for i in range(board.follows[back]):
        before = board.follow[back, i] ^ 1
        cost = old_turn(plan, before, line) + plan.old_cost[line]
        led = same(plan.after, before, plan.after, line, cost) & lanes
        count = lose(plan, before, led, count)
    return count


@kernel(i64(BOARD, PLAN))
def lose_ways(board: Any, plan: Any) -> Any:
    """Let all lines lose the ways that led over something that has become dearer; gives the number of these lines."""
    count = 0
    for index in range(plan.changes):
        line = plan.changed[index]
        if plan.cost[line] > plan.old_cost[line]:
            count = lose_before(board, plan, line, ALL_LANES, count)
        if plan.leads[line] != plan.old_leads[line] >= 0:
            onward = plan.old_leads[line]
            led = same(plan.after, line, plan.after, onward, plan.old_cost[onward])
            count = lose(plan, line, led, count)
    telling = True
    while telling:  # once more if a line that had told the others has lost another way since
        telling = False
        index = 0
        while index < count:
            line = plan.lost[index]
            lanes = plan.untold[line]
            if lanes:
                telling = True
                plan.untold[line] = 0
                count = lose_before(board, plan, line, lanes, count)
            index += 1
    return count


@kernel(i64(BOARD, PLAN, i64, i64))
def tell_before(board: Any, plan: Any, line: Any, count: Any) -> Any:
    """Tell what a line found to those before it, but for those that lost ways and have yet to ask; those with news join the queue of so many."""
    back = line ^ 1
    for i in range(board.follows[back]):
        before = board.follow[back, i] ^ 1
        if not plan.lost_lanes[before]:
            count += enqueue(plan, before, ask_next(plan, before, line), count)
    return count


@kernel(types.void(BOARD, PLAN))
def mend_ways(board: Any, plan: Any) -> None:
    """Mend `after` as it was before the changes: what was lost, and what lies before things that have become cheaper, is told anew."""
    count, waiting = lose_ways(board, plan), 0
    for index in range(count):
        fill(plan.after, plan.lost[index], NOWHERE, plan.lost_lanes[plan.lost[index]])
    for index in range(count):
        line = plan.lost[index]
        plan.lost_lanes[line] = 0
        ask_onward(board, plan, line)
        waiting = tell_before(board, plan, line, waiting)
    for index in range(plan.changes):
        line = plan.changed[index]
        turned = plan.leads[line] != plan.old_leads[line]
        if (turned and ask_onward(board, plan, line)) or plan.cost[line] < plan.old_cost[line]:
            waiting += enqueue(plan, line, ALL_LANES, waiting)
    spread_wave(board, plan, waiting)


@kernel(types.void(BOARD, RULES, PLAN))
def know_turns(board: Any, rules: Any, plan: Any) -> None:
    """Fill `gate` and `past` of all lines, which hold as long as the same cities are wanted."""
    closed, stopover, past_ports = ticks(plan.params[CLOSED]), TICKS, plan.wanted
    if board.family == CENTRAL_EUROPE:
        stopover += ticks(plan.params[STOPOVER])
        past_ports = 0  # M9
    elif rules.x6_literal:
        past_ports &= (1 << board.goods) - 1  # a loaded train goes no further
    for line in range(2 * board.lines):
        at_junction, at_port = board.line_junction[line] >= 0, board.line_head[line] >= board.goods
        plan.gate[line] = closed if at_junction else stopover
        plan.past[line] = past_ports if at_port else plan.wanted


@kernel(types.void(BOARD, RULES, GAME, PLAN))
def know_ways(board: Any, rules: Any, g: Any, plan: Any) -> None:
    """Find or mend the ways from everywhere to all cities that trains may want to go to."""
    wanted = ALL_LANES
    for city in range(board.goods):
        if g.stock[city] == 0:  # nobody wants to go there
            wanted &= ~(1 << city)
    known = plan.lines_known and not wanted & ~plan.wanted
    if not plan.lines_known or wanted != plan.wanted:
        plan.wanted = wanted
        know_turns(board, rules, plan)
    measure_lines(board, g, plan)
    if known:
        mend_ways(board, plan)
    else:
        find_ways(board, plan)
    forget_changes(plan)
    for city in range(board.cities):
        fill(plan.between, city, NOWHERE, ALL_LANES)
        for i in range(board.exits[city]):
            line = board.line[board.exit_dart[city, i]]
            shorten(plan.between, city, plan.after, line, plan.cost[line], ALL_LANES)


@kernel(f64(PLAN, i64, i64))
def steps_between(plan: Any, city: Any, goal: Any) -> Any:
    """Steps from a city to another."""
    return plan.between[city, goal] / TICKS


@kernel(f64(PLAN, i64, i64))
def steps_along(plan: Any, goal: Any, line: Any) -> Any:
    """Steps to a city from the beginning of a line."""
    return (plan.cost[line] + plan.after[line, goal]) / TICKS


@kernel(i64(BOARD, i64))
def next_signal(board: Any, dart: Any) -> Any:
    """The next dart of a line with a signal field, after this one, or −1."""
    return board.signal[board.onward[dart]] if board.rest[dart] > 0 else -1


@kernel(f64(BOARD, GAME, PLAN, i64, i64))
def steps_by(board: Any, g: Any, plan: Any, goal: Any, dart: Any) -> Any:
    """Steps to a city for a train that goes on by this dart."""
    steps = plan.after[board.line[dart], goal] / TICKS + board.rest[dart]
    if plan.coming[board.line[dart]]:
        steps += plan.params[ONCOMING]
    signal = board.signal[dart]
    while signal >= 0:
        if not is_green(g, board.field[signal]):
            steps += plan.params[RED_FIELD]
        signal = next_signal(board, signal)
    return steps


@kernel(f64(BOARD, GAME, PLAN, i64, i64, i64))
def steps_from(board: Any, g: Any, plan: Any, goal: Any, cell: Any, dart: Any) -> Any:
    """Steps to a city from a cell, with the dart by which a train there goes on (−1 in cities)."""
    if cell == goal:
        return 0.0
    if dart < 0:
        return steps_between(plan, cell, goal)
    return steps_by(board, g, plan, goal, dart)


@kernel(i64(BOARD, PLAN, i64, i64))
def exit_for(board: Any, plan: Any, goal: Any, city: Any) -> Any:
    """The dart out of a city by which another one is nearest, or −1."""
    best, fewest = -1, 1.0 * FAR
    for i in range(board.exits[city]):
        dart = board.exit_dart[city, i]
        steps = steps_along(plan, goal, board.line[dart])
        if steps < fewest:
            best, fewest = dart, steps
    return best
