"""Errors of figures that are made from many cells playing the same deals: a jackknife over groups of deals.

Deals are independent of each other, cells are not: they meet the same dice. So the figure is made anew without each group of deals, and the
spread of those figures is its error. Whatever cells have in common is in it, and nothing about it need be assumed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from experiments.run_store.values import ValuesByCell, common_deals, pieces

GROUPS = 100  # Student's t with 99 degrees of freedom is 1 % wider than the normal: more groups would gain no more than that


@dataclass(frozen=True)
class Groups:
    """The sum of the values in each group of consecutive deals: games won, points."""

    wins: np.ndarray[Any, Any]  # cells × groups
    sizes: np.ndarray[Any, Any]  # deals in each group; they differ by one at most

    @property
    def degrees_of_freedom(self) -> int:
        return len(self.sizes) - 1


def group_deals(won: ValuesByCell, groups: int = GROUPS) -> Groups:
    """Sum up the deals that all cells have met, number g the same one in each. With fewer games than groups, a group is one game."""
    games = common_deals(won)
    if games < 2:
        raise ValueError("An error cannot be told from fewer than two games.")
    edges = np.linspace(0, games, min(groups, games) + 1).astype(int)
    wins = np.zeros((len(won), len(edges) - 1), np.int64)
    start = 0
    for piece in pieces(won):
        stop = start + piece.shape[1]
        group = int(np.searchsorted(edges, start, "right")) - 1  # that the piece begins in
        inner = edges[(edges > start) & (edges < stop)]
        sums = np.add.reduceat(piece, [0, *(inner - start)], axis=1, dtype=np.int64)
        wins[:, group : group + len(inner) + 1] += sums
        start = stop
    return Groups(wins, np.diff(edges))


def jackknife_covariance(
    full: np.ndarray[Any, Any], without: np.ndarray[Any, Any], sizes: np.ndarray[Any, Any]
) -> np.ndarray[Any, Any]:
    """Return the covariance of figures, from those of all deals and those without each group (groups × figures).

    The form for groups of unequal size is that of Busing, Meijer and van der Leeden (1999); with equal ones it is the textbook's.
    """
    inverse_share = (sizes.sum() / sizes)[:, None]
    pseudo = inverse_share * full - (inverse_share - 1) * without
    centre = (full - without + without / inverse_share).sum(axis=0)
    scaled = (pseudo - centre) / np.sqrt(inverse_share - 1)
    return np.asarray(scaled.T @ scaled / len(sizes))
