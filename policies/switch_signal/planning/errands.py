"""What trains are for: where each one has to go, by which exit, and what stands in its way. Shared by players who know the goal."""

from typing import Any

import numpy as np
from numba import from_dtype, types

from simulator.core.bits import bits_of
from simulator.core.jit import kernel
from simulator.switch_signal.codes import AHEAD, ARM, FREE, RED
from simulator.switch_signal.limits import MAX_GOODS
from simulator.switch_signal.network import JOINED, SETTING, is_green, train_at
from simulator.switch_signal.ports import lacks, lacks_beyond, port_needs
from simulator.switch_signal.records import BOARD, FAR, GAME, MAX_TRAINS, RULES

i64 = types.int64

errands_dtype = np.dtype(
    [
        ("goal", "i2", (MAX_TRAINS,)),  # city that each train shall go to, or −1
        ("reach", "f8", (MAX_TRAINS, MAX_GOODS)),  # how far an empty train is from a good that is wanted
        # goods of each colour that ports need and no train is assigned to yet …
        ("wanted", "i2", (MAX_GOODS,)),
        ("extra", "i8"),  # … how many more of any colour (V4) …
        ("left", "i2", (MAX_GOODS,)),  # … and what is left of each in its city
    ],
    align=True,
)
ERRANDS = from_dtype(errands_dtype)


@kernel(i64(BOARD, GAME, i64, i64))
def steps_to(board: Any, g: Any, train: Any, city: Any) -> Any:
    """Steps of a train to a city, all switches and signals open; 0 if it is there."""
    cell = g.pos[train]
    if cell == city:
        return 0
    if g.way[train] >= 0:
        return board.away[city, g.way[train]]
    fewest = FAR
    for i in range(board.exits[cell]):
        fewest = min(fewest, board.away[city, board.exit_dart[cell, i]])
    return fewest


@kernel(i64(BOARD, RULES, GAME, i64))
def port_for(board: Any, rules: Any, g: Any, train: Any) -> Any:
    """The nearest port that still needs what a train carries (N1), or −1."""
    best, fewest = -1, FAR
    for port in range(board.ports):
        if port_needs(board, rules, g, port, g.cargo[train]):
            steps = steps_to(board, g, train, board.goods + port)
            if steps < fewest:
                best, fewest = board.goods + port, steps
    return best


@kernel(types.void(BOARD, RULES, GAME, ERRANDS))
def note_wanted(board: Any, rules: Any, g: Any, errands: Any) -> None:
    """Note what ports still need (N1): `errands.wanted` of each colour, `errands.extra` of any (V4); `errands.left` is what cities have."""
    errands.extra = 0
    for good in range(board.goods):
        errands.wanted[good] = 0
        errands.left[good] = g.stock[good]
    for port in range(board.ports):
        errands.extra += lacks_beyond(board, rules, g, port)
        for good in range(board.goods):
            errands.wanted[good] += lacks(rules, g, port, good)


@kernel(types.void(ERRANDS, i64))
def provide(errands: Any, good: Any) -> None:
    """Note that a train brings a good of this colour: one fewer is wanted."""
    if errands.wanted[good] > 0:
        errands.wanted[good] -= 1
    else:
        errands.extra -= 1


@kernel(i64(ERRANDS, i64))
def is_wanted(errands: Any, good: Any) -> Any:
    """Whether a city has a good that is wanted and that no train is assigned to."""
    return 1 if errands.left[good] > 0 and (errands.wanted[good] > 0 or errands.extra > 0) else 0


@kernel(i64(BOARD, ERRANDS, i64))
def send_to_goods(board: Any, errands: Any, free: Any) -> Any:
    """Send empty trains (bits) to cities with goods that are wanted, the pair that is nearest by `reach` first; gives the trains for which none is left."""
    while free:
        best, goal, fewest = -1, -1, 1.0 * FAR
        for train in bits_of(free):
            for city in range(board.goods):
                if is_wanted(errands, city) and errands.reach[train, city] < fewest:
                    best, goal, fewest = train, city, errands.reach[train, city]
        if best < 0:
            break
        errands.goal[best] = goal
        errands.left[goal] -= 1
        provide(errands, goal)
        free &= ~(1 << best)
    return free


