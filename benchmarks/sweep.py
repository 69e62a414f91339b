"""What a sweep costs beyond its games: overhead over the bare kernel, bytes a game in the folder, memory over the number of games.

    python -m benchmarks.sweep

Ratios of times of the processor, taken in turn in one run, since machines are noisy; the best of several.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from dataclasses import replace
from pathlib import Path

from benchmarks.timing import peak_memory
from experiments.findings import find_effects
from experiments.grid import Grid, make_axes, policy_axis
from experiments.results import Results
from experiments.run_store.upkeep import begin_run
from experiments.summary import summarize
from experiments.sweep import Sweep, Workers, plan, play_missing
from policies.registry import load_policy
from simulator.switch_signal.game import GAME
from tests.tallies import tally_of


def make_sweep(policy: str, games: int, tokens: str = "7..10") -> Sweep:
    policies = {policy: load_policy(GAME, policy)}
    axes = [*make_axes(GAME, {"tokens": tokens}), policy_axis(GAME, tuple(policies))]
    return Sweep(Grid(GAME, axes), policies, GAME.main, 1, games, "benchmark")


def bare(sweep: Sweep, games: int, slices: int = 10_000) -> float:
    """Seconds of the processor for the same games without keeping anything, on one core."""
    start = time.process_time()
    for matchup in sweep.matchups.values():
        for first in range(0, games, slices):
            matchup.play(1, first, min(slices, games - first))
    return time.process_time() - start


def swept(sweep: Sweep, folder: Path) -> float:
    """The same from the first game to the summary, on one core."""
    store = begin_run(folder, sweep.manifest())
    planned = plan(sweep, store, 1)
    start = time.process_time()
    for _ in play_missing(planned, Workers(1)):
        pass
    summarize(Results.read(store))
    return time.process_time() - start


def summed_up(sweep: Sweep, folder: Path) -> None:
    """A run of so many games, made of copies of one block, from its files to its findings."""
    store = begin_run(folder, sweep.manifest())
    for cell, matchup in sweep.matchups.items():
        block = tally_of(sweep.form, matchup.play(1, 0, store.block))
        for first in range(0, store.games, store.block):
            store.add(cell, replace(block, first=first))
    results = Results.read(store)
    summarize(results)
    find_effects(results)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--policy", default="random", help="who plays; the quicker, the more of it is overhead"
    )
    parser.add_argument("--games", type=int, default=100_000, help="in each of four cells")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument(
        "--long", type=int, nargs="*", default=[], help="sum up made-up runs of so many games"
    )
    given = parser.parse_args()
    sweep = make_sweep(given.policy, given.games)
    bare(sweep, 1000)
    with tempfile.TemporaryDirectory() as place:
        swept(make_sweep(given.policy, 1000), Path(place) / "warm")
        times = []
        for repeat in range(given.repeats):
            times.append((bare(sweep, given.games), swept(sweep, Path(place) / str(repeat))))
        kernel, whole = min(first for first, _ in times), min(second for _, second in times)
        folder = Path(place) / "0"
        size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
        print(f"overhead: {whole / kernel - 1:.1%} over the bare kernel at {given.games:,} games a cell")
        print(f"folder: {size / 4 / given.games:.3f} bytes a game, {size / 4:,.0f} a cell")
        for games in (given.games, 4 * given.games, 16 * given.games):
            swept(make_sweep("random", games, "7"), Path(place) / f"memory-{games}")
            print(f"memory: {peak_memory():.0f} MiB after a cell of {games:,} games")
        for games in given.long:
            summed_up(make_sweep("random", games // 2, "7..8"), Path(place) / f"long-{games}")
            print(f"memory: {peak_memory():.0f} MiB after the summary of {games:,} games")


if __name__ == "__main__":
    main()
