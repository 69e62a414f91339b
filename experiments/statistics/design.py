"""The columns of a model over a grid: what each cell changes, against a baseline, and what cannot be told apart.

A factor whose levels are whole numbers has one column, its steps away from the baseline level; any other factor has one for each level but
the baseline's. Products of the columns of two factors are their interactions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from math import prod
from typing import Any

import numpy as np

from simulator.game import Level

Cell = Mapping[str, Level]

TOGETHER = " × "  # between the names of two steps
ALIASED = 1e-8  # a column of which less than this is its own says nothing that others have not said


@dataclass(frozen=True)
class Step:
    """One step of a factor: from a level to the next higher one, or from the baseline level to another."""

    factor: str
    reference: Level
    level: str | None = None  # None: a numeric factor
    lowest: int = 0  # levels of a numeric factor in the grid
    highest: int = 0

    @property
    def name(self) -> str:
        return self.factor if self.level is None else f"{self.factor}={self.level}"

    @property
    def ends(self) -> tuple[Level, Level, int]:
        """The two levels that tell what it does, and how many steps lie between."""
        if self.level is None:
            return self.lowest, self.highest, self.highest - self.lowest
        return self.reference, self.level, 1

    def taken(self, cell: Cell) -> float:
        """How many of these steps a cell is away from the baseline."""
        level = cell[self.factor]
        return float(level) - float(self.reference) if self.level is None else float(str(level) == self.level)


Term = tuple[Step, ...]  # of no step: the baseline; of one: a main effect; of two: their interaction


def term_name(term: Term) -> str:
    return TOGETHER.join(step.name for step in term) or "baseline"


@dataclass(frozen=True)
class Design:
    """The terms that the grid can tell apart."""

    terms: tuple[Term, ...]
    dropped: tuple[str, ...]  # names of what the grid says nothing about

    def rows(self, cells: Sequence[Cell]) -> np.ndarray[Any, Any]:
        """Return the table cells × terms."""
        return np.array([[_value(term, cell) for term in self.terms] for cell in cells])


def make_design(cells: Sequence[Cell], baseline: Cell, interactions: bool = True) -> Design:
    """List main effects first, then two-way interactions; what follows from terms before it is dropped, and named.

    All cells have the same factors. A baseline level that the grid lacks is replaced by that of the first cell.
    """
    by_factor = {factor: _steps(cells, baseline, factor) for factor in cells[0]}
    dropped = [factor for factor, steps in by_factor.items() if not steps]
    terms: list[Term] = [(), *((step,) for steps in by_factor.values() for step in steps)]
    if interactions:
        terms += [pair for factors in combinations(by_factor.values(), 2) for pair in product(*factors)]
    kept: list[Term] = []
    own: list[np.ndarray[Any, Any]] = []  # what each kept column adds to those before it, at right angles
    for term in terms:
        column = np.array([_value(term, cell) for cell in cells])
        rest = column
        for _ in range(2):  # once more, against rounding
            rest = rest - sum((part * (part @ rest) for part in own), np.zeros(len(cells)))
        size = float(np.linalg.norm(rest))
        if size > ALIASED * max(1.0, float(np.linalg.norm(column))):
            kept.append(term)
            own.append(rest / size)
        else:
            dropped.append(term_name(term))
    return Design(tuple(kept), tuple(dropped))


def steps_of(cells: Sequence[Cell], baseline: Cell) -> list[Step]:
    """Return all steps that cells take away from the baseline."""
    return [step for factor in cells[0] for step in _steps(cells, baseline, factor)]


def _steps(cells: Sequence[Cell], baseline: Cell, factor: str) -> list[Step]:
    levels = list(dict.fromkeys(cell[factor] for cell in cells))
    if len(levels) == 1:
        return []
    reference = baseline[factor] if baseline.get(factor) in levels else levels[0]
    numbers = [level for level in levels if isinstance(level, int)]
    if len(numbers) == len(levels):
        return [Step(factor, reference, None, min(numbers), max(numbers))]
    return [Step(factor, reference, str(level)) for level in levels if level != reference]


def _value(term: Term, cell: Cell) -> float:
    return prod((step.taken(cell) for step in term), start=1.0)
