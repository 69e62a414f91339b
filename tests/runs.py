"""Small runs, played in memory."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np

from experiments.grid import Factor, Grid, make_factors
from experiments.levels import Level
from experiments.results import CellResult, Results
from experiments.runner import play
from experiments.sweep import Sweep
from experiments.tally import tally_of
from policies.registry import load_policy


@lru_cache(maxsize=32)
def small_run(policies: str = "novice", games: int = 60, seed: int = 3, **options: str) -> Results:
    """A grid as on the command line, played; `extra_signals` stands for `extra-signals`."""
    named = {name.replace("_", "-"): levels for name, levels in options.items()}
    players = {name: load_policy(name) for name in policies.split(",")}
    factors = [*make_factors(named, (), ()), Factor("policy", tuple(players))]
    sweep = Sweep(Grid(factors), players, seed, games, "sim sweep")
    manifest = sweep.manifest()
    cells = [
        CellResult(entry, tally_of(play(cell.scenario, players[cell.policy], seed, 0, games)))
        for entry, cell in zip(manifest["cells"], sweep.grid.cells, strict=True)
    ]
    return Results(manifest, list(factors), cells)


def renamed(results: Results, names: Mapping[str, str]) -> Results:
    """The same run with other names of policies."""
    cells = []
    for cell in results.cells:
        name = names.get(cell.policy, cell.policy)
        entry: dict[str, Any] = {**cell.entry, "policy": name, "levels": {**cell.levels, "policy": name}}
        cells.append(CellResult(entry, cell.tally))
    factors = [
        replace(factor, levels=tuple(names.get(str(level), level) for level in factor.levels))
        if factor.name == "policy"
        else factor
        for factor in results.factors
    ]
    return Results(results.manifest, factors, cells)


def with_wins(results: Results, share: Callable[[Mapping[str, Level]], float]) -> Results:
    """The same cells, but won with chances of our choice."""
    cells = []
    for number, cell in enumerate(results.cells):
        lucky = np.random.default_rng(number).random(cell.games) < share(cell.levels)
        cells.append(CellResult(cell.entry, replace(cell.tally, wins=lucky.astype(np.uint8))))
    return Results(results.manifest, results.factors, cells)


def only(results: Results, numbers: Iterable[int]) -> Results:
    """A run of which some cells have been played."""
    numbers = list(numbers)
    missing = [cell.entry["id"] for k, cell in enumerate(results.cells) if k not in numbers]
    return Results(results.manifest, results.factors, [results.cells[k] for k in numbers], missing)
