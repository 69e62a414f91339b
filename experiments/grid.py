"""A grid of settings: factors with levels, and a cell for every combination of them.

A cell is a scenario and a policy. Its identity is what it plays, not its place: the same cell in another grid has the same `id`,
the order of factors and levels changes nothing in it, and two cells that mean the same are played once. Policies are told apart by their
texts: `planner` and `planner:attention=1` are two cells, with the same games.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from experiments.factors import (
    POLICY,
    VARIANT,
    catalogue,
    parse_files,
    parse_levels,
    parse_policies,
    the_only,
)
from simulator.core.errors import InputError, errors_about
from simulator.core.messages import quote
from simulator.game import Factor, Game, Level, Setup


@dataclass(frozen=True)
class Axis:
    """A factor and the levels that it takes in a grid."""

    factor: Factor
    levels: tuple[Level, ...]
    own: Level | None = None  # of a factor without a default: what the place says

    @property
    def name(self) -> str:
        return self.factor.name

    @property
    def rulebook(self) -> Level:
        """Return the level of the rulebook, whether it is among them or not; of a factor that no book knows the first."""
        book = self.own if self.factor.default is None else self.factor.default
        if book is None:
            return self.levels[0]
        return next((each for each in self.levels if self._is(each, book)), book)

    def _is(self, level: Level, book: Level) -> bool:
        """Tell whether a level is another spelling of the rulebook's; one that cannot be read, in a stranger's run, is not."""
        try:
            return self.factor.same(level) == book
        except InputError:
            return False

    @property
    def standard(self) -> Level:
        """Return the level of the rulebook if it is among them, else the first."""
        return self.rulebook if self.rulebook in self.levels else self.levels[0]


@dataclass(frozen=True)
class Cell:
    """One combination: its level of every factor, and what that means."""

    levels: Mapping[str, Level]
    setup: Setup
    lineup: tuple[str, ...]  # policies by name, one where one table plays together

    @property
    def policy(self) -> str:
        """Name who plays."""
        return "+".join(self.lineup)

    @cached_property
    def id(self) -> str:
        return hashlib.sha256(f"{self.setup.hash} {self.policy}".encode()).hexdigest()[:12]


class Grid:
    """The product of factors, in their order; the last one changes fastest.

    `variants` gives names to combinations of options: the levels of the factor `variant`, for one change at a time. `cells` are made from
    the factors unless they are known, as a run's manifest has them.
    """

    def __init__(
        self,
        game: Game,
        factors: Sequence[Axis],
        variants: Mapping[str, Mapping[str, str]] | None = None,
        cells: list[Cell] | None = None,
    ) -> None:
        self.game, self.factors = game, tuple(factors)
        self.variants = variants or {}
        choices = product(*([(each.name, level) for level in each.levels] for each in self.factors))
        self.cells = [self._cell(dict(chosen)) for chosen in choices] if cells is None else cells

    @property
    def varied(self) -> list[Axis]:
        """Return the factors with more than one level."""
        return [factor for factor in self.factors if len(factor.levels) > 1]

    def _cell(self, levels: dict[str, Level]) -> Cell:
        """Return the cell of these levels, with the name of its variant before what is wrong with it."""
        variant = str(levels.get(VARIANT))
        changes = self.variants.get(variant, {})
        with errors_about(f"variants.{variant}", keys=True) if changes else nullcontext():
            setup = self.game.setup(self._chosen(levels, changes))
        return Cell(levels, setup, (str(levels[POLICY]),))

    def _chosen(self, levels: Mapping[str, Level], changes: Mapping[str, str]) -> dict[str, Level]:
        """Return the levels of the setup, with those of a variant."""
        known = catalogue(self.game)
        apart = (VARIANT, POLICY)
        chosen = known.expanded({name: level for name, level in levels.items() if name not in apart})
        for option, text in changes.items():
            wrong = f"{option}: {quote(text)} must be one level in a variant."
            level = the_only(parse_levels(option, text), wrong)
            changed = known.expanded({known.canonical(option): level})
            if chosen.keys() & changed.keys():
                raise InputError(
                    f"{option} is also set for all variants, by a factor or an option; leave out one of the two."
                )
            chosen |= changed
        return chosen


def make_axes(game: Game, texts: Mapping[str, str]) -> list[Axis]:
    """Return axes from texts, as the command line or a study has them, by the names of factors.

    They stand in the order of their declaration, not in that of writing; keys of a group stand as they are given.
    """
    known = catalogue(game)
    declared = [known.declared(name) for name in texts]
    grouped = [factor.name for group in known.groups for factor in declared if factor.group == group]
    return [
        _axis(game, name, texts[name])
        for name in (*(each for each in known.options if each in texts), *grouped)
    ]


def policy_axis(game: Game, texts: Sequence[str]) -> Axis:
    return Axis(catalogue(game).factors[POLICY], tuple(parse_policies(list(texts))))


def _axis(game: Game, name: str, text: str) -> Axis:
    factor = catalogue(game).declared(name)
    option = f"--{factor.group or name}"
    if factor.role == "place":
        places = (place for word in parse_files(option, text) for place in game.members(name, word) or [word])
        return Axis(factor, tuple(dict.fromkeys(places)))
    axis = Axis(factor, tuple(parse_levels(option, text)))
    factor.same(axis.levels[0])  # what cannot be a level is refused before anything else
    return axis
