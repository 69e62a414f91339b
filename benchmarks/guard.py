"""Fails if the kernels have become clearly slower: `python -m benchmarks.guard`, a step of `boot.py check`.

Seconds differ from machine to machine and from hour to hour, so costs are compared that were taken in turn in one run: games of the simplest
players to those of the oracle, the others to a decision of `random`, all by the processor's time and each the best of many. Compared to raw
draws of random numbers, which are nothing but arithmetic, the same kernels cost 1.4 to 1.6 times as much on one processor as on another.
`benchmarks/guard.toml` holds what they were; a cost above `margin` times that is a regression, and is measured once more before it is called one.

After a change that makes something quicker, or that is worth its cost, `python -m benchmarks.guard --keep` writes down what is found now.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from benchmarks.page import figure
from benchmarks.timing import Job, best_of_all
from policies.registry import load_policy
from simulator.switch_signal.game import GAME
from simulator.switch_signal.play import play
from simulator.switch_signal.scenario import Scenario

KEPT = Path(__file__).with_name("guard.toml")
MARGIN = 1.5  # costs differ by some hundredths on a busy machine, by more on another processor or Python
ROUNDS = 30
SEED = 1
POSITIONS, ORACLE_GAMES = 1_000, 5
GAMES = {"idle": 1_000, "random": 1_000, "novice": 300, "planner": 15, "family": 15}


def measure(rounds: int = ROUNDS) -> dict[str, float]:
    """Each cost, in units of what it is compared to."""
    # Not before it is needed: they are compiled when they are imported.
    from benchmarks import parts
    from benchmarks.second_engine import oracle_games, pick_first

    scenario = Scenario(board="central-europe")
    found = parts.positions("novice", POSITIONS)
    games, trains, darts = found.of_trains_under_way()
    stops = np.zeros((2, len(games)), np.int64)
    policies = {name: load_policy(GAME, name) for name in GAMES}

    def plays(name: str) -> Job:
        return lambda: play(scenario, policies[name], SEED, 0, GAMES[name])

    jobs: dict[str, Job] = {
        "steps": lambda: [parts.steps(found.board, games, trains, darts, *stops) for _ in range(20)],
        "oracle": lambda: oracle_games(scenario, ORACLE_GAMES, pick_first, SEED),
        **{name: plays(name) for name in GAMES},
    }
    best = best_of_all(jobs, rounds)

    def decision(name: str) -> float:
        decisions = play(scenario, policies[name], SEED, 0, GAMES[name]).outcomes["decisions"].sum()
        return best[name] / float(decisions)

    unit = decision("random")
    costs = {"step in decisions of random": best["steps"] / 20 / len(games) / unit}
    costs |= {
        f"decision of {name} in those of random": decision(name) / unit
        for name in ("novice", "planner", "family")
    }
    oracle = best["oracle"] / ORACLE_GAMES
    for name in ("idle", "random"):
        costs[f"game of {name} in thousandths of the oracle's"] = 1000 * best[name] / GAMES[name] / oracle
    return costs


def kept_costs(path: Path = KEPT) -> dict[str, float]:
    found = tomllib.loads(path.read_text(encoding="utf-8"))
    return {name: float(cost) for name, cost in found.items()}


def keep(costs: Mapping[str, float], path: Path = KEPT) -> None:
    lines = ["# Written by `python -m benchmarks.guard --keep`; benchmarks/guard.py says what these are.\n"]
    lines += [f'"{name}" = {cost:.3g}\n' for name, cost in costs.items()]
    path.write_text("".join(lines), encoding="utf-8")


def regressions(kept: Mapping[str, float], costs: Mapping[str, float], margin: float = MARGIN) -> list[str]:
    """Names of what costs clearly more than it did, and of what is not measured any more."""
    return [name for name in kept if costs.get(name, float("inf")) > margin * kept[name]]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--keep", action="store_true", help="write down what is found, instead of comparing")
    given = parser.parse_args()
    costs = measure()
    if given.keep:
        keep(costs)
    kept = kept_costs()
    if regressions(kept, costs):  # a bad minute of the machine passes, a regression stays
        again = measure(2 * ROUNDS)
        costs = {name: min(cost, again[name]) for name, cost in costs.items()}
    for name, cost in costs.items():
        print(f"{name:<46}{figure(cost):>9}{figure(kept.get(name, float('nan'))):>9} kept")
    if slower := regressions(kept, costs):
        sys.exit(f"guard: more than {MARGIN} times what it was: {', '.join(slower)}.")


if __name__ == "__main__":
    main()
