"""Small sweeps for tests: played into a folder, and what that folder holds."""

from __future__ import annotations

from pathlib import Path

from experiments.grid import Grid, make_axes, policy_axis
from experiments.prepare import find_measure
from experiments.results import Results
from experiments.run import keep_chosen, keep_files
from experiments.run_store.store import Store
from experiments.run_store.upkeep import begin_run
from experiments.sweep import Sweep, Workers, plan, play_missing
from policies.registry import load_policy
from simulator.switch_signal.game import GAME


def small_sweep(
    games: int = 100,
    seed: int = 3,
    tokens: str = "7..8",
    keep_games: bool = False,
    names: tuple[str, ...] = ("random", "novice"),
    measure: str = "",
) -> Sweep:
    policies = {name: load_policy(GAME, name) for name in names}
    factors = [*make_axes(GAME, {"board": "tiny", "tokens": tokens}), policy_axis(GAME, tuple(policies))]
    return Sweep(
        Grid(GAME, factors), policies, find_measure(GAME, measure), seed, games, "sim sweep", keep_games
    )


def play_all(sweep: Sweep, folder: Path, jobs: int = 1, most: int | None = None) -> Store:
    """Play what is missing; with `most`, be killed after so many blocks."""
    store = begin_run(folder, sweep.manifest())
    found = play_missing(plan(sweep, store, jobs), Workers(jobs))
    for number, _ in enumerate(found, start=1):
        if number == most:
            found.close()  # type: ignore[attr-defined]
            break
    return store


def play_run(folder: Path, games: int) -> Results:
    """A run of 100 cells, kept as `sim sweep` keeps it."""
    players = {name: load_policy(GAME, name) for name in ("random", "novice")}
    options = {"tokens": "6..10", "removed": "1..5", "locations": "dice,stack"}
    grid = Grid(GAME, [*make_axes(GAME, options), policy_axis(GAME, tuple(players))])
    sweep = Sweep(grid, players, GAME.main, 1, games, "sim sweep")
    store = play_all(sweep, folder)
    keep_files(sweep, store)
    results = Results.read(store)
    keep_chosen(sweep, results, store)
    return results


def contents(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
