"""The chance to win from a position, by what is left to do and the time for it: where a future that is not played out ends.

A logistic regression on games of the planner (`sim train --what standing`), over the training boards. It need not be right about a
board; it only has to tell which of two positions of the same game is the better one.
"""

from typing import Any

import numpy as np
from numba import types

from policies.evaluation import survey
from policies.walks import burden
from policies.weights import FIRST_FACT, NEXT_CARD
from simulator.codes import OVER
from simulator.jit import kernel
from simulator.records import BOARD, FACTS, FAR, GAME, MAX_TRAINS, MIND, RULES

i64, f64 = types.int64, types.float64
GOOD = 0.01  # a good delivered in a game that is lost: better than nothing


@kernel(types.void(BOARD, RULES, GAME, MIND))
def note_facts(board: Any, rules: Any, g: Any, mind: Any) -> None:
    """`mind.facts`: the numbers that the regression knows, in the order of `weights.STANDING`."""
    plan, facts = mind.plan, mind.facts
    survey(board, rules, g, mind, 0, mind.params[NEXT_CARD])
    time = g.pile + 1.0 * g.clock / rules.tokens
    hurry = 1.0 / (time + 1.0)
    work, longest, loaded, empty, waiting = 0.0, 0.0, 0.0, 0.0, 0.0
    for train in range(MAX_TRAINS):
        if g.pos[train] >= 0 and plan.goal[train] >= 0 and plan.weight[train] == 1.0:
            work -= plan.value[train]
            longest = max(longest, -plan.value[train])
            if g.cargo[train] >= 0:
                loaded += 1.0
            else:
                empty += 1.0
    nearest = 1.0 * FAR  # of goods that may be fetched beyond those of each colour (V4)
    for good in range(board.goods):
        steps = burden(mind, plan.fresh[good])
        if mind.left[good] > mind.wanted[good]:
            nearest = min(nearest, steps)
        for _ in range(mind.wanted[good]):
            waiting += 1.0
            work += steps
            longest = max(longest, steps)
    if nearest < FAR:
        for _ in range(mind.extra):
            waiting += 1.0
            work += nearest
            longest = max(longest, nearest)
    hands = 0.0
    for seat in range(rules.players):
        hands += g.hand[seat, 0] + g.hand[seat, 1] + g.hand[seat, 2]
    facts[0] = 1.0
    facts[1] = time
    facts[2] = work
    facts[3] = work * hurry
    facts[4] = longest
    facts[5] = longest * hurry
    facts[6] = waiting
    facts[7] = waiting * hurry
    facts[8] = waiting * waiting * hurry
    facts[9] = loaded
    facts[10] = empty
    facts[11] = hands / rules.players
    facts[12] = plan.base


@kernel(f64(BOARD, RULES, GAME, MIND))
def standing(board: Any, rules: Any, g: Any, mind: Any) -> Any:
    """The chance to win; a game that is over is won or lost."""
    if g.phase == OVER:
        if g.won:
            return 1.0
        goods = 0
        for port in range(board.ports):
            for good in range(board.goods):
                goods += g.delivered[port, good]
        return GOOD * goods
    note_facts(board, rules, g, mind)
    total = 0.0
    for fact in range(FACTS):
        total += mind.params[FIRST_FACT + fact] * mind.facts[fact]
    return 1.0 / (1.0 + np.exp(-total))


@kernel(types.void(BOARD[:], RULES[:], GAME[:], MIND[:]), entry=True)
def facts_of(boards: Any, rule_sets: Any, games: Any, minds: Any) -> None:
    """The same for Python, which fits the regression."""
    note_facts(boards[0], rule_sets[0], games[0], minds[0])
