"""Plays as in a first game: trains go for goods and the port by the shortest way, and what is directly in the way is opened.

It loads when it can, then clears the next step of one train after another, loaded ones first, then spends move cards on trains that can run.
It forgets the helpers, does not ask what the next timetable card may do, keeps no card back, and does not see that trains meet.
It is weaker than what is reported of first games, which end with about half of the goods delivered: here it is a quarter or so (docs/ladder.md).
"""

from typing import Any

from numba import types

from policies.switch_signal.planning.errands import (
    ERRANDS,
    assign,
    dart_towards,
    errands_dtype,
    exit_towards,
    next_hindrance,
    setting_towards,
    steps_to,
)
from policies.switch_signal.seam import DECIDE
from simulator.core.jit import kernel
from simulator.core.views import view_as
from simulator.switch_signal.actions import may_go, nth_payment, trains_for_cards, trains_to_load
from simulator.switch_signal.choices import choice, choice1
from simulator.switch_signal.codes import (
    ARM,
    ASK_ACT,
    ASK_DRAW,
    ASK_EXIT,
    ASK_LAYOUT,
    ASK_ORDER,
    ASK_THROUGH,
    ASK_WILD,
    BY,
    COLOUR,
    FREE,
    GO,
    H2,
    LOAD,
    LOADING,
    MOVE,
    MOVE_CARD,
    NO,
    RED,
    SIGNAL,
    SIGNAL_CARD,
    SWITCH,
    SWITCH_CARD,
)
from simulator.switch_signal.decisions import count_choices, nth_choice
from simulator.switch_signal.mind import whim
from simulator.switch_signal.network import is_green
from simulator.switch_signal.records import (
    BOARD,
    COLOURS,
    FAR,
    GAME,
    MAX_TRAINS,
    MAX_TRAINS_OF_A_COLOUR,
    RULES,
)
from simulator.switch_signal.timetable import wild_colours

i64 = types.int64


@kernel(i64(BOARD, GAME, i64))
def about_to_pass(board: Any, g: Any, field: Any) -> Any:
    """Whether a train stands directly before this field."""
    for train in range(MAX_TRAINS):
        if g.way[train] >= 0 and board.field[g.way[train]] == field:
            return 1
    return 0


@kernel(i64(BOARD, GAME, i64))
def disc_for(board: Any, g: Any, field: Any) -> Any:
    """A green field whose disc may go to this one, not one that a train is about to pass; −1 if there is none."""
    found = -1
    for disc in range(board.fields):
        if is_green(g, disc) and may_go(board, g, disc, field) and not about_to_pass(board, g, disc):
            if board.field_city[disc] == board.field_city[field]:
                return disc
            found = disc
    return found


@kernel(i64(BOARD, RULES, GAME, ERRANDS, i64))
def clear_way(board: Any, rules: Any, g: Any, errands: Any, train: Any) -> Any:
    """The action that opens the next step of a train, or −1."""
    goal = errands.goal[train]
    dart = dart_towards(board, g, train, goal)
    if dart < 0:
        return -1
    found, where = next_hindrance(board, g, dart, goal)
    if found == ARM:
        payment = nth_payment(rules, g, SWITCH_CARD, 0)
        setting = setting_towards(board, where, goal)
        if payment >= 0 and setting >= 0:
            return choice(SWITCH, board.junction[where], setting, payment)
    elif found == RED:
        payment = nth_payment(rules, g, SIGNAL_CARD, 0)
        disc = disc_for(board, g, board.field[where])
        if payment >= 0 and disc >= 0:
            return choice(SIGNAL, disc, board.field[where], payment)
    return -1


