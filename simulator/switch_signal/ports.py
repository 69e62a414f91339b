"""What ports still need, and who unloads there: N1 and N3, with V4 and the rulings X6, X14; E1 is a question of it, too."""

from typing import Any

from numba import types

from simulator.core.jit import kernel
from simulator.switch_signal.records import BOARD, CENTRAL_EUROPE, GAME, RULES

i64 = types.int64


@kernel(i64(RULES, GAME, i64, i64))
def lacks(rules: Any, g: Any, port: Any, good: Any) -> Any:
    """N1: count the goods of a colour that a port still needs."""
    return max(0, rules.need_each - g.delivered[port, good])


@kernel(i64(BOARD, RULES, GAME, i64))
def lacks_beyond(board: Any, rules: Any, g: Any, port: Any) -> Any:
    """V4: count the goods of any colour that a port still needs, beyond those of each."""
    beyond = 0
    for good in range(board.goods):
        beyond += max(0, g.delivered[port, good] - rules.need_each)
    return max(0, rules.need_extra - beyond)


@kernel(i64(BOARD, RULES, GAME))
def missing(board: Any, rules: Any, g: Any) -> Any:
    """E1, N1, V4: count the goods that ports still need; the game is won when none is missing."""
    total = 0
    for port in range(board.ports):
        total += lacks_beyond(board, rules, g, port)
        for good in range(board.goods):
            total += lacks(rules, g, port, good)
    return total


@kernel(i64(BOARD, RULES, GAME, i64, i64))
def port_needs(board: Any, rules: Any, g: Any, port: Any, good: Any) -> Any:
    """N1, V4, X6, X14: tell whether a good still counts at a port."""
    return 1 if lacks(rules, g, port, good) or lacks_beyond(board, rules, g, port) else 0


@kernel(i64(BOARD, RULES, GAME, i64, i64))
def unloads(board: Any, rules: Any, g: Any, train: Any, port: Any) -> Any:
    """M9, N3, X6: tell whether a train that reaches a port unloads what it has and leaves the network."""
    if board.family == CENTRAL_EUROPE:
        return 1
    good = g.cargo[train]
    if good < 0:
        return 0
    return 1 if rules.x6_literal or port_needs(board, rules, g, port, good) else 0
