"""Plays any legal choice: uniform over the distinct answers at every decision point.

The floor of the ladder, and the hardest tester of the rules: it does everything that is allowed.
"""

from typing import Any

from policies.switch_signal.seam import DECIDE
from simulator.core.jit import kernel
from simulator.switch_signal.actions import action_menu, menu_size, nth_action
from simulator.switch_signal.codes import ASK_ACT
from simulator.switch_signal.decisions import count_choices, nth_choice
from simulator.switch_signal.mind import whim


@kernel(DECIDE, entry=True)
def decide(board: Any, rules: Any, game: Any, mind: Any) -> Any:
    if game.phase == ASK_ACT:  # the menu is half of the work there, so it is made once
        menu = action_menu(board, rules, game)
        return nth_action(board, rules, game, menu, whim(mind, menu_size(menu)))
    return nth_choice(board, rules, game, whim(mind, count_choices(board, rules, game)))
