"""The records that the kernels work on: board, rules, game, dealer; and the outcome of a game. That of a policy: `mind_records.py`.

One fixed-size record each, so that a game is a value: copied with one assignment, kept in arrays, played on from
anywhere. What a game *is* (`GAME`) stands apart from what deals and books it (`DEALER`): a policy sees all of the first, which
holds nothing that players could not see (T4), and nothing of the second.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np
from numba import from_dtype

from simulator.switch_signal.house import HOUSE_NUMBERS, RULINGS, number_field, ruling_field
from simulator.switch_signal.limits import (
    CARDS,
    MAX_CELLS,
    MAX_CITIES,
    MAX_DISCS,
    MAX_EDGES,
    MAX_EXITS,
    MAX_FIELDS,
    MAX_GOODS,
    MAX_JUNCTIONS,
    MAX_LINES,
    MAX_PORTS,
    MAX_STARTS,
)
from simulator.switch_signal.measures import MEASURES, Counted

FIELD_WORDS = MAX_FIELDS // 64
LINE_FIELDS, ALL_FIELDS = MAX_CITIES, MAX_CITIES + 1  # sets of fields besides those of the cities
COLOURS, MAX_TRAINS_OF_A_COLOUR = 3, 5
MAX_TRAINS = COLOURS * MAX_TRAINS_OF_A_COLOUR
START_CARD, MAX_PLAYERS = CARDS, 4
TABLE_STREAMS = 5  # of random numbers, with names in `streams.py`; then one for the dice of each train
STREAMS = TABLE_STREAMS + MAX_TRAINS
LOG_ROWS, LOG_WIDTH = 2048, 7
HELPERS, KINDS = 6, 3  # helpers of both boards; kinds of action cards

# Cells in this order: goods cities, ports, start places, segments. A *dart* is an edge with a direction: 2·edge (+1 backwards),
# so that the way back is `dart ^ 1`.
SEGMENT, GOODS_CITY, PORT, START_PLACE = 0, 1, 2, 3
CENTRAL_EUROPE, NORTH_AMERICA = 0, 1
SHUFFLED, STACK = 1, 2  # 0: by the dice
RANDOM, CHOSEN = 1, 2  # 0: the standard layout
PL = 1  # 0: DE
WILD, NO_SYMBOL = 3, -1

FAR = 9999  # steps to where no way leads

# Signed integers throughout: numba would make the difference of two unsigned ones wrap around.

board_dtype = np.dtype(
    [
        # sets of fields, as bits: those of each city, those on lines, all
        ("field_sets", "i8", (MAX_CITIES + 2, FIELD_WORDS)),
        ("words", "i4"),  # words of these sets in use
        ("family", "i4"),
        ("cells", "i4"),
        ("junctions", "i4"),
        ("fields", "i4"),
        ("switch_choices", "i4"),  # settings of all junctions but the present ones (C2)
        ("cities", "i4"),  # goods cities and ports
        ("goods", "i4"),  # goods cities; a good is known by the index of its city
        ("ports", "i4"),
        ("starts", "i4"),
        ("kind", "i1", (MAX_CELLS,)),
        ("head", "i2", (2 * MAX_EDGES,)),  # cell at the far end of a dart, or −1
        ("junction", "i2", (2 * MAX_EDGES,)),  # junction at the far end, or −1
        ("arm", "i1", (2 * MAX_EDGES,)),  # by which arm the dart meets that junction
        ("field", "i2", (2 * MAX_EDGES,)),  # signal field on the dart's edge, or −1
        # dart by which a train that came by this one leaves; −1 in cities
        ("onward", "i2", (2 * MAX_EDGES,)),
        # steps to each city by this dart, all switches and signals open
        ("away", "i2", (MAX_CITIES, 2 * MAX_EDGES)),
        # A line has two directions like an edge: 2·line (+1 backwards).
        ("lines", "i4"),
        ("line", "i2", (2 * MAX_EDGES,)),  # line of a dart, with its direction
        ("rest", "i2", (2 * MAX_EDGES,)),  # segments from a dart to the end of its line
        (
            "signal",
            "i2",
            (2 * MAX_EDGES,),
        ),  # the next dart of its line with a signal field, itself included, or −1
        ("line_junction", "i2", (2 * MAX_LINES,)),  # junction at the far end of a line, or −1 …
        ("line_arm", "i1", (2 * MAX_LINES,)),  # … the arm by which the line meets it …
        ("line_head", "i2", (2 * MAX_LINES,)),  # … or the cell there
        ("line_dart", "i2", (2 * MAX_LINES,)),  # its first dart
        ("follows", "i1", (2 * MAX_LINES,)),  # how many lines a train may take at its far end …
        # … and which: other arms of a junction, all exits of a city
        ("follow", "i2", (2 * MAX_LINES, MAX_EXITS)),
        ("field_line", "i2", (MAX_FIELDS,)),  # line of a field, without direction
        ("arms", "i1", (MAX_JUNCTIONS,)),
        ("choice_junction", "i1", (5 * MAX_JUNCTIONS,)),  # C2: junction of the n-th change of a switch …
        ("first_choice", "i2", (MAX_JUNCTIONS,)),  # … and the first change of each junction
        ("arm_dart", "i2", (MAX_JUNCTIONS, 4)),  # dart that leaves a junction by an arm
        ("exits", "i1", (MAX_CITIES,)),
        ("exit_dart", "i2", (MAX_CITIES, MAX_EXITS)),
        ("field_city", "i1", (MAX_FIELDS,)),  # city that owns the field, or −1 on a line
        ("start_dart", "i2", (MAX_STARTS,)),
        ("slot_cell", "i2", (11,)),  # start place of each of the 11 number slots
        ("slot_number", "i1", (11,)),  # the number printed there
        ("setting", "i1", (MAX_JUNCTIONS,)),  # standard layout
        ("discs", "i4"),  # length of the next
        ("disc_field", "i2", (MAX_DISCS,)),  # signal discs of the standard layout, in order
    ],
    align=True,
)

rules_dtype = np.dtype(
    [
        ("players", "i1"),
        ("tokens", "i1"),
        ("removed", "i1"),
        ("locations", "i1"),
        ("edition", "i1"),
        ("layout", "i1"),
        ("helpers", "i1"),  # bit h for helper H(h+1)
        ("base_discs", "i1"),
        ("extra_discs", "i1"),
        ("goods_each", "i1"),  # goods on each city at setup
        ("need_each", "i1"),  # goods of each colour that a port needs …
        ("need_extra", "i1"),  # … and how many more of any colour
        *((number_field(key), *number.kind) for key, number in HOUSE_NUMBERS.items()),  # V12
        *((ruling_field(ruling), "i1") for ruling in RULINGS),  # whether its second reading holds
        ("die", "i1", (COLOURS, 6)),  # the three of V12 in one table
        ("deploys", "i1", (CARDS + 1,)),
        ("moves", "i1", (CARDS + 1, 3)),  # colour, WILD or NO_SYMBOL
    ],
    align=True,
)

game_dtype = np.dtype(
    [
        ("green", "i8", (FIELD_WORDS,)),  # fields with a disc, as bits
        ("drawn", "i4", (STREAMS,)),  # numbers taken from each random stream
        ("unseen", "i4"),  # timetable cards never revealed, as bits
        ("exits", "i4"),  # exits offered to the mover in a city, as bits
        ("network", "i4"),  # trains on the network, as bits: those with a cell in `pos`
        ("present", "i4"),  # trains on the network when the last player stopped, as bits
        ("todo", "i4"),  # trains of the colour that are still to move, as bits
        ("tokens_left", "i4"),  # V6: location tokens in the stack, bit n for number n+2
        ("placed", "i2"),  # layout by the policy: discs and junctions placed
        ("phase", "i1"),
        ("turn", "i1"),
        ("seat", "i1"),
        ("clock", "i1"),
        ("pile", "i1"),  # timetable cards in the pile, the one under it included, the start card not
        ("bottom", "i1"),  # card known to lie under the pile, or −1
        ("card", "i1"),  # card being resolved
        ("deployment", "i1"),  # deployments of this card done
        ("symbol", "i1"),  # move symbols of this card done
        ("colours", "i1"),  # colours that a wild of this card may not choose any more, as bits
        ("colour", "i1"),  # colour being deployed or moved
        ("first_colour", "i1"),  # D4: colour of the card's first deployment
        ("helpers", "i1"),  # unused helpers, as bits
        ("through", "i1"),  # H2 holds in this turn
        ("held", "i1"),  # train that H6 holds in this turn, or −1
        ("mover", "i1"),
        ("by_card", "i1"),  # the mover was chosen by an action card
        ("rolled", "i1"),  # what the mover rolled …
        ("points", "i1"),  # … and the points that it has left
        ("won", "i1"),
        ("why", "i1"),  # rule that ended the game: E1 and those after it in `codes.py`
        ("spare", "i1"),  # kinds of action that one card of the last player to stop would have paid, as bits
        ("entered", "i2"),  # dart by which the mover entered the city it is in, or −1
        ("executed_cards", "i1"),
        ("executed", "i1", (CARDS,)),
        ("pos", "i2", (MAX_TRAINS,)),  # cell, −1 in the depot
        ("way", "i2", (MAX_TRAINS,)),  # dart by which it will leave, −1 in cities and depot
        ("cargo", "i1", (MAX_TRAINS,)),  # good, or −1
        ("stock", "i1", (MAX_GOODS,)),
        ("delivered", "i1", (MAX_PORTS, MAX_GOODS)),
        ("hand", "i1", (MAX_PLAYERS, KINDS)),
        ("pack", "i2", (KINDS,)),  # action pile
        ("discard", "i2", (KINDS,)),
        ("place", "i2", (13,)),  # start place of each number 2–12
        ("setting", "i1", (MAX_JUNCTIONS,)),
    ],
    align=True,
)


def record_of(measures: Iterable[Counted]) -> np.dtype[Any]:
    """Return the record of an outcome: packed, two-byte numbers first. There is no hole in it, so equal outcomes are equal bytes."""
    return np.dtype(sorted((each.field for each in measures), key=lambda field: field[1], reverse=True))


outcome_dtype = record_of(MEASURES.values())

heat_dtype = np.dtype(
    [
        ("visits", "i8", (MAX_CELLS,)),
        ("stops", "i8", (MAX_CELLS,)),
        ("lost_points", "i8", (MAX_CELLS,)),
        ("head_ons", "i8", (MAX_CELLS,)),
        ("switch_set", "i8", (MAX_JUNCTIONS,)),
        ("switch_passed", "i8", (MAX_JUNCTIONS,)),
        ("field_set", "i8", (MAX_FIELDS,)),
        ("field_passed", "i8", (MAX_FIELDS,)),
    ],
    align=True,
)

dealer_dtype = np.dtype(
    [
        ("key", "u8"),
        ("bad_choice", "i8"),
        ("log_rows", "i4"),
        ("logging", "i4"),
        ("outcome", outcome_dtype),
        ("heat", heat_dtype),
        ("log", "i2", (LOG_ROWS, LOG_WIDTH)),
    ],
    align=True,
)

BOARD = from_dtype(board_dtype)
RULES = from_dtype(rules_dtype)
GAME = from_dtype(game_dtype)
OUTCOME = from_dtype(outcome_dtype)
DEALER = from_dtype(dealer_dtype)
