"""The practised table: a way for every train, what the next card may do to it, and cards spent where they gain most.

Every answer is tried on the position and valued (`policies/trials.py`, `policies/evaluation.py`); the best one is given.
"""

from typing import Any

from numba import types

from policies.evaluation import survey
from policies.odds import card_gain, kind_of
from policies.seam import DECIDE
from policies.trials import (
    PRICE,
    PROSPECTS,
    WAY,
    best_offer,
    cheapest_payment,
    clear_parts,
    gain_of_move,
    gain_of_roll,
    gain_of_run,
    note_offer,
    try_moves,
    try_signals,
    try_switches,
)
from policies.ways import steps_by
from policies.weights import FETCHING, HELPER, LATER_CARD, NEXT_CARD, TOKEN
from simulator.actions import trains_to_load
from simulator.choices import choice, choice1
from simulator.codes import (
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
    AT,
    BY,
    COLOUR,
    GO,
    H2,
    H6,
    HOLD,
    LOAD,
    LOADING,
    NO,
    SIGNAL,
    SWITCH,
    USE,
)
from simulator.decisions import count_choices, nth_choice
from simulator.deployment import colours_to_deploy, starts_to_choose
from simulator.jit import kernel
from simulator.layout import is_legal_layout
from simulator.records import BOARD, COLOURS, GAME, MAX_TRAINS, MIND, RULES
from simulator.timetable import wild_colours

i64, f64 = types.int64, types.float64


@kernel(f64(GAME, MIND))
def helper_worth(g: Any, mind: Any) -> Any:
    """What a helper is worth that is kept: less and less, as fewer turns are left to use it."""
    return mind.params[HELPER] * min(1.0, g.pile / 12.0)


@kernel(types.void(MIND, i64, i64, f64))
def note_simple(mind: Any, code: Any, part: Any, gain: Any) -> None:
    """An offer whose gain has one part."""
    clear_parts(mind)
    mind.plan.parts[part] = gain
    note_offer(mind, code)


@kernel(types.void(BOARD, RULES, GAME, MIND))
def act(board: Any, rules: Any, g: Any, mind: Any) -> None:
    """T2: load where it was planned; else stop, or play a card."""
    survey(board, rules, g, mind, 0, mind.params[NEXT_CARD])
    loadable = trains_to_load(board, g) & mind.plan.watched
    payment = cheapest_payment(rules, g, mind, LOADING)
    if loadable and payment >= 0:
        for train in range(MAX_TRAINS):
            if (loadable >> train) & 1 and mind.plan.goal[train] == g.pos[train]:
                note_simple(mind, choice(LOAD, train, 0, payment), WAY, 0.0)
                return
    note_simple(mind, NO, WAY, 0.0)
    try_switches(board, rules, g, mind)
    try_signals(board, rules, g, mind)
    try_moves(board, rules, g, mind)


@kernel(types.void(BOARD, RULES, GAME, MIND, i64))
def survey_in_move(board: Any, rules: Any, g: Any, mind: Any, now: Any) -> None:
    """During a timetable card a player's turn comes before the next card, so that one is feared less."""
    later = mind.params[NEXT_CARD]
    survey(board, rules, g, mind, now, later if g.by_card else later * mind.params[LATER_CARD])


@kernel(types.void(BOARD, RULES, GAME, MIND))
def order(board: Any, rules: Any, g: Any, mind: Any) -> None:
    """M12: one train now, the others after it; or H6 for one that would fare ill."""
    for train in range(MAX_TRAINS):
        if (g.todo >> train) & 1:
            others = g.todo & ~(1 << train)
            survey(board, rules, g, mind, others, mind.params[NEXT_CARD] * mind.params[LATER_CARD])
            gain_of_move(board, rules, g, mind, train)
            mind.plan.parts[PROSPECTS] += mind.plan.base
            note_offer(mind, choice1(GO, train))
            if g.helpers & (1 << H6):
                clear_parts(mind)
                mind.plan.parts[PROSPECTS] = mind.plan.base
                mind.plan.parts[PRICE] = -helper_worth(g, mind)
                note_offer(mind, choice1(HOLD, train))


@kernel(types.void(BOARD, RULES, GAME, MIND))
def leave(board: Any, rules: Any, g: Any, mind: Any) -> None:
    """X8, H2, N2: out of a city, or on through it."""
    survey_in_move(board, rules, g, mind, 0 if g.by_card else g.todo)
    plan, city = mind.plan, g.pos[g.mover]
    declares = g.phase == ASK_THROUGH and g.helpers & (1 << H2) and not g.through
    if g.phase == ASK_THROUGH:
        note_simple(mind, NO, WAY, 0.0)
    for i in range(board.exits[city]):
        if (g.exits >> i) & 1:
            gain_of_run(board, rules, g, mind, g.mover, board.exit_dart[city, i], g.points)
            plan.parts[:] = plan.run_parts
            plan.parts[PRICE] = -helper_worth(g, mind) if declares else 0.0
            note_offer(mind, choice1(BY, i))


@kernel(types.void(BOARD, RULES, GAME, MIND))
def wild(board: Any, rules: Any, g: Any, mind: Any) -> None:
    """M13: a colour by what its trains gain."""
    survey(board, rules, g, mind, 0, 0.0)
    offered = wild_colours(g)
    for colour in range(COLOURS):
        if (offered >> colour) & 1:
            note_simple(mind, choice1(COLOUR, colour), PROSPECTS, mind.plan.colour_gain[colour])


@kernel(i64(BOARD, GAME, MIND))
def goods_to_fetch(board: Any, g: Any, mind: Any) -> Any:
    """Goods that are wanted and that no train is assigned to."""
    goods = 0
    for city in range(board.goods):
        goods += max(0, min(g.stock[city], mind.wanted[city]))
    return goods


