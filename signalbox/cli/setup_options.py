"""Options of setups, made from the factors of the game: of one setup, or of a grid, where each takes several levels."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from experiments.factors import FACTORS, GROUPS, OPTIONS, POLICY, PRESET, canonical, declared
from policies.registry import DEFAULT_TABLES, TABLES
from signalbox.cli.completion import among, policy_names
from signalbox.cli.options import BATCH, RULES, SETUP, number_option
from simulator.core.errors import InputError
from simulator.core.messages import show
from simulator.game import Factor, FactorGroup, Level

if TYPE_CHECKING:
    from experiments.study import Study
    from simulator.switch_signal.scenario import Scenario

Given = Mapping[str, Any]  # what the command line gives, by the names of parameters


def _parameter(name: str, kind: Any, option: Any) -> inspect.Parameter:
    return inspect.Parameter(
        name.replace("-", "_"),
        inspect.Parameter.KEYWORD_ONLY,
        default=None,
        annotation=Annotated[kind | None, option],
    )


def _option(
    name: str, panel: str, help_text: str, metavar: str, known: Callable[[], Iterable[str]]
) -> typer.models.OptionInfo:
    """Completed by the shell where levels have names."""
    option: typer.models.OptionInfo = typer.Option(
        f"--{name}", metavar=metavar, help=help_text, rich_help_panel=panel, autocompletion=among(known)
    )
    return option


def _panel(factor: Factor) -> str:
    return RULES if factor.rules else SETUP


def _one_level(factor: Factor) -> inspect.Parameter:
    standard = "" if factor.role == "list" else f" (standard: {factor.default})"
    help_text = f"{factor.help}.{standard}"
    if isinstance(factor.default, int):
        return _parameter(factor.name, int, number_option(f"--{factor.name}", _panel(factor), help_text))
    option = _option(factor.name, _panel(factor), help_text, factor.metavar, factor.known)
    return _parameter(factor.name, str, option)


def _levels(factor: Factor) -> inspect.Parameter:
    help_text = f"{factor.help}; for instance {factor.example}."
    return _parameter(
        factor.name, str, _option(factor.name, _panel(factor), help_text, "LEVELS", factor.known)
    )


def _group(group: FactorGroup, example: str) -> inspect.Parameter:
    def known() -> Iterable[str]:
        for factor in FACTORS.values():
            if factor.group == group.name:
                yield from (f"{factor.key}={level}" for level in factor.known() or ("",))

    help_text = f"{group.help}; for instance {example}. Repeatable."
    return _parameter(group.name, list[str], _option(group.name, RULES, help_text, group.metavar, known))


def _texts_by_factor(given: Given) -> dict[str, Any]:
    """What was given, by the names of factors: `house=["draw=4"]` as `house draw`."""
    found = {name: given[name.replace("-", "_")] for name in OPTIONS}
    for group in GROUPS.values():
        for text in given[group.name] or ():
            key, equals, level = text.partition("=")
            if not equals:
                raise InputError(
                    f"--{group.name}: {show(text)} must have the form {group.metavar.lower()}, for instance {group.example}."
                )
            name = canonical(f"{group.name} {key}")
            declared(name)
            if name in found:
                raise InputError(f"--{group.name}: {declared(name).key} is given twice.")
            found[name] = level
    return {name: text for name, text in found.items() if text is not None}


@dataclass(frozen=True)
class SetupOptions:
    """One setup: levels by the names of factors, as far as they are given."""

    given: Mapping[str, Level]

    @staticmethod
    def parameters() -> list[inspect.Parameter]:
        groups = [_group(group, group.example) for group in GROUPS.values()]
        return [*(_one_level(FACTORS[name]) for name in OPTIONS), *groups]

    @classmethod
    def read(cls, given: Given) -> SetupOptions:
        return cls(_texts_by_factor(given))

    def levels(self) -> dict[str, Level]:
        """What these options change in the standard game, not yet checked together."""
        from experiments.grid import expanded

        return expanded(self.given)

    def scenario(self) -> Scenario:
        """The scenario that these options describe, checked."""
        from simulator.switch_signal.scenario import Scenario

        try:
            return Scenario.of(self.levels())
        except InputError as error:
            raise self._blame_the_preset(error) from None

    def _blame_the_preset(self, error: InputError) -> InputError:
        """An option that the preset gave and the user did not is complained of under the preset's name."""
        option, _, complaint = str(error).partition(": ")
        name = option.removeprefix("--")
        if PRESET not in self.given or name in self.given or name not in self.levels():
            return error
        return InputError(f"--preset {self.given[PRESET]} ({option} {self.levels()[name]}): {complaint}")

    def scenarios(self) -> list[Scenario]:
        """All scenarios that these options describe: one, or one for each board or deck of an ensemble.

        With two ensembles a board goes with the deck of the same place in its set, always the same one.
        """
        from simulator.switch_signal.ensemble import is_ensemble, members, place_in_set

        board, deck = (str(self.given.get(name, "")) for name in ("board", "deck"))
        boards = members(board, "board", "--board") if is_ensemble(board) else [board]
        if not is_ensemble(deck):
            return [self._with(board=each, deck=deck).scenario() for each in boards]
        decks = members(deck, "deck", "--deck")
        if len(boards) == 1:
            return [self._with(board=board, deck=each).scenario() for each in decks]
        return [self._with(board=each, deck=decks[place_in_set(each)]).scenario() for each in boards]

    def _with(self, **places: str) -> SetupOptions:
        return replace(self, given={**self.given, **{name: level for name, level in places.items() if level}})


@dataclass(frozen=True)
class GridOptions:
    """A grid: each option takes a value, a list or a range, 7 · 7,9 · 7..10 · 0..6..2 · dice,stack. The grid is their product."""

    given: Mapping[str, str]  # texts by the names of factors
    policy: list[str] | None

    @staticmethod
    def parameters() -> list[inspect.Parameter]:
        who = (
            f"Who plays: {','.join(TABLES)}, or players as people:skill=0.2..1..0.2; `sim policies` says how. "
            f"Repeatable. ({','.join(DEFAULT_TABLES)}, unless a study says who)"
        )
        option = _option(POLICY, BATCH, who, "LEVELS", policy_names)
        groups = [_group(group, group.several) for group in GROUPS.values()]
        return [
            *(_levels(FACTORS[name]) for name in OPTIONS),
            *groups,
            _parameter(POLICY, list[str], option),
        ]

    @classmethod
    def read(cls, given: Given) -> GridOptions:
        return cls(_texts_by_factor(given), given[POLICY])

    def words(self) -> list[str]:
        """The options as they would be written, one after another."""
        words = []
        for name, text in self.given.items():
            factor = FACTORS[name]
            words += [f"--{factor.group}", f"{factor.key}={text}"] if factor.group else [f"--{name}", text]
        return words + [word for text in self.policy or () for word in (f"--{POLICY}", text)]

    def override(self, study: Study) -> Study:
        """The study with the levels that are given here instead of its own."""
        return replace(
            study,
            factors={**study.factors, **self.given},
            policies=tuple(self.policy) if self.policy else study.policies,
        )
