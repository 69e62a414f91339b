"""A grid of settings: factors with levels, and a cell for every combination of them.

A cell is a scenario and a policy. Its identity is what it plays, not its place: the same cell in another grid has the same `id`,
the order of factors and levels changes nothing in it, and two cells that mean the same are played once. Policies are told apart by their
texts: `planner` and `planner:attention=1` are two cells, with the same games.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import MISSING, dataclass, fields
from functools import cached_property
from itertools import product
from typing import Any, Literal

from experiments.levels import Level, parse_files, parse_levels, parse_policies
from simulator.core.errors import InputError
from simulator.core.messages import near, show
from simulator.switch_signal.ensemble import is_ensemble, members
from simulator.switch_signal.house import HOUSE_NUMBERS, Number, parse_house
from simulator.switch_signal.presets import preset_changes
from simulator.switch_signal.scenario import RULINGS, Scenario, parse_rulings

# Factors of a scenario by their names on the command line; `house KEY` and `ruling X` come on top.
OPTIONS = (
    "preset",
    "board",
    "deck",
    "players",
    "tokens",
    "removed",
    "goods",
    "extra-signals",
    "locations",
    "edition",
    "layout",
    "helpers",
)
POLICY, VARIANT = "policy", "variant"
FACTOR_KINDS = (*OPTIONS, POLICY, "house KEY", "ruling X")  # as a message lists them
STANDARD: Mapping[str, Level] = {
    "preset": "standard",
    "variant": "standard",
    **{each.name.replace("_", "-"): each.default for each in fields(Scenario) if each.default is not MISSING},
}
# House numbers that the rulebook leaves to board and deck.
LEFT_OPEN = tuple(key for key, number in HOUSE_NUMBERS.items() if number.default is None)


def spelled(number: Number) -> Level:
    """A house number as a level."""
    return "-".join(map(str, number)) if isinstance(number, tuple) else number


@dataclass(frozen=True)
class Factor:
    """A named option and the levels that it takes in a grid."""

    name: str
    levels: tuple[Level, ...]
    own: Level | None = None  # of a house number in LEFT_OPEN: what board or deck say

    @property
    def rulebook(self) -> Level:
        """The level of the rulebook, whether it is among them or not; of a factor that no book knows the first."""
        kind, _, key = self.name.partition(" ")
        if kind == "ruling":
            return RULINGS[key][0]
        if kind != "house":
            return STANDARD.get(self.name, self.levels[0])
        number = HOUSE_NUMBERS[key]
        book = self.own if number.default is None else spelled(number.default)
        if book is None:
            return self.levels[0]
        meant = (
            each for each in self.levels if str(book) in (str(each), "-".join([str(each)] * number.count))
        )
        return next(meant, book)  # 3 is short for 3-3-3

    @property
    def standard(self) -> Level:
        """The level of the rulebook if it is among them, else the first."""
        return self.rulebook if self.rulebook in self.levels else self.levels[0]


@dataclass(frozen=True)
class Cell:
    """One combination: its level of every factor, and what that means."""

    levels: Mapping[str, Level]
    scenario: Scenario
    policy: str

    @cached_property
    def id(self) -> str:
        return hashlib.sha256(f"{self.scenario.hash} {self.policy}".encode()).hexdigest()[:12]


class Grid:
    """The product of factors, in their order; the last one changes fastest.

    `variants` gives names to combinations of options: the levels of the factor `variant`, for one change at a time. `cells` are made from
    the factors unless they are known, as a run's manifest has them.
    """

    def __init__(
        self,
        factors: Sequence[Factor],
        variants: Mapping[str, Mapping[str, str]] | None = None,
        cells: list[Cell] | None = None,
    ) -> None:
        self.factors = tuple(factors)
        self.variants = variants or {}
        self.cells = self._product() if cells is None else cells

    def _product(self) -> list[Cell]:
        names = [factor.name for factor in self.factors]
        levels = product(*(factor.levels for factor in self.factors))
        return [self._named_cell(dict(zip(names, each, strict=True))) for each in levels]

    @property
    def varied(self) -> list[Factor]:
        """Factors with more than one level."""
        return [factor for factor in self.factors if len(factor.levels) > 1]

    def _cell(self, levels: dict[str, Level]) -> Cell:
        changes = [changes_of(name, level) for name, level in levels.items() if name not in (VARIANT, POLICY)]
        touched = set().union(*map(_touched, changes))
        for option, text in self.variants.get(str(levels.get(VARIANT)), {}).items():
            changes.append(changes_of(option, _one_level(option, text)))
            if touched & _touched(changes[-1]):
                raise InputError(
                    f"{option} is also set for all variants, by a factor or an option; leave out one of the two."
                )
        return Cell(levels, Scenario(**merged(changes)), str(levels[POLICY]))

    def _named_cell(self, levels: dict[str, Level]) -> Cell:
        """With the name of its variant before what is wrong with it."""
        if not self.variants.get(str(levels.get(VARIANT))):
            return self._cell(levels)
        with naming(f"variants.{levels[VARIANT]}"):
            return self._cell(levels)


@contextmanager
def naming(where: str) -> Iterator[None]:
    """Put before a mistake where it was made; there options are keys, without their dashes."""
    try:
        yield
    except InputError as error:
        raise InputError(f"{where}: {str(error).removeprefix('--')}") from None


def is_factor(name: str) -> bool:
    """Whether a grid could vary it."""
    kind, _, key = name.partition(" ")
    return name in (*OPTIONS, POLICY) or (kind in ("house", "ruling") and bool(key.strip()))


def no_factor(name: str, known: Sequence[str] = FACTOR_KINDS, where: str = "") -> InputError:
    return InputError(
        f"{where}there is no factor {show(name)}{near(name, known)}; they are {', '.join(known)}."
    )


def make_factors(options: Mapping[str, str], house: Sequence[str], ruling: Sequence[str]) -> list[Factor]:
    """Factors from texts, as the command line or a study has them; in the order of OPTIONS, not in that of writing."""
    for name in options:
        if name not in OPTIONS:
            raise no_factor(name, OPTIONS)
    factors = [_factor(name, options[name]) for name in OPTIONS if name in options]
    for kind, texts in (("house", house), ("ruling", ruling)):
        for text in texts:
            key, equals, value = text.partition("=")
            if not equals:
                raise InputError(
                    f"--{kind}: {show(text)} must have the form key=levels, for instance draw=3..5."
                )
            name = f"{kind} {key.upper() if kind == 'ruling' else key}"
            if any(factor.name == name for factor in factors):
                raise InputError(f"--{kind}: {key} is given twice.")
            factors.append(Factor(name, tuple(parse_levels(f"--{kind}", value))))
            changes_of(name, factors[-1].levels[0])  # an unknown key is refused before anything else
    return factors


def policy_factor(texts: Sequence[str]) -> Factor:
    return Factor(POLICY, tuple(parse_policies(list(texts))))


def _factor(name: str, text: str) -> Factor:
    option = f"--{name}"
    if name not in ("board", "deck"):
        return Factor(name, tuple(parse_levels(option, text)))
    kind: Literal["board", "deck"] = "board" if name == "board" else "deck"
    levels: list[Level] = []
    for word in parse_files(option, text):
        levels += members(word, kind, option) if is_ensemble(word) else [word]
    return Factor(name, tuple(dict.fromkeys(levels)))


def _one_level(name: str, text: str) -> Level:
    levels = parse_levels(name, text)
    if len(levels) != 1:
        raise InputError(f"{name}: {show(text)} must be one level in a variant.")
    return levels[0]


def changes_of(name: str, level: Level) -> dict[str, Any]:
    """What a level of a factor changes in a scenario."""
    kind, _, key = name.partition(" ")
    if kind == "preset":
        return preset_changes(str(level))
    if kind == "house":
        return {"house": parse_house([f"{key}={level}"])}
    if kind == "ruling":
        return {"rulings": parse_rulings([f"{key}={level}"])}
    if kind == "helpers":
        return {"helpers": str(level).replace("+", ",")}
    return {name.replace("-", "_"): level}


def merged(changes: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Changes of several levels as one; of two of the same thing the later one holds, house numbers and rulings add up."""
    together: dict[str, Any] = {}
    for change in changes:
        for key, value in change.items():
            together[key] = together.get(key, {}) | value if isinstance(value, dict) else value
    return together


def _touched(changes: Mapping[str, Any]) -> set[tuple[str, str]]:
    """What of a scenario these changes set: its fields, and single house numbers and rulings."""
    return {
        (key, each)
        for key, value in changes.items()
        for each in (value if isinstance(value, dict) else ("",))
    }