@kernel(types.void(BOARD, RULES, GAME, MIND))
def deploy(board: Any, rules: Any, g: Any, mind: Any) -> None:
    """D1: fast trains while there is something to fetch; after that the slow ones, which stand in the way but lose least."""
    survey(board, rules, g, mind, 0, 0.0)
    sign = 1.0 if goods_to_fetch(board, g, mind) > 0 else -1.0
    offered = colours_to_deploy(rules, g)
    for colour in range(COLOURS):
        if (offered >> colour) & 1:
            speed = 0.0
            for face in range(6):
                speed += rules.die[colour, face] / 6.0
            note_simple(mind, choice1(COLOUR, colour), WAY, sign * speed)


@kernel(types.void(BOARD, RULES, GAME, MIND))
def again(board: Any, rules: Any, g: Any, mind: Any) -> None:
    """H1: the roll as it is, or another one."""
    survey_in_move(board, rules, g, mind, 0 if g.by_card else g.todo)
    plan = mind.plan
    gain_of_roll(board, rules, g, mind, g.mover, g.points)
    plan.parts[:] = plan.roll_parts
    note_offer(mind, NO)
    gain_of_move(board, rules, g, mind, g.mover)
    plan.parts[PRICE] = -helper_worth(g, mind)
    note_offer(mind, USE)


@kernel(types.void(BOARD, RULES, GAME, MIND))
def hold_colour(board: Any, rules: Any, g: Any, mind: Any) -> None:
    """H3: a colour moves, or not."""
    survey(board, rules, g, mind, 0, 0.0)
    note_simple(mind, NO, PROSPECTS, mind.plan.colour_gain[g.colour])
    note_simple(mind, USE, PRICE, -helper_worth(g, mind))


@kernel(types.void(BOARD, RULES, GAME, MIND))
def put_card_away(board: Any, rules: Any, g: Any, mind: Any) -> None:
    """H4: this card, or the next one."""
    survey(board, rules, g, mind, 0, 1.0)
    gains = mind.plan.colour_gain
    note_simple(mind, NO, PROSPECTS, card_gain(kind_of(rules, g.card), gains[0], gains[1], gains[2]))
    clear_parts(mind)
    mind.plan.parts[PROSPECTS] = mind.plan.base
    mind.plan.parts[PRICE] = -helper_worth(g, mind)
    note_offer(mind, USE)


@kernel(f64(BOARD, GAME, MIND, i64))
def steps_to_fetch(board: Any, g: Any, mind: Any, start: Any) -> Any:
    """Steps from a start place to the nearest good that no train is assigned to."""
    fewest = 40.0
    for city in range(board.goods):
        if min(g.stock[city], mind.wanted[city]) > 0:
            fewest = min(fewest, steps_by(board, g, mind, city, board.start_dart[start]))
    return fewest


@kernel(types.void(BOARD, RULES, GAME, MIND))
def choose_place(board: Any, rules: Any, g: Any, mind: Any) -> None:
    """H5: a start place near to a good, or one by chance."""
    survey(board, rules, g, mind, 0, 0.0)
    offered = starts_to_choose(board, g)
    by_chance = 0.0
    for number in range(2, 13):
        start = g.place[number] - board.cities
        steps = steps_to_fetch(board, g, mind, start)
        if not (offered >> start) & 1:
            steps += mind.params[FETCHING] + mind.params[TOKEN] * rules.failed_deployment
        by_chance += steps * (6 - abs(7 - number)) / 36.0
    note_simple(mind, NO, WAY, -by_chance)
    for start in range(board.starts):
        if (offered >> start) & 1:
            clear_parts(mind)
            mind.plan.parts[WAY] = -steps_to_fetch(board, g, mind, start)
            mind.plan.parts[PRICE] = -helper_worth(g, mind)
            note_offer(mind, choice1(AT, start))


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


@kernel(types.void(BOARD, RULES, GAME, MIND))
def value_answers(board: Any, rules: Any, g: Any, mind: Any) -> None:
    """Fill the list of offers with the answers of the present decision point."""
    phase = g.phase
    mind.plan.offers = 0
    if phase == ASK_ACT:
        act(board, rules, g, mind)
    elif phase == ASK_ORDER:
        order(board, rules, g, mind)
    elif phase == ASK_EXIT or phase == ASK_THROUGH:
        leave(board, rules, g, mind)
    elif phase == ASK_WILD:
        wild(board, rules, g, mind)
    elif phase == ASK_DEPLOY:
        deploy(board, rules, g, mind)
    elif phase == ASK_LOGISTICIAN:
        again(board, rules, g, mind)
    elif phase == ASK_CONDUCTOR:
        hold_colour(board, rules, g, mind)
    elif phase == ASK_TRACK_KEEPER:
        put_card_away(board, rules, g, mind)
    elif phase == ASK_PLACE:
        choose_place(board, rules, g, mind)
    elif phase == ASK_LAYOUT:
        note_simple(mind, lay_disc(board, rules, g), WAY, 0.0)
    elif phase == ASK_DRAW:  # T3: as many as fit
        most = count_choices(board, rules, g) - 1
        note_simple(mind, nth_choice(board, rules, g, most), WAY, 0.0)


@kernel(i64(BOARD, RULES, GAME, MIND))
def plan_answer(board: Any, rules: Any, g: Any, mind: Any) -> Any:
    """The planner's answer, for other policies that ask it."""
    value_answers(board, rules, g, mind)
    return best_offer(mind)


@kernel(DECIDE, entry=True)
def decide(board: Any, rules: Any, game: Any, mind: Any) -> Any:
    return plan_answer(board, rules, game, mind)
