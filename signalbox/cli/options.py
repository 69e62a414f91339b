"""The options that commands share: how many games, who plays, where to. Those of setups are made from factors (`setup_options.py`).

Options are only read here. What they may be is checked in one place each: games,
seed and jobs by `experiments/limits.py`. Nothing heavy is imported before a command runs, so that `--help` is quick.
"""

from __future__ import annotations

import inspect
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import MISSING, dataclass, fields, is_dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints

import typer

from policies.registry import DEFAULT_POLICY, DEFAULT_TABLES, POLICIES
from signalbox.cli.completion import POLICY
from simulator.core.errors import IllegalChoice, InputError
from simulator.core.messages import file_name, show

if TYPE_CHECKING:
    from policies.registry import Policy

SETUP, RULES, BATCH, WHERE = "Setup", "Rules", "Games", "Where"
MOST_DIGITS = 4000  # Python reads integers of up to 4300


SHORT_NUMBER = re.compile(r"([0-9]{1,9}(?:\.[0-9]{1,9})?)(?:(k|M)|e([0-9]))")  # 10k, 2.5k, 1M, 1e4


def whole_number(text: str | int) -> int:
    """An integer in plain digits or in short; ranges are checked where the number is used."""
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
        raise typer.BadParameter(f"{show(text)} must be a whole number{several}")
    if len(text) > MOST_DIGITS:
        raise typer.BadParameter(f"{show(text)} must be a whole number of less than {MOST_DIGITS} digits")
    return int(text)


def number_option(name: str, panel: str, help_text: str, metavar: str = "N") -> Any:
    return typer.Option(name, parser=whole_number, metavar=metavar, help=help_text, rich_help_panel=panel)


def list_option(name: str, help_text: str) -> Any:
    """Several, separated by commas."""
    return typer.Option(name, metavar="LIST", help=help_text, rich_help_panel=BATCH)


def flag_option(name: str, panel: str | None, help_text: str, **more: Any) -> Any:
    """Without the word for its type, which would look like something to be typed."""
    return typer.Option(name, metavar="", help=help_text, rich_help_panel=panel, **more)


def policy_option(help_text: str, metavar: str = "NAME") -> Any:
    return typer.Option(
        "--policy", metavar=metavar, help=help_text, rich_help_panel=BATCH, autocompletion=POLICY
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


@dataclass(frozen=True)
class BatchOptions:
    """How many games, with which random numbers, on how many cores, and for whom it is printed."""

    games: Games = 10_000
    seed: Annotated[int, number_option("--seed", BATCH, "Seed of all random numbers.")] = 1
    jobs: Annotated[int, number_option("--jobs", BATCH, "Cores to use; 0: all of them.")] = 0
    as_json: Annotated[bool, json_option(BATCH)] = False

    def check(self) -> None:
        """Refuse numbers that are out of range, before anything is loaded."""
        from experiments.limits import check_games, check_seed, worker_count

        check_games(self.games)
        check_seed(self.seed)
        worker_count(self.jobs)

    def load_named(self, texts: tuple[str, ...], rules: str | None = None) -> list[Policy]:
        """Policies, ready to play by the rules in this shape."""
        from reports.terminal.screen import note
        from signalbox.cli.players import RULES, load_players

        self.check()
        policies = load_players(texts, rules or RULES)
        if any(policy.plain for policy in policies):
            note(
                "The policy is plain Python, asked step by step: dozens of times slower than a compiled one, or more."
            )
        return policies


@dataclass(frozen=True)
class PlayOptions(BatchOptions):
    """Who plays them: one policy."""

    policy: Annotated[
        str,
        policy_option(
            f"Who plays: {', '.join(POLICIES)}; `sim policies` says how. Or your own, FILE.py:NAME (docs/own-policy.md).",
        ),
    ] = DEFAULT_POLICY

    def load(self, rules: str | None = None) -> Policy:
        (policy,) = self.load_named((self.policy,), rules)
        return policy


WHO_PLAYS = (
    f"Who plays, one or several: {', '.join(POLICIES)}; `sim policies` says how. "
    f"Or your own, FILE.py:NAME (docs/own-policy.md). Repeatable. ({','.join(DEFAULT_TABLES)})"
)


@dataclass(frozen=True)
class TablesOptions(BatchOptions):
    """Who plays them: several tables, each by itself."""

    policy: Annotated[list[str] | None, policy_option(WHO_PLAYS, "LIST")] = None

    @property
    def texts(self) -> tuple[str, ...]:
        """Their names, not yet loaded."""
        from experiments.grid import policy_axis

        return tuple(str(level) for level in policy_axis(self.policy or DEFAULT_TABLES).levels)

    def load_all(self) -> list[Policy]:
        return self.load_named(self.texts)


@dataclass(frozen=True)
class GameOptions(PlayOptions):
    """Options of commands that look into games one by one, from any game on: one, unless more are wanted."""

    games: Games = 1
    game: Annotated[int, number_option("--game", BATCH, "The first of them, counted from 0.", "G")] = 0

    def check(self) -> None:
        from experiments.limits import check_first_game

        super().check()
        check_first_game(self.game, self.games)

    @property
    def numbers(self) -> range:
        """The games that are meant."""
        return range(self.game, self.game + self.games)


@contextmanager
def answers_of(policy: str) -> Iterator[None]:
    """A game played step by step does not know who answers: an illegal choice is complained of under this name."""
    try:
        yield
    except IllegalChoice as error:
        raise type(error)(policy, *error.args[1:]) from None


def _built(group: Any, given: dict[str, Any]) -> Any:
    """A group from its options, which are taken out of all that was given."""
    if hasattr(group, "parameters"):
        return group.read({each.name: given.pop(each.name) for each in group.parameters()})
    return group(**{field.name: given.pop(field.name) for field in fields(group)})


def spread(command: Callable[..., None]) -> Callable[..., None]:
    """Let a command take whole groups of options: each field of a group becomes an option of its own."""
    groups: dict[str, Any] = {}
    flat: list[inspect.Parameter] = []
    for parameter in inspect.signature(command, eval_str=True).parameters.values():
        group: Any = parameter.annotation
        if not is_dataclass(group):
            flat.append(parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY))
            continue
        groups[parameter.name] = group
        if hasattr(group, "parameters"):  # made from declarations (`setup_options.py`)
            flat += group.parameters()
            continue
        hints = get_type_hints(group, include_extras=True)
        for field in fields(group):
            default = inspect.Parameter.empty if field.default is MISSING else field.default
            flat.append(
                inspect.Parameter(
                    field.name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=hints[field.name]
                )
            )

    def flattened(**given: Any) -> None:
        built = {name: _built(group, given) for name, group in groups.items()}
        command(**built, **given)

    flattened.__name__, flattened.__doc__ = command.__name__, command.__doc__
    flattened.__signature__ = inspect.Signature(flat)  # type: ignore[attr-defined]
    return flattened
