"""The network: signal discs on fields as sets of bits (B3, B5), settings of junctions, one step of a train along fields, junctions and cells, and the exits of a city.

The rules are B2–B6, M5–M7, M10, and X1–X5, X8, X9, X15.
"""

from typing import Any

import numpy as np
from numba import types

from simulator.core.bits import bits, nth_bit
from simulator.core.jit import kernel
from simulator.switch_signal.codes import AHEAD, ARM, FREE, HEAD_ON, RED, START
from simulator.switch_signal.records import BOARD, DEALER, GAME, MAX_TRAINS, RULES, SEGMENT, START_PLACE

i64 = types.int64

# B2: the two arms that each setting joins; the arm that a setting joins to an arm, −1 where a disc lies; and the setting that
# joins two arms. First index: 3-way or 4-way.
OPEN_PAIRS = (((0, 1), (0, 2), (1, 2)), ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)))
JOINED = np.full((2, 6, 4), -1, np.int8)
SETTING = np.full((2, 4, 4), -1, np.int8)
for _way, _pairs in enumerate(OPEN_PAIRS):
    for _setting, (_a, _b) in enumerate(_pairs):
        JOINED[_way, _setting, _a] = _b
        JOINED[_way, _setting, _b] = _a
        SETTING[_way, _a, _b] = SETTING[_way, _b, _a] = _setting


@kernel(i64(GAME, i64))
def is_green(g: Any, field: Any) -> Any:
    return (g.green[field >> 6] >> (field & 63)) & 1


@kernel(types.void(GAME, i64))
def flip_light(g: Any, field: Any) -> None:
    """A disc comes to a field or leaves it."""
    g.green[field >> 6] ^= 1 << (field & 63)


@kernel(i64(BOARD, GAME, i64))
def discs_on(board: Any, g: Any, fields: Any) -> Any:
    """Count the discs on a set of fields: those of a city (B5), LINE_FIELDS or ALL_FIELDS."""
    count = 0
    for word in range(board.words):
        count += bits(g.green[word] & board.field_sets[fields, word])
    return count


@kernel(i64(BOARD, GAME, i64))
def dark_fields(board: Any, g: Any, fields: Any) -> Any:
    """Count the fields of a set that are without disc."""
    count = 0
    for word in range(board.words):
        count += bits(board.field_sets[fields, word] & ~g.green[word])
    return count


@kernel(i64(BOARD, GAME, i64, i64), inline=True)
def nth_dark_field(board: Any, g: Any, fields: Any, index: Any) -> Any:
    """Return the index-th field of a set that is without disc."""
    for word in range(board.words):
        dark = board.field_sets[fields, word] & ~g.green[word]
        if index < bits(dark):
            return word * 64 + nth_bit(dark, index)
        index -= bits(dark)
    return -1


@kernel(i64(i64))
def settings_of(arms: Any) -> Any:
    """B2: how many settings a junction has."""
    return 3 if arms == 3 else 6


@kernel(i64(GAME, i64))
def train_at(g: Any, cell: Any) -> Any:
    """The train that stands on a cell, or −1 (B1)."""
    for train in range(MAX_TRAINS):
        if g.pos[train] == cell:
            return train
    return -1


@kernel(types.UniTuple(i64, 2)(BOARD, GAME, i64, i64), inline=True)
def try_step(board: Any, g: Any, train: Any, dart: Any) -> Any:
    """B6: follow a dart to the next cell. Gives FREE or what stops the train, and the dart on which that was found.

    What comes first on the path decides: a field (M7), an arm (M6), a cell (M5, M10). Another train faces the mover if it will
    leave by the edge on which the mover would come; one in a city has no heading, so it never does (X1). Where the mover
    itself stands nothing is in its way (X15).
    """
    while True:
        field = board.field[dart]
        if field >= 0 and not is_green(g, field):
            return RED, dart
        junction = board.junction[dart]
        if junction < 0:
            other = train_at(g, board.head[dart])
            if other < 0 or other == train:
                return FREE, dart
            return (HEAD_ON if g.way[other] == dart ^ 1 else AHEAD), dart
        arm = JOINED[board.arms[junction] - 3, g.setting[junction], board.arm[dart]]
        if arm < 0:
            return ARM, dart
        dart = board.arm_dart[junction, arm]


@kernel(types.void(BOARD, GAME, DEALER, i64))
def book_passage(board: Any, g: Any, dealer: Any, dart: Any) -> None:
    """Count the fields and switches of a step that was made."""
    heat = dealer.heat
    while True:
        field = board.field[dart]
        if field >= 0:
            heat.field_passed[field] += 1
        junction = board.junction[dart]
        if junction < 0:
            return
        heat.switch_passed[junction] += 1
        arm = JOINED[board.arms[junction] - 3, g.setting[junction], board.arm[dart]]
        dart = board.arm_dart[junction, arm]


@kernel(i64(BOARD, GAME, i64, i64, i64))
def reach(board: Any, g: Any, train: Any, dart: Any, points: Any) -> Any:
    """Count the cells that a train would enter if it left its city by this dart, up to a city, start place or obstacle (X8)."""
    entered = 0
    while entered < points:
        found, last = try_step(board, g, train, dart)
        if found != FREE:
            break
        entered += 1
        if board.kind[board.head[last]] != SEGMENT:
            break
        dart = board.onward[last]
    return entered


@kernel(i64(BOARD, RULES, i64, i64))
def cause_of_stop(board: Any, rules: Any, found: Any, dart: Any) -> Any:
    """X4: tell what a train pays for that cannot make a step; a head-on at a start place may count as running onto it."""
    if found == HEAD_ON and rules.x4_start_place and board.kind[board.head[dart]] == START_PLACE:
        return START
    return found


@kernel(i64(BOARD, RULES, GAME))
def exits_onward(board: Any, rules: Any, g: Any) -> Any:
    """H2, N2, X9: find the exits of the city just entered that are green and allow a step, as bits."""
    city = g.pos[g.mover]
    exits = 0
    for i in range(board.exits[city]):
        dart = board.exit_dart[city, i]
        if dart == g.entered ^ 1 and not rules.x9_any:
            continue
        found, _ = try_step(board, g, g.mover, dart)
        if found == FREE:
            exits |= 1 << i
    return exits


@kernel(i64(BOARD, RULES, GAME))
def exits_to_leave(board: Any, rules: Any, g: Any) -> Any:
    """X8: find the exits offered to a train that begins its move in a city, as bits.

    If none allows a step, all exits with the same consequence are one choice: the first stands for M3, M10 and M11 each.
    """
    city = g.pos[g.mover]
    steps = stuck = known = longest = 0
    for i in range(board.exits[city]):
        dart = board.exit_dart[city, i]
        if not is_green(g, board.field[dart]):
            continue
        found, last = try_step(board, g, g.mover, dart)
        if found != FREE:
            # What a train waits for makes no difference to M3.
            consequence = max(cause_of_stop(board, rules, found, last), AHEAD)
            if not (known >> consequence) & 1:
                known |= 1 << consequence
                stuck |= 1 << i
            continue
        if rules.x8_longest:
            length = reach(board, g, g.mover, dart, g.points)
            if length > longest:
                longest = length
                steps = 0
            if length < longest:
                continue
        steps |= 1 << i
    return steps if steps else stuck
