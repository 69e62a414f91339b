"""How many games it takes: for a table to notice a difference, and for a run to be as precise as wanted."""

from __future__ import annotations

from math import ceil, isfinite, sqrt

from experiments.statistics.intervals import NORMAL_95

SIGNIFICANCE, POWER = 0.05, 0.8  # the customary ones: two-sided 5 %, and four groups of five notice
FEWEST_PLAYS = 4  # with each setting: fewer plays, however they end, are not enough for Fisher's exact test


def plays_to_notice(first: float, second: float) -> int | None:
    """Plays, half of them with either setting, after which four groups of five could tell the two win rates apart; None if equal.

    "Tell apart" is a two-sided test at 5 % of the rates, on a scale (arcsine) that also serves near 0 and 1. People's plays are not
    paired: a table does not meet the same deal twice.
    """
    from statsmodels.stats.power import normal_sample_size_one_tail
    from statsmodels.stats.proportion import proportion_effectsize

    effect = abs(float(proportion_effectsize(first, second)))
    if effect < 1e-12:
        return None
    # Two samples of n err by √(2/n) on this scale; that the test errs to the wrong side is too rare to count.
    plays = normal_sample_size_one_tail(effect, POWER, SIGNIFICANCE / 2, std_null=sqrt(2))
    return 2 * max(FEWEST_PLAYS, ceil(float(plays)))


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
