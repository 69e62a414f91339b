"""A search for settings that come near a target: what is varied, and the settings that were found, the smallest change of the rulebook first."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from experiments.factors import POLICY, catalogue
from experiments.grid import Axis, Cell, Grid, make_axes
from experiments.race import Goal, Race, Runner, ranked
from simulator.core.errors import InputError
from simulator.game import Game, Level, Measure

MOST_CELLS = 5_000
NEAR, PRECISE = 0.02, 0.01  # of a share; of any other measure parts of the target


def goal_of(
    measure: Measure, target: float, within: float | None, precision: float | None, games: int
) -> Goal:
    """Return what is wanted; None: two percentage points and one of a share, 2 % and 1 % of any other target."""
    scale = 1.0 if measure.kind == "share" else abs(target)
    if not scale and (within is None or precision is None):
        raise InputError(
            "--target: with a target of 0, --within and --precision must say what is near and how precise it is to be."
        )
    return Goal(
        measure,
        target,
        NEAR * scale if within is None else within,
        PRECISE * scale if precision is None else precision,
        games,
    )


def free_axes(game: Game, given: Mapping[str, str]) -> list[Axis]:
    """Return what is varied: whatever has several levels in what is given, or what the game declares as free if nothing has."""
    known = catalogue(game)
    axes = make_axes(game, given)
    for axis in axes:
        if axis.name in known.places and len(axis.levels) > 1:
            raise InputError(f"--{axis.name}: tune asks for one {axis.name}; `sim sweep` plays several.")
    if not any(len(axis.levels) > 1 for axis in axes):
        free = {name: factor.free for name, factor in game.factors.items() if factor.free}
        axes = [_possible(game, axis, given) for axis in make_axes(game, {**free, **given})]
    count = math.prod(len(axis.levels) for axis in axes)
    if count > MOST_CELLS:
        raise InputError(f"{count:,} settings are too many; name fewer levels, {MOST_CELLS:,} at most.")
    return axes


def _possible(game: Game, axis: Axis, given: Mapping[str, str]) -> Axis:
    """Return only the levels that the place allows, if nobody has asked for others: a small board may be too small for some."""
    places = catalogue(game).places
    place = {name: given[name] for name in places if name in given}
    game.setup(place)

    def is_possible(level: Level) -> bool:
        try:
            game.setup({**place, axis.name: level})
        except InputError:
            return False
        return True

    if axis.name in given or axis.name in places:
        return axis
    return Axis(axis.factor, tuple(level for level in axis.levels if is_possible(level)))


def settings(game: Game, axes: list[Axis], policy: str) -> dict[str, Cell]:
    """Return all settings by what they mean; a preset and a number may say the same."""
    found: dict[str, Cell] = {}
    for cell in Grid(game, [*axes, Axis(catalogue(game).factors[POLICY], (policy,))]).cells:
        found.setdefault(cell.id, cell)
    return found


@dataclass(frozen=True)
class Ladder:
    """What a table made of all settings: those near the target, from the smallest change of the rulebook on."""

    game: Game
    race: Race
    cells: Mapping[str, Cell]
    policy: str

    @cached_property
    def steps(self) -> dict[str, int]:
        """Count how far each setting is from the rulebook."""
        known = catalogue(self.game)
        return {
            key: known.steps_from_rulebook(cell.setup.levels, cell.setup.own)
            for key, cell in self.cells.items()
        }

    @cached_property
    def found(self) -> list[Runner]:
        """Return the settings near the target."""
        return list(ranked(self.race, self.steps))
