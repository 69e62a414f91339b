"""The options that commands share: how many games, who plays, where to. Those of setups are made from factors (`setup_options.py`).

Options are made for one game, and only read here. What they may be is checked in one place each: games, seed and jobs by
`experiments/limits.py`. Nothing heavy is imported before a command runs, so that `--help` is quick.
"""

from __future__ import annotations

import inspect
import os
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields
from decimal import Decimal
from typing import TYPE_CHECKING, Annotated, Any, Self, get_type_hints

import typer

from experiments.limits import check_first_game
from policies.registry import roster_of
from reports.terminal.screen import note
from signalbox.cli.console import load_players
from signalbox.levels import check_batch, table_names
from simulator.core.errors import InputError
from simulator.core.messages import file_name, quote
from simulator.game import Game

if TYPE_CHECKING:
    from policies.roster import Policy

SETUP, RULES, BATCH, WHERE = "Setup", "Rules", "Games", "Where"

# What the shell offers when Tab is pressed after an option; of options that take several levels at once after the last comma.
Names = Callable[[Game], Iterable[str]]  # of what there is in a game
Completion = Callable[[typer.Context, str], list[str]]


def among(names: Names) -> Completion:
    """Complete one of these names; the context knows the game that the program is made for."""

    def complete(context: typer.Context, incomplete: str) -> list[str]:
        before, comma, begun = incomplete.rpartition(",")
        return [f"{before}{comma}{name}" for name in names(context.obj) if name.startswith(begun)]

    return complete


def of_factor(name: str) -> Completion:
    """Complete the names of a factor's levels."""
    return among(lambda game: game.factors[name].known())


def policy_names(game: Game) -> Iterable[str]:
    return roster_of(game).all


def _studies(game: Game) -> Iterable[str]:
    from experiments.study import study_names

    return study_names(game)


def _measures(game: Game) -> Iterable[str]:
    return (each.name for each in game.measures.values() if each.asked)


STUDY, POLICY, MEASURE = among(_studies), among(policy_names), among(_measures)

MOST_DIGITS = 4000  # Python reads integers of up to 4300
SHORT_NUMBER = re.compile(r"([0-9]{1,9}(?:\.[0-9]{1,9})?)(?:(k|M)|e([0-9]))")  # 10k, 2.5k, 1M, 1e4


def whole_number(text: str | int) -> int:
    """Read an integer in plain digits or in short; ranges are checked where the number is used."""
    if isinstance(text, int):
        return text
    if written := SHORT_NUMBER.fullmatch(text):
        power = {"k": 3, "M": 6}.get(written[2]) or int(written[3])
        number = Decimal(written[1]).scaleb(power)
        if number == number.to_integral_value():
            return int(number)
    if not re.fullmatch(r"[+-]?[0-9]+", text):
        several = (
            "; `sim sweep` takes lists and ranges, 7,9 or 7..10"
            if re.fullmatch(r"[0-9]+(,|\.\.|-)[0-9,.]+", text)
            else ""
        )
        raise typer.BadParameter(f"{quote(text)} must be a whole number{several}")
    if len(text) > MOST_DIGITS:
        raise typer.BadParameter(f"{quote(text)} must be a whole number of less than {MOST_DIGITS} digits")
    return int(text)


def number_option(name: str, panel: str, help_text: str, metavar: str = "N") -> Any:
    return typer.Option(name, parser=whole_number, metavar=metavar, help=help_text, rich_help_panel=panel)


def list_option(name: str, help_text: str) -> Any:
    """Return an option that takes several values, separated by commas."""
    return typer.Option(name, metavar="LIST", help=help_text, rich_help_panel=BATCH)


def flag_option(name: str, panel: str | None, help_text: str, **more: Any) -> Any:
    """Return a flag without the word for its type, which would look like something to be typed."""
    return typer.Option(name, metavar="", help=help_text, rich_help_panel=panel, **more)


def policy_option(help_text: str, metavar: str = "NAME") -> Any:
    return typer.Option(
        "--policy", metavar=metavar, help=help_text, rich_help_panel=BATCH, autocompletion=POLICY
    )


def measure_option() -> Any:
    """Return the option for what a command asks about, if not the game's main measure."""
    return typer.Option(
        "--measure",
        metavar="NAME",
        help="What it is about, if not what the game is played for: any share, count or score; `sim games` lists them.",
        rich_help_panel=BATCH,
        autocompletion=MEASURE,
    )


def json_option(panel: str) -> Any:
    return flag_option("--json", panel, "JSON, for other programs.")


def out_option(help_text: str) -> Any:
    return typer.Option("--out", "-o", metavar="OUT", help=help_text, rich_help_panel=WHERE)


