"""Policies in files of their users: `--policy path/to/file.py:name` (docs/own-policy.md).

A compiled function is used like a built-in policy. A function in plain Python is asked through a `Table`, which shows what players see
(T4): not the dealer, and neither seed nor number of the game, from which its dice follow. Such a file is a program of its user and may do
anything; when it fails, one sentence says where.
"""

from __future__ import annotations

import dis
import operator
import os
import re
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Any

from numba.core.ir import Loc
from numba.extending import is_jitted

from policies.parameters import Parameter, parse_settings, spelled
from policies.switch_signal.seam import DECIDE
from simulator.core.errors import IllegalChoice, InputError, PolicyFailed
from simulator.core.files import read_text
from simulator.core.memory import ran_short
from simulator.core.messages import file_name, near, printable, show
from simulator.switch_signal.mind_records import mind_dtype
from simulator.switch_signal.network_tables import Names, board_names_of
from simulator.switch_signal.scenario import Scenario
from simulator.switch_signal.session import Session

MOST_PARAMETERS = mind_dtype["params"].shape[0]
MOST_WHIMS = 2**32  # random numbers are made of so many
LONGEST = 200  # characters of a message that is not ours
ESCAPES = re.compile(r"\x1b\[[0-9;]*m")


class Table:
    """What a player in plain Python gets at a decision. Records cannot be written to, but for `notes`."""

    def __init__(self, session: Session, parameters: tuple[str, ...]) -> None:
        self._session, self._parameters = session, parameters

    @property
    def ask(self) -> str:
        """The decision point, by its name in docs/trace.md."""
        return str(self._session.ask)

    def options(self) -> list[int]:
        """All distinct legal choices, in the engine's order; `Choice.unpack` of `simulator/switch_signal/choices.py` takes one apart."""
        return self._session.options()

    @property
    def record(self) -> Any:
        """The game: what lies on the table (`game_dtype` of `simulator/switch_signal/records.py`)."""
        return _to_look_at(self._session.games)

    @property
    def board(self) -> Any:
        """The network (`board_dtype`)."""
        return _to_look_at(self._session.board)

    @property
    def rules(self) -> Any:
        """The numbers of the rules (`rules_dtype`)."""
        return _to_look_at(self._session.rules)

    @property
    def names(self) -> Names:
        """Names of cities, fields, junctions … by their numbers in the records."""
        return board_names_of(self._session.scenario.board_data)

    @property
    def scenario(self) -> Scenario:
        return self._session.scenario

    @property
    def params(self) -> dict[str, float]:
        """The parameters of the file with the values of this run."""
        values = self._session.minds["params"][0].tolist()
        return dict(zip(self._parameters, values, strict=False))

    @property
    def notes(self) -> Any:
        """Room for 512 numbers, all 0 at the start of every game."""
        return self._session.minds["notes"][0]

    def whim(self, n: int) -> int:
        """A random number in 0 … n−1, the same in every run of this seed."""
        if not 1 <= n <= MOST_WHIMS:
            raise ValueError(f"whim({n}) must be asked for 1 to {MOST_WHIMS} numbers")
        return self._session.whim(n)


def _to_look_at(records: Any) -> Any:
    seen = records.view()
    seen.flags.writeable = False
    return seen[0]


@dataclass(frozen=True)
class PlainPlayer:
    """Asks a Python function; whatever is not a legal choice is complained of here, where its name and file are known."""

    name: str
    function: Callable[[Table], Any]
    file: Path
    parameters: tuple[str, ...]

    def __call__(self, session: Session) -> int:
        try:
            answer = self.function(Table(session, self.parameters))
            code = _whole_number(answer)
            told = show(answer) if code is None else ""  # may be the user's code, too
        except KeyboardInterrupt:
            raise
        except (
            BaseException
        ) as error:  # one that gets past us would end a thread, and whoever waits for it waits for ever
            raise PolicyFailed(*self._where(session), _failure(error, self.file)) from None
        if code is None:
            raise IllegalChoice(*self._where(session), f"{told}, which is not a whole number")
        if not 0 <= code < 2**63 or not session.allows(code):
            raise IllegalChoice(*self._where(session), show(code))
        return code

    def _where(self, session: Session) -> tuple[str, str, int, int, str]:
        board, turn = session.scenario.board_data.source, int(session.record["turn"])
        return self.name, board, session.game_number, turn, session.ask or "nothing"


