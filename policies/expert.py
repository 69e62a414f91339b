"""The planner's best answers played on: each of them in the same imagined futures, and the one that fares best is given.

A future is the game from here with dice and cards dealt anew from what is not known; the planner plays all seats in it for some
turns, and the standing then counts. All answers meet the same futures, so that their differences are due to the answer. The
planner's own opinion counts too: a few futures are too few to overrule it for a trifle. Half of the answers are
dropped when half of the futures have been played. The budget is a number of futures, never of seconds.
"""

from typing import Any

from numba import types

from policies.planner import plan_answer, value_answers
from policies.seam import DECIDE
from policies.standing import standing
from policies.weights import BREADTH, FUTURES, HORIZON, MARGIN, TRUST
from simulator.codes import ASK_ACT, ASK_LAYOUT, OVER
from simulator.engine import carry_out, run_on
from simulator.jit import kernel
from simulator.mind import imagine_again, new_future
from simulator.records import BOARD, GAME, MAX_TURNS, MIND, RULES

i64, f64 = types.int64, types.float64


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


@kernel(types.void(MIND))
def keep_best(mind: Any) -> None:
    """The best offers, best first, as `answers`: at most BREADTH of them, none worse than the first by more than MARGIN."""
    plan = mind.plan
    mind.answered = 0
    first = 0.0
    taken = 0  # offers that are answers, as bits; the 64 first are enough to choose from
    for _ in range(int(mind.params[BREADTH])):
        best = -1
        for index in range(min(plan.offers, 64)):
            if not (taken >> index) & 1 and (best < 0 or plan.offer_gain[index] > plan.offer_gain[best]):
                best = index
        if best < 0:
            return
        gain = plan.offer_gain[best]
        if mind.answered == 0:
            first = gain
        if gain < first - mind.params[MARGIN]:
            return
        taken |= 1 << best
        mind.answers[mind.answered] = plan.offer[best]
        mind.opinions[mind.answered] = mind.params[TRUST] * gain
        mind.chances[mind.answered] = 0.0
        mind.answered += 1


@kernel(types.void(MIND, i64))
def sort_answers(mind: Any, count: Any) -> None:
    """The most promising first; equals stay in order."""
    for i in range(1, count):
        j = i
        while j > 0 and mind.chances[j] + mind.opinions[j] > mind.chances[j - 1] + mind.opinions[j - 1]:
            mind.answers[j], mind.answers[j - 1] = mind.answers[j - 1], mind.answers[j]
            mind.chances[j], mind.chances[j - 1] = mind.chances[j - 1], mind.chances[j]
            mind.opinions[j], mind.opinions[j - 1] = mind.opinions[j - 1], mind.opinions[j]
            j -= 1


@kernel(types.void(BOARD, RULES, GAME, MIND))
def compare(board: Any, rules: Any, g: Any, mind: Any) -> None:
    """`chances` of the answers, the mean over futures, and the best answer to the front."""
    count, futures, horizon = mind.answered, int(mind.params[FUTURES]), int(mind.params[HORIZON])
    if mind.foresees:  # there is only one future, and it is played to the end
        futures, horizon = 1, MAX_TURNS
    for future in range(futures):
        if future > 0 and future == futures // 2:
            sort_answers(mind, count)
            count = (count + 1) // 2
        if count == 1:
            return
        key = mind.truth if mind.foresees else new_future(mind)
        for index in range(count):
            imagine_again(g, mind, key)
            found = play_on(board, rules, mind, mind.answers[index], horizon)
            mind.chances[index] += (found - mind.chances[index]) / (future + 1)
    sort_answers(mind, count)


@kernel(DECIDE, entry=True)
def decide(board: Any, rules: Any, game: Any, mind: Any) -> Any:
    value_answers(board, rules, game, mind)
    mind.answered = 0
    if game.phase == ASK_LAYOUT or mind.plan.offers < 2:
        return mind.plan.offer[0]
    keep_best(mind)
    if mind.answered == 1:
        return mind.answers[0]
    compare(board, rules, game, mind)
    value_answers(
        board, rules, game, mind
    )  # futures have left their own offers there; somebody may want to read these
    return mind.answers[0]
