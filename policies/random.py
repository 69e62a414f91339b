"""Plays any legal choice: uniform over the distinct answers at every decision point.

The floor of the ladder, and the hardest tester of the rules: it does everything that is allowed.
"""

from typing import Any

from policies.seam import DECIDE
from simulator.decisions import count_choices, nth_choice
from simulator.jit import kernel
from simulator.mind import whim


@kernel(DECIDE, pointer=True)
def decide(board: Any, rules: Any, game: Any, mind: Any) -> Any:
    return nth_choice(board, rules, game, whim(mind, count_choices(board, rules, game)))
