"""Speed of the engine on this machine: `python -m benchmarks.engine`.

Machines are noisy, so every figure is the best of several short runs, and comparisons are ratios taken in one run.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

from experiments.runner import play
from policies.registry import load_policy
from simulator.records import game_dtype, outcome_dtype
from simulator.scenario import Scenario
from tests.differential.side_by_side import oracle_for

REPEATS = 25
GAMES = 4_000


def best_seconds(job: object, repeats: int = REPEATS, at_least: float = 0.0) -> float:
    """The shortest of several runs: the one that the machine disturbed least. `at_least` so many seconds long it is tried."""
    assert callable(job)
    seconds: list[float] = []
    begun = time.perf_counter()
    while len(seconds) < repeats or time.perf_counter() - begun < at_least:
        start = time.perf_counter()
        job()
        seconds.append(time.perf_counter() - start)
    return min(seconds)


def batch_rates() -> None:
    print(f"{'games/s on one core':<34}{'random':>12}{'idle':>12}{'ns/decision (random)':>24}")
    for board in ("central-europe", "north-america"):
        scenario = Scenario(board=board)
        rates = {}
        for name in ("random", "idle"):
            policy = load_policy(name)
            decisions = play(scenario, policy, 1, 0, GAMES).outcomes["decisions"].mean()
            # Shared machines are slower by a third for many seconds on end; in twenty there is mostly a good moment.
            rates[name] = GAMES / best_seconds(
                lambda scenario=scenario, policy=policy: play(scenario, policy, 1, 0, GAMES), at_least=20
            )
            if name == "random":
                nanoseconds = 1e9 / rates[name] / decisions
        print(f"{board:<34}{rates['random']:>12,.0f}{rates['idle']:>12,.0f}{nanoseconds:>24,.0f}")


def against_the_oracle() -> None:
    """The same games of a player that answers everything with its first choice, so that both engines do the same work."""
    scenario = Scenario(board="central-europe")
    idle, games = load_policy("idle"), 20

    def oracle_games() -> None:
        for game in range(games):
            oracle = oracle_for(scenario, 1, game)
            while oracle.question:
                options = oracle.question.options
                stop = {"stop": True} if {"stop": True} in options else options[-1]
                oracle.choose(stop if oracle.question.ask in ("act", "through", "draw") else _first(oracle))

    slow = best_seconds(oracle_games, 3) / games
    quick = best_seconds(lambda: play(scenario, idle, 1, 0, GAMES)) / GAMES
    print(
        f"\n{'oracle engine, same games (idle)':<34}{slow * 1e6:>10,.0f} µs a game, {slow / quick:,.0f} × the time of the kernel"
    )


def _first(oracle: object) -> dict[str, object]:
    options: list[dict[str, object]] = oracle.question.options  # type: ignore[attr-defined]
    return {"use": False} if {"use": False} in options else options[0]


def two_threads() -> None:
    """Two blocks side by side against one after the other, on otherwise idle cores."""
    scenario, policy, games = Scenario(board="central-europe"), load_policy("random"), 5 * GAMES
    with ThreadPoolExecutor(2) as pool:

        def both() -> None:
            list(pool.map(lambda first: play(scenario, policy, 1, first, games), (0, games)))

        alone = best_seconds(lambda: play(scenario, policy, 1, 0, games))
        together = best_seconds(both)
    print(f"{'two threads':<34}{alone / together:>10.2f} of the ideal")


def starts() -> None:
    """Whole processes: the first run ever, which compiles, and a later one."""
    command = [sys.executable, "-m", "cli.main", "run", "--policy", "random", "--games", "1000"]
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "SIGNALBOX_CACHE": folder}

        def once() -> None:
            subprocess.run(command, env=environment, check=True, capture_output=True)

        cold = best_seconds(once, 1)
        warm = best_seconds(once, 5)
    print(f"{'sim run --games 1000':<34}{cold:>10.1f} s the first time ever, {warm:.2f} s later")


def main() -> None:
    print(f"state {game_dtype.itemsize} bytes a game, outcome {outcome_dtype.itemsize} bytes a game\n")
    batch_rates()
    against_the_oracle()
    two_threads()
    starts()


if __name__ == "__main__":
    main()