def check_folder(out: str) -> None:
    """Refuse a name that no folder can have; whether this one can be written is seen when it is made."""
    try:
        os.stat(out)
    except (FileNotFoundError, NotADirectoryError):
        pass
    except OSError as error:
        raise InputError(f"--out: {file_name(out)} cannot be written ({error.strerror}).") from None
    except ValueError:  # a NUL byte
        raise InputError(f"--out: {file_name(out)} is not a file name.") from None


Force = Annotated[bool, flag_option("--force", WHERE, "Write over a file that is there already.")]


Games = Annotated[int, number_option("--games", BATCH, "How many games.")]
Seed = Annotated[int, number_option("--seed", BATCH, "Seed of all random numbers.")]
Jobs = Annotated[int, number_option("--jobs", BATCH, "Cores to use; 0: all of them.")]
Scheduler = Annotated[
    str | None,
    typer.Option(
        "--scheduler",
        metavar="tcp://HOST:PORT",
        help="Play on the workers of this dask scheduler instead (docs/scale.md).",
        rich_help_panel=BATCH,
    ),
]
OWN = "Or your own, FILE.py:NAME (docs/own-policy.md)."


def option_parameter(name: str, kind: Any, default: Any = inspect.Parameter.empty) -> inspect.Parameter:
    """Return a parameter of a command: `kind` is annotated with its option."""
    name = name.replace("-", "_")
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=kind)


@dataclass(frozen=True)
class BatchOptions:
    """How many games, with which random numbers, on how many cores, and for whom it is printed."""

    of: Game
    games: Games = 10_000
    seed: Seed = 1
    jobs: Jobs = 0
    as_json: Annotated[bool, json_option(BATCH)] = False

    @classmethod
    def parameters(cls, game: Game) -> list[inspect.Parameter]:
        """Return an option for each field but the game."""
        hints = get_type_hints(cls, include_extras=True)
        own = cls.for_game(game)
        return [
            option_parameter(field.name, *own.get(field.name, (hints[field.name], field.default)))
            for field in fields(cls)
            if field.name != "of"
        ]

    @classmethod
    def for_game(cls, game: Game) -> dict[str, tuple[Any, Any]]:
        """Return the options and defaults that the game decides, by their fields."""
        return {}

    @classmethod
    def read(cls, game: Game, given: dict[str, Any]) -> Self:
        return cls(game, **given)

    def check(self) -> None:
        """Refuse numbers that are out of range, before anything is loaded."""
        check_batch(self.games, self.seed, self.jobs)

    def load_named(self, texts: Sequence[str], rules: str = "") -> list[Policy]:
        """Return policies that are ready to play by the rules in this shape."""
        self.check()
        policies = load_players(self.of, texts, rules)
        if self.of.compiled and any(policy.plain for policy in policies):
            note(
                "The policy is plain Python, asked step by step: dozens of times slower than a compiled one, or more."
            )
        return policies


@dataclass(frozen=True)
class PlayOptions(BatchOptions):
    """Who plays them: one policy."""

    policy: str = ""

    @classmethod
    def for_game(cls, game: Game) -> dict[str, tuple[Any, Any]]:
        roster = roster_of(game)
        who = f"Who plays: {', '.join(roster.all)}; `sim policies` says how. {OWN}"
        return {"policy": (Annotated[str, policy_option(who)], roster.main)}

    def load(self, rules: str = "") -> Policy:
        (policy,) = self.load_named((self.policy,), rules)
        return policy


@dataclass(frozen=True)
class TablesOptions(BatchOptions):
    """Who plays them: several tables, each by itself."""

    policy: list[str] | None = None

    @classmethod
    def for_game(cls, game: Game) -> dict[str, tuple[Any, Any]]:
        roster = roster_of(game)
        who = (
            f"Who plays, one or several: {', '.join(roster.all)}; `sim policies` says how. "
            f"{OWN} Repeatable. ({','.join(roster.usual)})"
        )
        return {"policy": (Annotated[list[str] | None, policy_option(who, "LIST")], None)}

    @property
    def texts(self) -> list[str]:
        """Return their names, not yet loaded."""
        return table_names(self.of, self.policy)

    def load_all(self) -> list[Policy]:
        return self.load_named(self.texts)


@dataclass(frozen=True)
class GameOptions(PlayOptions):
    """Options of commands that look into games one by one, from any game on: one, unless more are wanted."""

    games: Games = 1
    first: Annotated[int, number_option("--game", BATCH, "The first of them, counted from 0.", "G")] = 0

    def check(self) -> None:
        super().check()
        check_first_game(self.first, self.games)

    @property
    def numbers(self) -> range:
        """Return the numbers of the games that are meant."""
        return range(self.first, self.first + self.games)
