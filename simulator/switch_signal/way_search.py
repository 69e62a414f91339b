"""The search of the standard layout, compiled: the work of `board_ways` for thousands of layouts that differ in one disc.

To take up a disc or to close a junction makes ways longer, and they are measured afresh. Each place where the disc
could lie instead only shortens them again, which spreads from two lines and rarely far. Steps are added in the order of
`board_ways.ways_from`, so that both find the same ones to the last digit.
"""

from typing import Any

import numpy as np
from numba import from_dtype, types

from simulator.core.jit import kernel
from simulator.switch_signal.board_ways import CLOSED_SWITCH, RED_FIELD
from simulator.switch_signal.way_tables import TRIAL, table_dtype, ways_dtype

i64, f64 = types.int64, types.float64
WAYS, TABLE = from_dtype(ways_dtype), from_dtype(table_dtype)

WORTHWHILE = 1e-9  # sums of floats in another order must not count as an improvement


@kernel(types.void(WAYS, TABLE, i64, i64))
def _paint(ways: Any, table: Any, field: Any, red: Any) -> None:
    """Turn a signal field red or green."""
    table.red[field] = red
    number = ways.field_line[field]
    table.length[number] = ways.segments[number]
    for other in range(ways.fields):
        if ways.field_line[other] == number and table.red[other]:
            table.length[number] += RED_FIELD


@kernel(f64(WAYS, TABLE, i64, i64, i64))
def _toll(ways: Any, table: Any, place: Any, arm: Any, onward: Any) -> Any:
    """Steps from the end of one line to the beginning of the next: the cell of a city, or what a closed switch costs."""
    if place >= ways.junctions:
        return 1.0
    if arm == onward:
        return np.inf
    return 0.0 if (table.joined[place] >> arm) & (table.joined[place] >> onward) & 1 else CLOSED_SWITCH


@kernel(types.void(WAYS, TABLE, i64, i64, i64))
def _spread(ways: Any, table: Any, trip: Any, row: Any, count: Any) -> None:
    """Tell the steps of the lines in the queue to those that follow, until no way becomes shorter."""
    head = 0
    while count > 0:
        line = table.queue[head]
        table.queued[line] = 0
        head = (head + 1) % len(table.queue)
        count -= 1
        place = ways.towards[line]
        if ways.ends[trip, place]:
            continue
        for arm in range(ways.arms[place]):
            onward = ways.leaving[place, arm]
            reached = table.steps[row, line] + _toll(ways, table, place, ways.arm[line ^ 1], arm)
            reached += table.length[onward >> 1]
            if reached < table.steps[row, onward]:
                table.steps[row, onward] = reached
                if not table.queued[onward]:
                    table.queued[onward] = 1
                    table.queue[(head + count) % len(table.queue)] = onward
                    count += 1


@kernel(f64(WAYS, TABLE, i64, i64, i64))
def _steps_by(ways: Any, table: Any, trip: Any, row: Any, line: Any) -> Any:
    """Steps to the end of a line, by those to where it begins."""
    place = ways.towards[line ^ 1]
    if place == ways.origin[trip]:
        return table.length[line >> 1]
    fewest = np.inf
    if not ways.ends[trip, place]:
        for arm in range(ways.arms[place]):
            before = ways.leaving[place, arm] ^ 1
            fewest = min(fewest, table.steps[row, before] + _toll(ways, table, place, arm, ways.arm[line]))
    return fewest + table.length[line >> 1]


@kernel(f64(WAYS, TABLE, i64, i64))
def _work_of(ways: Any, table: Any, trip: Any, row: Any) -> Any:
    """Return what a trip adds to the work."""
    work = 0.0
    for place in range(ways.junctions, ways.places):
        if ways.weight[trip, place] > 0:
            fewest = np.inf
            for arm in range(ways.arms[place]):
                fewest = min(fewest, table.steps[row, ways.leaving[place, arm] ^ 1])
            work += ways.weight[trip, place] * (fewest + 1)
    return work


@kernel(f64(WAYS, TABLE))
def _measure(ways: Any, table: Any) -> Any:
    """All ways afresh; the work."""
    work = 0.0
    for trip in range(ways.trips):
        for line in range(2 * ways.lines):
            table.steps[trip, line] = np.inf
        origin = ways.origin[trip]
        for arm in range(ways.arms[origin]):
            line = ways.leaving[origin, arm]
            table.steps[trip, line] = table.length[line >> 1]
            table.queue[arm] = line
            table.queued[line] = 1
        _spread(ways, table, trip, trip, ways.arms[origin])
        work += _work_of(ways, table, trip, trip)
    return work


