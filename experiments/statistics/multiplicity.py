"""Many tests at once: the p-values that may be read together."""

from __future__ import annotations

from collections.abc import Sequence


def holm(p_values: Sequence[float]) -> tuple[float, ...]:
    """Holm's adjusted p-values, in the order given.

    Whoever believes only what is below 5 % here is wrong about anything at all in at most one sweep of twenty, however the
    tests hang together; cells that share their deals hang together closely. The tests compare with statsmodels, whose function
    collects garbage at every call, a tenth of a second.
    """
    found = [0.0] * len(p_values)
    highest = 0.0
    for rank, number in enumerate(sorted(range(len(p_values)), key=lambda each: p_values[each])):
        highest = max(highest, min(1.0, (len(p_values) - rank) * p_values[number]))
        found[number] = highest
    return tuple(found)
