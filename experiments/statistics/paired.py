"""Two cells that played the same deals: how far their win rates are apart, and what it gained to give them the same deals.

Only deals that one cell won and the other lost say anything about the difference. The interval is Tango's (1998): it inverts the score test,
holds near 0 and 1 and with few such deals, and came nearest to 95 % of those tried (docs/statistics.md).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from experiments.run_store.tally import Values
from experiments.run_store.values import common_deals, pieces
from experiments.statistics.intervals import NORMAL_95

HALVINGS = 60  # of [-1, 1]: down to the last bit


@dataclass(frozen=True)
class PairedDifference:
    """Share won by one cell minus share won by another, on the same deals."""

    difference: float
    low: float  # 95 % interval
    high: float
    p_value: float  # of no difference: McNemar's test, exact with mid-p
    holm: float  # the same among all comparisons that were asked for together
    only_first: int  # deals that the first won and the second lost
    only_second: int
    gain: float  # variance that as many unpaired games would have given, divided by that of the pairs; infinite, or nan, if neither varies


def paired_difference(first: Values, second: Values) -> PairedDifference:
    """First minus second, over the deals that both have met; game g of both is the same deal."""
    games, won_first, only_first, only_second = common_deals((first, second)), 0, 0, 0
    for one, other in pieces((first, second)):
        won_first += int(one.sum(dtype=np.int64))
        only_first += int((one > other).sum())
        only_second += int((one < other).sum())
    low, high = tango(np.array(only_first), np.array(only_second), games)
    p_value = mid_p(only_first, only_second)
    return PairedDifference(
        difference=(only_first - only_second) / games,
        low=float(low),
        high=float(high),
        p_value=p_value,
        holm=p_value,
        only_first=only_first,
        only_second=only_second,
        gain=_gain(won_first / games, only_first / games, only_second / games),
    )


def tango(
    only_first: np.ndarray[Any, Any], only_second: np.ndarray[Any, Any], games: int, z: float = NORMAL_95
) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Tango's interval for the difference of paired shares; arrays give arrays. Neither scipy nor statsmodels has it."""
    return -_upper_end(only_second, only_first, games, z), _upper_end(only_first, only_second, games, z)


def _upper_end(
    more: np.ndarray[Any, Any], less: np.ndarray[Any, Any], games: int, z: float
) -> np.ndarray[Any, Any]:
    """The greatest difference that the score test does not reject, by halving: the score falls as the difference grows."""
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


def _gain(first: float, only_first: float, only_second: float) -> float:
    second = first - only_first + only_second
    unpaired = first * (1 - first) + second * (1 - second)
    paired = only_first + only_second - (only_first - only_second) ** 2
    if unpaired == 0:
        return float("nan")  # nothing varies, with pairs or without
    return unpaired / paired if paired > 0 else float("inf")
