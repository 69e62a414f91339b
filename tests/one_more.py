"""Switch & Signal with one more measure: what a declaration must bring about by itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from simulator.game import Batch, Policy, Setup
from simulator.switch_signal.game import GAME, SwitchSignal
from simulator.switch_signal.measures import MEASURES, Counted
from simulator.switch_signal.records import record_of

LONG = 10  # turns
ALL = {**MEASURES, "extra_turns": Counted("extra_turns", "turns beyond the tenth", told="mean")}


class OneMoreMeasure(SwitchSignal):
    """A narrow number, so that the record has an odd size: turns beyond the tenth."""

    measures = ALL
    outcome = record_of(ALL.values())

    def play(self, setup: Setup, lineup: Sequence[Policy], seed: int, first: int, games: int) -> Batch:
        batch = GAME.play(setup, lineup, seed, first, games)
        outcomes = np.zeros(games, self.outcome)
        for name in MEASURES:
            outcomes[name] = batch.outcomes[name]
        outcomes["extra_turns"] = np.maximum(0, outcomes["turns"] - LONG)
        return replace(batch, outcomes=outcomes)


ONE_MORE = OneMoreMeasure()