@kernel(i64(BOARD, RULES, GAME, ERRANDS))
def act(board: Any, rules: Any, g: Any, errands: Any) -> Any:
    """T2: load; open the way of one train after another; run."""
    assign(board, rules, g, errands)
    loadable = trains_to_load(board, g)
    payment = nth_payment(rules, g, LOADING, 0)
    if loadable and payment >= 0:
        for train in range(MAX_TRAINS):
            if (loadable >> train) & 1 and errands.goal[train] == g.pos[train]:
                return choice(LOAD, train, 0, payment)
    for loaded in range(1, -1, -1):
        for train in range(MAX_TRAINS):
            if (
                errands.goal[train] >= 0
                and errands.goal[train] != g.pos[train]
                and (g.cargo[train] >= 0) == loaded
            ):
                code = clear_way(board, rules, g, errands, train)
                if code >= 0:
                    return code
    if g.hand[g.seat, MOVE_CARD] > 0:
        movable, best, most = trains_for_cards(rules, g), -1, -1
        for train in range(MAX_TRAINS):
            goal = errands.goal[train]
            if (movable >> train) & 1 and goal >= 0 and goal != g.pos[train]:
                dart = dart_towards(board, g, train, goal)
                if dart >= 0 and next_hindrance(board, g, dart, goal)[0] == FREE:
                    merit = (1000 if g.cargo[train] >= 0 else 500) - steps_to(board, g, train, goal)
                    if merit > most:
                        best, most = train, merit
        if best >= 0:
            return choice(MOVE, best, 0, nth_payment(rules, g, MOVE_CARD, 0))
    return NO


@kernel(i64(BOARD, GAME, ERRANDS))
def nearest_first(board: Any, g: Any, errands: Any) -> Any:
    """M12: the train that is nearest to its goal moves first, so that those behind it have room."""
    best, fewest = -1, FAR + 2
    for train in range(MAX_TRAINS):
        if (g.todo >> train) & 1:
            goal = errands.goal[train]
            steps = steps_to(board, g, train, goal) if goal >= 0 else FAR + 1
            if steps < fewest:
                best, fewest = train, steps
    return choice1(GO, best)


@kernel(i64(BOARD, GAME, ERRANDS))
def wild_colour(board: Any, g: Any, errands: Any) -> Any:
    """M13: the colour of which most trains can run towards their goal, less those that cannot."""
    best, most = -1, -100
    offered = wild_colours(g)
    for colour in range(COLOURS):
        if (offered >> colour) & 1:
            merit = 0
            for train in range(colour * MAX_TRAINS_OF_A_COLOUR, (colour + 1) * MAX_TRAINS_OF_A_COLOUR):
                goal = errands.goal[train]
                if g.pos[train] >= 0:
                    dart = dart_towards(board, g, train, goal) if goal >= 0 and goal != g.pos[train] else -1
                    merit += 1 if dart >= 0 and next_hindrance(board, g, dart, goal)[0] == FREE else -1
            if merit > most:
                best, most = colour, merit
    return choice1(COLOUR, best)


@kernel(DECIDE, entry=True)
def decide(board: Any, rules: Any, game: Any, mind: Any) -> Any:
    phase = game.phase
    if phase == ASK_ACT:
        return act(board, rules, game, view_as(mind.room, errands_dtype))
    if phase == ASK_DRAW:
        return nth_choice(board, rules, game, count_choices(board, rules, game) - 1)
    if phase == ASK_LAYOUT:
        return nth_choice(board, rules, game, whim(mind, count_choices(board, rules, game)))
    if phase == ASK_EXIT or phase == ASK_THROUGH or phase == ASK_ORDER or phase == ASK_WILD:
        errands = view_as(mind.room, errands_dtype)
        assign(board, rules, game, errands)
        if phase == ASK_ORDER:
            return nearest_first(board, game, errands)
        if phase == ASK_WILD:
            return wild_colour(board, game, errands)
        city, goal = game.pos[game.mover], errands.goal[game.mover]
        if phase == ASK_THROUGH and (
            goal < 0 or goal == city or (game.helpers & (1 << H2) and not game.through)
        ):
            return NO
        exit_index = exit_towards(board, city, game.exits, goal) if goal >= 0 else -1
        if exit_index >= 0:
            return choice1(BY, exit_index)
    return nth_choice(board, rules, game, 0)
