"""Options of setups, made from the factors of the game: of one setup, or of a grid, where each takes several levels."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar, Self

from experiments.factors import PRESET, catalogue
from signalbox.cli.help_words import unstyled
from signalbox.cli.options import RULES, SETUP, among, number_option, text_option
from simulator.core.errors import InputError
from simulator.core.messages import quote
from simulator.game import Factor, FactorGroup, Game, Level, Setup

Given = Mapping[str, Any]  # what the command line gives, by the names of parameters


def option_parameter(name: str, kind: Any, option: Any, default: Any = None) -> inspect.Parameter:
    """Return a parameter of a command that is filled by this option."""
    form = inspect.Parameter.KEYWORD_ONLY
    return inspect.Parameter(
        name.replace("-", "_"), form, default=default, annotation=Annotated[kind | None, option]
    )


def _of_factor(factor: Factor, several: bool) -> inspect.Parameter:
    """Return the option for one level of a factor, or for several; the shell completes it where levels have names."""
    name, panel, told = f"--{factor.name}", RULES if factor.rules else SETUP, unstyled(factor.help)
    standard = "" if factor.role == "list" else f" (standard: {factor.default})"
    completed = among(lambda game: factor.known())
    if several:
        told = f"{told}; for instance {factor.example}."
        option = text_option(name, "LEVELS", panel, told, autocompletion=completed)
    elif isinstance(factor.default, int):
        return option_parameter(factor.name, int, number_option(name, panel, f"{told}.{standard}"))
    else:
        option = text_option(name, factor.metavar, panel, f"{told}.{standard}", autocompletion=completed)
    return option_parameter(factor.name, str, option)


def _of_group(group: FactorGroup, several: bool) -> inspect.Parameter:
    """Return the option of factors that share one, as house numbers do."""

    def known(game: Game) -> Iterable[str]:
        for factor in game.factors.values():
            if factor.group == group.name:
                yield from (f"{factor.key}={level}" for level in factor.known() or ("",))

    told = f"{unstyled(group.help)}; for instance {group.several if several else group.example}. Repeatable."
    option = text_option(f"--{group.name}", group.metavar, RULES, told, autocompletion=among(known))
    return option_parameter(group.name, list[str], option)


def _texts_by_factor(game: Game, given: Given) -> dict[str, Any]:
    """Return what was given, by the names of factors: `house=["draw=4"]` as `house draw`."""
    known = catalogue(game)
    found = {name: given[name.replace("-", "_")] for name in known.options}
    for group in known.groups.values():
        for text in given[group.name] or ():
            key, equals, level = text.partition("=")
            if not equals:
                raise InputError(
                    f"--{group.name}: {quote(text)} must have the form {group.metavar.lower()}, for instance {group.example}."
                )
            name = known.canonical(f"{group.name} {key}")
            factor = known.declared(name)
            if name in found:
                raise InputError(f"--{group.name}: {factor.key} is given twice.")
            found[name] = level
    return {name: text for name, text in found.items() if text is not None}


@dataclass(frozen=True)
class _LevelOptions:
    """An option for every factor or group of factors that a game has."""

    of: Game
    given: Mapping[str, Any]  # levels or texts by the names of factors, as far as they are given
    several: ClassVar[bool]

    @classmethod
    def parameters(cls, game: Game) -> list[inspect.Parameter]:
        known = catalogue(game)
        return [
            *(_of_factor(known.factors[name], cls.several) for name in known.options),
            *(_of_group(group, cls.several) for group in known.groups.values()),
        ]

    @classmethod
    def read(cls, game: Game, given: Given) -> Self:
        return cls(game, _texts_by_factor(game, given))


class GridOptions(_LevelOptions):
    """A grid: each option takes a value, a list or a range, 7 · 7,9 · 7..10 · 0..6..2 · dice,stack. The grid is their product."""

    several = True


class SetupOptions(_LevelOptions):
    """One setup: each option takes one level."""

    several = False

    def levels(self) -> dict[str, Level]:
        """Return what these options change in the standard game, not yet checked together."""
        return catalogue(self.of).expanded(self.given)

    def setup(self) -> Setup:
        """Return the setup that these options describe, checked."""
        try:
            return self.of.setup(self.levels())
        except InputError as error:
            raise self._blame_the_preset(error) from None

    def _blame_the_preset(self, error: InputError) -> InputError:
        """Complain under the preset's name of an option that it gave and the user did not."""
        option, _, complaint = str(error).partition(": ")
        name = option.removeprefix("--")
        if PRESET not in self.given or name in self.given or name not in self.levels():
            return error
        return InputError(f"--preset {self.given[PRESET]} ({option} {self.levels()[name]}): {complaint}")

    def setups(self) -> list[Setup]:
        """Return all setups that these options describe: one, or one for each place of a set."""
        return [replace(self, given=levels).setup() for levels in self.of.expand_sets(self.given)]
