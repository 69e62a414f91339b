"""The whole game in two functions: apply a choice, and run on to the next decision.

The order of a turn (T1, T2, T3) stands in the phases that the rule modules set; this module only leads from one to the next.
"""

from typing import Any

from numba import types

from simulator.core.jit import kernel
from simulator.switch_signal.actions import play_action
from simulator.switch_signal.choices import first_of, verb_of
from simulator.switch_signal.codes import (
    ASK_ACT,
    ASK_CONDUCTOR,
    ASK_DEPLOY,
    ASK_DRAW,
    ASK_EXIT,
    ASK_LAYOUT,
    ASK_LOGISTICIAN,
    ASK_ORDER,
    ASK_PLACE,
    ASK_THROUGH,
    ASK_TRACK_KEEPER,
    ASK_WILD,
    DEALING,
    DEPLOYMENT,
    FIRST_ASK,
    HOLD,
    NO,
    OVER,
    RUNNING,
    SYMBOL,
    TURN_BEGINS,
)
from simulator.switch_signal.decisions import is_legal, only_answer
from simulator.switch_signal.deployment import (
    choose_colour,
    next_deployment,
    place_by_chance,
    place_by_choice,
)
from simulator.switch_signal.hands import deal, draw_cards, stop_acting
from simulator.switch_signal.layout import place_disc
from simulator.switch_signal.movement import leave_city, rest_in_city, roll_again, run, run_through
from simulator.switch_signal.records import BOARD, DEALER, GAME, RULES
from simulator.switch_signal.timetable import (
    begin_colour,
    begin_turn,
    hold_colour,
    hold_train,
    move_next,
    next_symbol,
    put_under,
)

i64 = types.int64


@kernel(types.void(BOARD, RULES, GAME, DEALER, i64))
def carry_out(board: Any, rules: Any, g: Any, dealer: Any, code: Any) -> None:
    """Do what a legal choice says."""
    phase = g.phase
    a = first_of(code)
    if phase == ASK_ACT:
        if code == NO:
            stop_acting(board, rules, g, dealer)
        else:
            play_action(rules, g, dealer, code)
    elif phase == ASK_LOGISTICIAN:
        if code == NO:
            g.phase = RUNNING
        else:
            roll_again(rules, g, dealer)
    elif phase == ASK_ORDER:
        if verb_of(code) == HOLD:
            hold_train(g, dealer, a)
        else:
            move_next(rules, g, dealer, a)
    elif phase == ASK_EXIT:
        leave_city(board, rules, g, dealer, a)
    elif phase == ASK_THROUGH:
        if code == NO:
            rest_in_city(g, dealer)
        else:
            run_through(board, rules, g, dealer, a)
    elif phase == ASK_DEPLOY:
        choose_colour(g, a)
    elif phase == ASK_PLACE:
        if code == NO:
            place_by_chance(board, rules, g, dealer)
        else:
            place_by_choice(board, rules, g, dealer, a)
    elif phase == ASK_WILD:
        begin_colour(board, rules, g, a)
    elif phase == ASK_CONDUCTOR:
        if code == NO:
            g.phase = ASK_ORDER
        else:
            hold_colour(g, dealer)
    elif phase == ASK_TRACK_KEEPER:
        if code == NO:
            g.phase = DEPLOYMENT
        else:
            put_under(rules, g, dealer)
    elif phase == ASK_DRAW:
        draw_cards(rules, g, dealer, a)
    elif phase == ASK_LAYOUT:
        place_disc(board, rules, g, dealer, code)


@kernel(types.void(BOARD, RULES, GAME, DEALER))
def run_on(board: Any, rules: Any, g: Any, dealer: Any) -> None:
    """To the next decision with at least two answers, or to the end. Single answers are carried out unasked."""
    while True:
        phase = g.phase
        if phase >= FIRST_ASK:
            answer = only_answer(board, rules, g)
            if answer < 0:
                return
            carry_out(board, rules, g, dealer, answer)
        elif phase == RUNNING:
            run(board, rules, g, dealer)
        elif phase == SYMBOL:
            next_symbol(board, rules, g)
        elif phase == DEPLOYMENT:
            next_deployment(rules, g, dealer)
        elif phase == TURN_BEGINS:
            begin_turn(rules, g, dealer)
        elif phase == DEALING:
            deal(rules, g, dealer)
        elif phase == OVER:
            return


@kernel(i64(BOARD, RULES, GAME, DEALER, i64), inline=True)
def apply_choice(board: Any, rules: Any, g: Any, dealer: Any, code: Any) -> Any:
    """Carry a choice out if it is legal; 0 and nothing changed if not."""
    if not is_legal(board, rules, g, code):
        dealer.bad_choice = code
        return 0
    carry_out(board, rules, g, dealer, code)
    return 1