@kernel(types.void(BOARD, RULES, GAME, ERRANDS))
def assign(board: Any, rules: Any, g: Any, errands: Any) -> None:
    """Fill `errands.goal`: the city or port that each train on the network heads for, −1 if there is nothing left for it."""
    note_wanted(board, rules, g, errands)
    empty = 0
    for train in range(MAX_TRAINS):
        errands.goal[train] = -1
        if g.pos[train] >= 0:
            if g.cargo[train] >= 0:
                provide(errands, g.cargo[train])
                errands.goal[train] = port_for(board, rules, g, train)
            else:
                empty |= 1 << train
    for train in bits_of(empty):
        for city in range(board.goods):
            errands.reach[train, city] = steps_to(board, g, train, city)
    send_to_goods(board, errands, empty)


@kernel(i64(BOARD, i64, i64, i64))
def exit_towards(board: Any, city: Any, exits: Any, goal: Any) -> Any:
    """Return the exit of a city, among these (bits), by which the goal is nearest; −1 if none leads there."""
    best, fewest = -1, FAR
    for i in range(board.exits[city]):
        if (exits >> i) & 1 and board.away[goal, board.exit_dart[city, i]] < fewest:
            best, fewest = i, board.away[goal, board.exit_dart[city, i]]
    return best


@kernel(i64(BOARD, GAME, i64, i64))
def dart_towards(board: Any, g: Any, train: Any, goal: Any) -> Any:
    """The dart by which a train sets out for its goal, or −1."""
    if g.way[train] >= 0:
        return g.way[train] if board.away[goal, g.way[train]] < FAR else -1
    exit_index = exit_towards(board, g.pos[train], -1, goal)
    return board.exit_dart[g.pos[train], exit_index] if exit_index >= 0 else -1


@kernel(i64(BOARD, i64, i64))
def arm_towards(board: Any, dart: Any, goal: Any) -> Any:
    """The arm of the junction ahead by which the goal is nearest."""
    junction = board.junction[dart]
    best, fewest = -1, FAR
    for arm in range(board.arms[junction]):
        if arm != board.arm[dart] and board.away[goal, board.arm_dart[junction, arm]] < fewest:
            best, fewest = arm, board.away[goal, board.arm_dart[junction, arm]]
    return best


@kernel(types.UniTuple(i64, 2)(BOARD, GAME, i64, i64))
def next_hindrance(board: Any, g: Any, dart: Any, goal: Any) -> Any:
    """What hinders the next step on the way to the goal: RED, ARM or AHEAD with the dart where it was met, or FREE with the step's last dart.

    Switches are wrong (ARM) also if they lead elsewhere. The nearest way never comes back to the cell where it begins, so whoever
    stands on the next one is another train (X15).
    """
    while True:
        field = board.field[dart]
        if field >= 0 and not is_green(g, field):
            return RED, dart
        junction = board.junction[dart]
        if junction < 0:
            return (FREE if train_at(g, board.head[dart]) < 0 else AHEAD), dart
        arm = arm_towards(board, dart, goal)
        if arm < 0 or JOINED[board.arms[junction] - 3, g.setting[junction], board.arm[dart]] != arm:
            return ARM, dart
        dart = board.arm_dart[junction, arm]


@kernel(i64(BOARD, i64, i64))
def setting_towards(board: Any, dart: Any, goal: Any) -> Any:
    """The setting of the junction ahead that leads on to the goal; −1 if none does."""
    arm = arm_towards(board, dart, goal)
    return SETTING[board.arms[board.junction[dart]] - 3, board.arm[dart], arm] if arm >= 0 else -1
