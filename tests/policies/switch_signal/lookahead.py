"""A throwaway search policy that tries the seam out: parameters, copies of the game, futures of its own, play to the end of a turn.

In T2 it plays each of `params[0]` random candidates out to the end of the turn and takes the one after which fewest tokens were
lost and most goods were moved. Elsewhere it plays at random.
"""

from typing import Any

from policies.switch_signal.random import decide as random_choice
from policies.switch_signal.seam import DECIDE
from simulator.core.jit import kernel
from simulator.switch_signal.actions import action_menu, menu_size, nth_action
from simulator.switch_signal.codes import ASK_ACT, OVER
from simulator.switch_signal.engine import carry_out, run_on
from simulator.switch_signal.mind import imagine, whim


@kernel(DECIDE, entry=True)
def decide(board: Any, rules: Any, game: Any, mind: Any) -> Any:
    if game.phase != ASK_ACT:
        return random_choice(board, rules, game, mind)
    menu = action_menu(board, rules, game)
    best, best_value = 0, -1000.0
    for candidate in range(int(mind.params[0])):
        # the first candidate is to stop, so that doing nothing is always considered
        index = whim(mind, menu_size(menu)) if candidate else 0
        code = nth_action(board, rules, game, menu, index)
        imagine(game, mind, 0)
        copy = mind.games[0]
        mind.dealer.outcome.tokens[:] = 0
        mind.dealer.outcome.goods = 0
        carry_out(board, rules, copy, mind.dealer, code)
        run_on(board, rules, copy, mind.dealer)
        while copy.phase != OVER and copy.turn <= game.turn + 1 and copy.phase != ASK_ACT:
            carry_out(board, rules, copy, mind.dealer, random_choice(board, rules, copy, mind))
            run_on(board, rules, copy, mind.dealer)
        value = 10.0 * mind.dealer.outcome.goods
        for cause in range(mind.dealer.outcome.tokens.shape[0]):
            value -= mind.dealer.outcome.tokens[cause]
        if value > best_value:
            best, best_value = code, value
    return best
