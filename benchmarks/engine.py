"""The kernel against the oracle, the second engine in plain Python: `python -m benchmarks.engine`. Speeds alone are those of `sim bench`.

Machines are noisy, so both times are the best of several short runs, and what counts is their ratio in one run.
"""

from __future__ import annotations

import time

from experiments.runner import play
from policies.registry import load_policy
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
        f"oracle engine, same games (idle): {slow * 1e6:,.0f} µs a game, {slow / quick:,.0f} × the time of the kernel"
    )


def _first(oracle: object) -> dict[str, object]:
    options: list[dict[str, object]] = oracle.question.options  # type: ignore[attr-defined]
    return {"use": False} if {"use": False} in options else options[0]


def main() -> None:
    against_the_oracle()


if __name__ == "__main__":
    main()
