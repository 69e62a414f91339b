"""Intervals that hold at all looks together, from sums: of what a measure comes to, and of how far two sides are apart on the same deals.

A share is bounded and has the exact sequence of `sequential.py`. Nobody knows the bounds of other measures; theirs is Robbins' mixture of normal
distributions. It takes the error for known, so it is exact only for many games (Waudby-Smith and others, 2024); the tests measure it.
"""

from __future__ import annotations

from math import log, sqrt

from experiments.statistics.intervals import NORMAL_95, student_95
from experiments.statistics.means import Moments
from experiments.statistics.sequential import DIFFERENCES, PLANNED_GAMES, SHARES, ConfidenceSequence
from simulator.game import Measure

Interval = tuple[float, float]
BEST_AFTER = (
    8  # The mixture is narrowest at so many times the games at which its prior is as wide as its error.
)


def anytime_interval(measure: Measure, found: Moments, planned: int, confidence: float = 0.95) -> Interval:
    """Return the interval of what a measure comes to, narrowest near the planned number of games."""
    if measure.kind == "share":
        counts = (found.games - found.total, found.total)
        return _bounded(SHARES, counts, planned, confidence)
    return _mixture(found, planned, confidence)


def anytime_difference(measure: Measure, apart: Moments) -> Interval:
    """Return the interval of the difference of two sides, from the differences deal by deal."""
    if measure.kind == "share":
        less, more = (apart.squares - apart.total) // 2, (apart.squares + apart.total) // 2
        return _bounded(DIFFERENCES, (less, apart.games - apart.squares, more), PLANNED_GAMES, 0.95)
    return _mixture(apart, PLANNED_GAMES, 0.95)


def _bounded(values: tuple[int, ...], counts: tuple[int, ...], planned: int, confidence: float) -> Interval:
    sequence = ConfidenceSequence(values, planned, confidence)
    sequence.update(counts)
    return sequence.interval()


def _mixture(found: Moments, planned: int, confidence: float) -> Interval:
    games, prior = found.games, planned / BEST_AFTER
    # Where all games were alike, the spread is that of one that is not.
    error = sqrt(max(found.variance, 1 / games) / games)
    # The error of few games is itself uncertain.
    error *= student_95(max(1, games - 1)) / NORMAL_95
    reach = sqrt((games + prior) / games * (2 * log(1 / (1 - confidence)) + log((games + prior) / prior)))
    return found.mean - reach * error, found.mean + reach * error
