"""Means of what a run keeps in sums only, with errors from its blocks of games.

A block's sum says nothing about a single game, but blocks are independent of each other and alike, so that the spread between them tells how
far chance moves the mean of all. The mean is a ratio of two sums, that of the figure and that of the games it is of (those lost, those that
reached a turn), and its error is the usual one of a ratio over clusters, which is the jackknife over blocks to first order.
"""

from __future__ import annotations

from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]
FEWEST_BLOCKS = 5  # blocks: the spread between fewer says too little about chance


def ratio_intervals(sums: Array, games: Array) -> tuple[Array, Array]:
    """Means, and half the widths of their 95 % intervals, from tables blocks × figures.

    A half width is NaN where fewer than FEWEST_BLOCKS blocks have games.
    """
    from scipy.stats import t  # slow to import

    sums, games = np.broadcast_arrays(np.asarray(sums, float), np.asarray(games, float))
    total = games.sum(axis=0)
    means = np.divide(sums.sum(axis=0), total, out=np.full(total.shape, np.nan), where=total > 0)
    blocks = (games > 0).sum(axis=0)
    squares = ((sums - means * games) ** 2).sum(axis=0)
    usable = blocks >= FEWEST_BLOCKS
    freedom = np.where(usable, blocks - 1, 1)
    errors = np.sqrt(squares * blocks / freedom) / np.where(total > 0, total, 1)
    return means, np.where(usable, t.ppf(0.975, freedom) * errors, np.nan)
