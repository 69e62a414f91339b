"""One figure over many boards: its mean, its range, and how much boards differ apart from chance.

The boards of an ensemble are a sample of the plausible ones, so the interval of the mean is one over boards: it would hold for
another sample too. All boards are played with the same dice and cards, so their rates err together; chance is therefore estimated from
the mean over boards of each game, which holds that in it, and taken off the spread between boards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from experiments.run_store.values import ValuesByCell, common_deals, pieces
from experiments.statistics.intervals import student_95, wilson


@dataclass(frozen=True)
class OverBoards:
    """Win rates, or other means, over boards."""

    boards: int
    mean: float
    ci_low: float  # 95 % interval of the mean over plausible boards
    ci_high: float
    lowest: float
    highest: float
    between_sd: float  # spread of the boards' true rates within a kind
    sampling_sd: float  # spread that chance alone gives to the rate of one board


def over_boards(won: ValuesByCell, kinds: Sequence[str], is_share: bool = True) -> OverBoards:
    """Return the mean over boards, from who won, or one number of each game, number g the same game on every board; and the kind of each board.

    With several kinds the mean is that of their means, and the spread that within kinds: Europe and America are not drawn from one
    hat. Needs two boards of each kind and two games.
    """
    games = common_deals(won)
    groups = [np.flatnonzero(np.array(kinds) == kind) for kind in dict.fromkeys(kinds)]
    weights = np.concatenate([np.full(len(group), 1 / len(group) / len(groups)) for group in groups])
    weights = weights[np.argsort(np.concatenate(groups))]
    wins, squares = np.zeros((2, len(won)), np.int64)
    of_means, of_squares = 0.0, 0.0
    for piece in pieces(won):
        wide = piece.astype(np.int64)
        wins, squares = wins + wide.sum(axis=1), squares + (wide * wide).sum(axis=1)
        means = weights @ piece  # over boards, of each game
        of_means, of_squares = of_means + float(means.sum()), of_squares + float(means @ means)
    rates = wins / games
    mean = float(weights @ rates)
    sampling = (squares / games - rates**2) / (games - 1)
    by_chance = max(0.0, of_squares - of_means**2 / games) / (games - 1) / games
    # Var(Σ w e) = Σ w² v + Σ w w' c: the mean covariance of two boards that meet the same dice.
    shared = float(weights @ weights)
    covariance = (by_chance - float(weights**2 @ sampling)) / (1 - shared)
    freedom = sum(len(group) - 1 for group in groups)
    observed = sum(float(rates[group].var(ddof=1)) * (len(group) - 1) for group in groups) / freedom
    between = max(0.0, observed - float(sampling.mean()) + covariance)
    half = student_95(freedom) * sqrt(between * shared + by_chance)
    low, high = mean - half, mean + half
    if is_share:
        # With no win at all, or hardly any, nothing seems to vary; what so many games can tell is the least that must be allowed for.
        pooled_low, pooled_high = wilson(round(mean * games * len(won)), games * len(won))
        low, high = min(pooled_low, max(0.0, low)), max(pooled_high, min(1.0, high))
    return OverBoards(
        boards=len(rates),
        mean=mean,
        ci_low=low,
        ci_high=high,
        lowest=float(rates.min()),
        highest=float(rates.max()),
        between_sd=sqrt(between),
        sampling_sd=sqrt(float(sampling.mean())),
    )
