"""Moves tried on the position: what each number of points gains a train, in steps of way, and what the gain consists of.

One walk of twice the highest face answers for all faces, and for what the train sees from wherever they take it. Moves are asked about
again and again in a turn (is a card worth it, which train goes first, is the roll good enough), so answers are kept as long as they hold.
"""

from typing import Any

from numba import types

from policies.switch_signal.planning.evaluation import change, meeting
from policies.switch_signal.planning.memory import MEETINGS, PARTS, PLAN, PROSPECTS, TOKENS, TRAIL, WAY
from policies.switch_signal.planning.prospects import ahead_from, end_of, length_of_run
from policies.switch_signal.planning.walks import set_out, walk_on
from policies.switch_signal.planning.weights import TOKEN
from simulator.core.jit import kernel
from simulator.switch_signal.codes import PORT_REACHED, START
from simulator.switch_signal.network import is_green
from simulator.switch_signal.records import BOARD, GAME, MAX_TRAINS_OF_A_COLOUR, RULES

i64, f64 = types.int64, types.float64


@kernel(types.void(RULES, PLAN, TRAIL, i64, i64), inline=True)
def note_end(rules: Any, plan: Any, trail: Any, train: Any, points: Any) -> None:
    """Note where a train on this trail ends with so many points, what that is worth, and what it sees from there; cell −1 if it leaves the network."""
    end, value, lost = end_of(rules, trail, 0, points)
    gone = end < 0 or (end == trail.steps and (trail.stop == START or trail.stop == PORT_REACHED))
    plan.end_step[points], plan.end_value[points], plan.end_lost[points] = end, value, lost
    if gone:
        plan.end_cell[points], plan.end_way[points] = -1, -1
        return
    plan.end_cell[points], plan.end_way[points] = trail.cell[end], trail.way[end]
    if end > 0 and trail.way[end] >= 0:
        plan.end_ahead[points] = ahead_from(rules, plan, trail, train, end)


@kernel(f64(BOARD, RULES, GAME, PLAN, i64, i64, f64), inline=True)
def gain_at_end(board: Any, rules: Any, g: Any, plan: Any, train: Any, points: Any, met: Any) -> Any:
    """What is gained when a train has moved to the end that was noted for so many points; as `parts`.

    `met`: what its meetings cost where it stands.
    """
    parts = plan.parts
    value, gone = plan.end_value[points], plan.end_cell[points] < 0
    cell, way, old = g.pos[train], g.way[train], plan.value[train]
    parts[:] = 0.0
    parts[WAY] = value - old
    parts[TOKENS] = -plan.params[TOKEN] * plan.end_lost[points]
    if plan.end_step[points] == 0:
        return parts[WAY] + parts[TOKENS]
    parts[MEETINGS] = met
    affected = 1 << train | plan.met_cell[cell]
    plan.at[cell] = -1
    seen = -1  # who has looked ahead already
    if gone:
        g.pos[train] = -1
    else:
        g.pos[train], g.way[train] = plan.end_cell[points], plan.end_way[points]
        plan.at[g.pos[train]] = train
        affected |= plan.met_cell[g.pos[train]]
        plan.value[train] = value
        parts[MEETINGS] -= meeting(board, g, plan, train)
        if g.way[train] >= 0:
            seen = train
    parts[PROSPECTS] = change(board, rules, g, plan, affected, seen, plan.end_ahead[points])
    if not gone:
        plan.at[g.pos[train]] = -1
    g.pos[train], g.way[train] = cell, way
    plan.value[train] = old
    plan.at[cell] = train
    return parts[WAY] + parts[TOKENS] + parts[PROSPECTS] + parts[MEETINGS]


