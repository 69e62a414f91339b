"""Generated boards: what one costs, and how games on them go: `python -m benchmarks.boards`.

Seconds are of this machine; speed is a ratio to the hand-made board of the same kind, taken in the same run.
"""

from __future__ import annotations

import time
from functools import partial
from statistics import median

from benchmarks.timing import best_seconds
from policies.registry import load_policy
from simulator.switch_signal.board import board_toml, parse_board
from simulator.switch_signal.ensemble import members
from simulator.switch_signal.game import GAME
from simulator.switch_signal.generator.boards import generate_board
from simulator.switch_signal.play import play
from simulator.switch_signal.scenario import Scenario
from simulator.switch_signal.to_records import compile_board

BOARDS = 20
GAMES, ROUNDS = 2_000, 12
KINDS = {"ce": "central-europe", "na": "north-america"}


def cost_of_boards() -> None:
    print(f"{'seconds: generate, check, compile':<34}{'median':>10}{'longest':>10}")
    for size in (1, 2, 4):
        for like in KINDS.values():
            generate_board(like, 0)  # the layout search is compiled or loaded now
            seconds = []
            for seed in range(1, BOARDS + 1):
                start = time.perf_counter()
                board = generate_board(like, seed, size)
                compile_board(parse_board(board_toml(board), "generated"))
                seconds.append(time.perf_counter() - start)
            print(f"{f'{like}, size {size}':<34}{median(seconds):>10.2f}{max(seconds):>10.2f}")


def speed_on_boards() -> None:
    """All boards in turn, several times round, so that a busy moment of the machine does not meet one board only."""
    policy = load_policy(GAME, "random")
    print(
        f"\n{'games/s, random, one core':<34}{'hand-made':>10}{'slowest':>10}{'median':>10}{'quickest':>10}"
    )
    for half, like in KINDS.items():
        scenarios = [Scenario(board=name) for name in (like, *members(f"ensemble:test/{half}", "board"))]
        best = [float("inf")] * len(scenarios)
        for _ in range(ROUNDS):
            for number, scenario in enumerate(scenarios):
                seconds = best_seconds(partial(play, scenario, policy, 1, 0, GAMES), 2)
                best[number] = min(best[number], seconds)
        ratios = sorted(best[0] / seconds for seconds in best[1:])
        shown = (ratios[0], median(ratios), ratios[-1])
        print(f"{like:<34}{GAMES / best[0]:>10,.0f}" + "".join(f"{ratio:>9.2f}×" for ratio in shown))


if __name__ == "__main__":
    cost_of_boards()
    speed_on_boards()
