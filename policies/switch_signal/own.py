"""Policies for Switch & Signal in files of their users (docs/own-policy.md).

A compiled function is used like a built-in policy. A function in plain Python is asked through a `Table`, which shows what players see
(T4): not the dealer, and neither seed nor number of the game, from which its dice follow.
"""

from __future__ import annotations

import dis
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from numba.extending import is_jitted

from policies.parameters import Parameter
from policies.plugin import Seam
from policies.switch_signal.seam import DECIDE
from simulator.core.errors import IllegalChoice, InputError, PolicyFailed
from simulator.core.messages import quote
from simulator.switch_signal.mind_records import mind_dtype
from simulator.switch_signal.scenario import Scenario
from simulator.switch_signal.session import Session
from simulator.switch_signal.to_records import Names, board_names_of
from simulator.user_file import failure_of

MOST_WHIMS = 2**32  # random numbers are made of so many


class PythonTable:
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
    function: Callable[[PythonTable], Any]
    file: Path
    parameters: tuple[str, ...]

    def __call__(self, session: Session) -> int:
        try:
            answer = self.function(PythonTable(session, self.parameters))
            code = _whole_number(answer)
            told = quote(answer) if code is None else ""  # may be the user's code, too
        except KeyboardInterrupt:
            raise
        except (
            BaseException
        ) as error:  # one that gets past us would end a thread, and whoever waits for it waits for ever
            raise PolicyFailed(*self._where(session), failure_of(error, self.file.parent)) from None
        if code is None:
            raise IllegalChoice(*self._where(session), f"{told}, which is not a whole number")
        if not 0 <= code < 2**63 or not session.allows(code):
            raise IllegalChoice(*self._where(session), quote(code))
        return code

    def _where(self, session: Session) -> tuple[str, str, int, int, str]:
        board, turn = session.scenario.board_data.source, int(session.record["turn"])
        return self.name, board, session.game_number, turn, session.ask or "nothing"


def _whole_number(answer: Any) -> int | None:
    try:
        return operator.index(answer)
    except TypeError:
        return None


class CompiledOrPlain(Seam):
    """A policy is compiled as the built-in ones are, or a function of a `Table`."""

    most_parameters = mind_dtype["params"].shape[0]

    def fits(self, function: Any) -> bool:
        """Tell whether it is a Python function, or was compiled as policies are and may be handed on as a pointer."""
        if not is_jitted(function):
            return True
        return DECIDE in function.nopython_signatures and not function.targetoptions.get("no_cfunc_wrapper")

    def check(
        self, module: ModuleType, shown: str, name: str, function: Any, parameters: Mapping[str, Parameter]
    ) -> Mapping[str, Parameter]:
        if not self.fits(function):
            raise InputError(
                f"{quote(name)} in {shown} is compiled, but not by @kernel(DECIDE, entry=True) as policies are."
            )
        _refuse_raising(module, shown)
        return parameters

    def ready(
        self, policy: str, function: Any, file: Path, parameters: tuple[str, ...]
    ) -> tuple[Callable[..., Any], bool]:
        if is_jitted(function):
            return function, False
        return PlainPlayer(policy, function, file, parameters), True


SEAM = CompiledOrPlain()


def _refuse_raising(module: ModuleType, shown: str) -> None:
    """An exception does not come out of a function that is called by its pointer: it would count as the answer 0."""
    for compiled in filter(is_jitted, vars(module).values()):
        if compiled.__module__ == module.__name__:
            for step in dis.get_instructions(compiled.py_func):
                if step.opname == "RAISE_VARARGS":
                    line = step.positions.lineno if step.positions else "?"
                    raise InputError(
                        f"{shown}, line {line}: compiled policies cannot raise or assert; nobody would be told."
                    )
