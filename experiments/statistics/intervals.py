"""Intervals for win rates, p-values that may be read together, and how many games it takes to know or to notice something."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import asin, ceil, isfinite, sqrt
from statistics import NormalDist

NORMAL_95 = NormalDist().inv_cdf(0.975)  # standard errors to either side, where the error is known
SIGNIFICANCE, POWER = 0.05, 0.8  # the customary ones: two-sided 5 %, and four groups of five notice
NOTICED = NormalDist().inv_cdf(1 - SIGNIFICANCE / 2) + NormalDist().inv_cdf(
    POWER
)  # errors that a difference must be large
FEWEST_PLAYS = 4  # with each setting: fewer plays, however they end, are not enough for Fisher's exact test


@cache
def student_95(freedom: int, among: int = 1) -> float:
    """Return the standard errors to either side where the error is itself estimated, with so many degrees of freedom; of each `among` several that hold together."""
    from scipy.stats import t  # slow to import

    return float(t.ppf(1 - 0.025 / among, freedom))


def wilson(wins: float, games: float) -> tuple[float, float]:
    """Wilson's 95 % score interval for a share; of an effective number of games too, which need not be whole.

    scipy.stats and statsmodels have it too (the tests compare), but importing either takes longer than 50,000 games.
    """
    share, weight = wins / games, NORMAL_95**2 / games
    centre = (share + weight / 2) / (1 + weight)
    half = NORMAL_95 * sqrt(share * (1 - share) / games + weight / (4 * games)) / (1 + weight)
    return (0.0 if wins == 0 else centre - half), (1.0 if wins == games else centre + half)


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


def plays_to_tell_apart(difference: float, variance: float) -> int | None:
    """Plays, half of them with either setting, after which four groups of five could tell two means apart by a two-sided test at 5 %; None if they are equal.

    `variance`: of a play with the one setting and of a play with the other, added up. People's plays are not paired: a table does not meet the same
    deal twice. That the test errs to the wrong side is too rare to count.
    """
    if abs(difference) < 1e-12:
        return None
    return 2 * max(FEWEST_PLAYS, ceil(variance * (NOTICED / difference) ** 2))


def plays_to_notice(first: float, second: float) -> int | None:
    """Plays after which four groups of five could tell two win rates apart, on a scale (arcsine) that also serves near 0 and 1."""
    difference = 2 * (asin(sqrt(first)) - asin(sqrt(second)))
    return plays_to_tell_apart(difference, 2.0)  # there the variance of a play is 1 at any rate


def games_for_precision(half_width: float, rate: float = 0.5) -> int:
    """Games after which Wilson's 95 % interval reaches this far to either side; a rate of 0.5 is the worst case.

    statsmodels plans for the plain normal interval, which asks for no game at all where the rate is 0.
    """
    if not (isfinite(half_width) and 0 < half_width < 0.5):
        raise ValueError(f"Half the width of an interval must lie between 0 and 0.5, not {half_width}.")
    square = half_width**2
    # Wilson's half width h obeys h²(1 + w)² = w·p(1 − p) + w²/4 with w = z²/games; solved for w.
    linear = rate * (1 - rate) - 2 * square
    weight = (sqrt(linear**2 + square * (1 - 4 * square)) - linear) / (0.5 - 2 * square)
    return ceil(NORMAL_95**2 / weight)
