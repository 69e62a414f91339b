"""The one vocabulary of options: what every command that plays games understands, and how it becomes a `Scenario`.

Options are only read here. What they may be is checked in one place each: numbers of a scenario by `Scenario`, games,
seed and jobs by `experiments/limits.py`. Nothing heavy is imported before a command runs, so that `--help` is quick.
"""

from __future__ import annotations

import inspect
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import MISSING, dataclass, fields, is_dataclass, replace
from decimal import Decimal
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints

import typer

from policies.registry import DEFAULT_POLICY, DEFAULT_TABLES, POLICIES
from signalbox.cli.completion import BY_OPTION
from simulator.core.errors import IllegalChoice, InputError
from simulator.core.messages import file_name, show
from simulator.switch_signal.house import HOUSE_NUMBERS

if TYPE_CHECKING:
    from policies.registry import Policy
    from simulator.switch_signal.scenario import Scenario

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


def name_option(name: str, panel: str, help_text: str, metavar: str = "NAME") -> Any:
    """Completed by the shell where the names are known."""
    return typer.Option(
        name,
        metavar=metavar,
        help=help_text,
        rich_help_panel=panel,
        autocompletion=BY_OPTION.get(name),
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


@dataclass(frozen=True)
class ScenarioOptions:
    """None: not given, so that a preset or the standard game decides."""

    preset: Annotated[
        str | None,
        name_option("--preset", SETUP, "Start from a step of the rulebook; `sim presets` lists them."),
    ] = None
    board: Annotated[
        str | None,
        name_option(
            "--board",
            SETUP,
            "Board by name, the path of a .toml file, or ensemble:test for a whole set. (standard: central-europe)",
        ),
    ] = None
    deck: Annotated[
        str | None,
        name_option(
            "--deck", SETUP, "Deck by name, the path of a .toml file, or ensemble:test. (standard: standard)"
        ),
    ] = None
    players: Annotated[int | None, number_option("--players", SETUP, "Players, 2 to 4. (standard: 2)")] = None
    tokens: Annotated[
        int | None, number_option("--tokens", SETUP, "Time tokens on the clock. (standard: 7)")
    ] = None
    removed: Annotated[
        int | None, number_option("--removed", SETUP, "Timetable cards put away unseen. (standard: 2)")
    ] = None
    goods: Annotated[
        int | None, number_option("--goods", SETUP, "Goods to deliver, 8 or 10. (standard: 8)")
    ] = None
    extra_signals: Annotated[
        int | None, number_option("--extra-signals", SETUP, "Additional signal discs. (standard: 0)")
    ] = None
    locations: Annotated[
        str | None,
        name_option("--locations", SETUP, "Start places by dice, shuffled or stack. (standard: dice)", "HOW"),
    ] = None
    layout: Annotated[
        str | None,
        name_option(
            "--layout", SETUP, "First discs: standard, random or policy. (standard: standard)", "HOW"
        ),
    ] = None
    edition: Annotated[str | None, name_option("--edition", RULES, "Rulebook, de or pl. (standard: de)")] = (
        None
    )
    helpers: Annotated[
        str | None,
        name_option(
            "--helpers", RULES, "all, none, or some: dispatcher,H3 or H2+H3. (standard: all)", "LIST"
        ),
    ] = None
    house: Annotated[
        list[str] | None,
        name_option(
            "--house",
            RULES,
            f"A number of your own, for instance draw=4. Keys: {', '.join(HOUSE_NUMBERS)} (docs/scenario.md). Repeatable.",
            "KEY=VALUE",
        ),
    ] = None
    ruling: Annotated[
        list[str] | None,
        name_option(
            "--ruling",
            RULES,
            "The other reading of a ruling, for instance X6=literal (docs/scenario.md). Repeatable.",
            "X=READING",
        ),
    ] = None

    def scenarios(self) -> list[Scenario]:
        """All scenarios that these options describe: one, or one for each board or deck of an ensemble.

        With two ensembles a board goes with the deck of the same place in its set, always the same one.
        """
        from simulator.switch_signal.ensemble import is_ensemble, members, place_in_set

        boards: list[str | None] = [self.board]
        if self.board and is_ensemble(self.board):
            boards = [*members(self.board, "board", "--board")]
        if not self.deck or not is_ensemble(self.deck):
            return [replace(self, board=board).scenario() for board in boards]
        decks = members(self.deck, "deck", "--deck")
        if len(boards) == 1:
            return [replace(self, deck=deck).scenario() for deck in decks]
        return [
            replace(self, board=board, deck=decks[place_in_set(str(board))]).scenario() for board in boards
        ]

    def changes(self) -> dict[str, Any]:
        """What these options change in the standard game, not yet checked together."""
        from simulator.switch_signal.house import parse_house
        from simulator.switch_signal.presets import preset_changes
        from simulator.switch_signal.scenario import parse_rulings

        changes: dict[str, Any] = {} if self.preset is None else dict(preset_changes(self.preset))
        given = {field.name: getattr(self, field.name) for field in fields(self)}
        for special in ("preset", "house", "ruling"):
            del given[special]
        if self.helpers:
            given["helpers"] = self.helpers.replace("+", ",")  # as `sim sweep` spells sets of them
        changes |= {name: value for name, value in given.items() if value is not None}
        house, rulings = parse_house(self.house or []), parse_rulings(self.ruling or [])
        return changes | {"house": house, "rulings": rulings}

    def scenario(self) -> Scenario:
        """The scenario that these options describe, checked."""
        from simulator.switch_signal.scenario import Scenario

        try:
            return Scenario(**self.changes())
        except InputError as error:
            raise self._blame_the_preset(error) from None

    def _blame_the_preset(self, error: InputError) -> InputError:
        """An option that the preset gave and the user did not is complained of under the preset's name."""
        from simulator.switch_signal.presets import preset_changes

        option, _, complaint = str(error).partition(": ")
        name = option.removeprefix("--").replace("-", "_")
        by_preset = {} if self.preset is None else preset_changes(self.preset)
        if name not in by_preset or getattr(self, name) is not None:
            return error
        return InputError(f"--preset {self.preset} ({option} {by_preset[name]}): {complaint}")


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
        name_option(
            "--policy",
            BATCH,
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

    policy: Annotated[list[str] | None, name_option("--policy", BATCH, WHO_PLAYS, "LIST")] = None

    @property
    def texts(self) -> tuple[str, ...]:
        """Their names, not yet loaded."""
        from experiments.grid import policy_factor

        return tuple(str(level) for level in policy_factor(self.policy or DEFAULT_TABLES).levels)

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
        hints = get_type_hints(group, include_extras=True)
        for field in fields(group):
            default = inspect.Parameter.empty if field.default is MISSING else field.default
            flat.append(
                inspect.Parameter(
                    field.name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=hints[field.name]
                )
            )

    def flattened(**given: Any) -> None:
        built = {
            name: group(**{field.name: given.pop(field.name) for field in fields(group)})
            for name, group in groups.items()
        }
        command(**built, **given)

    flattened.__name__, flattened.__doc__ = command.__name__, command.__doc__
    flattened.__signature__ = inspect.Signature(flat)  # type: ignore[attr-defined]
    return flattened
