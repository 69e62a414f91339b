"""The ladder: how often each policy wins each step of the rulebook's difficulty on each board, with intervals.

A cell of the table is one policy, one step and one board or set of boards. Cells are written down as they are done, so that a
long table can be broken off and gone on with.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
from joblib import Parallel, delayed

from experiments.intervals import NORMAL_95, wilson
from experiments.limits import worker_count
from experiments.progress_log import ProgressLog
from experiments.runner import play
from policies.registry import Policy
from simulator.ensemble import is_ensemble, members
from simulator.presets import PRESETS
from simulator.scenario import Scenario

# The steps of the rulebook, and the numbers of players.
STEPS: Mapping[str, Mapping[str, Any]] = {
    **{name: preset.changes for name, preset in PRESETS.items()},
    "players-3": {"players": 3},
    "players-4": {"players": 4},
}


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
    goods_reach: float
    blunders: float

    def is_above(self, other: Cell) -> str:
        """What tells this policy from a weaker one, intervals apart: `wins`, else `goods`, else nothing."""
        if self.low > other.high:
            return "wins"
        return "goods" if self.goods - self.goods_reach > other.goods + other.goods_reach else ""


def interval(won: list[np.ndarray[Any, Any]]) -> tuple[float, float, float]:
    """Mean over boards that share no deals, and its interval: Wilson's on one board; on several the errors of their rates together."""
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
    reach = NORMAL_95 * sqrt(sum(variances)) / len(won)
    return mean, max(0.0, mean - reach), min(1.0, mean + reach)


def goods_interval(goods: list[np.ndarray[Any, Any]]) -> tuple[float, float]:
    """Mean over boards and how far its interval reaches."""
    variance = sum(float(each.var(ddof=1)) / len(each) if len(each) > 1 else 0.0 for each in goods)
    return float(np.mean([each.mean() for each in goods])), NORMAL_95 * sqrt(variance) / len(goods)


def cell(policy: Policy, step: str, board: str, seed: int, games: int, jobs: int) -> Cell:
    """Play one cell: so many games, shared out evenly among its boards. Each has deals of its own, or boards would err together."""
    boards = members(board, "board", "--board") if is_ensemble(board) else [board]
    games = -(-games // len(boards))
    scenarios = [Scenario(board=each, **STEPS[step]) for each in boards]
    size = max(1, games // worker_count(jobs)) if len(boards) == 1 else games
    tasks = [
        (number, scenario, number * games + first, min(size, games - first))
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
    goods, reach = goods_interval([each["goods"] for each in outcomes])
    blunders = float(np.mean([each["blunders"].sum(axis=1).mean() for each in outcomes]))
    return Cell(policy.name, step, board, games * len(boards), mean, low, high, goods, reach, blunders)


def ladder(
    policies: Mapping[Policy, int], steps: list[str], boards: list[str], seed: int, log: Path, jobs: int = 0
) -> Iterator[Cell]:
    """All cells in order, those in the log without playing; `policies` says how many games each plays in a cell."""
    games = {f"{policy.name} {policy.source_hash}".strip(): count for policy, count in policies.items()}
    done = ProgressLog(log, {"ladder": 4, "seed": seed, "games": games})
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
    """The table as a page: a section a board, a row a step, a column a policy; then the goods, and where the order holds."""
    lines = [
        "# The ladder: who wins how often",
        "",
        "Written by the command below; every figure is a share of games won, or goods delivered in a game, with its 95 % interval for the boards as they are. Boards and timetable are",
        "reconstructions ([reconstruction.md](reconstruction.md)), and policies are not people ([policies.md](policies.md)). Policies were tuned on `ensemble:train` only.",
        "",
        f"    {command}",
    ]
    policies = list(dict.fromkeys(each.policy for each in cells))
    found = {(each.policy, each.step, each.board): each for each in cells}
    for board in dict.fromkeys(each.board for each in cells):
        rows = {
            step: [found[policy, step, board] for policy in policies]
            for step in dict.fromkeys(each.step for each in cells if each.board == board)
        }
        games = ", ".join(f"{each.policy} {each.games:,}" for each in next(iter(rows.values())))
        lines += ["", f"## {board}", f"Games in each cell: {games}."]
        lines += _table("games won", policies, rows, _won)
        lines += _table("goods", policies, rows, lambda each: f"{each.goods:.2f} ± {each.goods_reach:.2f}")
        lines += _table("blunders", policies, rows, lambda each: f"{each.blunders:.2f}", only="standard")
        lines += ["", *_order(rows)]
    return "\n".join(lines) + "\n"


def _won(cell: Cell) -> str:
    return f"{100 * cell.won:.1f} % ({100 * cell.low:.1f}–{100 * cell.high:.1f})"


def _table(
    title: str,
    policies: list[str],
    rows: Mapping[str, list[Cell]],
    text: Callable[[Cell], str],
    only: str | None = None,
) -> Iterator[str]:
    if only is not None and only not in rows:
        return
    yield ""
    yield f"| {title} | {' | '.join(policies)} |"
    yield "|---" + "|--:" * len(policies) + "|"
    for step, row in rows.items():
        if only in (None, step):
            yield f"| {step} | {' | '.join(map(text, row))} |"


def _order(rows: Mapping[str, list[Cell]]) -> Iterator[str]:
    """For each two neighbours on the ladder: in how many steps their intervals lie apart, and where they do not."""
    for place, upper in enumerate(next(iter(rows.values()))[1:]):
        apart = {step: row[place + 1].is_above(row[place]) for step, row in rows.items()}
        wins, goods = (sum(told == what for told in apart.values()) for what in ("wins", "goods"))
        lower = next(iter(rows.values()))[place]
        neither = [step for step, told in apart.items() if not told]
        rest = f"; not apart: {', '.join(neither)}" if neither else ""
        yield f"- {upper.policy} over {lower.policy}: apart in wins in {wins} of {len(rows)} steps, in goods in {goods} more{rest}."
