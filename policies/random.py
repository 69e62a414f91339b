"""Plays any legal choice: uniform over the distinct answers at every decision point.

The floor of the ladder, and the hardest tester of the rules: it does everything that is allowed.
"""

from typing import Any

from policies.seam import DECIDE
from simulator.actions import action_menu, menu_size, nth_action
from simulator.codes import ASK_ACT
from simulator.decisions import count_choices, nth_choice
from simulator.jit import kernel
from simulator.mind import whim


@kernel(DECIDE, entry=True)
def decide(board: Any, rules: Any, game: Any, mind: Any) -> Any:
    if game.phase == ASK_ACT:  # the menu is half of the work there, so it is made once
        menu = action_menu(board, rules, game)
        return nth_action(board, rules, game, menu, whim(mind, menu_size(menu)))
    return nth_choice(board, rules, game, whim(mind, count_choices(board, rules, game)))
