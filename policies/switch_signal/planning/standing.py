"""How a position stands: the chance to win, and the chances to miss that by one good, by two, …

One logistic regression on games of the planner (`sim train --what standing`), over the training boards, gives them all: the chance to bring
home all goods but the two that take longest is that of a position in which these two need not be brought. The chance to win counts most; the
others tell apart what can hardly be won, or lost, any more. The regression need not be right about a board; it only has to tell which of two
positions of the same game is the better one.
"""

from typing import Any

import numpy as np
from numba import types

from policies.switch_signal.planning.evaluation import survey
from policies.switch_signal.planning.memory import FACTS, MEMORY, memory_dtype, recall
from policies.switch_signal.planning.prospects import mean_roll
from policies.switch_signal.planning.walks import burden
from policies.switch_signal.planning.weights import FIRST_FACT, GOOD, NEXT_CARD
from simulator.core.bits import bits
from simulator.core.jit import kernel
from simulator.core.views import view_as
from simulator.switch_signal.codes import OVER
from simulator.switch_signal.mind_records import MIND
from simulator.switch_signal.ports import missing
from simulator.switch_signal.records import (
    BOARD,
    COLOURS,
    FAR,
    GAME,
    MAX_TRAINS,
    MAX_TRAINS_OF_A_COLOUR,
    RULES,
)

i64, f64 = types.int64, types.float64
LOADED, EMPTY, WAITING = 0, 1, 2  # what a good is on: a train, one that shall fetch it, none


@kernel(f64(RULES, i64))
def speed(rules: Any, colour: Any) -> Any:
    """Steps of a train of a colour in a move; not quite none even with a die of noughts."""
    return max(mean_roll(rules, colour), 1.0 / 6.0)


@kernel(types.void(MEMORY, i64, f64))
def note_task(memory: Any, kind: Any, moves: Any) -> None:
    """Put a good that is still to be brought home in its place among the others: the quickest first."""
    place = memory.tasks
    while place > 0 and memory.moves[place - 1] > moves:
        memory.moves[place], memory.kinds[place] = memory.moves[place - 1], memory.kinds[place - 1]
        place -= 1
    memory.moves[place], memory.kinds[place] = moves, kind
    memory.tasks += 1


@kernel(types.void(BOARD, RULES, GAME, MEMORY))
def note_tasks(board: Any, rules: Any, g: Any, memory: Any) -> None:
    """Note every good that ports still need, with the moves that it takes: steps divided by the speed of its train."""
    plan = memory.plan
    survey(board, rules, g, plan, 0, plan.params[NEXT_CARD])
    memory.tasks = 0
    for train in range(MAX_TRAINS):
        if g.pos[train] >= 0 and plan.errands.goal[train] >= 0 and plan.weight[train] == 1.0:
            kind = LOADED if g.cargo[train] >= 0 else EMPTY
            note_task(memory, kind, -plan.value[train] / speed(rules, train // MAX_TRAINS_OF_A_COLOUR))
    usual = 0.0  # speed of a train that nobody knows yet
    for colour in range(COLOURS):
        usual += speed(rules, colour) / COLOURS
    nearest = 1.0 * FAR  # of goods that may be fetched beyond those of each colour (V4)
    for good in range(board.goods):
        moves = burden(plan, plan.fresh[good]) / usual
        if plan.errands.left[good] > plan.errands.wanted[good]:
            nearest = min(nearest, moves)
        for _ in range(plan.errands.wanted[good]):
            note_task(memory, WAITING, moves)
    if nearest < FAR:
        for _ in range(plan.errands.extra):
            note_task(memory, WAITING, nearest)


@kernel(types.void(RULES, GAME, MEMORY, i64))
def note_facts(rules: Any, g: Any, memory: Any, spared: Any) -> None:
    """Fill `memory.facts`: the numbers that the regression knows, in the order of `weights.STANDING`, if the `spared` longest tasks need not be done."""
    time = g.pile + 1.0 * g.clock / rules.tokens
    hurry = 1.0 / (time + 1.0)
    work, longest, loaded, empty, waiting = 0.0, 0.0, 0.0, 0.0, 0.0
    for task in range(memory.tasks - spared):
        work += memory.moves[task]
        longest = memory.moves[task]
        if memory.kinds[task] == LOADED:
            loaded += 1.0
        elif memory.kinds[task] == EMPTY:
            empty += 1.0
        else:
            waiting += 1.0
    memory.facts[:] = (
        1.0,
        time,
        work,
        work * hurry,
        longest,
        longest * hurry,
        waiting,
        waiting * hurry,
        waiting * waiting * hurry,
        loaded,
        loaded * hurry,
        empty,
        empty * hurry,
        g.hand[: rules.players].sum() / rules.players,
        1.0 * bits(g.helpers),
        memory.plan.base,
    )


@kernel(types.UniTuple(f64, 3)(BOARD, RULES, GAME, MEMORY))
def standing(board: Any, rules: Any, g: Any, memory: Any) -> Any:
    """What a position is worth; the chance to win in it; and how much a unit of log-odds would add to its worth.

    Worth is the chance to win and GOOD of the chance of each lesser success, so GOOD of every good that is sure.
    """
    good = memory.plan.params[GOOD]
    all_goods = board.ports * (board.goods * rules.need_each + rules.need_extra)
    if g.won:
        return 1.0 + good * (all_goods - 1), 1.0, 0.0
    still = missing(board, rules, g)
    win, worth, slope = 0.0, good * (all_goods - still), 0.0
    if g.phase == OVER:
        return worth, win, slope
    note_tasks(board, rules, g, memory)
    for spared in range(still):
        note_facts(rules, g, memory, spared)
        odds = 0.0
        for fact in range(FACTS):
            odds += memory.plan.params[FIRST_FACT + fact] * memory.facts[fact]
        chance = 1.0 / (1.0 + np.exp(-odds))
        weight = good
        if spared == 0:
            win, weight = chance, 1.0
        worth += weight * chance
        slope += weight * chance * (1.0 - chance)
    return worth, win, slope


@kernel(types.void(BOARD[:], RULES[:], GAME[:], MIND[:], i64), entry=True)
def facts_of(boards: Any, rule_sets: Any, games: Any, minds: Any, spared: Any) -> None:
    """Fill `facts` of a position, if the `spared` longest tasks need not be done: for Python, which fits the regression."""
    memory = view_as(minds[0].room, memory_dtype)
    recall(minds[0], memory)
    note_tasks(boards[0], rule_sets[0], games[0], memory)
    note_facts(rule_sets[0], games[0], memory, spared)
