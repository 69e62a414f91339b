"""What the next move of a train may bring, over the faces of its die. In a city there is a walk for every green exit."""

from typing import Any

from numba import types

from policies.switch_signal.planning.memory import PLAN, TRAIL
from policies.switch_signal.planning.walks import set_out, walk_on
from policies.switch_signal.planning.weights import FEAR, RISK, TOKEN
from simulator.core.jit import kernel
from simulator.switch_signal.codes import AHEAD, ARM, HEAD_ON, RED, START
from simulator.switch_signal.network import is_green
from simulator.switch_signal.records import BOARD, COLOURS, FAR, GAME, MAX_TRAINS_OF_A_COLOUR, RULES

i64, f64 = types.int64, types.float64


@kernel(types.void(RULES, PLAN))
def know_dice(rules: Any, plan: Any) -> None:
    """`faces` of each colour's die, as bits, and the highest, `most`."""
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


@kernel(i64(RULES, TRAIL, i64))
def length_of_run(rules: Any, trail: Any, points: Any) -> Any:
    """X8: of the exits of a city those may be taken whose run, as counted here, is the longest."""
    if rules.x8_longest:
        return min(trail.steps if trail.first_city < 0 else trail.first_city, points)
    return min(trail.steps, 1)


@kernel(types.Tuple((i64, f64, i64))(RULES, TRAIL, i64, i64), inline=True)
def end_of(rules: Any, trail: Any, start: Any, points: Any) -> Any:
    """Where a train ends that is on step `start` of its trail and has so many points: the step, −1 if a head-on takes it off; value and tokens lost."""
    steps, stop = trail.steps, trail.stop
    end, lost = start + points, 0
    if end > steps:
        left, end = end - steps, steps
        if stop == HEAD_ON or stop == RED or stop == ARM or stop == AHEAD:
            if trail.haven > start:
                end = trail.haven  # X10: it stays where that is free
            elif stop == HEAD_ON:
                return -1, trail.off_value, left * rules.head_on_point
            else:
                lost = left * rules.unused_point
    if end == steps and stop == START:
        lost = rules.start_place
    return end, trail.value[end], lost


@kernel(f64(RULES, PLAN, TRAIL, i64, i64), inline=True)
def ahead_from(rules: Any, plan: Any, trail: Any, train: Any, start: Any) -> Any:
    """What the next move of a train is expected to gain that is on step `start` of its trail, over the faces of its die.

    To go astray is feared up to a limit only, since there is a turn in between; tokens at stake count in full, or a train that
    loses many would not be worth a card.
    """
    colour = train // MAX_TRAINS_OF_A_COLOUR
    die, farthest = rules.die[colour], start + plan.most[colour]
    gain, risk = 0.0, 0.0
    if farthest < trail.steps or (farthest == trail.steps and trail.stop != START):  # nothing can stop it
        for face in range(6):
            gain += trail.value[start + die[face]]
        return max(gain / 6.0 - trail.value[start], -plan.params[FEAR])
    token = plan.params[TOKEN] * plan.params[RISK]
    before, value, lost = -1, 0.0, 0
    for face in range(6):
        points = die[face]
        if points != before:
            _, value, lost = end_of(rules, trail, start, points)
            before = points
        gain += value
        risk += token * lost
    return max(gain / 6.0 - trail.value[start], -plan.params[FEAR]) - risk / 6.0


@kernel(f64(BOARD, RULES, GAME, PLAN, TRAIL, i64))
def ahead_in_city(board: Any, rules: Any, g: Any, plan: Any, trail: Any, train: Any) -> Any:
    """What the next move of a train in a city is expected to gain, by the exit that suits the roll, as far as X8 lets it choose."""
    city = g.pos[train]
    colour = train // MAX_TRAINS_OF_A_COLOUR
    die, faces, most = rules.die[colour], plan.faces[colour], plan.most[colour]
    token = plan.params[TOKEN] * plan.params[RISK]
    best, at_stake, longest = plan.roll_value, plan.roll_risk, plan.roll_length
    best[:] = -1.0 * FAR
    at_stake[:] = 0.0
    longest[:] = 0
    best[0] = plan.value[train]
    for i in range(board.exits[city]):
        dart = board.exit_dart[city, i]
        plan.met_field[board.field[dart]] |= plan.mark
        if not is_green(g, board.field[dart]):
            continue
        set_out(plan, trail, train, dart)
        walk_on(board, rules, g, plan, trail, train, most)
        for points in range(1, most + 1):
            if not (faces >> points) & 1:
                continue
            length = length_of_run(rules, trail, points)
            if length < longest[points]:
                continue
            _, value, lost = end_of(rules, trail, 0, points)
            risk = token * lost
            if length > longest[points] or value - risk > best[points] - at_stake[points]:
                best[points], at_stake[points], longest[points] = value, risk, length
    gain, risk = 0.0, 0.0
    for face in range(6):
        gain += best[die[face]]
        risk += at_stake[die[face]]
    return max(gain / 6.0 - plan.value[train], -plan.params[FEAR]) - risk / 6.0


@kernel(f64(BOARD, RULES, GAME, PLAN, TRAIL, i64))
def look_ahead(board: Any, rules: Any, g: Any, plan: Any, trail: Any, train: Any) -> Any:
    """What a train's next move is expected to gain. Out of a city its trail is of no use to others afterwards."""
    if g.way[train] < 0:
        return ahead_in_city(board, rules, g, plan, trail, train)
    set_out(plan, trail, train, g.way[train])
    walk_on(board, rules, g, plan, trail, train, plan.most[train // MAX_TRAINS_OF_A_COLOUR])
    return ahead_from(rules, plan, trail, train, 0)
