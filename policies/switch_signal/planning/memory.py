"""What planning and searching players keep in their rooms from decision to decision (`policies/switch_signal/seam.py`), and the list of offers in it.

All of them view their rooms as the same record, so that whoever wants to know why one of them answered as it did finds the reasons in one place.
"""

from typing import Any

import numpy as np
from numba import from_dtype, types

from policies.switch_signal.planning.errands import errands_dtype
from simulator.core.jit import kernel
from simulator.switch_signal.limits import (
    CARDS,
    MAX_CELLS,
    MAX_CITIES,
    MAX_FIELDS,
    MAX_GOODS,
    MAX_JUNCTIONS,
    MAX_LINES,
    MAX_PORTS,
)
from simulator.switch_signal.mind_records import MIND, mind_dtype
from simulator.switch_signal.records import COLOURS, FIELD_WORDS, KINDS, MAX_TRAINS

MAX_OFFERS, PARTS, FACTS, MAX_TASKS, MAX_ANSWERS = 256, 5, 16, 48, 16
JUNCTION_WORDS = (MAX_JUNCTIONS + 63) // 64
PLANNING = int.from_bytes(b"planning", "little")  # in the first word of a room that holds such a memory

# A walk (`policies/switch_signal/planning/walks.py`), by steps: the cell, the dart by which a train there goes on, and what it is worth there.
trail_dtype = np.dtype(
    [
        ("cell", "i2", (20,)),
        ("way", "i2", (20,)),
        ("value", "f8", (20,)),
        ("off_value", "f8"),  # … when a head-on, a start place or a port takes it off
        ("steps", "i8"),
        ("stop", "i8"),  # what stops the train after them; FREE: nobody has looked further
        ("onward", "i8"),  # dart by which it would go on
        ("haven", "i8"),  # last city in which the train may stay, or −1
        ("first_city", "i8"),  # the first one that it may run through, or −1
    ],
    align=True,
)
TRIAL = MAX_TRAINS  # the trail for trials

