"""The ladder: how often each policy wins each step of the rulebook's difficulty on each board, with intervals.

A cell of the table is one policy, one step and one board or set of boards. Cells are written down as they are done, so that a
long table can be broken off and gone on with.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np

from experiments.play import Matchup, play_many
from experiments.statistics.intervals import NORMAL_95, wilson
from experiments.switch_signal.progress_log import ProgressLog
from simulator.game import Policy
from simulator.switch_signal.board import load_board
from simulator.switch_signal.ensemble import is_ensemble, members
from simulator.switch_signal.factors import PRESETS
from simulator.switch_signal.game import GAME
from simulator.switch_signal.scenario import Scenario

# The steps of the rulebook, for two players, and as `standard/3` for more.
STEPS: Mapping[str, Mapping[str, Any]] = {
    **{name: preset.changes for name, preset in PRESETS.items()},
    **{
        f"{name}/{players}": {**preset.changes, "players": players}
        for players in (3, 4)
        for name, preset in PRESETS.items()
    },
}
USUAL_STEPS = (*PRESETS, "standard/3", "standard/4")


@dataclass(frozen=True)
class Cell:
    """Win rate and goods of a policy, with 95 % intervals for the boards as they are; blunders a game."""

    policy: str
    step: str
    board: str
    games: int
    won: float
    low: float
    high: float
    goods: float
    goods_reach: float | None
    blunders: float

    def is_above(self, other: Cell) -> str:
        """What tells this policy from a weaker one, intervals apart: `wins`, else `goods`, else nothing."""
        if self.low > other.high:
            return "wins"
        if self.goods_reach is None or other.goods_reach is None:
            return ""
        return "goods" if self.goods - self.goods_reach > other.goods + other.goods_reach else ""


def interval(won: list[np.ndarray[Any, Any]]) -> tuple[float, float, float]:
    """Mean over boards that share no deals, and its interval: Wilson's on one board; on several the errors of their rates together."""
    rates = [float(each.mean()) for each in won]
    mean = sum(rates) / len(rates)
    if len(won) == 1:
        low, high = wilson(int(won[0].sum()), len(won[0]))
        return mean, low, high
    # Rates of 0 and 1 have errors too: two games are added to each board, one won and one lost (Agresti and Caffo, 2000).
    lent = [((int(each.sum()) + 1) / (len(each) + 2), len(each) + 2) for each in won]
    reach = NORMAL_95 * sqrt(sum(rate * (1 - rate) / games for rate, games in lent)) / len(won)
    return mean, max(0.0, mean - reach), min(1.0, mean + reach)


def goods_interval(goods: list[np.ndarray[Any, Any]]) -> tuple[float, float | None]:
    """Mean over boards and how far its interval reaches; a single game of a board tells nothing of that."""
    mean = float(np.mean([each.mean() for each in goods]))
    if min(map(len, goods)) < 2:
        return mean, None
    variance = sum(float(each.var(ddof=1)) / len(each) for each in goods)
    return mean, NORMAL_95 * sqrt(variance) / len(goods)


def _members(board: str) -> list[str]:
    return members(board, "board", "--boards") if is_ensemble(board) else [board]


def cell(policy: Policy, step: str, board: str, seed: int, games: int, jobs: int) -> Cell:
    """Play one cell: so many games, shared out evenly among its boards. Each has deals of its own, or boards would err together."""
    boards = _members(board)
    games = -(-games // len(boards))
    outcomes = []
    for number, each in enumerate(boards):
        matchup = Matchup(GAME, Scenario.of({"board": each, **STEPS[step]}), (policy,))
        batches = play_many(matchup, seed, games, jobs, number * games)
        outcomes.append(np.concatenate([batch.outcomes for batch in batches]))
    mean, low, high = interval([each["won"] for each in outcomes])
    goods, reach = goods_interval([each["goods"] for each in outcomes])
    blunders = float(np.mean([each["blunders"].sum(axis=1).mean() for each in outcomes]))
    return Cell(policy.name, step, board, games * len(boards), mean, low, high, goods, reach, blunders)


def ladder(
    policies: Mapping[Policy, int], steps: list[str], boards: list[str], seed: int, log: Path, jobs: int = 0
) -> Iterator[Cell]:
    """Yield all cells in order, those in the log without playing; `policies` says how many games each plays in a cell."""
    games = {f"{policy.name} {policy.source_hash}".strip(): count for policy, count in policies.items()}
    contents = {board: " ".join(load_board(each).hash for each in _members(board)) for board in boards}
    done = ProgressLog(log, GAME, {"ladder": 5, "seed": seed, "games": games, "boards": contents}, Cell)
    known = {(each.policy, each.step, each.board): each for each in done.steps}
    for board in boards:
        for step in steps:
            for policy, count in policies.items():
                key = (policy.name, step, board)
                if key not in known:
                    known[key] = cell(policy, step, board, seed, count, jobs)
                    done.add(known[key])
                yield known[key]
