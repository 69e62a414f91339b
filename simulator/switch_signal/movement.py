"""A train moves: M1–M11 and N2, with the rulings X2, X3, X10."""

from typing import Any

from numba import types

from simulator.core.jit import kernel
from simulator.switch_signal.blunders import book_loss
from simulator.switch_signal.book import end_game, log, use_helper
from simulator.switch_signal.clock import lose_tokens
from simulator.switch_signal.codes import (
    AHEAD,
    ASK_ACT,
    ASK_EXIT,
    ASK_LOGISTICIAN,
    ASK_ORDER,
    ASK_THROUGH,
    CITY,
    E1,
    EV_DELIVER,
    EV_DEPOT,
    EV_MOVE,
    EV_ROLL,
    EV_STEP,
    EV_STOP,
    FREE,
    H1,
    H2,
    HEAD_ON,
    OVER,
    POINTS,
    PORT_REACHED,
    RUNNING,
    START,
    SYMBOL,
)
from simulator.switch_signal.network import (
    book_passage,
    cause_of_stop,
    exits_onward,
    exits_to_leave,
    train_at,
    try_step,
)
from simulator.switch_signal.ports import missing, port_needs, unloads
from simulator.switch_signal.records import (
    BOARD,
    CENTRAL_EUROPE,
    DEALER,
    GAME,
    MAX_TRAINS_OF_A_COLOUR,
    PORT,
    RULES,
    SEGMENT,
    START_PLACE,
)
from simulator.switch_signal.streams import FIRST_TRAIN, draw

i64 = types.int64


@kernel(types.void(GAME))
def ask_for_next_train(g: Any) -> None:
    """M12: ask for the next train of the colour; if none is left, the next symbol of the card is up."""
    if g.todo:
        g.phase = ASK_ORDER
    else:
        g.symbol += 1
        g.phase = SYMBOL


@kernel(types.void(GAME))
def finish_move(g: Any) -> None:
    """Return to where the move came from: the timetable card or the active player's cards."""
    g.mover = g.entered = -1
    g.points = 0
    if g.phase == OVER:
        return
    if g.by_card:
        g.phase = ASK_ACT
    else:
        ask_for_next_train(g)


@kernel(types.void(GAME, DEALER, i64))
def to_depot(g: Any, dealer: Any, train: Any) -> None:
    """Take a train off the network; a good still on it returns to its city (M10, M11)."""
    good = g.cargo[train]
    if good >= 0:
        g.stock[good] += 1
    g.cargo[train] = g.pos[train] = g.way[train] = -1
    g.network &= ~(1 << train)
    log(dealer, EV_DEPOT, train, good, 0, 0, 0, 0)


@kernel(types.void(GAME, DEALER, i64, i64))
def halt(g: Any, dealer: Any, reason: Any, before: Any) -> None:
    """Stop the mover where it is; the rules for the points left follow."""
    cell = g.pos[g.mover]
    dealer.heat.stops[cell] += 1
    log(dealer, EV_STOP, g.mover, cell, reason, g.points, before, 0)


@kernel(types.void(RULES, GAME, DEALER, i64, i64))
def lose_and_remove(rules: Any, g: Any, dealer: Any, cause: Any, tokens: Any) -> None:
    """M3, M10, M11 and K2: tokens first; after a head-on or on a start place the mover and its good are put back, too."""
    book_loss(rules, g, dealer, cause, tokens)
    lose_tokens(rules, g, dealer, cause, tokens)
    if (cause == HEAD_ON or cause == START) and g.phase != OVER:
        to_depot(g, dealer, g.mover)
    finish_move(g)


@kernel(types.void(BOARD, RULES, GAME, DEALER, i64, i64))
def blocked(board: Any, rules: Any, g: Any, dealer: Any, found: Any, dart: Any) -> None:
    """M3, M5–M7, M10, X3: end a move whose next step is not possible, with points left. What comes first on the way decides."""
    cell = g.pos[g.mover]
    cause = cause_of_stop(board, rules, found, dart)
    halt(g, dealer, cause, train_at(g, board.head[dart]) if found >= AHEAD else dart)
    if cause == START:
        lose_and_remove(rules, g, dealer, START, rules.start_place)
        return
    dealer.heat.lost_points[cell] += g.points
    price = rules.unused_point
    if cause == HEAD_ON:
        price = rules.head_on_point
        dealer.outcome.head_ons += 1
        dealer.heat.head_ons[cell] += 1
    lose_and_remove(rules, g, dealer, cause, g.points * price)


