"""The planner's best answers played on: each of them in the same imagined futures, and the one that fares best is given.

A future is the game from here with dice and cards dealt anew from what is not known; the planner plays all seats in it. All
answers meet the same futures, so that their differences are due to the answer. Half of the answers are dropped when
half of the futures have been played. The budget is a number of futures, never of seconds.
"""

from typing import Any

from numba import types

from policies.planner import plan_answer, value_answers
from policies.seam import DECIDE
from policies.weights import BREADTH, FUTURES, HORIZON, MARGIN
from simulator.codes import ASK_ACT, ASK_LAYOUT, OVER
from simulator.engine import carry_out, run_on
from simulator.jit import kernel
from simulator.mind import imagine_again, new_future
from simulator.records import BOARD, GAME, MIND, RULES

i64, f64 = types.int64, types.float64
MOST_ANSWERS = 16


@kernel(f64(BOARD, RULES, GAME, MIND))
def standing(board: Any, rules: Any, g: Any, mind: Any) -> Any:
    """How good a position is at the end of a future."""
    goods = 0.0
    for port in range(board.ports):
        for good in range(board.goods):
            goods += g.delivered[port, good]
    return (100.0 if g.won else 0.0) + goods * 10.0


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
    count = keep_best(mind, min(MOST_ANSWERS, int(mind.params[BREADTH])), mind.params[MARGIN])
    if count == 1:
        return mind.answers[0]
    futures, horizon = int(mind.params[FUTURES]), int(mind.params[HORIZON])
    for future in range(futures):
        if future == futures // 2:
            sort_answers(mind, count)
            count = max(2, (count + 1) // 2)
        key = new_future(mind)
        for index in range(count):
            imagine_again(game, mind, key)
            mind.scores[index] += play_on(board, rules, mind, mind.answers[index], horizon)
    sort_answers(mind, count)
    return mind.answers[0]
