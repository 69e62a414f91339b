"""What a game consists of, and what each part of it costs: `python -m benchmarks.account`.

A game is the policy's thinking and what the rules do between two decisions. The rules are timed by playing the same games again from written answers; the
thinking is what is left. Of what the rules do, some cannot be avoided whatever the code looks like: random numbers, steps of trains, the
fresh copy of the table. Their number times their price is a floor under the rules, a low one: prices are those of a
few hundred positions over and over, which the processor knows by heart after a while.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np

from benchmarks import parts
from benchmarks.rules_alone import rules_alone
from benchmarks.timing import Job, best_of_all, best_seconds
from policies.registry import load_policy
from simulator.switch_signal.game import GAME
from simulator.switch_signal.play import play
from simulator.switch_signal.scenario import Scenario

POLICIES = ("random", "novice", "planner")
POSITIONS, ROUNDS = 500, 40
GAMES = {"random": 1_000, "novice": 300, "planner": 30}
SEED = 1
STEADY = 3e-3  # seconds


def part_prices() -> dict[str, float]:
    """Seconds of one of each."""
    jobs = parts.jobs(*(parts.positions(policy, POSITIONS) for policy in ("novice", "planner")))
    # Some milliseconds of each at a time, or what is measured is mostly how long the processor takes to get used to it.
    often = {name: max(1, int(STEADY / best_seconds(job, 3))) for name, (job, _) in jobs.items()}
    best = best_of_all({name: partial(_repeat, job, often[name]) for name, (job, _) in jobs.items()}, ROUNDS)
    return {name: best[name] / often[name] / number for name, (_, number) in jobs.items()}


def _repeat(job: Job, often: int) -> None:
    for _ in range(often):
        job()


@dataclass(frozen=True)
class Account:
    """Of one policy: seconds a game, and how many of each part are in it."""

    policy: str
    game: float
    rules: float
    decisions: float
    draws: float
    steps: float

    def floor(self, prices: dict[str, float]) -> float:
        """Seconds a game that the rules cannot do without."""
        return self.draws * prices["draw"] + self.steps * prices["step"] + prices["copy of a game"]


def account_of(policy_name: str) -> Account:
    scenario, policy, games = Scenario(), load_policy(GAME, policy_name), GAMES[policy_name]
    alone, outcomes, draws = rules_alone(scenario, policy, SEED, games)
    block = play(scenario, policy, SEED, 0, games)
    assert np.array_equal(block.outcomes, outcomes)
    assert block.heat is not None
    best = best_of_all({"games": partial(play, scenario, policy, SEED, 0, games), "rules": alone}, ROUNDS)
    return Account(
        policy_name,
        best["games"] / games,
        best["rules"] / games,
        float(outcomes["decisions"].mean()),
        float(draws.mean()),
        float(block.heat["visits"].sum()) / games,
    )


def price_table(prices: dict[str, float]) -> list[str]:
    lines = ["| part | ns | in raw random numbers |", "|---|--:|--:|"]
    raw = prices["raw random number"]
    return lines + [f"| {name} | {1e9 * price:,.1f} | {price / raw:,.1f} |" for name, price in prices.items()]


def account_table(prices: dict[str, float]) -> list[str]:
    lines = [
        "| policy | µs a game | thinking | rules | floor of the rules | decisions | draws | steps |",
        "|---|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for each in map(account_of, POLICIES):
        thinking, floor = each.game - each.rules, each.floor(prices)
        lines.append(
            f"| `{each.policy}` | {1e6 * each.game:,.1f} | {1e6 * thinking:,.1f} | {1e6 * each.rules:,.1f} | {1e6 * floor:,.1f} "
            f"| {each.decisions:.0f} | {each.draws:.0f} | {each.steps:.0f} |"
        )
    return lines


def main() -> None:
    prices = part_prices()
    print("\n".join([*price_table(prices), "", *account_table(prices)]))


if __name__ == "__main__":
    main()
