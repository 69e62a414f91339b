"""The practised table: a way for every train, what the next card may do to it, and cards spent where they gain most.

Every answer is tried on the position and valued (`policies/switch_signal/planning/trials.py`, `policies/switch_signal/planning/evaluation.py`); the best one is given.
"""

from typing import Any

from numba import types

from policies.switch_signal.planning.assignment import steps_home
from policies.switch_signal.planning.evaluation import survey
from policies.switch_signal.planning.memory import (
    PARTS,
    PLAN,
    PRICE,
    PROSPECTS,
    best_offer,
    memory_dtype,
    note_gain,
    note_offer,
    recall,
)
from policies.switch_signal.planning.moves import gain_of_move, gain_of_roll, gain_of_run
from policies.switch_signal.planning.odds import card_gain, kind_of, next_card
from policies.switch_signal.planning.prices import cheapest_cards, helper_worth
from policies.switch_signal.planning.trials import choose_place, deploy, try_moves, try_signals, try_switches
from policies.switch_signal.planning.weights import LATER_CARD, NEXT_CARD
from policies.switch_signal.seam import DECIDE
from simulator.core.jit import kernel
from simulator.core.views import view_as
from simulator.switch_signal.actions import trains_to_load
from simulator.switch_signal.book import is_last_turn
from simulator.switch_signal.choices import choice, choice1
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
    BY,
    COLOUR,
    GO,
    H2,
    H6,
    HOLD,
    LOAD,
    MOVE_CARD,
    NO,
    SIGNAL,
    SWITCH,
    USE,
)
from simulator.switch_signal.decisions import count_choices, nth_choice
from simulator.switch_signal.layout import is_legal_layout
from simulator.switch_signal.records import BOARD, COLOURS, GAME, MAX_TRAINS, MAX_TRAINS_OF_A_COLOUR, RULES
from simulator.switch_signal.timetable import wild_colours

i64, f64 = types.int64, types.float64


