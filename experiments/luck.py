"""Luck and skill, said of deals: won by every rung of a ladder of policies, lost by every rung, or decided by play.

A deal is a seed: the same cards and dice for every rung, as long as their games run alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Share:
    """A share of deals."""

    share: float
    low: float  # 95 % interval
    high: float


@dataclass(frozen=True)
class Upset:
    """Deals that a weaker rung won and a stronger one lost."""

    weaker: str
    stronger: str
    deals: int


@dataclass(frozen=True)
class LuckAndSkill:
    """Over all deals, and over all cells if there are several; each cell counts the same."""

    rungs: tuple[str, ...]  # from weakest to strongest
    deals: int  # in all cells together
    won_by_all: Share
    lost_by_all: Share
    decided_by_play: Share
    upsets: Share  # some weaker rung won and some stronger one lost
    upset_pairs: tuple[Upset, ...]
    won_by_all_if_independent: float  # had the rungs won as often, but each on deals of its own
    lost_by_all_if_independent: float


def luck_and_skill(won: np.ndarray[Any, Any], rungs: Sequence[str]) -> LuckAndSkill:
    """From a table rungs × games, or rungs × cells × games, column g the same deal throughout; rungs from weakest to strongest."""
    table = np.asarray(won, bool)
    if table.ndim == 2:
        table = table[:, None, :]
    by_all, by_none = np.asarray(table.all(axis=0)), np.asarray(~table.any(axis=0))
    # Won by some rung so far, and lost by the one that comes next.
    upset = np.asarray((np.logical_or.accumulate(table, axis=0)[:-1] & ~table[1:]).any(axis=0))
    rates = table.mean(axis=2)
    return LuckAndSkill(
        rungs=tuple(rungs),
        deals=by_all.size,
        won_by_all=clustered_share(by_all),
        lost_by_all=clustered_share(by_none),
        decided_by_play=clustered_share(~(by_all | by_none)),
        upsets=clustered_share(upset),
        upset_pairs=tuple(
            Upset(rungs[weak], rungs[strong], int((table[weak] & ~table[strong]).sum()))
            for weak in range(len(rungs))
            for strong in range(weak + 1, len(rungs))
        ),
        won_by_all_if_independent=float(rates.prod(axis=0).mean()),
        lost_by_all_if_independent=float((1 - rates).prod(axis=0).mean()),
    )


def clustered_share(hits: np.ndarray[Any, Any]) -> Share:
    """Share of hits in a table cells × games, with Wilson's interval for as many independent deals as the table is worth.

    Cells share deals, so a table is worth more than one row and less than all of them: as many as would make a share vary as the means of its
    columns do. Without variation it counts as one row.
    """
    from statsmodels.stats.proportion import proportion_confint

    cells, games = hits.shape
    share = float(hits.mean())
    variance = float(hits.mean(axis=0).var()) / games
    worth = share * (1 - share) / variance if variance > 0 else games
    worth = min(max(worth, games), games * cells)
    low, high = proportion_confint(share * worth, worth, method="wilson")
    return Share(share, 0.0 if share == 0 else float(low), 1.0 if share == 1 else float(high))
