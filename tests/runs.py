"""Small runs, played in memory."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, Literal

import numpy as np

from experiments.grid import Axis, Grid, make_axes
from experiments.levels import Level
from experiments.results import CellResult, Results
from experiments.run_store.tally import tally_of
from experiments.runner import play
from experiments.summary import summarize
from experiments.sweep import Sweep
from policies.registry import load_policy
from reports.sentences.answer import Answer

Kept = Literal["all", "won", "lost"]


def made_run(
    factors: Mapping[str, Sequence[Level]],
    policies: Sequence[str] = ("random", "novice"),
    games: int = 300,
    seed: int = 3,
    kept: Kept = "all",
    variants: Mapping[str, Mapping[str, str]] | None = None,
) -> Results:
    """A run of so many games, on the tiny board unless told otherwise; with `kept` only those of them that were won, or lost."""
    levels = {"board": ("tiny",), **factors}
    named = [Axis(name, tuple(each)) for name, each in levels.items()]
    return _played(named, policies, games, seed, kept, variants)


@lru_cache(maxsize=32)
def small_run(policies: str = "novice", games: int = 60, seed: int = 3, **options: str) -> Results:
    """A grid as on the command line, played; `extra_signals` stands for `extra-signals`."""
    named = {name.replace("_", "-"): levels for name, levels in options.items()}
    return _played(make_axes(named), policies.split(","), games, seed)


def _played(
    factors: Sequence[Axis],
    policies: Sequence[str],
    games: int,
    seed: int,
    kept: Kept = "all",
    variants: Mapping[str, Mapping[str, str]] | None = None,
) -> Results:
    loaded = {name: load_policy(name) for name in policies}
    grid = Grid([*factors, Axis("policy", tuple(loaded))], variants)
    manifest = Sweep(grid, loaded, seed, games, "sim sweep --made-up").manifest()
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


def cut_short(results: Results, games: Mapping[int, int]) -> Results:
    """A run that was broken off: of some cells, by their place, only the wins of the first games are there."""
    cells = list(results.cells)
    for number, kept in games.items():
        tally = cells[number].tally
        cells[number] = CellResult(cells[number].entry, replace(tally, wins=tally.wins[:kept]))
    return Results(results.manifest, results.factors, cells)


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


def cell_of(results: Results, **levels: object) -> CellResult:
    """The first cell of these levels."""
    return next(c for c in results.cells if all(c.levels[name] == level for name, level in levels.items()))


def said(results: Results) -> list[str]:
    """The findings of a report, in words."""
    return Answer(results, summarize(results)).findings_in_words()
