"""What trains are for, through the network as it is set: where each one shall go."""

from typing import Any

from numba import types

from policies.switch_signal.planning.errands import is_wanted, note_wanted, provide
from policies.switch_signal.planning.memory import PLAN
from policies.switch_signal.planning.ways import steps_between, steps_from
from policies.switch_signal.planning.weights import FETCHING, IDLE, LOADING_STEPS, RARE, REMOTE
from simulator.core.bits import lowest_bit
from simulator.core.jit import kernel
from simulator.switch_signal.ports import port_needs
from simulator.switch_signal.records import BOARD, FAR, GAME, RULES

i64, f64 = types.int64, types.float64
ELSEWHERE = 100.0  # steps: no city is preferred so much that a train would leave the one that it is in


@kernel(f64(BOARD, PLAN, i64))
def steps_home(board: Any, plan: Any, city: Any) -> Any:
    """Steps from a goods city to the nearest port."""
    fewest = 1.0 * FAR
    for port in range(board.goods, board.cities):
        fewest = min(fewest, steps_between(plan, city, port))
    return fewest


@kernel(types.void(BOARD, GAME, PLAN))
def expect_trains(board: Any, g: Any, plan: Any) -> None:
    """`fetch`: how far each good is for the next trains, by the numbers of the places where they come from."""
    for good in range(board.goods):
        away = 0.0
        for number in range(2, 13):
            dart = board.start_dart[g.place[number] - board.cities]
            away += min(board.away[good, dart], 40) * (6 - abs(7 - number))
        plan.fetch[good] = away / 36.0


@kernel(types.void(BOARD, PLAN))
def expect_work(board: Any, plan: Any) -> None:
    """`fresh`: how much there is to do for a good that no train is assigned to."""
    for good in range(board.goods):
        plan.fresh[good] = (
            plan.fetch[good]
            + steps_home(board, plan, good)
            + plan.params[LOADING_STEPS]
            + plan.params[FETCHING]
        )


@kernel(i64(BOARD, GAME, PLAN, i64))
def send_to_goods(board: Any, g: Any, plan: Any, free: Any) -> Any:
    """Empty trains (bits) to goods that are wanted, nearest pair first; gives the trains for which none is left."""
    for city in range(board.goods):
        if is_wanted(plan.errands, city):
            better = plan.params[RARE] * plan.fetch[city] + plan.params[REMOTE] * steps_home(
                board, plan, city
            )
            trains = free
            while trains:
                train = lowest_bit(trains)
                trains &= trains - 1
                steps = steps_from(board, g, plan, city, g.pos[train], g.way[train])
                plan.reach[train, city] = steps if steps == 0.0 else steps - better + ELSEWHERE
    while free:
        best, goal, fewest = -1, -1, 1.0 * FAR
        trains = free
        while trains:
            train = lowest_bit(trains)
            trains &= trains - 1
            for city in range(board.goods):
                if is_wanted(plan.errands, city) and plan.reach[train, city] < fewest:
                    best, goal, fewest = train, city, plan.reach[train, city]
        if best < 0:
            break
        plan.goal[best] = goal
        plan.tail[best] = plan.params[LOADING_STEPS] + steps_home(board, plan, goal)
        plan.errands.left[goal] -= 1
        provide(plan.errands, goal)
        free &= ~(1 << best)
    return free


@kernel(types.void(BOARD, RULES, GAME, PLAN))
def assign_trains(board: Any, rules: Any, g: Any, plan: Any) -> None:
    """Where each train shall go: loaded ones to a port that needs their good, empty ones to goods, nearest pair first."""
    note_wanted(board, rules, g, plan.errands)
    plan.goal[:] = -1
    plan.tail[:] = 0.0
    plan.weight[:] = 1.0
    free, trains = 0, g.network
    while trains:
        train = lowest_bit(trains)
        trains &= trains - 1
        if g.cargo[train] < 0:
            free |= 1 << train
            continue
        provide(plan.errands, g.cargo[train])
        fewest = 1.0 * FAR
        for port in range(board.ports):
            if port_needs(board, rules, g, port, g.cargo[train]):
                steps = steps_from(board, g, plan, board.goods + port, g.pos[train], g.way[train])
                if steps < fewest:
                    fewest = steps
                    plan.goal[train] = board.goods + port
    free = send_to_goods(board, g, plan, free)
    while free:  # nothing to fetch: out of the way, to a port
        train = lowest_bit(free)
        free &= free - 1
        plan.weight[train] = plan.params[IDLE]
        fewest = 1.0 * FAR
        for port in range(board.goods, board.cities):
            steps = steps_from(board, g, plan, port, g.pos[train], g.way[train])
            if steps < fewest:
                fewest = steps
                plan.goal[train] = port
