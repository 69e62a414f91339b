"""How good a position is, in steps of way: what is left to do for every good, what the next card is expected to bring, what cards are worth.

`survey` works everything out once for a decision; `change` is what a trial alters, by the few trains that it affects.
"""

from typing import Any

from numba import types

from policies.switch_signal.planning.assignment import assign_trains, expect_trains, expect_work
from policies.switch_signal.planning.needs import know_nearness, note_all_needs
from policies.switch_signal.planning.odds import foresee_cards, know_cards, next_card
from policies.switch_signal.planning.prices import price_cards
from policies.switch_signal.planning.prospects import know_dice, look_ahead
from policies.switch_signal.planning.values import worth
from policies.switch_signal.planning.walks import set_out
from policies.switch_signal.planning.ways import know_ways
from policies.switch_signal.planning.weights import AGAINST, ATTENTION, FACING
from simulator.core.bits import lowest_bit
from simulator.core.jit import kernel
from simulator.switch_signal.limits import MAX_GOODS, MAX_PORTS
from simulator.switch_signal.mind import watches
from simulator.switch_signal.mind_records import MIND, TRIAL
from simulator.switch_signal.records import BOARD, GAME, MAX_TRAINS, MAX_TRAINS_OF_A_COLOUR, RULES

i64, f64 = types.int64, types.float64


@kernel(i64(BOARD, GAME, MIND, i64))
def is_studied(board: Any, g: Any, mind: Any, watched: Any) -> Any:
    """Whether the position that was studied last is this one, in all that a study depends on, with the same trains watched."""
    plan = mind.plan
    differs = (plan.watched ^ watched) | (plan.seen_through ^ g.through)
    for word in range(board.words):
        differs |= plan.seen_green[word] ^ g.green[word]
    for junction in range(board.junctions):
        differs |= plan.seen_setting[junction] ^ g.setting[junction]
    for train in range(MAX_TRAINS):
        differs |= plan.seen_pos[train] ^ g.pos[train]
        differs |= plan.seen_way[train] ^ g.way[train]
        differs |= plan.seen_cargo[train] ^ g.cargo[train]
    for good in range(MAX_GOODS):
        differs |= plan.seen_stock[good] ^ g.stock[good]
        for port in range(MAX_PORTS):
            differs |= plan.seen_delivered[port, good] ^ g.delivered[port, good]
    return plan.studied and not differs


@kernel(i64(GAME, MIND))
def trains_watched(g: Any, mind: Any) -> Any:
    """Toss a coin for each train, and return those that the players keep in mind this turn, as bits. The others are overlooked until the next."""
    watched = 0
    for train in range(MAX_TRAINS):
        if watches(mind, g.turn * MAX_TRAINS + train, mind.params[ATTENTION]):
            watched |= 1 << train
    return watched & ~mind.plan.overlooked


@kernel(types.void(BOARD, RULES, GAME, MIND))
def know_game(board: Any, rules: Any, g: Any, mind: Any) -> None:
    """What holds for a whole game."""
    mind.plan.game_known = 1
    mind.plan.foreseen = -1
    know_dice(rules, mind)
    know_cards(rules, mind)
    price_cards(mind)
    know_nearness(mind)
    expect_trains(board, g, mind)


@kernel(types.void(BOARD, RULES, GAME, MIND))
def study(board: Any, rules: Any, g: Any, mind: Any) -> None:
    """Ways, errands, needs, and what every train's next move may bring."""
    plan = mind.plan
    plan.studied = 1
    plan.seen_through = g.through
    plan.seen_cargo[:] = g.cargo
    plan.seen_stock[:] = g.stock
    plan.seen_delivered[:] = g.delivered
    know_ways(board, rules, g, mind)
    expect_work(board, mind)
    assign_trains(board, rules, g, mind)
    note_all_needs(board, g, mind)
    plan.met_junction[: board.junctions] = 0
    plan.met_field[: board.fields] = 0
    plan.met_cell[: board.cells] = 0
    plan.colour_gain[:] = 0.0
    plan.gain[:] = 0.0
    trains = g.network
    while trains:
        train = lowest_bit(trains)
        trains &= trains - 1
        plan.value[train] = worth(board, g, mind, train, g.pos[train], g.way[train])
        if not (plan.watched >> train) & 1:
            set_out(mind, plan.trails[train], train, g.way[train])
            continue
        plan.mark = 1 << train
        plan.gain[train] = look_ahead(board, rules, g, mind, plan.trails[train], train)
        plan.colour_gain[train // MAX_TRAINS_OF_A_COLOUR] += plan.gain[train]
    plan.mark = 0
    plan.known_now[:] = -1


@kernel(f64(BOARD, GAME, MIND, i64))
def meeting(board: Any, g: Any, mind: Any, train: Any) -> Any:
    """What it costs that a train stands against others: on a line that they want the other way, or face to face with them."""
    if g.pos[train] < 0 or g.way[train] < 0:
        return 0.0
    line = board.line[g.way[train]]
    cost = mind.params[AGAINST] * min(mind.plan.line_need[line ^ 1], 1.0)
    others = g.network if mind.plan.coming[line] else 0
    while others:
        other = lowest_bit(others)
        others &= others - 1
        if g.way[other] < 0 or board.line[g.way[other]] != line ^ 1:
            continue
        # Face to face if what lies before one reaches past the other.
        if board.rest[g.way[train]] + board.rest[g.way[other]] >= board.rest[board.line_dart[line]]:
            cost += mind.params[FACING]
    return cost


@kernel(types.void(BOARD, RULES, GAME, MIND, i64, f64))
def survey(board: Any, rules: Any, g: Any, mind: Any, now: Any, later: Any) -> None:
    """Everything that is worked out once for a decision, and the value of the position as it is.

    `now`: trains that will move before any player's turn; `later`: how much the next card counts.
    """
    plan = mind.plan
    if not plan.game_known:
        know_game(board, rules, g, mind)
    watched = trains_watched(g, mind)
    if not is_studied(board, g, mind, watched):
        plan.watched = watched
        study(board, rules, g, mind)
    foresee_cards(g, mind)
    plan.now, plan.later = now, later
    plan.card_base = next_card(mind, plan.colour_gain[0], plan.colour_gain[1], plan.colour_gain[2])
    plan.base = plan.card_base
    for train in range(MAX_TRAINS):
        if (now >> train) & 1:
            plan.base += plan.gain[train]


@kernel(f64(BOARD, RULES, GAME, MIND, i64, i64, f64))
def change(board: Any, rules: Any, g: Any, mind: Any, affected: Any, seen: Any, ahead: Any) -> Any:
    """What a trial changes in the prospects of trains: only those in `affected` (bits) look ahead anew, but for one of which that is known."""
    if not affected:
        return 0.0
    plan = mind.plan
    black, brown, grey = plan.colour_gain[0], plan.colour_gain[1], plan.colour_gain[2]
    total = -plan.card_base
    while affected:
        train = lowest_bit(affected)
        affected &= affected - 1
        gained = -plan.gain[train]
        if train == seen:
            gained += ahead
        elif g.pos[train] >= 0:
            gained += look_ahead(board, rules, g, mind, plan.trails[TRIAL], train)
        if train < MAX_TRAINS_OF_A_COLOUR:
            black += gained
        elif train < 2 * MAX_TRAINS_OF_A_COLOUR:
            brown += gained
        else:
            grey += gained
        if (plan.now >> train) & 1:
            total += gained
    return total + next_card(mind, black, brown, grey)
