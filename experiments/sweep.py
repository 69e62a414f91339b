"""A sweep: every cell of a grid plays the same deals, block by block, into a run's folder."""

from __future__ import annotations

import hashlib
import os
import platform
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path

from experiments.grid import Cell, Grid
from experiments.identity import code_hash, libraries, tally_hash
from experiments.play import Matchup, Played, games_a_second, play_here
from experiments.run_store.blocks import Task, block_size
from experiments.run_store.manifest import (
    FORMAT,
    CellEntry,
    FactorEntry,
    Manifest,
    PlaceEntry,
    sealed,
)
from experiments.run_store.store import Store
from experiments.run_store.tally import TallyForm, tally_form
from simulator.game import Game, Policy

UNTIMED = 100.0  # games a second of a policy that could not be timed
Engine = Callable[[Iterable[Task], Callable[[str], Matchup], TallyForm, int], Iterator[Played]]


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

    measure: str = ""  # what the run is about; nothing: the game's main measure

    @property
    def game(self) -> Game:
        return self.grid.game

    @property
    def form(self) -> TallyForm:
        """Return what its tallies hold."""
        return tally_form(self.game, self.measure or self.game.main.name)

    def manifest(self) -> Manifest:
        """Describe the run; nothing in it depends on time."""
        return sealed(
            Manifest(
                format=FORMAT,
                game=self.game.name,
                measure=self.form.about.name,
                signalbox=self.game.version,
                rules=self.game.rules_version,
                code=code_hash(self.game),
                tallies=tally_hash(),
                command=self.command,
                title=self.title,
                about=self.about,
                seed=self.seed,
                games=self.games,
                block=block_size(self.games),
                keep_games=self.keep_games,
                factors=tuple(FactorEntry(each.name, each.levels) for each in self.grid.factors),
                cells=tuple(map(self._describe, self.grid.cells)),
                python=platform.python_version(),
                **libraries(),
                machine=f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
                alone=self.alone,
            )
        )

    def _describe(self, cell: Cell) -> CellEntry:
        return CellEntry(
            cell.id,
            dict(cell.levels),
            cell.lineup,
            tuple(self.policies[name].source_hash for name in cell.lineup),
            dict(cell.setup.levels),
            cell.setup.hash,
            dict(cell.setup.own),
            {
                name: PlaceEntry(place.name, place.hash, place.origin, place.kind, place.sampled)
                for name, place in cell.setup.places.items()
            },
        )

    @property
    def name(self) -> str:
        """Name the folder, unless the user has a better name: what is varied, and a hash of all the rest."""
        varied = "-".join(factor.name.replace(" ", "-") for factor in self.grid.varied) or "one-cell"
        cells = " ".join(cell.id for cell in self.grid.cells)
        program = " ".join((self.form.about.name, code_hash(self.game), tally_hash(), *libraries().values()))
        digest = hashlib.sha256(f"{cells} {self.seed} {program}".encode()).hexdigest()[:8]
        return f"{varied[:60]}-{digest}"

    @cached_property
    def matchups(self) -> dict[str, Matchup]:
        """Return who plays what in each cell."""
        return {
            cell.id: Matchup(self.game, cell.setup, tuple(self.policies[name] for name in cell.lineup))
            for cell in self.grid.cells
        }


@dataclass(frozen=True)
class Plan:
    """What is still to be done in a run, and how long it may take. A sweep has one, and a second one on other maps."""

    sweep: Sweep
    store: Store
    tasks: list[Task]
    # Games a second on one core, by policy; without those that failed in their first games.
    rates: dict[str, float]
    seconds: float

    @property
    def games(self) -> int:
        return sum(task.games for task in self.tasks)


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
            rates[policy] = games_a_second(sweep.matchups[cell], sweep.seed)
    seconds = sum(task.games / rates.get(policy_of[task.cell], UNTIMED) for task in tasks)
    return Plan(sweep, store, tasks, rates, seconds / max(1, jobs))


def play_missing(planned: Plan, jobs: int, engine: Engine | None = None) -> Iterator[Played]:
    """Play what is missing, here or on the engine's machines; every block is kept before it is given out."""
    sweep, store = planned.sweep, planned.store
    engine = engine or partial(play_here, jobs=jobs, keep=sweep.keep_games)
    for played in engine(planned.tasks, sweep.matchups.__getitem__, sweep.form, sweep.seed):
        if played.tally is None:
            store.add_failure(played.task.cell, played.task.first, played.failure)
        else:
            store.add(played.task.cell, played.tally)
        yield played


def run_folder(sweep: Sweep, out: str) -> Path:
    return Path(out) if out else Path("runs") / sweep.name
