"""The planner's best answers played on: each of them in the same imagined futures, and the one that fares best is given.

A future is the game from here with dice and cards dealt anew from what is not known; the planner plays all seats in it for some
turns, and the standing then counts. All answers meet the same futures, so that their differences are due to the answer. It is a race: an
answer that is clearly behind drops out, and the race ends when one is left. So futures go where the choice is close, and a plain
one costs little. The planner's own opinion counts too: a few futures are too few to overrule it for a trifle. The budget is a
number of futures, never of seconds.
"""

from typing import Any

import numpy as np
from numba import types

from policies.switch_signal.planner import plan_answer, value_answers
from policies.switch_signal.planning.memory import MEMORY, memory_dtype, recall
from policies.switch_signal.planning.standing import standing
from policies.switch_signal.planning.weights import BREADTH, DOUBT, FUTURES, HORIZON, MARGIN, TRUST
from policies.switch_signal.seam import DECIDE
from simulator.core.jit import kernel
from simulator.core.views import view_as
from simulator.switch_signal.codes import ASK_ACT, ASK_LAYOUT, OVER
from simulator.switch_signal.engine import carry_out, run_on
from simulator.switch_signal.limits import MAX_TURNS
from simulator.switch_signal.mind import enter_future, new_future
from simulator.switch_signal.mind_records import MIND
from simulator.switch_signal.records import BOARD, GAME, RULES

i64, f64 = types.int64, types.float64
WARM_UP = 4  # futures before an answer may drop out: from fewer nobody can tell how much they differ


@kernel(types.UniTuple(f64, 2)(BOARD, RULES, MIND, MEMORY, i64, i64))
def play_on(board: Any, rules: Any, mind: Any, memory: Any, code: Any, horizon: Any) -> Any:
    """Worth and chance after an answer and what follows, in the future that was imagined last."""
    g, dealer = mind.games[0], mind.dealer
    last = g.turn + horizon
    carry_out(board, rules, g, dealer, code)
    run_on(board, rules, g, dealer)
    while g.phase != OVER and (g.turn < last or g.phase != ASK_ACT):
        carry_out(board, rules, g, dealer, plan_answer(board, rules, g, memory.plan))
        run_on(board, rules, g, dealer)
    worth, chance, _ = standing(board, rules, g, memory)
    return worth, chance


@kernel(types.void(MEMORY, f64))
def keep_best(memory: Any, slope: Any) -> None:
    """Take the best offers, best first, as `answers`: at most BREADTH of them, none worse than the first by more than MARGIN.

    `slope`: what a unit of log-odds is worth here. Where nothing can be won or lost any more, opinions shrink as differences of worth do.
    """
    plan = memory.plan
    memory.answered = 0
    first = 0.0
    taken = 0  # offers that are answers, as bits; the 64 first are enough to choose from
    for _ in range(int(plan.params[BREADTH])):
        best = -1
        for index in range(min(plan.offers, 64)):
            if not (taken >> index) & 1 and (best < 0 or plan.offer_gain[index] > plan.offer_gain[best]):
                best = index
        if best < 0:
            return
        gain = plan.offer_gain[best]
        if memory.answered == 0:
            first = gain
        if gain < first - plan.params[MARGIN]:
            return
        taken |= 1 << best
        memory.answers[memory.answered] = plan.offer[best]
        memory.opinions[memory.answered] = plan.params[TRUST] * slope * gain
        memory.worths[memory.answered] = 0.0
        memory.chances[memory.answered] = 0.0
        memory.played[memory.answered] = 0
        memory.answered += 1


@kernel(i64(MEMORY, i64, i64))
def drop_beaten(memory: Any, racing: Any, futures: Any) -> Any:
    """Return the answers that may still be the best, as bits: behind the leader by less than DOUBT standard errors of the difference in the same futures."""
    leader, most = -1, 0.0
    for index in range(memory.answered):
        promise = memory.worths[index] + memory.opinions[index]
        if (racing >> index) & 1 and (leader < 0 or promise > most):
            leader, most = index, promise
    for index in range(memory.answered):
        if (racing >> index) & 1 and index != leader:
            difference = memory.worths[leader] - memory.worths[index]
            variance = memory.apart[leader, index] / futures - difference * difference
            error = np.sqrt(max(0.0, variance) / (futures - 1))
            # Not less: of two answers that come to the same in all futures, one is enough.
            if most - memory.worths[index] - memory.opinions[index] >= memory.plan.params[DOUBT] * error:
                racing &= ~(1 << index)
    return racing


