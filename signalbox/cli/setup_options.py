"""Options of setups, made from the factors of the game: of one setup, or of a grid, where each takes several levels."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any

from experiments.factors import PRESET, catalogue
from signalbox.cli.help_words import unstyled
from signalbox.cli.options import RULES, SETUP, among, number_option, text_option
from simulator.core.errors import InputError
from simulator.core.messages import quote
from simulator.game import Factor, FactorGroup, Game, Level, Setup

Given = Mapping[str, Any]  # what the command line gives, by the names of parameters


def _parameter(name: str, kind: Any, option: Any) -> inspect.Parameter:
    return option_parameter(name, Annotated[kind | None, option], None)


def option_parameter(name: str, kind: Any, default: Any) -> inspect.Parameter:
    """Return a parameter of a command: `kind` is annotated with its option."""
    name = name.replace("-", "_")
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=kind)


def _option(
    name: str, panel: str, help_text: str, metavar: str, known: Callable[[Game], Iterable[str]]
) -> Any:
    """Return an option that the shell completes where levels have names."""
    return text_option(f"--{name}", metavar, panel, help_text, autocompletion=among(known))


def _panel(factor: Factor) -> str:
    return RULES if factor.rules else SETUP


def _one_level(factor: Factor) -> inspect.Parameter:
    standard = "" if factor.role == "list" else f" (standard: {factor.default})"
    help_text = f"{unstyled(factor.help)}.{standard}"
    if isinstance(factor.default, int):
        return _parameter(factor.name, int, number_option(f"--{factor.name}", _panel(factor), help_text))
    option = _option(factor.name, _panel(factor), help_text, factor.metavar, lambda game: factor.known())
    return _parameter(factor.name, str, option)


def _levels(factor: Factor) -> inspect.Parameter:
    help_text = f"{unstyled(factor.help)}; for instance {factor.example}."
    option = _option(factor.name, _panel(factor), help_text, "LEVELS", lambda game: factor.known())
    return _parameter(factor.name, str, option)


def _group(group: FactorGroup, example: str) -> inspect.Parameter:
    def known(game: Game) -> Iterable[str]:
        for factor in game.factors.values():
            if factor.group == group.name:
                yield from (f"{factor.key}={level}" for level in factor.known() or ("",))

    help_text = f"{unstyled(group.help)}; for instance {example}. Repeatable."
    return _parameter(group.name, list[str], _option(group.name, RULES, help_text, group.metavar, known))


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
class SetupOptions:
    """One setup: levels by the names of factors, as far as they are given."""

    of: Game
    given: Mapping[str, Level]

    @staticmethod
    def parameters(game: Game) -> list[inspect.Parameter]:
        known = catalogue(game)
        groups = [_group(group, group.example) for group in known.groups.values()]
        return [*(_one_level(known.factors[name]) for name in known.options), *groups]

    @classmethod
    def read(cls, game: Game, given: Given) -> SetupOptions:
        return cls(game, _texts_by_factor(game, given))

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


@dataclass(frozen=True)
class GridOptions:
    """A grid: each option takes a value, a list or a range, 7 · 7,9 · 7..10 · 0..6..2 · dice,stack. The grid is their product."""

    given: Mapping[str, str]  # texts by the names of factors

    @staticmethod
    def parameters(game: Game) -> list[inspect.Parameter]:
        known = catalogue(game)
        groups = [_group(group, group.several) for group in known.groups.values()]
        return [*(_levels(known.factors[name]) for name in known.options), *groups]

    @classmethod
    def read(cls, game: Game, given: Given) -> GridOptions:
        return cls(_texts_by_factor(game, given))
