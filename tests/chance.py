"""Whether counts may have come by chance."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scipy.stats import chisquare


def fits(
    counts: Mapping[Any, int], weights: Mapping[Any, float], rarely: float = 0.001, *, fixed: int = 0
) -> bool:
    """Pearson's chi-square; what has no weight must not occur. Counts that do come of these weights fail as rarely as said.

    `fixed`: how many sums of the counts are known beforehand, besides their total.
    """
    total, scale = sum(counts.values()), sum(weights.values())
    expected = [weight * total / scale for weight in weights.values()]
    found = chisquare([counts.get(value, 0) for value in weights], expected, ddof=fixed)
    return set(counts) <= set(weights) and bool(found.pvalue > rarely)
