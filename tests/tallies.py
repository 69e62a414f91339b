"""Tallies of games that were played by hand."""

from __future__ import annotations

from experiments.run_store.tally import Count, Tally, TallyForm
from simulator.game import Batch


def tally_of(form: TallyForm, batch: Batch) -> Tally:
    """Count the games of one batch."""
    count = Count(form, batch.first)
    count.add(batch)
    return count.tally()
