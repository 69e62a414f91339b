"""A confidence sequence: an interval that may be looked at after every block, and stopped at whenever one likes.

The idea is that of Waudby-Smith and Ramdas (2023). One bets game by game that the mean is greater than m, another that it is smaller, at odds that
are fair if it is m. Then the first ever multiplies his capital by 40 with a chance of at most one in forty (Ville's inequality), and so does the other. The
interval holds every m against which nobody got so rich. It is exact at any number of games: no normal distribution is assumed.

Of the ways to bet we take a fixed mixture of constant stakes. Its capital depends only on how often each value came, not on the order, so
results do not depend on blocks, chunks or workers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

PLANNED_GAMES = 20_000
BEST_AT = 3.0  # errors that the interval reaches to either side; stakes are best for a truth that far off
SPREAD = 0.8  # of the logarithm of the stakes: the wider, the better far from the planned number of games, and the worse near it
STAKES = np.linspace(-3, 3, 25)  # in units of that spread
LOG_WEIGHTS = -(STAKES**2) / 2 - np.log(np.exp(-(STAKES**2) / 2).sum())
GREATEST = 0.9  # share of the capital that a single game may cost
HALVINGS = 60

DIFFERENCES = (-1, 0, 1)  # lost a deal that the other setting won; the same result; won one that it lost
SHARES = (0, 1)  # lost, won


class ConfidenceSequence:
    """95 % for the mean of independent games with the values given, at all times together.

    Narrowest near the planned number of games; true at any number.
    """

    def __init__(
        self,
        values: Sequence[int] = DIFFERENCES,
        planned_games: int = PLANNED_GAMES,
        confidence: float = 0.95,
    ) -> None:
        self.values = np.array(values, float)
        self.counts = np.zeros(len(values), np.int64)
        self._planned = planned_games
        self._wrong = 1 - confidence

    def update(self, counts: Sequence[int] | np.ndarray[Any, Any]) -> None:
        """Add a block: how often each of the values came."""
        self.counts = self.counts + np.asarray(counts, np.int64)

    def interval(self) -> tuple[float, float]:
        if not self.counts.any():
            return float(self.values[0]), float(self.values[-1])
        return self._low(self.values, self.counts), -self._low(-self.values[::-1], self.counts[::-1])

    def _low(self, values: np.ndarray[Any, Any], counts: np.ndarray[Any, Any]) -> float:
        """The least mean that nobody who bet on more has got rich against; capital falls as the mean grows."""
        outside, inside = float(values[0]), float(values @ counts / counts.sum())
        rich = np.log(2 / self._wrong)  # half the error to either side
        for _ in range(HALVINGS):
            trial = (outside + inside) / 2
            if log_capital(values, counts, trial, self._planned) >= rich:
                outside = trial
            else:
                inside = trial
        return outside


def log_capital(
    values: np.ndarray[Any, Any],
    counts: np.ndarray[Any, Any],
    mean: float,
    planned_games: int = PLANNED_GAMES,
) -> np.ndarray[Any, Any]:
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
    most = grown.max(axis=-1)
    return np.asarray(most + np.log(np.exp(grown - most[..., None]).sum(axis=-1)))
