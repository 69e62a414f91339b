"""Small runs, played in memory."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Literal

import msgspec
import numpy as np

from experiments.factors import POLICY, catalogue
from experiments.grid import Axis, Grid, make_axes
from experiments.prepare import find_measure
from experiments.results import CellResult, Results
from experiments.summary import summarize
from experiments.sweep import Sweep
from policies.registry import load_policy
from simulator.game import Level
from simulator.switch_signal.game import GAME
from tests.tallies import tally_of

Kept = Literal["all", "won", "lost"]


def made_run(
    factors: Mapping[str, Sequence[Level]],
    policies: Sequence[str] = ("random", "novice"),
    games: int = 300,
    seed: int = 3,
    kept: Kept = "all",
    variants: Mapping[str, Mapping[str, str]] | None = None,
    measure: str = "",
) -> Results:
    """A run of so many games, on the tiny board unless told otherwise; with `kept` only those of them that were won, or lost."""
    levels = {"board": ("tiny",), **factors}
    named = [axis(name, *each) for name, each in levels.items()]
    return _played(named, policies, games, seed, kept, variants, measure)


def axis(name: str, *levels: Level) -> Axis:
    """A factor of the shipped game, and the levels that it takes."""
    return Axis(catalogue(GAME).declared(name), levels)


@lru_cache(maxsize=32)
def small_run(policies: str = "novice", games: int = 60, seed: int = 3, **options: str) -> Results:
    """A grid as on the command line, played; `extra_signals` stands for `extra-signals`."""
    named = {name.replace("_", "-"): levels for name, levels in options.items()}
    return _played(make_axes(GAME, named), policies.split(","), games, seed)


def _played(
    factors: Sequence[Axis],
    policies: Sequence[str],
    games: int,
    seed: int,
    kept: Kept = "all",
    variants: Mapping[str, Mapping[str, str]] | None = None,
    measure: str = "",
) -> Results:
    loaded = {name: load_policy(GAME, name) for name in policies}
    grid = Grid(GAME, [*factors, axis(POLICY, *loaded)], variants)
    sweep = Sweep(grid, loaded, find_measure(GAME, measure), seed, games, "sim sweep --made-up")
    manifest = sweep.manifest()
    cells = []
    for cell, entry in zip(grid.cells, manifest.cells, strict=True):
        block = sweep.matchups[cell.id].play(seed, 0, games)
        if kept != "all":
            chosen = block.outcomes["won"] == (kept == "won")
            block = replace(block, outcomes=block.outcomes[chosen])
        cells.append(CellResult(entry, tally_of(sweep.form, block)))
    if kept != "all":
        manifest = msgspec.structs.replace(manifest, games=min(cell.games for cell in cells))
    return Results(manifest, list(grid.factors), cells)


def cut_short(results: Results, games: Mapping[int, int]) -> Results:
    """A run that was broken off: of some cells, by their place, only the wins of the first games are there."""
    cells = list(results.cells)
    for number, kept in games.items():
        tally = cells[number].tally
        cells[number] = CellResult(cells[number].entry, replace(tally, values=tally.values[:kept]))
    return Results(results.manifest, results.factors, cells)


def renamed(results: Results, names: Mapping[str, str]) -> Results:
    """The same run with other names of policies."""
    cells = []
    for cell in results.cells:
        name = names.get(cell.policy, cell.policy)
        entry = msgspec.structs.replace(cell.entry, lineup=(name,), levels={**cell.levels, POLICY: name})
        cells.append(CellResult(entry, cell.tally))
    factors = [
        replace(factor, levels=tuple(names.get(str(level), level) for level in factor.levels))
        if factor.name == POLICY
        else factor
        for factor in results.factors
    ]
    return Results(results.manifest, factors, cells)


def with_wins(results: Results, share: Callable[[Mapping[str, Level]], float]) -> Results:
    """The same cells, but won with chances of our choice."""
    cells = []
    for number, cell in enumerate(results.cells):
        lucky = np.random.default_rng(number).random(cell.games) < share(cell.levels)
        cells.append(CellResult(cell.entry, replace(cell.tally, values=lucky.astype(np.uint8))))
    return Results(results.manifest, results.factors, cells)


def only(results: Results, numbers: Iterable[int]) -> Results:
    """A run of which some cells have been played."""
    numbers = list(numbers)
    missing = [cell.id for k, cell in enumerate(results.cells) if k not in numbers]
    return Results(results.manifest, results.factors, [results.cells[k] for k in numbers], missing)


def with_place(
    results: Results, factor: str, numbers: Iterable[int] | None = None, **changes: str
) -> Results:
    """The same run on a place, or of some cells on one, of which something else is told."""
    cells = list(results.cells)
    for number in range(len(cells)) if numbers is None else numbers:
        entry = cells[number].entry
        place = msgspec.structs.replace(entry.places[factor], **changes)
        entry = msgspec.structs.replace(entry, places={**entry.places, factor: place})
        cells[number] = CellResult(entry, cells[number].tally)
    entries = {id(old.entry): new.entry for old, new in zip(results.cells, cells, strict=True)}
    manifest = msgspec.structs.replace(
        results.manifest, cells=tuple(entries.get(id(each), each) for each in results.manifest.cells)
    )
    return Results(manifest, results.factors, cells)


def cell_of(results: Results, **levels: object) -> CellResult:
    """The first cell of these levels."""
    return next(c for c in results.cells if all(c.levels[name] == level for name, level in levels.items()))


def said(results: Results) -> list[str]:
    """The findings of a report, in words."""
    from reports.sentences.answer import Answer  # tests of the laboratory do without reports

    return Answer(results, summarize(results)).sentences()
