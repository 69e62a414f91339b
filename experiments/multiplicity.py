"""Many tests at once: the p-values that may be read together."""

from __future__ import annotations

from collections.abc import Sequence


def holm(p_values: Sequence[float]) -> tuple[float, ...]:
    """Holm's adjusted p-values, in the order given.

    Whoever believes only what is below 5 % here is wrong about anything at all in at most one sweep of twenty, however the
    tests hang together; cells that share their deals hang together closely.
    """
    from statsmodels.stats.multitest import multipletests

    if not p_values:
        return ()
    return tuple(float(p) for p in multipletests(p_values, method="holm")[1])
