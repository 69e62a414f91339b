"""Intervals for win rates."""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist


def wilson(wins: int, games: int, confidence: float = 0.95) -> tuple[float, float]:
    """Wilson's score interval for a share.

    scipy.stats and statsmodels have it too (the tests compare), but importing either takes longer than 50,000 games.
    """
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    share, weight = wins / games, z * z / games
    centre = (share + weight / 2) / (1 + weight)
    half = z * sqrt(share * (1 - share) / games + weight / (4 * games)) / (1 + weight)
    return (0.0 if wins == 0 else centre - half), (1.0 if wins == games else centre + half)
