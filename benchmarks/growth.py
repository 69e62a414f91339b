"""How time and memory grow with games, cells of a grid, players and the size of the board: `python -m benchmarks.growth`.

Seconds are of the processor. Games and cells are measured in a process of their own for each number, since a process never shrinks again: memory is
the most that it ever held, Python and all libraries included. Boards of two and four times the size are generated (`sim board generate --size`).
"""

from __future__ import annotations

import argparse
import json
import math
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from statistics import fmean, geometric_mean

from benchmarks.sweep import swept
from benchmarks.timing import best_of_all, peak_memory, seconds_of
from experiments.grid import Grid, make_axes, policy_axis
from experiments.play import Matchup, play_many
from experiments.run_store.tally import Count, tally_form
from experiments.sweep import Sweep
from policies.registry import load_policy
from simulator.switch_signal.board import board_toml
from simulator.switch_signal.game import GAME
from simulator.switch_signal.generator.boards import generate_board
from simulator.switch_signal.play import play
from simulator.switch_signal.scenario import Scenario
from simulator.switch_signal.to_records import compile_board

GAMES = {"random": (3, 7), "novice": (3, 6), "planner": (2, 4)}  # powers of ten, from and to
CELLS = (1, 10, 100, 1000)
GAMES_OF_A_CELL = 1_000
PLAYERS = (2, 3, 4)
SIZES, BOARDS = (1, 2, 4), 5
ROUNDS = 5
IN_A_ROUND = {"random": 4_000, "novice": 1_000, "planner": 40}
# House numbers that change little in how long a game takes, so that cells differ in number and not in work.
VARIED = ("head-on-point", "start-place", "failed-deployment")


def play_games(policy_name: str, games: int) -> float:
    """Seconds of what `sim run` does, from the first game to the sums of all."""
    matchup = Matchup(GAME, Scenario(), (load_policy(GAME, policy_name),))

    def job() -> None:
        count = Count(tally_form(GAME, GAME.main.name), 0)
        for block in play_many(matchup, 1, games):
            count.add(block)

    matchup.play(1, 0, 1)
    return seconds_of(job)


def sweep_cells(cells: int) -> float:
    """Seconds of what `sim sweep` does, from the first game to the table of all cells."""
    with tempfile.TemporaryDirectory() as folder:
        # Ten cells: libraries are loaded when first needed, those for comparisons too.
        swept(_sweep_of(10, 10), Path(folder) / "warm")
        return swept(_sweep_of(cells, GAMES_OF_A_CELL), Path(folder) / "run")


def _sweep_of(cells: int, games: int) -> Sweep:
    levels = [10] * round(math.log10(cells)) + [1] * len(VARIED)
    house = {f"house {name}": f"0..{count - 1}" for name, count in zip(VARIED, levels, strict=False)}
    axes = [*make_axes(GAME, house), policy_axis(GAME, ("random",))]
    sweep = Sweep(Grid(GAME, axes), {"random": load_policy(GAME, "random")}, GAME.main, 1, games, "benchmark")
    assert len(sweep.grid.cells) == cells
    return sweep


def in_a_process(what: str, number: int) -> tuple[float, float]:
    """Seconds and MiB of one measurement, alone."""
    command = [sys.executable, "-m", "benchmarks.growth", "--one", what, str(number)]
    found = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return found["seconds"], found["memory"]


def games_table() -> list[str]:
    lines = ["| policy | games | seconds | µs a game | memory, MiB |", "|---|--:|--:|--:|--:|"]
    for policy, (least, most) in GAMES.items():
        in_a_process(policy, 1)  # compiles, if that has not been done: it would count as memory
        for games in (10**power for power in range(least, most + 1)):
            seconds, memory = in_a_process(policy, games)
            lines.append(
                f"| `{policy}` | {games:,} | {seconds:,.3g} | {1e6 * seconds / games:,.3g} | {memory:,.0f} |"
            )
    return lines


def cells_table() -> list[str]:
    lines = [
        f"| cells of {GAMES_OF_A_CELL:,} games | seconds | ms a cell | memory, MiB |",
        "|--:|--:|--:|--:|",
    ]
    for cells in CELLS:
        seconds, memory = in_a_process("cells", cells)
        lines.append(f"| {cells:,} | {seconds:,.3g} | {1000 * seconds / cells:,.3g} | {memory:,.0f} |")
    return lines


def paces(scenarios: Sequence[Scenario], policy_name: str) -> list[tuple[float, float]]:
    """For each scenario decisions a game and ns a decision, all measured in turn."""
    policy, games = load_policy(GAME, policy_name), IN_A_ROUND[policy_name]
    decisions = [float(play(each, policy, 1, 0, games).outcomes["decisions"].mean()) for each in scenarios]
    jobs = {str(number): partial(play, each, policy, 1, 0, games) for number, each in enumerate(scenarios)}
    best = best_of_all(jobs, ROUNDS)
    return [(each, 1e9 * best[str(number)] / games / each) for number, each in enumerate(decisions)]


def players_table() -> list[str]:
    lines = ["| policy | players | decisions a game | ns a decision | µs a game |", "|---|--:|--:|--:|--:|"]
    for policy in IN_A_ROUND:
        found = paces([Scenario(players=players) for players in PLAYERS], policy)
        for players, (decisions, each) in zip(PLAYERS, found, strict=True):
            lines.append(
                f"| `{policy}` | {players} | {decisions:.1f} | {each:,.0f} | {decisions * each / 1000:,.1f} |"
            )
    return lines


def boards_table() -> list[str]:
    """Means over several boards of a size; the ratio is that of their geometric means."""
    lines = [
        "| policy | board | cells | junctions | signal fields | decisions a game | ns a decision | to ×1 |",
        "|---|---|--:|--:|--:|--:|--:|--:|",
    ]
    with tempfile.TemporaryDirectory() as folder:
        scenarios = []
        for size in SIZES:
            for seed in range(1, BOARDS + 1):
                path = Path(folder) / f"{size}-{seed}.toml"
                path.write_text(board_toml(generate_board("central-europe", seed, size)), encoding="utf-8")
                scenarios.append(Scenario(board=str(path)))
        tables = [compile_board(each.board_data)[0] for each in scenarios]
        for policy in IN_A_ROUND:
            found, boards = iter(paces(scenarios, policy)), iter(tables)
            first = 0.0
            for size in SIZES:
                decisions, times = zip(*islice(found, BOARDS), strict=True)
                of_size = list(islice(boards, BOARDS))
                means = (
                    fmean(int(each[name]) for each in of_size) for name in ("cells", "junctions", "fields")
                )
                time = geometric_mean(times)
                first = first or time
                figures = " | ".join(f"{mean:.0f}" for mean in means)
                lines.append(
                    f"| `{policy}` | ×{size} | {figures} | {fmean(decisions):.1f} | {time:,.0f} | {time / first:.2f} |"
                )
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--one", nargs=2, metavar=("WHAT", "NUMBER"), help="one measurement as JSON: cells, or a policy"
    )
    given = parser.parse_args()
    if given.one:
        what, number = given.one[0], int(given.one[1])
        seconds = sweep_cells(number) if what == "cells" else play_games(what, number)
        print(json.dumps({"seconds": seconds, "memory": peak_memory()}))
        return
    for make in (games_table, cells_table, players_table, boards_table):
        print("\n".join([*make(), ""]), flush=True)


if __name__ == "__main__":
    main()
