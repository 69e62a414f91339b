"""What is counted in every game, as the game declares it, and the results that sums are split by."""

from __future__ import annotations

from simulator.switch_signal.measures import MEASURES as MEASURES
from simulator.switch_signal.records import heat_dtype as heat_dtype
from simulator.switch_signal.records import outcome_dtype as outcome_dtype

# What a run is about, game by game: the first measure. Its values are the rows of every sum.
MAIN = next(iter(MEASURES.values()))
RESULTS = tuple(MAIN.values)
SUMMED = [measure for measure in MEASURES.values() if measure is not MAIN]