# What a planning player knows (`policies/switch_signal/planner.py` and what it imports): the one record that its kernels work on. Much of it
# is kept from decision to decision as long as it holds: of a game, of a position (`studied`), of a pile (`foreseen`), of lines and ways, which
# are mended where something has changed.
plan_dtype = np.dtype(
    [
        # As they are at the start of a game (`recall`); people change their parameters.
        ("key", "u8"),  # of its own random numbers
        ("params", "f8", mind_dtype["params"].shape),
        ("at", "i2", (MAX_CELLS,)),  # train on a cell, or −1
        # Ways (`policies/switch_signal/planning/ways.py`), in ticks.
        ("cost", "i4", (2 * MAX_LINES,)),  # of a line: segments, red fields, a train that comes against …
        ("old_cost", "i4", (2 * MAX_LINES,)),  # … and what it was when ways were last mended
        ("leads", "i2", (2 * MAX_LINES,)),  # line to which the junction at the far end leads on, or −1 …
        ("old_leads", "i2", (2 * MAX_LINES,)),
        ("gate", "i4", (2 * MAX_LINES,)),  # ticks to go on elsewhere: a switch to set, or a city to pass …
        ("past", "i2", (2 * MAX_LINES,)),  # … and to which cities one may go past the far end, as bits
        ("coming", "i1", (2 * MAX_LINES,)),  # how many trains come along a line from its far end
        ("changes", "i8"),
        ("changed", "i2", (2 * MAX_LINES,)),  # lines whose cost or lead has changed …
        ("listed", "i1", (2 * MAX_LINES,)),  # … and whether a line is one of them
        ("lines_known", "i8"),  # whether all that was measured before, with what is here:
        ("seen_green", "i8", (FIELD_WORDS,)),
        ("seen_setting", "i1", (MAX_JUNCTIONS,)),
        ("seen_pos", "i2", (MAX_TRAINS,)),
        ("seen_way", "i2", (MAX_TRAINS,)),
        ("after", "i4", (2 * MAX_LINES, 8)),  # way to each city from the far end of a line …
        ("between", "i4", (MAX_CITIES, 8)),  # … and from a city
        ("wanted", "i8"),  # cities that ways are known to, as bits
        ("lost", "i2", (2 * MAX_LINES + 1,)),  # lines that lost ways, and room for one that did not …
        ("lost_lanes", "i2", (2 * MAX_LINES,)),  # … to which cities, as bits …
        ("untold", "i2", (2 * MAX_LINES,)),  # … and which of that the lines before do not know
        ("queue", "i2", (2 * MAX_LINES + 1,)),  # lines with news to tell, and room for one without
        ("queued", "i1", (2 * MAX_LINES,)),
        (
            "errands",
            errands_dtype,
        ),  # where each train shall go, and what is wanted that none is assigned to yet
        ("tail", "f8", (MAX_TRAINS,)),  # steps that remain when it is there
        ("weight", "f8", (MAX_TRAINS,)),  # how much its steps count
        ("value", "f8", (MAX_TRAINS,)),  # of the place where it is
        ("gain", "f8", (MAX_TRAINS,)),  # expected from its next move
        ("colour_gain", "f8", (COLOURS,)),  # sum of gains
        ("now", "i8"),  # trains that move yet before any player's turn, as bits
        ("later", "f8"),  # how much the next card counts
        ("base", "f8"),  # value of the position …
        ("card_base", "f8"),  # … that of the next card in it
        ("watched", "i8"),  # trains that the players have an eye on, as bits …
        ("overlooked", "i8"),  # … and those that they have lost sight of
        ("own_cards", "i8"),  # whether nobody thinks of paying with other cards than those of the action
        # Whether a position was studied before: that with `seen_green` and so on, and with this:
        ("studied", "i8"),
        ("seen_through", "i8"),
        ("seen_cargo", "i1", (MAX_TRAINS,)),
        ("seen_stock", "i1", (MAX_GOODS,)),
        ("seen_delivered", "i1", (MAX_PORTS, MAX_GOODS)),
        ("game_known", "i8"),  # whether what holds for a whole game has been worked out
        ("faces", "i8", (COLOURS,)),  # of the dice, as bits …
        ("most", "i8", (COLOURS,)),  # … and the highest
        ("nearness", "f8", (64,)),  # how much a need counts that is so many steps away
        ("kept", "f8", (KINDS, 16)),  # worth of so many cards of a kind in a hand
        ("mark", "i8"),  # train that looks ahead, as a bit; 0 while trying
        ("met_junction", "i2", (MAX_JUNCTIONS,)),  # trains whose next move may meet a junction, as bits …
        ("met_field", "i2", (MAX_FIELDS,)),  # … a field …
        ("met_cell", "i2", (MAX_CELLS,)),  # … a cell
        ("fresh", "f8", (MAX_GOODS,)),  # steps for a good that no train is assigned to
        ("fetch", "f8", (MAX_GOODS,)),  # steps of a train newly deployed to a city, on average
        ("setting_need", "f8", (MAX_JUNCTIONS, 6)),  # trains that want a setting, near ones more …
        ("junctions_wanted", "i8", (JUNCTION_WORDS,)),  # … and of which junctions any is wanted, as bits
        ("field_need", "f8", (MAX_FIELDS,)),  # … a green field
        ("line_need", "f8", (2 * MAX_LINES,)),  # … to run along a line
        (
            "movers",
            "i8",
            (8, COLOURS),
        ),  # timetable cards that move a colour, as bits, by which colours gain more
        ("foreseen", "i8"),  # the pile for which the next two were worked out
        ("share_of", "f8", (CARDS + 1,)),  # chance that the next card is one of so many
        # chance that the next card moves a colour, by which colours gain more
        ("shares", "f8", (8, COLOURS)),
        ("offers", "i8"),  # answers that were valued …
        ("offer", "i8", (MAX_OFFERS,)),
        ("offer_gain", "f8", (MAX_OFFERS,)),
        ("offer_parts", "f8", (MAX_OFFERS, PARTS)),  # … and what their gains consist of
        ("parts", "f8", (PARTS,)),  # of the gain that was worked out last
        # By points: the value of a train after its move, tokens lost, where it ends, and what its next move may bring.
        ("end_value", "f8", (10,)),
        ("end_lost", "i8", (10,)),
        ("end_step", "i2", (10,)),
        ("end_cell", "i2", (10,)),
        ("end_way", "i2", (10,)),
        ("end_ahead", "f8", (10,)),
        # Moves that were tried: for which trains to move before and for how much of the next card, and the parts of their gains by points.
        ("known_now", "i8", (MAX_TRAINS,)),
        ("known_later", "f8", (MAX_TRAINS,)),
        ("points_parts", "f8", (MAX_TRAINS, 10, PARTS)),
        ("points_gain", "f8", (10,)),  # best so far …
        ("points_length", "i8", (10,)),  # … and how far it runs (X8)
        ("roll_value", "f8", (10,)),  # by points: out of a city by the best exit …
        ("roll_risk", "f8", (10,)),  # … the tokens that this may cost …
        ("roll_length", "i8", (10,)),  # … and how far it runs (X8)
        ("trails", trail_dtype, (MAX_TRAINS + 1,)),  # of every train as it is, and one for trials
    ],
    align=True,
)