def _whole_number(answer: Any) -> int | None:
    try:
        return operator.index(answer)
    except TypeError:
        return None


def load_plugin(
    file: str, name: str, settings_text: str, built_in: Mapping[str, Any]
) -> tuple[str, Callable[..., Any], tuple[float, ...]]:
    """The canonical name of a user's policy, the function to ask, and its parameters; `built_in` is named after a slip of the pen."""
    shown = file_name(file)
    text = _text(Path(file), shown, built_in)
    path = Path(file).resolve()
    with _blamed(path, shown):
        module = _module(path, text)
    function = _function(module, shown, name)
    known = _parameters(module, shown)
    settings = parse_settings(f"{shown}:{name}", settings_text, known)
    policy = spelled(f"{file}:{name}", settings, known)
    params = tuple(settings.get(key, parameter.default) for key, parameter in known.items())
    if is_jitted(function):
        return policy, function, params
    return policy, PlainPlayer(policy, function, path, tuple(known)), params


def _text(path: Path, shown: str, built_in: Mapping[str, Any]) -> str:
    """What stands in a file; a name that no file has is answered with near ones."""
    with suppress(OSError):  # of a name that no file can have, for instance: reading tells
        if not path.exists():
            others = [other.name for other in path.parent.glob("*.py")]
            hint = near(path.name, [*others, *built_in])
            raise InputError(f"--policy: {shown}: there is no such file{hint}.")
    with _blamed(path, shown):
        return read_text(path)


@contextmanager
def _blamed(path: Path, shown: str) -> Iterator[None]:
    """Whatever goes wrong while a file is read and carried out is a mistake in it."""
    try:
        yield
    except InputError as error:
        raise InputError(f"--policy: {error}") from None
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        if ran_short(error):
            raise MemoryError from error
        raise InputError(f"--policy: {shown} cannot be used: {_failure(error, path)}.") from None


@lru_cache(maxsize=16)
def _module(path: Path, text: str) -> ModuleType:
    """The file, carried out once. Files beside it can be imported, but hide none that is known already."""
    # numba keeps machine code by the name of the module, so it must be another one for every file, and always the same.
    module = ModuleType(f"{path.stem}_{sha256(str(path).encode()).hexdigest()[:8]}")
    module.__file__ = str(path)
    vars(module)["print"] = _print_aside
    sys.modules[module.__name__] = module
    if str(path.parent) not in sys.path:
        sys.path.append(str(path.parent))
    exec(compile(text, str(path), "exec", dont_inherit=True), module.__dict__)
    return module


def _print_aside(*values: object, **options: Any) -> None:
    """`print` of a user's file: standard output belongs to the program, and may be read by another one."""
    print(*values, **{"file": sys.stderr, **options})


def _function(module: ModuleType, shown: str, name: str) -> Callable[..., Any]:
    own = [key for key, value in vars(module).items() if _is_own_function(module, value) and key[0] != "_"]
    there = f"functions in it are {', '.join(own)}" if own else "there is no function in it"
    if not name:
        raise InputError(
            f"--policy: {shown} must be followed by the name of a function, {shown}:NAME; {there}."
        )
    if name not in vars(module):
        raise InputError(f"--policy: {shown} has no function {show(name)}{near(name, own)}; {there}.")
    function = vars(module)[name]
    if not callable(function) or isinstance(function, type):
        raise InputError(f"--policy: {show(name)} in {shown} is not a function; {there}.")
    if is_jitted(function) and not _fits_the_seam(function):
        raise InputError(
            f"--policy: {show(name)} in {shown} is compiled, but not by @kernel(DECIDE, entry=True) as policies are."
        )
    _refuse_raising(module, shown)
    chosen: Callable[..., Any] = function
    return chosen


