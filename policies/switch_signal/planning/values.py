"""What a train is worth where it stands: the steps that are left of its way, as a cost."""

from typing import Any

from numba import types

from policies.switch_signal.planning.memory import PLAN
from policies.switch_signal.planning.ways import steps_from
from policies.switch_signal.planning.weights import BEND, DELIVERY
from simulator.core.jit import kernel
from simulator.switch_signal.movement import port_needs
from simulator.switch_signal.records import BOARD, FAR, GAME, RULES

i64, f64 = types.int64, types.float64


@kernel(f64(PLAN, f64))
def burden(plan: Any, steps: Any) -> Any:
    """Steps still to go as a cost: the far ones of a long way weigh more, for the longest way decides when all is done."""
    steps = min(steps, 60.0)
    return steps * (1.0 + plan.params[BEND] * steps / 64.0)


@kernel(f64(BOARD, GAME, PLAN, i64, i64, i64))
def worth(board: Any, g: Any, plan: Any, train: Any, cell: Any, dart: Any) -> Any:
    """The value of a train on a cell."""
    goal = plan.goal[train]
    if goal < 0:
        return 0.0
    steps = steps_from(board, g, plan, goal, cell, dart)
    return -plan.weight[train] * burden(plan, steps + plan.tail[train])


@kernel(f64(BOARD, GAME, PLAN, i64))
def worth_in_depot(board: Any, g: Any, plan: Any, train: Any) -> Any:
    """The value when it is taken off: its good has to be fetched anew."""
    good = g.cargo[train] if g.cargo[train] >= 0 else plan.goal[train]
    if good < 0 or good >= board.goods:
        return 0.0
    return -burden(plan, plan.fresh[good])


@kernel(f64(BOARD, RULES, GAME, PLAN, i64, i64))
def worth_of_delivery(board: Any, rules: Any, g: Any, plan: Any, train: Any, city: Any) -> Any:
    """The value of a good brought to a port; by the letter of X6 it may be lost at the wrong one, and with it the game."""
    if plan.goal[train] < 0 or port_needs(board, rules, g, city - board.goods, g.cargo[train]):
        return plan.params[DELIVERY]
    return -burden(plan, 1.0 * FAR)
