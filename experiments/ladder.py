"""The ladder: how often each policy wins each step of the rulebook's difficulty on each board, with intervals.

A cell of the table is one policy, one step and one board or set of boards. Cells are written down as they are done, so that a
long table can be broken off and gone on with.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
from joblib import Parallel, delayed

from experiments.intervals import wilson
from experiments.limits import worker_count
from experiments.progress_log import ProgressLog
from experiments.runner import play
from policies.registry import Policy
from simulator.ensemble import is_ensemble, members
from simulator.presets import PRESETS
from simulator.scenario import Scenario

TWO_SIDED_95 = 1.959964

# The steps of the rulebook, and the numbers of players.
STEPS: Mapping[str, Mapping[str, Any]] = {
    **{name: preset.changes for name, preset in PRESETS.items()},
    "players-3": {"players": 3},
    "players-4": {"players": 4},
}


@dataclass(frozen=True)
class Cell:
    """Win rate of a policy, with a 95 % interval for the boards as they are; goods and blunders a game."""

    policy: str
    step: str
    board: str
    games: int
    won: float
    low: float
    high: float
    goods: float
    blunders: float


def interval(won: list[np.ndarray[Any, Any]]) -> tuple[float, float, float]:
    """Mean over boards and its interval: Wilson's on one board; on several the errors of their rates together."""
    rates = [float(each.mean()) for each in won]
    mean = sum(rates) / len(rates)
    if len(won) == 1:
        low, high = wilson(int(won[0].sum()), len(won[0]))
        return mean, low, high
    # Rates of 0 and 1 have errors too: two games are added to each board, one won and one lost (Agresti and Coull).
    variances = []
    for each in won:
        games = len(each) + 2
        rate = (int(each.sum()) + 1) / games
        variances.append(rate * (1 - rate) / games)
    reach = TWO_SIDED_95 * sqrt(sum(variances)) / len(won)
    return mean, max(0.0, mean - reach), min(1.0, mean + reach)


def cell(policy: Policy, step: str, board: str, seed: int, games: int, jobs: int) -> Cell:
    """Play one cell: so many games, shared out evenly among its boards."""
    boards = members(board, "board", "--board") if is_ensemble(board) else [board]
    games = -(-games // len(boards))
    scenarios = [Scenario(board=each, **STEPS[step]) for each in boards]
    size = max(1, games // worker_count(jobs)) if len(boards) == 1 else games
    tasks = [
        (number, scenario, first, min(size, games - first))
        for number, scenario in enumerate(scenarios)
        for first in range(0, games, size)
    ]
    found = Parallel(n_jobs=worker_count(jobs), backend="threading")(
        delayed(play)(scenario, policy, seed, first, some) for _, scenario, first, some in tasks
    )
    outcomes = [
        np.concatenate(
            [block.outcomes for block, task in zip(found, tasks, strict=True) if task[0] == number]
        )
        for number in range(len(scenarios))
    ]
    mean, low, high = interval([each["won"] for each in outcomes])
    goods = float(np.mean([each["goods"].mean() for each in outcomes]))
    blunders = float(np.mean([each["blunders"].sum(axis=1).mean() for each in outcomes]))
    return Cell(policy.name, step, board, games * len(boards), mean, low, high, goods, blunders)


def ladder(
    policies: Mapping[Policy, int], steps: list[str], boards: list[str], seed: int, log: Path, jobs: int = 0
) -> Iterator[Cell]:
    """All cells in order, those in the log without playing; `policies` says how many games each plays in a cell."""
    games = {f"{policy.name} {policy.source_hash}".strip(): count for policy, count in policies.items()}
    done = ProgressLog(log, {"ladder": 2, "seed": seed, "games": games})
    known = {(each.policy, each.step, each.board): each for each in (Cell(**entry) for entry in done.entries)}
    for board in boards:
        for step in steps:
            for policy, count in policies.items():
                key = (policy.name, step, board)
                if key not in known:
                    known[key] = cell(policy, step, board, seed, count, jobs)
                    done.add(asdict(known[key]))
                yield known[key]


def ladder_page(cells: list[Cell], command: str) -> str:
    """The table as a page: a section a board, a row a step, a column a policy."""
    lines = [
        "# The ladder: who wins how often",
        "",
        "Written by the command below; every figure is a share of games won with its 95 % interval for the boards as they are. Boards and timetable are",
        "reconstructions ([reconstruction.md](reconstruction.md)), and policies are not people ([policies.md](policies.md)). Policies were tuned on `ensemble:train` only.",
        "",
        f"    {command}",
    ]
    policies = list(dict.fromkeys(each.policy for each in cells))
    found = {(each.policy, each.step, each.board): each for each in cells}
    for board in dict.fromkeys(each.board for each in cells):
        first = {each.policy: each.games for each in cells if each.board == board}
        games = ", ".join(f"{policy} {number:,}" for policy, number in first.items())
        lines += ["", f"## {board}", f"Games in each cell: {games}."]
        lines += ["", f"| step | {' | '.join(policies)} |", "|---" * (len(policies) + 1) + "|"]
        for step in dict.fromkeys(each.step for each in cells if each.board == board):
            row = [found[policy, step, board] for policy in policies]
            shown = [f"{100 * c.won:.1f} % ({100 * c.low:.1f}–{100 * c.high:.1f})" for c in row]
            lines.append(f"| {step} | {' | '.join(shown)} |")
        standard = [each for each in cells if each.board == board and each.step == "standard"]
        if standard:
            lines.append(f"| *goods, standard* | {' | '.join(f'{each.goods:.2f}' for each in standard)} |")
            lines.append(
                f"| *blunders, standard* | {' | '.join(f'{each.blunders:.2f}' for each in standard)} |"
            )
    return "\n".join(lines) + "\n"