@kernel(types.void(BOARD, RULES, GAME, PLAN, i64, i64, i64))
def gain_of_run(board: Any, rules: Any, g: Any, plan: Any, train: Any, dart: Any, points: Any) -> None:
    """What is gained when a train runs by a dart with so many points, as `parts`."""
    trail, most = plan.trails[train], plan.most[train // MAX_TRAINS_OF_A_COLOUR]
    set_out(plan, trail, train, dart)
    walk_on(board, rules, g, plan, trail, train, points + most)
    note_end(rules, plan, trail, train, points)
    gain_at_end(board, rules, g, plan, train, points, meeting(board, g, plan, train))


@kernel(types.void(BOARD, RULES, GAME, PLAN, i64, i64, f64))
def try_trail(board: Any, rules: Any, g: Any, plan: Any, train: Any, faces: Any, met: Any) -> None:
    """Try all faces (bits) along the train's trail, and put into `points_parts` what is the best so far that X8 allows."""
    most = plan.most[train // MAX_TRAINS_OF_A_COLOUR]
    trail = plan.trails[train]
    walk_on(board, rules, g, plan, trail, train, 2 * most)
    tried = 0
    for points in range(1, most + 1):
        length = length_of_run(rules, trail, points)
        if (faces >> points) & 1 and length >= plan.points_length[points]:
            if length > plan.points_length[points]:
                plan.points_length[points], plan.points_gain[points] = length, -1e9
            note_end(rules, plan, trail, train, points)
            tried |= 1 << points
    last = -1
    for points in range(1, most + 1):
        if (tried >> points) & 1:
            if last >= 0 and plan.end_step[points] == plan.end_step[last] and plan.end_step[points] != 0:
                # The same end, with more points left over: only the tokens differ.
                parts = plan.parts
                parts[TOKENS] = -plan.params[TOKEN] * plan.end_lost[points]
                gain = parts[WAY] + parts[TOKENS] + parts[PROSPECTS] + parts[MEETINGS]
            else:
                gain = gain_at_end(board, rules, g, plan, train, points, met)
            last = points
            if gain > plan.points_gain[points]:
                plan.points_gain[points] = gain
                plan.points_parts[train, points] = plan.parts


@kernel(types.void(BOARD, RULES, GAME, PLAN, i64))
def know_gains(board: Any, rules: Any, g: Any, plan: Any, train: Any) -> None:
    """Fill `points_parts` of a train for every number of points on its die, unless they are known."""
    if plan.known_now[train] == plan.now and plan.known_later[train] == plan.later:
        return
    plan.known_now[train], plan.known_later[train] = plan.now, plan.later
    faces = plan.faces[train // MAX_TRAINS_OF_A_COLOUR]
    plan.points_parts[train, 0] = 0.0
    plan.points_length[:] = 0
    plan.points_gain[:] = -1e9
    met = meeting(board, g, plan, train)
    if g.way[train] >= 0:  # it has set out when the position was studied
        try_trail(board, rules, g, plan, train, faces, met)
        return
    city = g.pos[train]
    for i in range(board.exits[city]):
        dart = board.exit_dart[city, i]
        if is_green(g, board.field[dart]):
            set_out(plan, plan.trails[train], train, dart)
            try_trail(board, rules, g, plan, train, faces, met)


@kernel(types.void(BOARD, RULES, GAME, PLAN, i64, i64))
def gain_of_roll(board: Any, rules: Any, g: Any, plan: Any, train: Any, points: Any) -> None:
    """What is gained when a train moves so many points, out of a city by its best exit (X8), as `parts`."""
    know_gains(board, rules, g, plan, train)
    plan.parts[:] = plan.points_parts[train, points]


@kernel(types.void(BOARD, RULES, GAME, PLAN, i64))
def gain_of_move(board: Any, rules: Any, g: Any, plan: Any, train: Any) -> None:
    """What a move of a train is expected to gain, over the faces of its die, as `parts`."""
    know_gains(board, rules, g, plan, train)
    die, gains = rules.die[train // MAX_TRAINS_OF_A_COLOUR], plan.points_parts[train]
    for part in range(PARTS):
        total = 0.0
        for face in range(6):
            total += gains[die[face], part]
        plan.parts[part] = total / 6.0
