"""Exchange rates: what one step of a factor is worth in steps of another.

A step of A changes the win rate by a points, a step of B by b, both on average over the settings played (`effects.py`); so one step of A does as
much as a/b steps of B. Where b may be 0, a/b may be anything, and an interval that hid that would be wrong. Fieller's (1954) does not hide it.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, sqrt
from typing import Literal

from experiments.statistics.effects import Effects

Shape = Literal["between", "outside", "anything"]


@dataclass(frozen=True)
class ExchangeRate:
    """One step of `of` is worth `rate` steps of `in_steps_of`; a negative rate says that they pull in opposite directions."""

    of: str
    in_steps_of: str
    rate: float
    shape: Shape  # the 95 % set: between low and high; all but what lies between them; or every number
    low: float
    high: float

    @property
    def determined(self) -> bool:
        """Whether the rate has an interval at all; it has none unless the effect that is the unit clearly differs from 0."""
        return self.shape == "between"

    @property
    def clear(self) -> bool:
        """Whether its interval leaves no doubt which way the rate points; one that holds 0 says next to nothing."""
        return self.determined and not self.low <= 0 <= self.high

    @property
    def telling(self) -> bool:
        """Whether it is worth a sentence: clear, and of the two directions that which is more than one step."""
        return self.clear and abs(self.rate) >= 1

    @property
    def size(self) -> tuple[float, float, float]:
        """The rate and its interval without their sign, of one that is clear."""
        low, high = sorted((abs(self.low), abs(self.high)))
        return abs(self.rate), low, high


def exchange_rate(effects: Effects, of: str, in_steps_of: str) -> ExchangeRate:
    """Of two steps, by their names: `tokens`, or `board=loop`."""
    names = [each.name for each in effects.each]
    a, b = names.index(of), names.index(in_steps_of)
    rate, shape, low, high = fieller(
        effects.each[a].points,
        effects.each[b].points,
        float(effects.covariance[a, a]),
        float(effects.covariance[a, b]),
        float(effects.covariance[b, b]),
        effects.quantile,
    )
    return ExchangeRate(of, in_steps_of, rate, shape, low, high)


def fieller(
    a: float, b: float, var_a: float, cov: float, var_b: float, quantile: float
) -> tuple[float, Shape, float, float]:
    """The ratio a/b and the set of ratios r for which a − r·b does not differ from 0 by more than `quantile` errors."""
    rate = a / b if b else inf
    # That set is where square·r² − 2·middle·r + constant ≤ 0.
    square = b * b - quantile**2 * var_b
    middle = a * b - quantile**2 * cov
    constant = a * a - quantile**2 * var_a
    discriminant = middle * middle - square * constant
    if square > 0:
        half = sqrt(max(0.0, discriminant)) / square
        return rate, "between", middle / square - half, middle / square + half
    if square < 0 < discriminant:
        half = sqrt(discriminant) / -square
        return rate, "outside", middle / square - half, middle / square + half
    return rate, "anything", -inf, inf
