"""What trains are for, through the network as it is set: where each one shall go."""

from typing import Any

from numba import types

from policies.switch_signal.planning.errands import is_wanted, note_wanted, provide, send_to_goods
from policies.switch_signal.planning.memory import PLAN
from policies.switch_signal.planning.ways import steps_between, steps_from
from policies.switch_signal.planning.weights import FETCHING, IDLE, LOADING_STEPS, RARE, REMOTE
from simulator.core.bits import bits_of
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
    """Fill `fetch`: how far each good is for the next trains, by the numbers of the places where they come from."""
    for good in range(board.goods):
        away = 0.0
        for number in range(2, 13):
            dart = board.start_dart[g.place[number] - board.cities]
            away += min(board.away[good, dart], 40) * (6 - abs(7 - number))
        plan.fetch[good] = away / 36.0


@kernel(types.void(BOARD, PLAN))
def expect_work(board: Any, plan: Any) -> None:
    """Fill `fresh`: how much there is to do for a good that no train is assigned to."""
    for good in range(board.goods):
        plan.fresh[good] = (
            plan.fetch[good]
            + steps_home(board, plan, good)
            + plan.params[LOADING_STEPS]
            + plan.params[FETCHING]
        )


@kernel(types.void(BOARD, GAME, PLAN, i64))
def measure_reach(board: Any, g: Any, plan: Any, trains: Any) -> None:
    """Fill `errands.reach`: steps of empty trains (bits) to goods, fewer where others will hardly come; 0 for a train that is there."""
    for city in range(board.goods):
        if is_wanted(plan.errands, city):
            better = plan.params[RARE] * plan.fetch[city] + plan.params[REMOTE] * steps_home(
                board, plan, city
            )
            for train in bits_of(trains):
                steps = steps_from(board, g, plan, city, g.pos[train], g.way[train])
                plan.errands.reach[train, city] = steps if steps == 0.0 else steps - better + ELSEWHERE


@kernel(i64(BOARD, RULES, GAME, PLAN, i64))
def nearest_port(board: Any, rules: Any, g: Any, plan: Any, train: Any) -> Any:
    """Return the port that is nearest to a train, or −1; if the train is loaded, of the ports that need its good."""
    best, fewest = -1, 1.0 * FAR
    for port in range(board.ports):
        if g.cargo[train] < 0 or port_needs(board, rules, g, port, g.cargo[train]):
            steps = steps_from(board, g, plan, board.goods + port, g.pos[train], g.way[train])
            if steps < fewest:
                best, fewest = board.goods + port, steps
    return best


@kernel(types.void(BOARD, RULES, GAME, PLAN))
def assign_trains(board: Any, rules: Any, g: Any, plan: Any) -> None:
    """Decide where each train shall go: loaded ones to a port that needs their good, empty ones to goods, nearest pair first."""
    errands = plan.errands
    note_wanted(board, rules, g, errands)
    errands.goal[:] = -1
    plan.tail[:] = 0.0
    plan.weight[:] = 1.0
    empty = 0
    for train in bits_of(g.network):
        if g.cargo[train] < 0:
            empty |= 1 << train
        else:
            provide(errands, g.cargo[train])
            errands.goal[train] = nearest_port(board, rules, g, plan, train)
    measure_reach(board, g, plan, empty)
    idle = send_to_goods(board, errands, empty)
    for train in bits_of(empty & ~idle):
        plan.tail[train] = plan.params[LOADING_STEPS] + steps_home(board, plan, errands.goal[train])
    for train in bits_of(idle):  # nothing to fetch: out of the way, to a port
        plan.weight[train] = plan.params[IDLE]
        errands.goal[train] = nearest_port(board, rules, g, plan, train)