@kernel(f64(WAYS, TABLE, i64, i64))
def _try(ways: Any, table: Any, one: Any, other: Any) -> Any:
    """The work if these two lines, or switches at them, cost less than when ways were measured.

    Rounded to six digits, so that equals are equal; with these tolls it is a multiple of 1/90, so never halfway between two.
    """
    work = 0.0
    for trip in range(ways.trips):
        for line in range(2 * ways.lines):
            table.steps[TRIAL, line] = table.steps[trip, line]
        count = 0
        for line in (one, other):
            reached = _steps_by(ways, table, trip, TRIAL, line)
            if reached < table.steps[TRIAL, line]:
                table.steps[TRIAL, line] = reached
                table.queue[count] = line
                table.queued[line] = 1
                count += 1
        _spread(ways, table, trip, TRIAL, count)
        work += _work_of(ways, table, trip, TRIAL)
    return np.rint(work * 1e6) / 1e6


@kernel(f64(WAYS, TABLE, i64))
def _try_disc(ways: Any, table: Any, field: Any) -> Any:
    """The work with one more disc, on this field."""
    _paint(ways, table, field, 0)
    line = 2 * ways.field_line[field]
    work = _try(ways, table, line, line + 1)
    _paint(ways, table, field, 1)
    return work


@kernel(f64(WAYS, TABLE))
def _lay(ways: Any, table: Any) -> Any:
    """Put the discs on the table; the work."""
    for number in range(ways.lines):
        table.length[number] = ways.segments[number]
    for field in range(ways.fields):
        _paint(ways, table, field, 1)
    for disc in range(table.discs):
        _paint(ways, table, table.disc_field[disc], 0)
    return _measure(ways, table)


@kernel(f64(WAYS, TABLE, i64, f64))
def _improve_junction(ways: Any, table: Any, junction: Any, cost: Any) -> Any:
    """Join the best two arms if that lowers the work; the work then."""
    joined = table.joined[junction]
    table.joined[junction] = 0
    _measure(ways, table)
    best, best_pair = np.inf, joined
    for a in range(ways.arms[junction]):
        for b in range(a + 1, ways.arms[junction]):
            table.joined[junction] = 1 << a | 1 << b
            work = _try(ways, table, ways.leaving[junction, a], ways.leaving[junction, b])
            if work < best:
                best, best_pair = work, table.joined[junction]
    worthwhile = best < cost - WORTHWHILE
    table.joined[junction] = best_pair if worthwhile else joined
    return best if worthwhile else cost


@kernel(f64(WAYS, TABLE, i64, f64))
def _improve_disc(ways: Any, table: Any, disc: Any, cost: Any) -> Any:
    """Move a disc to the best free field of its city, or of the lines, if that lowers the work; the work then."""
    old = table.disc_field[disc]
    _paint(ways, table, old, 1)
    _measure(ways, table)
    best, best_field = np.inf, old
    for field in range(ways.fields):
        if table.red[field] and field != old and ways.field_city[field] == ways.field_city[old]:
            work = _try_disc(ways, table, field)
            if work < best:
                best, best_field = work, field
    worthwhile = best < cost - WORTHWHILE
    table.disc_field[disc] = best_field if worthwhile else old
    _paint(ways, table, table.disc_field[disc], 0)
    return best if worthwhile else cost


@kernel(f64(WAYS, TABLE), entry=True)
def improve_discs(ways: Any, table: Any) -> Any:
    """Change one junction or one disc at a time until no single change lowers the work; the work then."""
    cost = np.rint(_lay(ways, table) * 1e6) / 1e6
    parts = ways.junctions + table.discs
    part, unchanged = 0, 0
    while unchanged < parts:
        before = cost
        if part < ways.junctions:
            cost = _improve_junction(ways, table, part, cost)
        else:
            cost = _improve_disc(ways, table, part - ways.junctions, cost)
        part = (part + 1) % parts
        unchanged = unchanged + 1 if cost == before else 0
    return cost


@kernel(f64(WAYS, TABLE, i64), entry=True)
def add_discs(ways: Any, table: Any, count: Any) -> Any:
    """Lay further discs, each on the red field where it lowers the work most; the work with all of them."""
    cost = _lay(ways, table)
    for _ in range(count):
        best, best_field = np.inf, -1
        for field in range(ways.fields):
            if table.red[field]:
                work = _try_disc(ways, table, field)
                if work < best or best_field < 0:
                    best, best_field = work, field
        table.disc_field[table.discs] = best_field
        table.discs += 1
        _paint(ways, table, best_field, 0)
        cost = _measure(ways, table)
    return cost
