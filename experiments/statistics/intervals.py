"""Intervals for win rates, and how many standard errors one reaches."""

from __future__ import annotations

from functools import cache
from math import hypot, sqrt
from statistics import NormalDist

NORMAL_95 = NormalDist().inv_cdf(0.975)  # standard errors to either side, where the error is known


@cache
def student_95(freedom: int) -> float:
    """The same where the error is itself estimated, with so many degrees of freedom."""
    from scipy.stats import t  # slow to import

    return float(t.ppf(0.975, freedom))


def wilson(wins: float, games: float) -> tuple[float, float]:
    """Wilson's 95 % score interval for a share; of an effective number of games too, which need not be whole.

    scipy.stats and statsmodels have it too (the tests compare), but importing either takes longer than 50,000 games.
    """
    share, weight = wins / games, NORMAL_95**2 / games
    centre = (share + weight / 2) / (1 + weight)
    half = NORMAL_95 * sqrt(share * (1 - share) / games + weight / (4 * games)) / (1 + weight)
    return (0.0 if wins == 0 else centre - half), (1.0 if wins == games else centre + half)


def unpaired_difference(
    wins: int, games: int, other_wins: int, other_games: int
) -> tuple[float, float, float, float]:
    """Difference of two shares of games that have nothing in common: Newcombe's (1998) interval, and the p-value of the score test."""
    share, other = wins / games, other_wins / other_games
    (low, high), (other_low, other_high) = wilson(wins, games), wilson(other_wins, other_games)
    together = (wins + other_wins) / (games + other_games)
    error = sqrt(together * (1 - together) * (1 / games + 1 / other_games))
    p_value = 2 * NormalDist().cdf(-abs(share - other) / error) if error else 1.0
    difference = share - other
    return (
        difference,
        difference - hypot(share - low, other_high - other),
        difference + hypot(high - share, other - other_low),
        p_value,
    )