@kernel(types.void(BOARD, RULES, GAME, MIND, MEMORY, i64, i64, types.uint64))
def play_future(
    board: Any, rules: Any, g: Any, mind: Any, memory: Any, racing: Any, horizon: Any, key: Any
) -> None:
    """Play one more future for every answer in the race, and note their means and how far any two are apart."""
    for index in range(memory.answered):
        if not (racing >> index) & 1:
            continue
        enter_future(g, mind, key)
        worth, chance = play_on(board, rules, mind, memory, memory.answers[index], horizon)
        memory.played[index] += 1
        memory.worths[index] += (worth - memory.worths[index]) / memory.played[index]
        memory.chances[index] += (chance - memory.chances[index]) / memory.played[index]
        memory.last_worth[index] = worth
        for other in range(index):
            if (racing >> other) & 1:
                square = (worth - memory.last_worth[other]) ** 2
                memory.apart[index, other] += square
                memory.apart[other, index] += square


@kernel(i64(MEMORY, i64, i64))
def is_better(memory: Any, a: Any, b: Any) -> Any:
    """Whether an answer was longer in the race than another one, or as long and is more promising."""
    if memory.played[a] != memory.played[b]:
        return 1 if memory.played[a] > memory.played[b] else 0
    return 1 if memory.worths[a] + memory.opinions[a] > memory.worths[b] + memory.opinions[b] else 0


@kernel(types.void(MEMORY))
def sort_answers(memory: Any) -> None:
    """Sort answers, the best first; equals stay in order."""
    for i in range(1, memory.answered):
        j = i
        while j > 0 and is_better(memory, j, j - 1):
            memory.answers[j], memory.answers[j - 1] = memory.answers[j - 1], memory.answers[j]
            memory.worths[j], memory.worths[j - 1] = memory.worths[j - 1], memory.worths[j]
            memory.chances[j], memory.chances[j - 1] = memory.chances[j - 1], memory.chances[j]
            memory.opinions[j], memory.opinions[j - 1] = memory.opinions[j - 1], memory.opinions[j]
            memory.played[j], memory.played[j - 1] = memory.played[j - 1], memory.played[j]
            j -= 1


@kernel(types.void(BOARD, RULES, GAME, MIND, MEMORY))
def race(board: Any, rules: Any, g: Any, mind: Any, memory: Any) -> None:
    """Play answers on in the same futures, until one is left or futures are used up; the best answer comes to the front."""
    futures, horizon = int(memory.plan.params[FUTURES]), int(memory.plan.params[HORIZON])
    if mind.foresees:  # there is only one future, and it is played to the end
        futures, horizon = 1, MAX_TURNS
    racing = (1 << memory.answered) - 1
    memory.apart[:] = 0.0
    for future in range(futures):
        if future >= WARM_UP:
            racing = drop_beaten(memory, racing, future)
        if racing & (racing - 1) == 0:
            break
        key = mind.truth if mind.foresees else new_future(mind)
        play_future(board, rules, g, mind, memory, racing, horizon, key)
    sort_answers(memory)


@kernel(DECIDE, entry=True)
def decide(board: Any, rules: Any, game: Any, mind: Any) -> Any:
    memory = view_as(mind.room, memory_dtype)
    recall(mind, memory)
    value_answers(board, rules, game, memory.plan)
    memory.answered = 0
    if game.phase == ASK_LAYOUT or memory.plan.offers < 2:
        return memory.plan.offer[0]
    _, _, slope = standing(board, rules, game, memory)
    keep_best(memory, slope)
    if memory.answered == 1:
        return memory.answers[0]
    race(board, rules, game, mind, memory)
    # Futures have left their own offers there; somebody may want to read these.
    value_answers(board, rules, game, memory.plan)
    return memory.answers[0]
