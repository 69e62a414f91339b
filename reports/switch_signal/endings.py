"""Why tokens are lost and how games end, in the words of the game's declarations."""

from __future__ import annotations

from simulator.switch_signal.measures import MEASURES

CAUSE_WORDS = MEASURES["tokens"].parts
LOSS_WORDS = {rule: words for rule, words in MEASURES["why"].values.items() if words}
ENDINGS = {"E1": "the last good required has arrived", **LOSS_WORDS}
