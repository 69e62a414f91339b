"""What a run has found so far: every cell with its tally, and the wins of all cells on the same deals."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from experiments.factors import POLICY, Catalogue, catalogue
from experiments.grid import Axis
from experiments.identity import code_hash
from experiments.run_store.manifest import CellEntry, Manifest, other_code, sealed
from experiments.run_store.store import Store
from experiments.run_store.tally import Tally
from experiments.run_store.values import RunReader
from experiments.statistics.means import Moments, interval_of, moments_of_games
from simulator.core.errors import InputError
from simulator.core.messages import printable
from simulator.game import Game, Level, Measure
from simulator.games import find_game

Array = np.ndarray[Any, Any]
OWN_FAILED = "what failed is in your own files, so the run can only be begun anew when they are mended, with another --out."


@dataclass(frozen=True)
class CellResult:
    """A cell as the manifest describes it, and what was played of it."""

    entry: CellEntry
    tally: Tally

    @property
    def id(self) -> str:
        return self.entry.id

    @property
    def levels(self) -> Mapping[str, Level]:
        return self.entry.levels

    @property
    def policy(self) -> str:
        return self.entry.policy

    @property
    def games(self) -> int:
        return self.tally.games

    @property
    def total(self) -> int:
        """Sum what the run is about: games that were won, points."""
        return int(self.tally.values.sum())

    @property
    def rate(self) -> float:
        """Return the mean of what the run is about."""
        return self.total / self.games

    @cached_property
    def moments(self) -> Moments:
        """Return the sums of what the run is about."""
        return moments_of_games(self.tally)

    @property
    def interval(self) -> tuple[float, float]:
        """Return the 95 % interval of what the run is about."""
        return interval_of(self.tally.form.about, self.moments)

    def mean(self, column: str) -> Array:
        """Return the mean of a column over all games."""
        found: Array = self.tally.columns[column].sum(axis=0) / self.games
        return found


def with_rulebook_level(factor: Axis, cell: CellResult) -> Axis:
    """Return a factor as it is on the board and with the deck of a cell, which say what the rulebook leaves open."""
    return replace(factor, own=cell.entry.own.get(factor.name))


@dataclass
class Results:
    """All cells that have games; `missing` names those that have none, `damaged` what could not be read."""

    manifest: Manifest
    factors: list[Axis]
    cells: list[CellResult]
    missing: list[str] = field(default_factory=list)
    damaged: list[str] = field(default_factory=list)
    failures: dict[str, list[str]] = field(default_factory=dict)
    behind: dict[str, int] = field(default_factory=dict)  # games of a cell that lie behind a gap
    reader: RunReader | None = None

    @classmethod
    def read(cls, store: Store) -> Results:
        known = catalogue(store.game)
        factors = [Axis(known.of(each.name), each.levels) for each in store.manifest.factors]
        reader, failures = RunReader(store), store.failures()
        # Cells that mean the same share their games.
        ids = dict.fromkeys(entry.id for entry in store.manifest.cells)
        tallies = {cell: tally for cell in ids if (tally := reader.tally(cell))}
        entries = store.manifest.cells
        cells = [CellResult(entry, tallies[entry.id]) for entry in entries if entry.id in tallies]
        missing = [entry.id for entry in entries if entry.id not in tallies]
        if not cells:
            why = [*reader.damaged, *(each[0] for each in failures.values())]
            told = f" ({why[0].rstrip('.')})" if why else ""
            played, here = store.manifest.code, code_hash(store.game)
            if reader.damaged and played != here:
                raise InputError(
                    f"{store.folder} holds a run of {other_code(played, here, store.game)}, whose files do not fit this one{told}; play it again with another --out."
                )
            own = len(own_failures(store.manifest, failures)) == len(ids)
            how = OWN_FAILED if own else f"`{resume_command(store.folder, store.manifest)}` plays it."
            raise InputError(f"{store.folder} has no results yet{told}; {how}")
        return cls(store.manifest, factors, cells, missing, reader.damaged, failures, reader.behind, reader)

    def __post_init__(self) -> None:
        """Take what the rulebook leaves to board and deck from the standard ones, or from the first that there are."""
        book = {name: self.known.factors[name].default for name in self.known.places}
        standard = [cell for cell in self.cells if book.items() <= {**book, **cell.levels}.items()]
        self.factors = [with_rulebook_level(factor, [*standard, *self.cells][0]) for factor in self.factors]

    @property
    def game(self) -> Game:
        """Return the game that the run is of."""
        return find_game(self.manifest.game)

    @property
    def known(self) -> Catalogue:
        """Return all that runs of the game can vary."""
        return catalogue(self.game)

    @property
    def measure(self) -> Measure:
        """Return what the run is about."""
        return self.game.measures[self.manifest.measure]

    def place_titles(self, factor: str) -> dict[str, str]:
        """Return boards by their levels, also those without a game yet, under the names that their files give them, unless two have the same."""
        entries = self.manifest.cells
        found = {str(entry.levels.get(factor, "")): entry.places[factor].name for entry in entries}
        unique = len(set(found.values())) == len(found)
        return {level: printable(name if unique else level) for level, name in found.items()}

    @property
    def command(self) -> str:
        """Return the command that made the run; nothing if the manifest holds something else, which nobody should copy into a shell."""
        text = self.manifest.command
        try:
            words = shlex.split(text)
        except ValueError:
            return ""
        plain = words[:1] + words[3:] if words[1:2] == ["--game"] else words
        return text if plain[:2] == ["sim", "sweep"] and shlex.join(words) == text else ""

    @property
    def rewritten(self) -> bool:
        """Tell whether the manifest was changed after the run was begun: then names of settings need not be those of the games."""
        return sealed(self.manifest).seal != self.manifest.seal

    @property
    def games(self) -> int:
        """Count the games that every cell has."""
        return min(cell.games for cell in self.cells)

    @property
    def own_failures(self) -> set[str]:
        """Return the cells that the user's own files could not play."""
        return own_failures(self.manifest, self.failures)

    @property
    def complete(self) -> bool:
        return not self.missing and self.games >= self.manifest.games

    @property
    def folder(self) -> Path | None:
        return self.reader.store.folder if self.reader else None

    def blocks(self, cell: CellResult) -> list[Tally]:
        """Read the games of a cell block by block, as they are kept: only when asked for, since few cells are asked about."""
        return self.reader.blocks(cell.id) if self.reader else [cell.tally]

    @cached_property
    def compared_places(self) -> list[Axis]:
        """Return boards or decks, if nothing else is varied: then they are what is compared. Those of a set are a sample, and none of them is a measure."""
        varied = [factor for factor in self.varied if factor.name != POLICY]
        names = {factor.name for factor in varied}
        sampled = any(
            place.sampled
            for entry in self.manifest.cells
            for name, place in entry.places.items()
            if name in names
        )
        return [] if sampled or names - set(self.known.compared_within) else varied

    def baseline(self, cell: CellResult) -> CellResult | None:
        """Return the standard setup of the same policy on the same board and deck, if the grid has it; on the standard board where boards are compared."""
        kept = (POLICY,) if self.compared_places else self.known.compared_within
        wanted = {
            factor.name: cell.levels[factor.name]
            if factor.name in kept
            else with_rulebook_level(factor, cell).standard
            for factor in self.factors
        }
        return next((each for each in self.cells if dict(each.levels) == wanted), None)

    def is_standard(self, cell: CellResult) -> bool:
        """Tell whether a cell is the rulebook's setup, on whatever board and deck."""
        return all(
            cell.levels[factor.name] == with_rulebook_level(factor, cell).rulebook
            for factor in self.factors
            if factor.name not in self.known.compared_within
        )

    @property
    def columns(self) -> list[str]:
        """Name the factors that a table has to show, the policy first."""
        return sorted((factor.name for factor in self.varied), key=lambda name: name != "policy") or [
            "policy"
        ]

    @property
    def varied(self) -> list[Axis]:
        return [factor for factor in self.factors if len(factor.levels) > 1]


def own_failures(manifest: Manifest, failures: Mapping[str, list[str]]) -> set[str]:
    """Return the cells that failed in files of the user's, his game or a policy: playing them again fails again."""
    own = find_game(manifest.game).file
    return {cell.id for cell in manifest.cells if failures.get(cell.id) and (own or any(cell.sources))}


def resume_command(folder: Path, manifest: Manifest) -> str:
    """Return what plays the rest of a run. Games and programs of the user's own are named again, since `sim resume` opens no others."""
    own = dict.fromkeys(
        name
        for cell in manifest.cells
        for name, source in zip(cell.lineup, cell.sources, strict=True)
        if source
    )
    source = find_game(manifest.game).source
    begin = ["sim", *(("--game", source) if source else ()), "resume", str(folder)]
    return shlex.join([*begin, *(word for name in own for word in ("--policy", name))])
