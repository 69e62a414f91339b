"""How far two cells are apart in what a measure comes to: on the same deals, and what it gained to give them those, or in games with nothing in common.

Of a share only deals that one cell won and the other lost say anything about the difference on the same deals. The interval is Tango's (1998): it
inverts the score test, holds near 0 and 1 and with few such deals, and came nearest to 95 % of those tried (docs/statistics.md). Other measures have Student's.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot, inf, nan, sqrt
from statistics import NormalDist
from typing import Any

import numpy as np

from experiments.run_store.tally import Values
from experiments.run_store.values import pieces
from experiments.statistics.intervals import NORMAL_95, wilson
from experiments.statistics.means import NOTHING, Moments, moments_of
from simulator.game import Measure

Array = np.ndarray[Any, Any]
HALVINGS = 60  # of [-1, 1]: down to the last bit


@dataclass(frozen=True)
class Difference:
    """What one cell comes to minus what another does."""

    difference: float
    low: float  # 95 % interval
    high: float
    p_value: float  # of no difference
    holm: float  # the same among all comparisons that were asked for together
    apart: int | None = None  # deals on which they differ; None where they met different ones
    gain: float = nan  # variance that as many unpaired games would have given, divided by that of the pairs; infinite, or nan, if neither varies

    @property
    def clear(self) -> bool:
        """Whether it is clear of chance, among all that were asked for together."""
        return self.holm < 0.05


@dataclass
class PairedSums:
    """What two sides come to on the same deals: sums that tell their difference, whatever is added first."""

    sides: tuple[Moments, Moments] = (NOTHING, NOTHING)
    change: Moments = NOTHING  # second minus first, deal by deal
    more_first: int = 0  # deals on which the first came to more, as by winning what the second lost
    more_second: int = 0

    def add(self, first: Array, second: Array) -> None:
        """Add some deals; number g of both is the same one."""
        one, other = np.asarray(first, np.int64), np.asarray(second, np.int64)
        self.sides = self.sides[0] + moments_of(one), self.sides[1] + moments_of(other)
        self.change += moments_of(other - one)
        self.more_first += int((one > other).sum())
        self.more_second += int((other > one).sum())


def difference_of(measure: Measure, first: Values, second: Values) -> Difference:
    """Return first minus second, over the deals that both have met; game g of both is the same deal."""
    sums = PairedSums()
    for some, others in pieces((first, second)):
        sums.add(others, some)
    change, apart = sums.change, (sums.more_second, sums.more_first)
    if measure.kind == "share":
        below, above = tango(np.array(apart[0]), np.array(apart[1]), change.games)
        low, high = float(below), float(above)
        p_value = mid_p(*apart)
    else:
        half = change.estimate.half
        low, high, p_value = change.mean - half, change.mean + half, _chance_of(change)
    unpaired = sum(side.variance for side in sums.sides)
    gain = unpaired / change.variance if change.variance else inf if unpaired else nan
    return Difference(change.mean, low, high, p_value, p_value, sum(apart), gain)


def unpaired_difference_of(measure: Measure, first: Moments, second: Moments) -> Difference:
    """Return first minus second of games that have nothing in common: Newcombe's (1998) interval for shares and Welch's for means, which may vary differently."""
    difference = first.mean - second.mean
    if measure.kind == "share":
        (low, high), (other_low, other_high) = (wilson(side.total, side.games) for side in (first, second))
        together = (first + second).mean
        error = sqrt(together * (1 - together) * (1 / first.games + 1 / second.games))
        p_value = 2 * NormalDist().cdf(-abs(difference) / error) if error else 1.0
        below, above = (
            hypot(first.mean - low, other_high - second.mean),
            hypot(high - first.mean, second.mean - other_low),
        )
        return Difference(difference, difference - below, difference + above, p_value, p_value)
    from scipy.stats import t  # slow to import

    parts = [each.variance / each.games for each in (first, second)]
    error = sqrt(sum(parts))
    if not error:  # as many pairs that all differ alike
        pairs, apart = min(first.games, second.games), round(difference)
        p_value = _chance_of(Moments(pairs, pairs * apart, pairs * apart**2))
        return Difference(difference, difference, difference, p_value, p_value)
    freedom = error**4 / sum(
        part**2 / max(1, each.games - 1) for part, each in zip(parts, (first, second), strict=True)
    )
    half = float(t.ppf(0.975, freedom)) * error
    p_value = float(2 * t.sf(abs(difference) / error, freedom))
    return Difference(difference, difference - half, difference + half, p_value, p_value)


def _chance_of(change: Moments) -> float:
    """Return the p-value of no difference. Where all deals differ alike, it is that of one more deal that does not: one alone proves nothing."""
    from scipy.stats import t  # slow to import

    if not change.total:
        return 1.0
    found = change if change.variance else change + Moments(1, 0, 0)
    return float(2 * t.sf(abs(found.mean) / sqrt(found.variance / found.games), found.games - 1))


def tango(only_first: Array, only_second: Array, games: int, z: float = NORMAL_95) -> tuple[Array, Array]:
    """Tango's interval for the difference of paired shares; arrays give arrays. Neither scipy nor statsmodels has it."""
    return -_upper_end(only_second, only_first, games, z), _upper_end(only_first, only_second, games, z)


def _upper_end(more: Array, less: Array, games: int, z: float) -> Array:
    """Return the greatest difference that the score test does not reject, by halving: the score falls as the difference grows."""
    inside = np.asarray((more - less) / games, float)
    outside = np.ones_like(inside)
    for _ in range(HALVINGS):
        trial = (inside + outside) / 2
        # The most likely share of `less` if the difference were `trial`: a root of 2·games·q² + b·q − less·trial·(1 − trial).
        b = (2 * games - more + less) * trial - more - less
        q = (np.sqrt(b * b + 8 * games * less * trial * (1 - trial)) - b) / (4 * games)
        variance = games * (2 * q + trial * (1 - trial))
        rejected = (games * trial - (more - less)) ** 2 > z * z * variance
        inside, outside = np.where(rejected, inside, trial), np.where(rejected, trial, outside)
    return np.asarray((inside + outside) / 2)


def mid_p(only_first: int, only_second: int) -> float:
    """McNemar's test by the binomial distribution, two-sided; what was seen counts half, or few deals would make it too timid."""
    from scipy.stats import binom

    discordant, fewer = only_first + only_second, min(only_first, only_second)
    if only_first == only_second:
        return 1.0
    return float(2 * binom.cdf(fewer, discordant, 0.5) - binom.pmf(fewer, discordant, 0.5))