@kernel(i64(BOARD, RULES, GAME, PLAN, i64))
def comes_home(board: Any, rules: Any, g: Any, plan: Any, train: Any) -> Any:
    """Whether a good that is loaded now may still be delivered: after the last timetable card only this turn's cards move trains."""
    if not is_last_turn(g):
        return 1
    cards = g.hand[g.seat].sum() - rules.loading_cards
    moves = min(g.hand[g.seat, MOVE_CARD], cards)
    moves += (cards - moves) // max(1, rules.any_action_cards)
    most = plan.most[train // MAX_TRAINS_OF_A_COLOUR]
    return 1 if steps_home(board, plan, g.pos[train]) <= moves * most else 0


@kernel(types.void(BOARD, RULES, GAME, PLAN))
def act(board: Any, rules: Any, g: Any, plan: Any) -> None:
    """T2: load where it was planned; else stop, or play a card."""
    survey(board, rules, g, plan, 0, plan.params[NEXT_CARD])
    loadable = trains_to_load(board, g) & plan.watched
    if loadable:
        payment = cheapest_cards(rules, g, plan, rules.loading_cards)
        for train in range(MAX_TRAINS):
            here = (loadable >> train) & 1 and plan.errands.goal[train] == g.pos[train]
            if here and payment >= 0 and comes_home(board, rules, g, plan, train):
                note_gain(plan, choice(LOAD, train, 0, payment), 0.0, 0.0, 0.0)
                return
    note_gain(plan, NO, 0.0, 0.0, 0.0)
    any_cards = -1
    if rules.any_action_cards == 1 or not plan.own_cards:
        any_cards = cheapest_cards(rules, g, plan, rules.any_action_cards)
    try_switches(board, rules, g, plan, any_cards)
    try_signals(board, rules, g, plan, any_cards)
    try_moves(board, rules, g, plan, any_cards)


@kernel(types.void(BOARD, RULES, GAME, PLAN))
def survey_in_move(board: Any, rules: Any, g: Any, plan: Any) -> None:
    """During a timetable card others move yet, and a player's turn comes before the next card, so that one is feared less."""
    later = plan.params[NEXT_CARD]
    if g.by_card:
        survey(board, rules, g, plan, 0, later)
    else:
        survey(board, rules, g, plan, g.todo, later * plan.params[LATER_CARD])


@kernel(types.void(BOARD, RULES, GAME, PLAN))
def order(board: Any, rules: Any, g: Any, plan: Any) -> None:
    """M12: one train now, the others after it; or H6 for one that would fare ill."""
    for train in range(MAX_TRAINS):
        if (g.todo >> train) & 1:
            others = g.todo & ~(1 << train)
            survey(board, rules, g, plan, others, plan.params[NEXT_CARD] * plan.params[LATER_CARD])
            gain_of_move(board, rules, g, plan, train)
            plan.parts[PROSPECTS] += plan.base
            note_offer(plan, choice1(GO, train))
            if g.helpers & (1 << H6):
                note_gain(plan, choice1(HOLD, train), 0.0, plan.base, helper_worth(g, plan))


@kernel(types.void(BOARD, RULES, GAME, PLAN))
def leave(board: Any, rules: Any, g: Any, plan: Any) -> None:
    """X8, H2, N2: out of a city, or on through it."""
    survey_in_move(board, rules, g, plan)
    city = g.pos[g.mover]
    declares = g.phase == ASK_THROUGH and g.helpers & (1 << H2) and not g.through
    if g.phase == ASK_THROUGH:
        note_gain(plan, NO, 0.0, 0.0, 0.0)
    for i in range(board.exits[city]):
        if (g.exits >> i) & 1:
            gain_of_run(board, rules, g, plan, g.mover, board.exit_dart[city, i], g.points)
            if declares:
                plan.parts[PRICE] = -helper_worth(g, plan)
            note_offer(plan, choice1(BY, i))


@kernel(f64(BOARD, RULES, GAME, PLAN, i64))
def gain_of_colour(board: Any, rules: Any, g: Any, plan: Any, colour: Any) -> Any:
    """What the moves of a colour bring that are certain to come: tokens count in full, not as those of a card that may be drawn."""
    total = 0.0
    for train in range(colour * MAX_TRAINS_OF_A_COLOUR, (colour + 1) * MAX_TRAINS_OF_A_COLOUR):
        if g.pos[train] >= 0 and (plan.watched >> train) & 1:
            gain_of_move(board, rules, g, plan, train)
            for part in range(PARTS):
                total += plan.parts[part]
    return total


@kernel(types.void(BOARD, RULES, GAME, PLAN))
def wild(board: Any, rules: Any, g: Any, plan: Any) -> None:
    """M13: a colour by what its trains gain."""
    survey(board, rules, g, plan, 0, plan.params[NEXT_CARD] * plan.params[LATER_CARD])
    offered = wild_colours(g)
    for colour in range(COLOURS):
        if (offered >> colour) & 1:
            gain = gain_of_colour(board, rules, g, plan, colour)
            note_gain(plan, choice1(COLOUR, colour), 0.0, gain, 0.0)


@kernel(types.void(BOARD, RULES, GAME, PLAN))
def again(board: Any, rules: Any, g: Any, plan: Any) -> None:
    """H1: the roll as it is, or another one."""
    survey_in_move(board, rules, g, plan)
    gain_of_roll(board, rules, g, plan, g.mover, g.points)
    note_offer(plan, NO)
    gain_of_move(board, rules, g, plan, g.mover)
    plan.parts[PRICE] = -helper_worth(g, plan)
    note_offer(plan, USE)


@kernel(types.void(BOARD, RULES, GAME, PLAN))
def hold_colour(board: Any, rules: Any, g: Any, plan: Any) -> None:
    """H3: a colour moves, or not."""
    survey(board, rules, g, plan, 0, plan.params[NEXT_CARD] * plan.params[LATER_CARD])
    note_gain(plan, NO, 0.0, gain_of_colour(board, rules, g, plan, g.colour), 0.0)
    note_gain(plan, USE, 0.0, 0.0, helper_worth(g, plan))


@kernel(types.void(BOARD, RULES, GAME, PLAN))
def put_card_away(board: Any, rules: Any, g: Any, plan: Any) -> None:
    """H4: this card, or the next one."""
    survey(board, rules, g, plan, 0, plan.params[NEXT_CARD] * plan.params[LATER_CARD])
    black = gain_of_colour(board, rules, g, plan, 0)
    brown = gain_of_colour(board, rules, g, plan, 1)
    grey = gain_of_colour(board, rules, g, plan, 2)
    note_gain(plan, NO, 0.0, card_gain(kind_of(rules, g.card), black, brown, grey), 0.0)
    plan.later = 1.0
    note_gain(plan, USE, 0.0, next_card(plan, black, brown, grey), helper_worth(g, plan))


@kernel(i64(BOARD, RULES, GAME))
def lay_disc(board: Any, rules: Any, g: Any) -> Any:
    """V10: the printed layout is a good one; where it says nothing, the first choice."""
    if g.placed < board.junctions:
        return choice(SWITCH, g.placed, board.setting[g.placed], 0)
    for disc in range(board.discs):
        code = choice1(SIGNAL, board.disc_field[disc])
        if is_legal_layout(board, rules, g, code):
            return code
    return nth_choice(board, rules, g, 0)


@kernel(types.void(BOARD, RULES, GAME, PLAN))
def value_answers(board: Any, rules: Any, g: Any, plan: Any) -> None:
    """Fill the list of offers with the answers of the present decision point."""
    phase = g.phase
    plan.offers = 0
    if phase == ASK_ACT:
        act(board, rules, g, plan)
    elif phase == ASK_ORDER:
        order(board, rules, g, plan)
    elif phase == ASK_EXIT or phase == ASK_THROUGH:
        leave(board, rules, g, plan)
    elif phase == ASK_WILD:
        wild(board, rules, g, plan)
    elif phase == ASK_DEPLOY:
        deploy(board, rules, g, plan)
    elif phase == ASK_LOGISTICIAN:
        again(board, rules, g, plan)
    elif phase == ASK_CONDUCTOR:
        hold_colour(board, rules, g, plan)
    elif phase == ASK_TRACK_KEEPER:
        put_card_away(board, rules, g, plan)
    elif phase == ASK_PLACE:
        choose_place(board, rules, g, plan)
    elif phase == ASK_LAYOUT:
        note_gain(plan, lay_disc(board, rules, g), 0.0, 0.0, 0.0)
    elif phase == ASK_DRAW:  # T3: as many as fit
        most = count_choices(board, rules, g) - 1
        note_gain(plan, nth_choice(board, rules, g, most), 0.0, 0.0, 0.0)


@kernel(i64(BOARD, RULES, GAME, PLAN))
def plan_answer(board: Any, rules: Any, g: Any, plan: Any) -> Any:
    """The planner's answer, for other policies that ask it."""
    value_answers(board, rules, g, plan)
    return best_offer(plan)


@kernel(DECIDE, entry=True)
def decide(board: Any, rules: Any, game: Any, mind: Any) -> Any:
    memory = view_as(mind.room, memory_dtype)
    recall(mind, memory)
    return plan_answer(board, rules, game, memory.plan)
