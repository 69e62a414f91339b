"""The network: signal discs on fields as sets of bits (B3, B5), settings of junctions, and one step of a train along fields, junctions and cells (B2–B6, M5–M7, M10, X1–X5, X15)."""

from typing import Any

import numpy as np
from numba import types

from simulator.core.bits import bits, nth_bit
from simulator.core.jit import kernel
from simulator.switch_signal.codes import AHEAD, ARM, FREE, HEAD_ON, RED
from simulator.switch_signal.records import BOARD, DEALER, GAME, MAX_TRAINS, SEGMENT

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
def city_discs(board: Any, g: Any, city: Any) -> Any:
    """Green discs at a city (B5)."""
    count = 0
    for word in range(board.words):
        count += bits(g.green[word] & board.city_fields[city, word])
    return count


@kernel(i64(BOARD, GAME))
def line_discs(board: Any, g: Any) -> Any:
    """Green discs on lines."""
    count = 0
    for word in range(board.words):
        count += bits(g.green[word] & board.line_fields[word])
    return count


@kernel(i64(BOARD, GAME, i64))
def dark_fields(board: Any, g: Any, lines_only: Any) -> Any:
    """How many fields are without disc, of all or of those on lines."""
    count = 0
    for word in range(board.words):
        among = board.line_fields[word] if lines_only else board.all_fields[word]
        count += bits(among & ~g.green[word])
    return count


@kernel(i64(BOARD, GAME, i64, i64), inline=True)
def nth_dark_field(board: Any, g: Any, lines_only: Any, index: Any) -> Any:
    for word in range(board.words):
        among = board.line_fields[word] if lines_only else board.all_fields[word]
        dark = among & ~g.green[word]
        if index < bits(dark):
            return word * 64 + nth_bit(dark, index)
        index -= bits(dark)
    return -1


@kernel(i64(BOARD, GAME, i64, i64))
def nth_dark_entrance(board: Any, g: Any, city: Any, index: Any) -> Any:
    for word in range(board.words):
        dark = board.city_fields[city, word] & ~g.green[word]
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
    """How many cells a train would enter that leaves its city by this dart, up to a city, start place or obstacle (X8)."""
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
