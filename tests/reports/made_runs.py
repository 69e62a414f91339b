"""Runs for tests of reports, played on small boards and kept in memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal

from experiments.grid import Factor, Grid
from experiments.levels import Level
from experiments.results import CellResult, Results
from experiments.runner import play
from experiments.sweep import Sweep
from experiments.tally import tally_of
from policies.registry import load_policy

Kept = Literal["all", "won", "lost"]


def made_run(
    factors: Mapping[str, Sequence[Level]],
    policies: Sequence[str] = ("random", "novice"),
    games: int = 300,
    seed: int = 3,
    kept: Kept = "all",
    variants: Mapping[str, Mapping[str, str]] | None = None,
) -> Results:
    """A run of so many games; with `kept` only those of them that were won, or lost."""
    loaded = {name: load_policy(name) for name in policies}
    levels = {"board": ("tiny",), **factors, "policy": tuple(loaded)}
    grid = Grid([Factor(name, tuple(each)) for name, each in levels.items()], variants)
    sweep = Sweep(grid, loaded, seed, games, "sim sweep --made-up")
    manifest = sweep.manifest()
    cells = []
    for cell, entry in zip(grid.cells, manifest["cells"], strict=True):
        block = play(cell.scenario, loaded[cell.policy], seed, 0, games)
        if kept != "all":
            chosen = block.outcomes["won"] == (kept == "won")
            block = replace(block, outcomes=block.outcomes[chosen])
        cells.append(CellResult(entry, tally_of(block)))
    if kept != "all":
        manifest["games"] = min(cell.games for cell in cells)
    return Results(manifest, list(grid.factors), cells)
