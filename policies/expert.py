"""The planner's best answers played on: each of them in the same imagined futures, and the one that fares best is given.

A future is the game from here with dice and cards dealt anew from what is not known; the planner plays all seats in it. All
answers meet the same futures, so that their differences are due to the answer. Half of the answers are dropped when
half of the futures have been played. The budget is a number of futures, never of seconds.
"""

from typing import Any

import numpy as np
from numba import types

from policies.evaluation import survey
from policies.planner import plan_answer, value_answers
from policies.seam import DECIDE
from policies.walks import burden
from policies.weights import BREADTH, FUTURES, HORIZON, MARGIN, NEXT_CARD
from simulator.codes import ASK_ACT, ASK_LAYOUT, OVER
from simulator.engine import carry_out, run_on
from simulator.jit import kernel
from simulator.mind import imagine_again, new_future
from simulator.records import BOARD, GAME, MAX_TRAINS, MIND, RULES

i64, f64 = types.int64, types.float64


@kernel(f64(BOARD, RULES, GAME, MIND))
def standing(board: Any, rules: Any, g: Any, mind: Any) -> Any:
    """The chance to win, by what is left to do and the time for it."""
    if g.phase == OVER:
        goods = 0.0
        for port in range(board.ports):
            for good in range(board.goods):
                goods += g.delivered[port, good]
        return 1.0 if g.won else goods * 0.01
    plan = mind.plan
    survey(board, rules, g, mind, 0, mind.params[NEXT_CARD])
    time = g.pile + 1.0 * g.clock / rules.tokens
    work, longest, loaded, empty, waiting = 0.0, 0.0, 0, 0, 0
    for train in range(MAX_TRAINS):
        if g.pos[train] >= 0 and plan.weight[train] == 1.0 and plan.goal[train] >= 0:
            work -= plan.value[train]
            longest = max(longest, -plan.value[train])
            if g.cargo[train] >= 0:
                loaded += 1
            else:
                empty += 1
    for good in range(board.goods):
        for _ in range(mind.wanted[good]):
            waiting += 1
            steps = burden(mind, plan.fresh[good])
            work += steps
            longest = max(longest, steps)
    hands = 0
    for seat in range(rules.players):
        hands += g.hand[seat, 0] + g.hand[seat, 1] + g.hand[seat, 2]
    hurry = 1.0 / (time + 1.0)
    z = 0.86844 + 0.03914 * time + 0.00685 * work - 0.37601 * work * hurry + 0.07142 * longest
    z += (
        -0.04128 * longest * hurry
        + 0.51149 * waiting
        - 5.41603 * waiting * hurry
        - 1.07829 * waiting * waiting * hurry
    )
    z += -0.34256 * loaded - 0.55564 * empty + 0.17348 * hands + 0.04183 * plan.base
    return 1.0 / (1.0 + np.exp(-z))


@kernel(f64(BOARD, RULES, MIND, i64, i64))
def play_on(board: Any, rules: Any, mind: Any, code: Any, horizon: Any) -> Any:
    """The standing after an answer and what follows, in the future that was imagined last."""
    g, dealer = mind.games[0], mind.dealer
    last = g.turn + horizon
    carry_out(board, rules, g, dealer, code)
    run_on(board, rules, g, dealer)
    while g.phase != OVER and (g.turn < last or g.phase != ASK_ACT):
        carry_out(board, rules, g, dealer, plan_answer(board, rules, g, mind))
        run_on(board, rules, g, dealer)
    return standing(board, rules, g, mind)


@kernel(i64(MIND, i64, f64))
def keep_best(mind: Any, count: Any, margin: Any) -> Any:
    """The best offers to the front of `mind.answers`; gives their number: at most `count`, none worse by more than a margin."""
    plan, kept = mind.plan, 0
    while kept < count:
        best = -1
        for index in range(plan.offers):
            if plan.offer[index] >= 0 and (best < 0 or plan.offer_gain[index] > plan.offer_gain[best]):
                best = index
        if best < 0:
            break
        if kept == 0:
            margin = plan.offer_gain[best] - margin
        elif plan.offer_gain[best] < margin:
            break
        mind.answers[kept] = plan.offer[best]
        mind.scores[kept] = 0.0
        plan.offer[best] = -1
        kept += 1
    return kept


@kernel(types.void(MIND, i64))
def sort_answers(mind: Any, count: Any) -> None:
    """Best scores first; equals stay in order."""
    for i in range(1, count):
        j = i
        while j > 0 and mind.scores[j] > mind.scores[j - 1]:
            mind.scores[j], mind.scores[j - 1] = mind.scores[j - 1], mind.scores[j]
            mind.answers[j], mind.answers[j - 1] = mind.answers[j - 1], mind.answers[j]
            j -= 1


@kernel(DECIDE, entry=True)
def decide(board: Any, rules: Any, game: Any, mind: Any) -> Any:
    value_answers(board, rules, game, mind)
    if game.phase == ASK_LAYOUT or mind.plan.offers < 2:
        return mind.plan.offer[0]
    count = keep_best(mind, int(mind.params[BREADTH]), mind.params[MARGIN])
    futures, horizon = int(mind.params[FUTURES]), int(mind.params[HORIZON])
    if mind.foresees:
        futures = 1  # there is only one
    for future in range(futures):
        if future > 0 and future == futures // 2:
            sort_answers(mind, count)
            count = (count + 1) // 2
        if count == 1:
            break
        key = mind.truth if mind.foresees else new_future(mind)
        for index in range(count):
            imagine_again(game, mind, key)
            mind.scores[index] += play_on(board, rules, mind, mind.answers[index], horizon)
    sort_answers(mind, count)
    return mind.answers[0]