# The plan, and what a searching player works out from it.
memory_dtype = np.dtype(
    [
        ("begun", "i8"),  # PLANNING, once the game has begun for this player
        ("plan", plan_dtype),
        # Standing (`policies/switch_signal/planning/standing.py`).
        ("tasks", "i8"),  # goods still to be brought home …
        ("moves", "f8", (MAX_TASKS,)),  # … the moves that each takes, fewest first …
        ("kinds", "i1", (MAX_TASKS,)),  # … and what it is on
        ("facts", "f8", (FACTS,)),  # about a position, for its standing
        # Search (`policies/switch_signal/expert.py`).
        ("answered", "i8"),  # answers that it compares …
        ("answers", "i8", (MAX_ANSWERS,)),
        ("played", "i8", (MAX_ANSWERS,)),  # … in how many imagined futures …
        ("worths", "f8", (MAX_ANSWERS,)),  # … what they came to there …
        ("chances", "f8", (MAX_ANSWERS,)),  # … the chance to win in that …
        ("opinions", "f8", (MAX_ANSWERS,)),  # … what was thought of them before …
        ("last_worth", "f8", (MAX_ANSWERS,)),  # … what they came to in the last future …
        # … and the squares of differences of any two, summed over futures
        ("apart", "f8", (MAX_ANSWERS, MAX_ANSWERS)),
    ],
    align=True,
)

TRAIL = from_dtype(trail_dtype)
PLAN = from_dtype(plan_dtype)
MEMORY = from_dtype(memory_dtype)

# What a gain consists of: way made or opened, tokens lost, what the next card may bring, meetings of trains, the price of cards or helpers.
WAY, TOKENS, PROSPECTS, MEETINGS, PRICE = 0, 1, 2, 3, 4


@kernel(types.void(PLAN, types.int64))
def note_offer(plan: Any, code: Any) -> None:
    """Add an answer that is worth a thought, with `parts` as its gain.

    The planner gives the best of them; the expert plays the best few on; `sim replay --explain` shows them.
    """
    if plan.offers < MAX_OFFERS:
        plan.offer[plan.offers] = code
        plan.offer_parts[plan.offers] = plan.parts
        plan.offer_gain[plan.offers] = plan.parts.sum()
        plan.offers += 1


@kernel(types.void(PLAN, types.int64, types.float64, types.float64, types.float64))
def note_gain(plan: Any, code: Any, way: Any, prospects: Any, price: Any) -> None:
    """Add an answer that makes way and changes prospects at a price, and neither loses tokens nor lets trains meet."""
    plan.parts[:] = 0.0
    plan.parts[WAY], plan.parts[PROSPECTS], plan.parts[PRICE] = way, prospects, -price
    note_offer(plan, code)


@kernel(types.int64(PLAN))
def best_offer(plan: Any) -> Any:
    """Return the answer that gains most; of equals the first."""
    return plan.offer[plan.offer_gain[: plan.offers].argmax()]


@kernel(types.int64(MIND, MEMORY))
def recall(mind: Any, memory: Any) -> Any:
    """Tell, before every decision, whether nothing is remembered of this game. Then the game before is forgotten, and key and parameters are taken from the mind."""
    if memory.begun == PLANNING:
        return 0
    memory.begun = PLANNING
    memory.answered = 0
    plan = memory.plan
    plan.key = mind.key
    plan.params[:] = mind.params
    plan.overlooked = 0
    plan.own_cards = 0
    plan.studied = 0
    plan.lines_known = 0
    plan.game_known = 0
    return 1


def memory_of(mind: Any) -> Any:
    """Return the memory in a mind, to read and write, for Python; in one whose player does not plan it means nothing (`begun`)."""
    return mind["room"].view(np.uint8)[: memory_dtype.itemsize].view(memory_dtype)[0]
