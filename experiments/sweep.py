"""A sweep: every cell of a grid plays the same deals, block by block, into a run's folder."""

from __future__ import annotations

import hashlib
import os
import platform
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from experiments.grid import Cell, Grid
from experiments.identity import code_hash, libraries, tally_hash
from experiments.run_store.blocks import Task, block_size
from experiments.run_store.manifest import FORMAT, sealed
from experiments.run_store.store import Store
from experiments.tasks import Played, Player, games_a_second, play_here
from policies.registry import Policy
from simulator.core.provenance import origin
from simulator.switch_signal import ENGINE_VERSION, RULES_VERSION

UNTIMED = 100.0  # games a second of a policy that could not be timed
Engine = Callable[[Iterable[Task], Callable[[str], Player], int, Callable[[str], float]], Iterator[Played]]


@dataclass(frozen=True)
class Sweep:
    """What a run is made of."""

    grid: Grid
    policies: Mapping[str, Policy]
    seed: int
    games: int
    command: str
    keep_games: bool = False
    title: str = ""  # of the study, if there is one
    about: str = ""  # and what it asks
    alone: bool = False  # on a reconstruction, with a setup that other maps cannot have

    def manifest(self) -> dict[str, Any]:
        """The run's description; nothing in it depends on time."""
        described = {
            "format": FORMAT,
            "signalbox": ENGINE_VERSION,
            "rules": RULES_VERSION,
            "code": code_hash(),
            "tallies": tally_hash(),
            "command": self.command,
            "title": self.title,
            "about": self.about,
            "seed": self.seed,
            "games": self.games,
            "block": block_size(self.games),
            "keep_games": self.keep_games,
            "factors": [{"name": each.name, "levels": list(each.levels)} for each in self.grid.factors],
            "cells": [self._describe(cell) for cell in self.grid.cells],
            "python": platform.python_version(),
            **libraries(),
            "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
        }
        if self.alone:
            described["alone"] = True
        return sealed(described)

    def _describe(self, cell: Cell) -> dict[str, Any]:
        board, deck = cell.scenario.board_data, cell.scenario.deck_data
        return {
            "id": cell.id,
            "levels": dict(cell.levels),
            "policy": cell.policy,
            "policy_hash": self.policies[cell.policy].source_hash,
            "scenario": cell.scenario.to_dict(),
            "scenario_hash": cell.scenario.hash,
            "own": {name.removeprefix("house "): level for name, level in cell.scenario.own.items()},
            "board": {"name": board.name, "hash": board.hash, "origin": origin(board.provenance)},
            "deck": {"name": deck.name, "hash": deck.hash, "origin": origin(deck.provenance)},
        }

    @property
    def name(self) -> str:
        """Of the folder, unless the user has a better one: what is varied, and a hash of all the rest."""
        varied = "-".join(factor.name.replace(" ", "-") for factor in self.grid.varied) or "one-cell"
        cells = " ".join(cell.id for cell in self.grid.cells)
        program = " ".join((code_hash(), tally_hash(), *libraries().values()))
        digest = hashlib.sha256(f"{cells} {self.seed} {program}".encode()).hexdigest()[:8]
        return f"{varied[:60]}-{digest}"

    @cached_property
    def players(self) -> dict[str, Player]:
        """Who plays what in a cell."""
        return {cell.id: (cell.scenario, self.policies[cell.policy]) for cell in self.grid.cells}


@dataclass
class Plan:
    """What is still to be done in a run, and how long it may take."""

    tasks: list[Task]
    # Games a second on one core, by policy; without those that failed in their first games.
    rates: dict[str, float]
    seconds: float

    @property
    def games(self) -> int:
        return sum(task.games for task in self.tasks)

    def rate(self, policy: str) -> float:
        return self.rates.get(policy, UNTIMED)


def plan(sweep: Sweep, store: Store, jobs: int) -> Plan:
    """List the missing blocks and time each policy for a moment, on the first cell that it has to play.

    `jobs` may be 0: all workers of a scheduler can have left, and others may come.
    """
    tasks = list(store.missing())
    policy_of = {cell.id: cell.policy for cell in sweep.grid.cells}
    rates: dict[str, float] = {}
    first_cell: dict[str, str] = {}
    for task in tasks:
        first_cell.setdefault(policy_of[task.cell], task.cell)
    for policy, cell in first_cell.items():
        # What a policy does wrong is recorded with its blocks, and the others go on.
        with suppress(Exception):
            rates[policy] = games_a_second(sweep.players[cell], sweep.seed)
    planned = Plan(tasks, rates, 0.0)
    seconds = sum(task.games / planned.rate(policy_of[task.cell]) for task in tasks) / max(1, jobs)
    return replace(planned, seconds=seconds)


def carry_out(
    sweep: Sweep, store: Store, planned: Plan, jobs: int, engine: Engine | None = None
) -> Iterator[Played]:
    """Play what is missing; every block is kept before it is given out."""
    policy_of = {cell.id: cell.policy for cell in sweep.grid.cells}

    def rate_of(cell: str) -> float:
        return planned.rate(policy_of[cell])

    if engine is None:
        found = play_here(
            planned.tasks, sweep.players.__getitem__, sweep.seed, rate_of, jobs, sweep.keep_games
        )
    else:
        found = engine(planned.tasks, sweep.players.__getitem__, sweep.seed, rate_of)
    for played in found:
        if played.tally is None:
            store.add_failure(played.task.cell, played.task.first, played.failure)
        else:
            store.add(played.task.cell, played.tally, played.outcomes)
        yield played


def run_folder(sweep: Sweep, out: str) -> Path:
    return Path(out) if out else Path("runs") / sweep.name
