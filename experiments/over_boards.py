"""One figure over many boards: its mean, its range, and how much boards differ apart from chance.

The boards of an ensemble are a sample of the plausible ones, so the interval of the mean is one over boards: it would hold for
another sample too. Rates on a few games differ by chance even if all boards were alike; that share is taken off the spread.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, variance

from experiments.intervals import wilson


@dataclass(frozen=True)
class OverBoards:
    """Win rates over boards."""

    boards: int
    mean: float
    ci_low: float  # 95 % interval of the mean over plausible boards
    ci_high: float
    lowest: float
    highest: float
    between_sd: float  # spread of the boards' true rates
    sampling_sd: float  # spread that chance alone gives to rates of so many games


def over_boards(wins: Sequence[int], games: Sequence[int]) -> OverBoards:
    """From wins and games of each board, at least two boards with at least two games each."""
    from scipy.stats import t

    boards = len(wins)
    rates = [won / played for won, played in zip(wins, games, strict=True)]
    # p (1 − p) / (n − 1) estimates the variance of a rate without bias.
    sampling = fmean(rate * (1 - rate) / (played - 1) for rate, played in zip(rates, games, strict=True))
    total = variance(rates)
    mean = fmean(rates)
    half = float(t.ppf(0.975, boards - 1)) * sqrt(total / boards)
    # Rates of 0 on all boards have no spread at all; that nothing was won by chance must still be allowed for.
    pooled_low, pooled_high = wilson(sum(wins), sum(games))
    return OverBoards(
        boards=boards,
        mean=mean,
        ci_low=min(pooled_low, max(0.0, mean - half)),
        ci_high=max(pooled_high, min(1.0, mean + half)),
        lowest=min(rates),
        highest=max(rates),
        between_sd=sqrt(max(0.0, total - sampling)),
        sampling_sd=sqrt(sampling),
    )
