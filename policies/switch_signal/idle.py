"""Never plays a card and never uses a helper: what the timetable does when nobody cares.

Where the rules insist on an answer (a colour, the next train, an exit) it takes the first.
"""

from typing import Any

from policies.switch_signal.seam import DECIDE
from simulator.core.jit import kernel
from simulator.switch_signal.codes import ASK_DRAW
from simulator.switch_signal.decisions import count_choices, nth_choice


@kernel(DECIDE, entry=True)
def decide(board: Any, rules: Any, game: Any, mind: Any) -> Any:
    if game.phase == ASK_DRAW:  # a full hand cannot hurt somebody who plays nothing
        return nth_choice(board, rules, game, count_choices(board, rules, game) - 1)
    return nth_choice(board, rules, game, 0)
