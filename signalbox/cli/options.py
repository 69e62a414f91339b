"""The vocabulary of options: each is declared here once, for all commands that have it. Those of setups are made from factors (`setup_options.py`).

Names in braces stand for words of the game, in help and in defaults (`help_words.py`). What an option may be is checked in one place each: games,
seed and jobs by `experiments/limits.py`. Nothing heavy is imported before a command runs, so that `--help` is quick.
"""

from __future__ import annotations

import math
import os
import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from decimal import Decimal
from typing import Annotated, Any

import typer

from policies.registry import roster_of
from simulator.core.errors import InputError, errors_about
from simulator.core.files import writing
from simulator.core.messages import file_name, quote
from simulator.game import Game, Measure

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


def _studies(game: Game) -> Iterable[str]:
    from experiments.study import study_names

    return study_names(game)


POLICY = among(lambda game: roster_of(game).all)

MOST_DIGITS = 4000  # Python reads integers of up to 4300
SHORT_NUMBER = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})?(k|M|e[0-9])")  # 10k, 2.5k, 1M, 1e4


def whole_number(text: str | int) -> int:
    """Read an integer in plain digits or in short; ranges are checked where the number is used."""
    if isinstance(text, int):
        return text
    if SHORT_NUMBER.fullmatch(text):
        number = Decimal(text.replace("k", "e3").replace("M", "e6"))
        if number == int(number):
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


def text_option(name: str, metavar: str, panel: str, help_text: str, **more: Any) -> Any:
    return typer.Option(name, metavar=metavar, help=help_text, rich_help_panel=panel, **more)


def number_option(name: str, panel: str, help_text: str, metavar: str = "N") -> Any:
    return text_option(name, metavar, panel, help_text, parser=whole_number)


def amount_option(name: str, help_text: str) -> Any:
    """Return an option whose text is read when it is known which measure it is about (`amount`)."""
    return text_option(name, "POINTS", BATCH, help_text, show_default=False)


def flag_option(name: str, panel: str | None, help_text: str, **more: Any) -> Any:
    """Return a flag without the word for its type, which would look like something to be typed."""
    return typer.Option(name, metavar="", help=help_text, rich_help_panel=panel, **more)


def out_option(help_text: str, metavar: str = "OUT") -> Any:
    return typer.Option("--out", "-o", metavar=metavar, help=help_text, rich_help_panel=WHERE)


def policy_option(help_text: str, metavar: str) -> Any:
    return text_option("--policy", metavar, BATCH, help_text, autocompletion=POLICY)


# What is played, and by whom.
OWN_POLICY = "Or your own, FILE.py:NAME (docs/own-policy.md)."
Player = Annotated[
    str, policy_option(f"Who plays: {{players}}; `sim policies` says how. {OWN_POLICY}", "NAME")
]
Tables = Annotated[
    list[str] | None,
    policy_option(
        f"Who plays, one or several: {{players}}; `sim policies` says how. {OWN_POLICY} Repeatable. ({{usual}})",
        "LIST",
    ),
]
GridPlayers = Annotated[
    list[str] | None,
    policy_option(
        "Who plays: {tables}{along_dial}; `sim policies` says how. Repeatable. ({usual}, unless a study says who)",
        "LEVELS",
    ),
]
Games = Annotated[int, number_option("--games", BATCH, "How many games.")]
FirstGame = Annotated[int, number_option("--game", BATCH, "The first of them, counted from 0.", "G")]
Seed = Annotated[int, number_option("--seed", BATCH, "Seed of all random numbers.")]
About = Annotated[
    str,
    text_option(
        "--measure",
        "NAME",
        BATCH,
        "What it is about, if not what the game is played for: any share, count or score; `sim games` lists them.",
        autocompletion=among(lambda game: (each.name for each in game.measures.values() if each.asked)),
    ),
]
NoMaps = Annotated[
    bool,
    flag_option(
        "--no-maps",
        BATCH,
        "{no_maps}",
    ),
]
StudyName = Annotated[
    str,
    typer.Argument(
        metavar="STUDY",
        help="A shipped study, or a .toml file; `sim studies` lists them.",
        autocompletion=among(_studies),
    ),
]

# On which machines.
Jobs = Annotated[int, number_option("--jobs", BATCH, "Cores to use; 0: all of them.")]
Scheduler = Annotated[
    str | None,
    text_option(
        "--scheduler",
        "tcp://HOST:PORT",
        BATCH,
        "Play on the workers of this dask scheduler instead (docs/scale.md).",
    ),
]

# What comes of it, and where it is kept.
AsJson = Annotated[bool, flag_option("--json", BATCH, "JSON, for other programs.")]
RunAsJson = Annotated[bool, flag_option("--json", WHERE, "JSON, for other programs.")]
Force = Annotated[bool, flag_option("--force", WHERE, "Write over a file that is there already.")]
NoReport = Annotated[
    bool,
    flag_option("--no-report", WHERE, "Leave out the page and its figures; `sim report` makes them later."),
]
RunFolder = Annotated[str, typer.Argument(metavar="RUN", help="The folder of a run.")]


def check_folder(out: str) -> None:
    """Refuse a name that no folder can have; whether this one can be written is seen when it is made."""
    if "\0" in out:
        raise InputError(f"--out: {file_name(out)} is not a file name.")
    with errors_about("--out"), writing(out), suppress(FileNotFoundError, NotADirectoryError):
        os.stat(out)


def _number(text: str) -> float:
    try:
        return float(text.strip())
    except ValueError:
        return math.nan


def amount(measure: Measure, option: str, text: str | None, low: float, high: float) -> float | None:
    """Return how far something reaches: of a share percentage points in this range, of any other measure as much of it as is written.

    What is not given stays None.
    """
    if text is None:
        return None
    if measure.kind == "share":
        points = _number(text.strip().removesuffix("pp").removesuffix("%"))
        if not low <= points <= high:
            raise InputError(
                f"{option}: {quote(text)} must be percentage points from {low:g} to {high:g}, for instance 0.5pp."
            )
        return points / 100
    number = _number(text)
    if not (math.isfinite(number) and number >= 0 and (number or not low)):
        raise InputError(
            f"{option}: {quote(text)} must be a number {'from 0 on' if not low else 'above 0'}, in {measure.words}, for instance 0.5."
        )
    return number


def target_of(measure: Measure, text: str) -> float:
    """Return what a measure shall come to: `50%` or `50` of a share, `6.5` of any other."""
    if measure.kind == "share":
        return _share(measure, text)
    number = _number(text)
    if not math.isfinite(number):
        raise InputError(f"--target: {quote(text)} must be a number, in {measure.words}, for instance 6.5.")
    return number


def _share(measure: Measure, text: str) -> float:
    """Read a share; a number below 1 without the sign might mean either and is refused."""
    from reports.units import Unit

    number = _number(text.strip().removesuffix("%"))
    if not 0 <= number <= 100:
        unit = Unit(measure)
        what = f"a {unit.name}" if unit.is_winning else f"a share of {unit.name}"
        raise InputError(f"--target: {quote(text)} must be {what} from 0% to 100%, for instance 50%.")
    if 0 < number < 1 and not text.strip().endswith("%"):
        raise InputError(
            f"--target: {quote(text)} could be {number:g} % or {100 * number:g} %; write {100 * number:g}% or {number:g}%."
        )
    return number / 100
