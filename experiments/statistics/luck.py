"""Luck and skill, said of deals: won by every rung of a ladder of policies, lost by every rung, or decided by play.

A deal is a seed: the same cards and dice for every rung, as long as their games run alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from experiments.run_store.tally import Values
from experiments.run_store.values import common_deals, pieces
from experiments.statistics.intervals import wilson

Array = np.ndarray[Any, Any]
CERTAIN = 0.005  # a rate below it, or so near to 1, is hardly ever, or hardly ever not


@dataclass(frozen=True)
class Share:
    """A share of deals."""

    share: float
    low: float  # 95 % interval
    high: float


@dataclass(frozen=True)
class LuckAndSkill:
    """What luck and what play decided, over all deals, and over all cells if there are several; each cell counts the same."""

    rungs: tuple[str, ...]  # from weakest to strongest
    rates: tuple[float, ...]  # how often each of them won
    deals: int  # in all cells together
    won_by_all: Share
    lost_by_all: Share
    decided_by_play: Share
    won_by_all_if_independent: float  # had the rungs won as often, but each on deals of its own
    lost_by_all_if_independent: float

    @property
    def telling(self) -> bool:
        """Whether it says more than a rate: where one rung hardly ever wins, or loses, all is said by how often the others do."""
        return all(CERTAIN <= rate <= 1 - CERTAIN for rate in self.rates)


def share_of(hits: int, squares: int, cells: int, games: int) -> Share:
    """Return the share of hits in a table cells × deals, from the sums over deals of how many cells are a hit, and of its square.

    The interval is Wilson's for as many independent deals as the table is worth. Cells share deals, so a table is worth more than one row and
    less than all of them: as many as would make a share vary as the means of its columns do. Without variation it counts as one row.
    """
    share = hits / (cells * games)
    variance = (squares * games - hits**2) / (cells * games) ** 2 / games  # of the share
    worth = share * (1 - share) / variance if variance > 0 else games
    worth = min(max(worth, games), games * cells)
    return Share(share, *wilson(share * worth, worth))


def luck_and_skill(won: Array | Sequence[Sequence[Values]], rungs: Sequence[str]) -> LuckAndSkill:
    """Tell luck from skill by a table rungs × games, or rungs × cells × games, column g the same deal throughout; rungs from weakest to strongest."""
    table = won[:, None, :] if isinstance(won, np.ndarray) and won.ndim == 2 else won
    cells = len(table[0])
    rows = [wins for rung in table for wins in rung]
    games = common_deals(rows)
    hits, squares = np.zeros((2, 3), np.int64)  # of deals won by all, lost by all, decided by play
    wins = np.zeros((len(rungs), cells), np.int64)
    for rows_of_some in pieces(rows):
        some = rows_of_some.reshape(len(rungs), cells, -1).astype(bool)
        all_won, none_won = np.asarray(some.all(axis=0)), np.asarray(~some.any(axis=0))
        counts = np.stack([each.sum(axis=0) for each in (all_won, none_won, ~(all_won | none_won))])
        hits, squares = hits + counts.sum(axis=1), squares + (counts**2).sum(axis=1)
        wins += some.sum(axis=2)
    rates = wins / games
    shares = [share_of(*sums, cells, games) for sums in zip(hits.tolist(), squares.tolist(), strict=True)]
    return LuckAndSkill(
        rungs=tuple(rungs),
        rates=tuple(float(rate) for rate in rates.mean(axis=1)),
        deals=cells * games,
        won_by_all=shares[0],
        lost_by_all=shares[1],
        decided_by_play=shares[2],
        won_by_all_if_independent=float(rates.prod(axis=0).mean()),
        lost_by_all_if_independent=float((1 - rates).prod(axis=0).mean()),
    )
