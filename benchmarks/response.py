"""Sensible response: what the rulebook calls easier must not be harder for a good player, and ten goods must be. On the same deals.

    python -m benchmarks.response --policy planner --policy expert --games 1800 -o docs/response.md

Over the boards of ensemble:test, for every step: what the win rate gains on paired games, and what it gains at least with 99 % confidence. An easing passes if that is
above −0.5 points, ten goods if their loss is clear. Seeds are none that anything was tuned on.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from joblib import Parallel, delayed

from policies.registry import load_policy
from simulator.game import Policy
from simulator.switch_signal.ensemble import members
from simulator.switch_signal.game import GAME
from simulator.switch_signal.play import play
from simulator.switch_signal.scenario import Scenario

SEED = 4001
ONE_SIDED_99 = 2.326348
TOLERATED = 0.005  # of win rate
BOARDS = "ensemble:test"
# The easier and the harder of two setups, and how much worse the easier one may be.
STEPS: dict[str, tuple[dict[str, Any], dict[str, Any], float]] = {
    "one token more": ({"tokens": 8}, {}, TOLERATED),
    "one removed card less": ({"removed": 1}, {}, TOLERATED),
    "an extra signal": ({"extra_signals": 1}, {}, TOLERATED),
    "helpers allowed": ({}, {"helpers": "none"}, TOLERATED),
    "eight goods, not ten": ({}, {"goods": 10}, 0.0),
}


@dataclass(frozen=True)
class Response:
    step: str
    games: int
    gain: float
    least: float  # with 99 % confidence
    tolerated: float

    @property
    def passes(self) -> bool:
        return self.least > -self.tolerated


def wins(policy: Policy, changes: dict[str, Any], boards: list[str], games: int) -> np.ndarray[Any, Any]:
    """So many games on each board."""
    blocks = Parallel(n_jobs=-1, backend="threading")(
        delayed(play)(Scenario(board=board, **changes), policy, SEED, 0, games) for board in boards
    )
    return np.concatenate([block.outcomes["won"] for block in blocks]).astype(float)


def responses(policy: Policy, boards: list[str], games: int) -> list[Response]:
    """All steps, over some boards with so many games in all."""
    each = -(-games // len(boards))
    games = each * len(boards)
    setups = {repr(setup): setup for easier, harder, _ in STEPS.values() for setup in (easier, harder)}
    won = {name: wins(policy, changes, boards, each) for name, changes in setups.items()}
    found = []
    for step, (easier, harder, tolerated) in STEPS.items():
        gains = won[repr(easier)] - won[repr(harder)]
        least = gains.mean() - ONE_SIDED_99 * gains.std(ddof=1) / np.sqrt(games)
        found.append(Response(step, games, float(gains.mean()), float(least), tolerated))
    return found


def table(found: dict[str, list[Response]], command: str) -> str:
    lines = [
        "# Sensible response",
        "",
        "What the rulebook calls easier must not be harder for a good player. Points of win rate gained on the same deals, and beneath which the gain does not lie with",
        "99 % confidence. An easing passes above −0.5 points, ten goods if they are clearly harder. Boards are the 24 of ensemble:test, reconstructions. Written by",
        "",
        f"    {command}",
        "",
        "| policy | step | games | gain | at least | |",
        "|---|---|--:|--:|--:|---|",
    ]
    for policy, rows in found.items():
        for row in rows:
            verdict = "passes" if row.passes else "**fails**"
            numbers = f"{100 * row.gain:+.1f} | {100 * row.least:+.1f}".replace("-", "−")
            lines.append(f"| {policy} | {row.step} | {row.games:,} | {numbers} | {verdict} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--policy", action="append", help="planner if left out; may be given again")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("-o", "--out", default="", help="write the table to this .md file")
    given = parser.parse_args()
    names = given.policy or ["planner"]
    boards = members(BOARDS, "board", "")
    found = {}
    for name in names:
        play(Scenario(), load_policy(GAME, name), SEED, 0, 1)  # compiled before threads ask for it
        found[name] = responses(load_policy(GAME, name), boards, given.games)
    words = " ".join(f"--policy {name}" for name in names)
    page = table(
        found,
        f"python -m benchmarks.response {words} --games {given.games}",
    )
    print(page, end="")
    if given.out:
        Path(given.out).write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
