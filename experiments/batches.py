"""Games that were played, as arrays of their outcomes; and sums over many of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from simulator.switch_signal.records import outcome_dtype


@dataclass(frozen=True)
class Batch:
    """Outcomes of some consecutive games, and where trains went, stood and lost points, summed over them."""

    first: int
    outcomes: np.ndarray[Any, Any]
    heat: np.ndarray[Any, Any]


@dataclass
class Totals:
    """Sums over all games: integers, so that neither order nor grouping of batches can change them."""

    games: int
    columns: dict[str, np.ndarray[Any, Any]]

    @classmethod
    def empty(cls) -> Totals:
        names = outcome_dtype.names or ()
        columns: dict[str, np.ndarray[Any, Any]]
        columns = {name: np.zeros(outcome_dtype[name].shape, np.int64) for name in names if name != "why"}
        columns["why"] = np.zeros(4, np.int64)  # games ended by E1, E2, E3
        return cls(0, columns)

    def add(self, batch: Batch) -> None:
        self.games += len(batch.outcomes)
        for name, total in self.columns.items():
            if name == "why":
                total += np.bincount(batch.outcomes["why"], minlength=4)
            else:
                total += batch.outcomes[name].sum(axis=0, dtype=np.int64)
