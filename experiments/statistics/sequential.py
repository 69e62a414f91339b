"""Intervals and p-values that hold at all looks together: one may look after every block, and stop whenever one likes.

A share is bounded and has a confidence sequence, after Waudby-Smith and Ramdas (2023). One bets game by game that the mean is greater than m,
another that it is smaller, at odds that are fair if it is m. Then the first ever multiplies his capital by 40 with a chance of at most one in
forty (Ville's inequality), and so does the other. The interval holds every m against which nobody got so rich. It is exact at any number of
games: no normal distribution is assumed. Of the ways to bet we take a fixed mixture of constant stakes. Its capital depends only on how often
each value came, not on the order, so results do not depend on blocks, chunks or workers.

Nobody knows the bounds of other measures; theirs is Robbins' mixture of normal distributions. It takes the error for known, so it is exact only
for many games (Waudby-Smith and others, 2024); the tests measure it.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, inf, log, sqrt
from typing import Any

import numpy as np

from experiments.statistics.intervals import NORMAL_95, student_95
from experiments.statistics.means import Moments
from simulator.game import Measure

Array = np.ndarray[Any, Any]
Interval = tuple[float, float]
PLANNED_GAMES = 20_000
# The mixture is narrowest at so many times the games at which its prior is as wide as its error.
BEST_AFTER = 8
BEST_AT = 3.0  # errors that the interval reaches to either side; stakes are best for a truth that far off
SPREAD = 0.8  # of the logarithm of the stakes: the wider, the better far from the planned number of games, and the worse near it
STAKES = np.linspace(-3, 3, 25)  # in units of that spread
LOG_WEIGHTS = -(STAKES**2) / 2 - np.log(np.exp(-(STAKES**2) / 2).sum())
GREATEST = 0.9  # share of the capital that a single game may cost
HALVINGS = 60

DIFFERENCES = (-1, 0, 1)  # lost a deal that the other setting won; the same result; won one that it lost
SHARES = (0, 1)  # lost, won


def anytime_interval(measure: Measure, found: Moments, planned: int, confidence: float = 0.95) -> Interval:
    """Return the interval of what a measure comes to, narrowest near the planned number of games."""
    if measure.kind == "share":
        return sequence(SHARES, (found.games - found.total, found.total), planned, confidence)
    return _mixture(found, planned, confidence)


def anytime_difference(measure: Measure, change: Moments) -> Interval:
    """Return the interval of the difference of two sides, from the differences deal by deal."""
    if measure.kind == "share":
        less, more = (change.squares - change.total) // 2, (change.squares + change.total) // 2
        return sequence(DIFFERENCES, (less, change.games - change.squares, more))
    return _mixture(change, PLANNED_GAMES, 0.95)


def anytime_p(difference: float, error: float, games: int) -> float:
    """The p-value of no change that holds although one looked before: one over a bet's capital (Robbins' mixture).

    The error is taken as known, as in the interval. Where all deals changed alike, it is that of one more deal that did not change.
    """
    if difference == 0 or games == 0:
        return 1.0
    prior = PLANNED_GAMES / BEST_AFTER
    square = min((difference / error) ** 2 if error else inf, games**2)
    log_capital = log(prior / (prior + games)) / 2 + square / 2 * games / (games + prior)
    return min(1.0, exp(-min(log_capital, 700.0)))


def _mixture(found: Moments, planned: int, confidence: float) -> Interval:
    games, prior = found.games, planned / BEST_AFTER
    # Where all games were alike, the spread is that of one that is not.
    error = sqrt(max(found.variance, 1 / games) / games)
    # The error of few games is itself uncertain.
    error *= student_95(max(1, games - 1)) / NORMAL_95
    reach = sqrt((games + prior) / games * (2 * log(1 / (1 - confidence)) + log((games + prior) / prior)))
    return found.mean - reach * error, found.mean + reach * error


def sequence(
    values: Sequence[int],
    counts: Sequence[int] | Array,
    planned: int = PLANNED_GAMES,
    confidence: float = 0.95,
) -> Interval:
    """Return the interval for the mean of independent games, from how often each of the values came.

    Narrowest near the planned number of games; true at any number, at all of them together.
    """
    ordered, seen = np.array(values, float), np.asarray(counts, np.int64)
    if not seen.any():
        return float(ordered[0]), float(ordered[-1])
    rich = np.log(2 / (1 - confidence))  # half the error to either side
    return _low(ordered, seen, planned, rich), -_low(-ordered[::-1], seen[::-1], planned, rich)


def _low(values: Array, counts: Array, planned: int, rich: float) -> float:
    """The least mean that nobody who bet on more has got rich against; capital falls as the mean grows."""
    outside, inside = float(values[0]), float(values @ counts / counts.sum())
    for _ in range(HALVINGS):
        trial = (outside + inside) / 2
        if log_capital(values, counts, trial, planned) >= rich:
            outside = trial
        else:
            inside = trial
    return outside


def log_capital(values: Array, counts: Array, mean: float, planned_games: int = PLANNED_GAMES) -> Array:
    """Logarithm of the capital of one who began with 1 and bet that the mean is greater; counts are (…, values)."""
    if not values[0] < mean < values[-1]:
        # At the lower end nothing can be lost, and a single greater value pays without limit; at the upper end nothing can be won.
        any_greater = (counts @ (values > mean)) > 0
        return np.where(any_greater, np.inf, 0.0)
    # Two values have the spread that their mean says; of differences we expect that a quarter of the deals differ.
    spread = np.sqrt((mean - values[0]) * (values[-1] - mean)) if len(values) == 2 else 0.5
    stakes = BEST_AT / (spread * np.sqrt(planned_games)) * np.exp(SPREAD * STAKES)
    stakes = np.minimum(stakes, GREATEST / (mean - values[0]))
    grown = counts @ np.log1p(stakes * (values - mean)[:, None]) + LOG_WEIGHTS
    return np.asarray(np.logaddexp.reduce(grown, axis=-1))
