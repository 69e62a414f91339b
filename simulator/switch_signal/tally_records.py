"""The sums of a block's outcomes, those of lost and of won games apart: a record that is read without playing.

A sum has the name of the field of an outcome that it adds up. What is kept of them, and how, is a matter of `experiments/run_store/tally.py`.
"""

import numpy as np

from simulator.switch_signal.records import HELPERS, MAX_TURNS, outcome_dtype

NO_GAME = 2**62
MOST_TOKENS = 60  # tokens lost in a game; the last class holds all above
MOST_GOODS = 40
ACTIONS = 4
# These are no numbers to add up; `lost_by`, `helper_uses` and who won game by game stand for them.
NOT_SUMMED = ("won", "why", "helper_turn")
# Of these squares are added up too, so that means of them have an error.
SQUARED = ("tokens", "cards_lost", "head_ons", "unspent")

tally_dtype = np.dtype(
    [
        # Row 0 of a sum is that of lost games, row 1 that of won ones.
        *(
            (name, "i8", (2, *outcome_dtype[name].shape))
            for name in outcome_dtype.names or ()
            if name not in NOT_SUMMED
        ),
        *((f"{name}_squares", "i8", (2, *outcome_dtype[name].shape)) for name in SQUARED),
        ("lost_by", "i8", (4,)),  # games by the rule that ended them; [1] is E1, the won ones
        ("helper_uses", "i8", (2, HELPERS)),
        ("turns_histogram", "i8", (2, MAX_TURNS + 1)),
        ("goods_histogram", "i8", (2, MOST_GOODS + 1)),
        ("tokens_histogram", "i8", (2, MOST_TOKENS + 1)),
        ("first_win_by_turns", "i8", (MAX_TURNS + 1,)),  # the first game of each kind, or NO_GAME
        ("first_loss_by_goods", "i8", (MOST_GOODS + 1,)),
    ],
    align=True,
)