@kernel(types.void(BOARD, RULES, GAME, DEALER, i64))
def arrive(board: Any, rules: Any, g: Any, dealer: Any, port: Any) -> None:
    """M9, N3: unload, return to the depot; E1: the last good required wins at once."""
    train = g.mover
    good = g.cargo[train]
    halt(g, dealer, PORT_REACHED, -1)
    outcome = dealer.outcome
    outcome.arrived[train // MAX_TRAINS_OF_A_COLOUR] += 1
    won = False
    if good >= 0:
        counts = port_needs(board, rules, g, port, good)
        g.delivered[port, good] += 1
        g.cargo[train] = -1
        outcome.goods += counts
        outcome.goods_by_turn[g.turn - 1] += counts
        log(dealer, EV_DELIVER, train, good, port, counts, 0, 0)
        won = missing(board, rules, g) == 0
    to_depot(g, dealer, train)
    if won:
        end_game(g, dealer, 1, E1)
    finish_move(g)


@kernel(types.void(GAME, DEALER))
def rest_in_city(g: Any, dealer: Any) -> None:
    """M8, X10: a train that entered a city in this move ends it there, at no cost."""
    halt(g, dealer, CITY, -1)
    finish_move(g)


@kernel(types.void(BOARD, RULES, GAME, DEALER, i64), inline=True)
def go_by(board: Any, rules: Any, g: Any, dealer: Any, dart: Any) -> None:
    """M2: one step of the mover along a dart, for a point; and what the cell it enters does to it.

    M11: a start place takes it off. M8, N2: a city ends its move unless it may run on. M9, N3, X6: a port where it unloads does.
    """
    found, last = try_step(board, g, g.mover, dart)
    if found != FREE:
        blocked(board, rules, g, dealer, found, last)
        return
    train = g.mover
    cell = board.head[last]
    dealer.heat.visits[cell] += 1
    if last != dart or board.field[dart] >= 0:
        book_passage(board, g, dealer, dart)
    g.points -= 1
    g.pos[train] = cell
    g.way[train] = board.onward[last]
    g.phase = RUNNING
    log(dealer, EV_STEP, train, cell, g.way[train], 0, 0, 0)
    kind = board.kind[cell]
    if kind == SEGMENT:
        return
    if kind == START_PLACE:
        halt(g, dealer, START, -1)
        lose_and_remove(rules, g, dealer, START, rules.start_place)
        return
    g.entered = last
    if kind == PORT and unloads(board, rules, g, train, cell - board.goods):
        arrive(board, rules, g, dealer, cell - board.goods)
        return
    may_run_on = board.family != CENTRAL_EUROPE or g.through or g.helpers & (1 << H2)
    if g.points == 0 or not may_run_on:
        rest_in_city(g, dealer)


@kernel(types.void(BOARD, RULES, GAME, DEALER), inline=True)
def run(board: Any, rules: Any, g: Any, dealer: Any) -> None:
    """M2, M4: on along the heading until the points are used, something stops the train, or a city asks for an exit.

    X2: once they are used nobody looks further, so trains may come to stand nose to nose.
    """
    while g.phase == RUNNING:
        if g.points == 0:
            halt(g, dealer, POINTS, -1)
            finish_move(g)
            return
        dart = g.way[g.mover]
        if dart >= 0:
            go_by(board, rules, g, dealer, dart)
        elif g.entered >= 0:
            g.exits = exits_onward(board, rules, g)
            g.phase = ASK_THROUGH
        else:
            g.exits = exits_to_leave(board, rules, g)
            g.phase = ASK_EXIT


@kernel(types.void(BOARD, RULES, GAME, DEALER, i64))
def leave_city(board: Any, rules: Any, g: Any, dealer: Any, exit_index: Any) -> None:
    """X8, X9: out of the city by the exit that was chosen."""
    go_by(board, rules, g, dealer, board.exit_dart[g.pos[g.mover], exit_index])


@kernel(types.void(BOARD, RULES, GAME, DEALER, i64))
def run_through(board: Any, rules: Any, g: Any, dealer: Any, exit_index: Any) -> None:
    """H2 (declared now, if it was not), N2: on by another entrance of the city."""
    if board.family == CENTRAL_EUROPE and not g.through:
        use_helper(g, dealer, H2, g.mover)
        g.through = 1
    leave_city(board, rules, g, dealer, exit_index)


@kernel(types.void(RULES, GAME, DEALER), inline=True)
def roll(rules: Any, g: Any, dealer: Any) -> None:
    """M1: one roll of the colour's die, then the move, unless H1 may still ask for another roll."""
    colour = g.mover // MAX_TRAINS_OF_A_COLOUR
    g.points = g.rolled = rules.die[colour, draw(g, dealer, FIRST_TRAIN + g.mover, 6)]
    log(dealer, EV_ROLL, g.mover, g.points, 0, 0, 0, 0)
    g.phase = ASK_LOGISTICIAN if g.helpers & (1 << H1) else RUNNING


@kernel(types.void(RULES, GAME, DEALER))
def roll_again(rules: Any, g: Any, dealer: Any) -> None:
    """H1: the new result counts."""
    use_helper(g, dealer, H1, g.mover)
    roll(rules, g, dealer)


@kernel(types.void(RULES, GAME, DEALER, i64, i64))
def move_train(rules: Any, g: Any, dealer: Any, train: Any, by_card: Any) -> None:
    """M1: the train is chosen before its roll."""
    g.mover = train
    g.by_card = by_card
    g.entered = -1
    log(dealer, EV_MOVE, train, by_card, 0, 0, 0, 0)
    roll(rules, g, dealer)