def _refuse_raising(module: ModuleType, shown: str) -> None:
    """An exception does not come out of a function that is called by its pointer: it would count as the answer 0."""
    for compiled in filter(is_jitted, vars(module).values()):
        if compiled.__module__ == module.__name__:
            for step in dis.get_instructions(compiled.py_func):
                if step.opname == "RAISE_VARARGS":
                    line = step.positions.lineno if step.positions else "?"
                    raise InputError(
                        f"--policy: {shown}, line {line}: compiled policies cannot raise or assert; nobody would be told."
                    )


def _is_own_function(module: ModuleType, value: object) -> bool:
    return (
        callable(value)
        and not isinstance(value, type)
        and getattr(value, "__module__", None) == module.__name__
        and (not is_jitted(value) or _fits_the_seam(value))
    )


def _fits_the_seam(function: Any) -> bool:
    """Whether it was compiled as policies are, and may be handed on as a pointer."""
    return DECIDE in function.nopython_signatures and not function.targetoptions.get("no_cfunc_wrapper")


def _parameters(module: ModuleType, shown: str) -> Mapping[str, Parameter]:
    """The file's `PARAMETERS`, checked; none if it has none."""
    found = getattr(module, "PARAMETERS", {})
    if not isinstance(found, dict) or not all(map(_is_parameter, found.items())):
        raise InputError(
            f"--policy: PARAMETERS in {shown} must be a dict from names to Parameter(default, low, high, meaning) "
            "with low ≤ default ≤ high."
        )
    if len(found) > MOST_PARAMETERS:
        raise InputError(
            f"--policy: PARAMETERS in {shown} has {len(found)} entries, and {MOST_PARAMETERS} are the most."
        )
    return found


def _is_parameter(item: tuple[Any, Any]) -> bool:
    key, value = item
    if not isinstance(key, str) or not key.isidentifier() or not isinstance(value, Parameter):
        return False
    numbers = value[:3]
    return all(isinstance(n, int | float) for n in numbers) and value.low <= value.default <= value.high


def _failure(error: BaseException, file: Path) -> str:
    """`ZeroDivisionError in my_policy.py, line 7: division by zero`; the whole of it on stderr for whoever asked for that."""
    if os.environ.get("SIGNALBOX_TRACEBACK"):
        traceback.print_exception(error)
    where = _line(error, file.parent)
    place = f" in {file_name(Path(where[0]).name)}, line {where[1]}" if where else ""
    said = _message(error)
    return f"{printable(type(error).__name__)}{place}{said and f': {said}'}"


def _line(error: BaseException, folder: Path) -> tuple[str, int] | None:
    """The last line of the user's files that had to do with an error, where Python or numba tell it."""
    lines: list[tuple[str, int]] = []
    for frame, number in traceback.walk_tb(error.__traceback__):
        lines.append((frame.f_code.co_filename, number))
        lines += _compiled_line(frame.f_locals.get("self"))
    lines += _compiled_line(error)
    if isinstance(error, SyntaxError):
        lines.append((error.filename or "", error.lineno or 1))
    own = [(name, number) for name, number in lines if Path(name).parent == folder]
    return own[-1] if own else None


def _compiled_line(thing: object) -> list[tuple[str, int]]:
    """The line that numba is at: its errors know it, and so do the steps of its work, from which other errors come."""
    place = getattr(thing, "loc", None)
    return [(place.filename, place.line)] if isinstance(place, Loc) else []


def _message(error: BaseException) -> str:
    """What an error says, without numba's preface, and short. One that fails when it is asked says nothing."""
    try:
        text = str(error.msg if isinstance(error, SyntaxError) else error)
    except BaseException:
        return ""
    lines = [line.strip() for line in ESCAPES.sub("", text).splitlines()]
    lines = [line for line in lines if line and not line.startswith("Failed in nopython mode")] or [""]
    said = " ".join(lines[:2]) if lines[0].endswith(":") else lines[0]
    said = printable(said).rstrip(".")
    return said if len(said) <= LONGEST else said[: LONGEST - 3] + "..."
