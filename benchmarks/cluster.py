"""What a block costs besides its games: `python -m benchmarks.cluster`. The figures of docs/scale.md come from here.

A scheduler and two worker processes run on this machine, so they share its cores with the client; machines of their own can only be better.
"""

from __future__ import annotations

import os
import pickle
import tempfile
import time
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import psutil

from benchmarks.timing import best_seconds
from experiments.cluster import Cluster
from experiments.grid import Grid, policy_axis
from experiments.parcels import RemoteTask, pack
from experiments.play import Matchup
from experiments.run_store.blocks import Task, read_tally, tally_bytes
from experiments.run_store.tally import tally_form
from experiments.run_store.upkeep import begin_run
from experiments.sweep import Sweep
from policies.registry import load_policy
from simulator.switch_signal.board import BOARD_FOLDER
from simulator.switch_signal.game import GAME
from simulator.switch_signal.scenario import Scenario
from tests.experiments.machines import Machines
from tests.tallies import tally_of

RANDOM = load_policy(GAME, "random")
MATCHUP = Matchup(GAME, Scenario(), (RANDOM,))
FORM = tally_form(GAME, GAME.main.name)
REPEATS = 25


def blocks() -> None:
    """Sizes of block files, and what is done to a block on the worker (write) and on the client (read and keep)."""
    print(
        f"{'games in a block':<20}{'bytes':>12}{'bytes a game':>14}{'write ms':>12}{'read ms':>12}{'keep ms':>12}"
    )
    sweep = Sweep(
        Grid(GAME, [policy_axis(GAME, ("random",))]), {"random": RANDOM}, GAME.main, 1, 16 * 100_000, ""
    )
    cell = sweep.grid.cells[0].id
    for games in (1_000, 10_000, 100_000):
        block = MATCHUP.play(1, 0, games)
        # `random` never wins. Wins that no compression can shorten are those of half the games, in no order.
        block.outcomes["won"] = np.random.default_rng(1).integers(0, 2, games)
        tally = tally_of(FORM, block)
        content = tally_bytes(tally)
        with tempfile.TemporaryDirectory() as folder:
            store = begin_run(Path(folder, "run"), sweep.manifest())
            seconds = [
                best_seconds(partial(tally_bytes, tally), REPEATS, time.perf_counter),
                best_seconds(partial(read_tally, FORM, content, games), REPEATS, time.perf_counter),
                best_seconds(partial(store.add, cell, tally), REPEATS, time.perf_counter),
            ]
        times = "".join(f"{1000 * each:>12.2f}" for each in seconds)
        print(f"{games:<20,}{len(content):>12,}{len(content) / games:>14.2f}{times}")


def parcels() -> None:
    own = replace(MATCHUP, setup=Scenario(board=str(BOARD_FOLDER / "central-europe.toml")))
    for what, matchup in (("a shipped board", MATCHUP), ("a board of a user", own)):
        parcel = pack(Task("0" * 12, 0, 100_000), matchup, FORM, 1)
        print(f"bytes of a task with {what}: {len(pickle.dumps(parcel)):,}")


def nothing(parcel: RemoteTask) -> str:
    """A block without games."""
    return ""


def round_trips() -> None:
    """Tasks that do nothing: what scheduler, connections and client need for each. Memory must not grow with their number."""
    matchups = {"cell": MATCHUP}
    with tempfile.TemporaryDirectory() as folder, Machines(Path(folder), workers=0) as machines:
        for _ in range(2):
            machines.add_worker("--nthreads", "16")
        with Cluster(machines.address, GAME, work=nothing) as cluster:
            cluster.client.wait_for_workers(2)
            for tasks in (500, 2_000, 10_000):
                some = (Task("cell", first, 1) for first in range(tasks))
                start = time.perf_counter()
                for _ in cluster.play(some, matchups.__getitem__, FORM, 1):
                    pass
                seconds = time.perf_counter() - start
                client, scheduler = (mebibytes(pid) for pid in (os.getpid(), machines.scheduler.pid))
                print(
                    f"{tasks:>6,} empty tasks: {tasks / seconds:,.0f} tasks/s, {1000 * seconds / tasks:.2f} ms a task; "
                    f"memory: client {client:.0f} MiB, scheduler {scheduler:.0f} MiB"
                )


def mebibytes(process: int) -> float:
    return float(psutil.Process(process).memory_info().rss / 2**20)


if __name__ == "__main__":
    blocks()
    parcels()
    round_trips()
