"""Python files of users, which were named on the command line: read, carried out once, and blamed in one sentence when they fail.

Such a file is a program of its user and may do anything. Nothing is carried out that was not named, but for `players.py` and `scene.py`
beside a game, and what the file itself imports.
"""

from __future__ import annotations

import os
import re
import sys
import traceback
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from hashlib import sha256
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType
from typing import Any

from simulator.core.errors import Failed, InputError, errors_about
from simulator.core.files import read_text
from simulator.core.memory import ran_short
from simulator.core.messages import file_name, near, printable

LONGEST = 200  # characters of a message that is not ours
ESCAPES = re.compile(r"\x1b\[[0-9;]*m")


def load_file(option: str, file: str, known: Iterable[str] = ()) -> ModuleType:
    """Return the module that a file makes; `known` are names that may have been meant instead of a file."""
    path, shown = Path(file), file_name(file)
    with suppress(OSError):  # of a name that no file can have, for instance: reading tells
        if not path.exists():
            others = [other.name for other in path.parent.glob("*.py")]
            raise InputError(f"{option}: {shown}: there is no such file{near(path.name, [*others, *known])}.")
    with errors_about(option):
        text = read_text(path)
    whole = path.resolve()
    with file_blamed(option, shown, whole.parent):
        return _module(whole, text, _state_of(whole.parent))


@contextmanager
def file_blamed(option: str, shown: str, folder: Path) -> Iterator[None]:
    """Blame a file for whatever goes wrong in this block, while it is carried out or asked what it declares."""
    try:
        with errors_about(f"{option}: {shown}"):
            yield
    except (InputError, KeyboardInterrupt):
        raise
    except BaseException as error:
        if ran_short(error):
            raise Failed(
                f"{option}: {shown} ran out of memory; it takes more than this machine, or a limit (`ulimit -v`), allows."
            ) from None
        raise InputError(f"{option}: {shown} cannot be used: {failure_of(error, folder)}.") from None


class _Beside:
    """Finds the modules beside users' files, after all others have looked.

    Not by `sys.path`: packages that are being worked on are found after that, and other processes take it over before they know any.
    """

    def __init__(self) -> None:
        self.folders: list[str] = []

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        return PathFinder.find_spec(name, self.folders) if path is None else None


_beside = _Beside()
sys.meta_path.append(_beside)


State = tuple[tuple[str, int, int], ...]  # of each Python file of a folder: its name, its time, its size
_states: dict[Path, State] = {}  # in which folders were when files of theirs were last carried out


def _state_of(folder: Path) -> State:
    found = []
    for path in folder.glob("*.py"):
        with suppress(OSError):  # an editor's lock is a link to nowhere
            found.append((path.name, path.stat().st_mtime_ns, path.stat().st_size))
    return tuple(sorted(found))


@lru_cache(maxsize=64)
def _module(path: Path, text: str, state: State) -> ModuleType:
    """Carry a file out, once for every state of its folder, so that whoever edits a file in the midst of a notebook plays the new one.

    Files beside it can be imported, but hide none that is known already; `from .game import …` names one for certain.
    """
    if _states.setdefault(path.parent, state) != state:
        _states[path.parent] = state
        _forget(path.parent)
    # numba keeps machine code by the name of the module, so it must be another one for every file, and always the same.
    folder = f"folder_{sha256(str(path.parent).encode()).hexdigest()[:8]}"
    package = sys.modules.setdefault(folder, ModuleType(folder))
    package.__path__ = [str(path.parent)]
    module = ModuleType(f"{folder}.{path.stem}")
    module.__file__, module.__package__ = str(path), folder
    vars(module)["print"] = _print_aside
    sys.modules[module.__name__] = module
    if str(path.parent) not in _beside.folders:
        _beside.folders.append(str(path.parent))
    exec(compile(text, str(path), "exec", dont_inherit=True), module.__dict__)
    return module


def _forget(folder: Path) -> None:
    """Let the next import of a file of this folder read it anew."""
    for name, module in [*sys.modules.items()]:
        file = getattr(module, "__file__", None)
        if not file or Path(file).parent != folder or name == "__main__":
            continue
        if "." not in name or name.startswith("folder_"):
            del sys.modules[name]


def _print_aside(*values: object, **options: Any) -> None:
    """`print` of a user's file: standard output belongs to the program, and may be read by another one."""
    print(*values, **{"file": sys.stderr, **options})


def failure_of(error: BaseException, folder: Path) -> str:
    """`ZeroDivisionError in my_policy.py, line 7: division by zero`; the whole of it on stderr for whoever asked for that."""
    if os.environ.get("SIGNALBOX_TRACEBACK"):
        traceback.print_exception(error)
    where = line_of(error, folder)
    place = f" in {file_name(Path(where[0]).name)}, line {where[1]}" if where else ""
    said = _message(error)
    return f"{printable(type(error).__name__)}{place}{said and f': {said}'}"


def line_of(error: BaseException, folder: Path) -> tuple[str, int] | None:
    """Return the last line of the user's files that had to do with an error, where Python or numba tell it."""
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
    """Return the line that numba is at: its errors know it, and so do the steps of its work, from which other errors come."""
    with suppress(Exception):  # what stands there may be of anybody's making
        place: Any = getattr(thing, "loc", None)
        if isinstance(place.filename, str) and isinstance(place.line, int):
            return [(place.filename, place.line)]
    return []


def _message(error: BaseException) -> str:
    """Return what an error says, without numba's preface, and short. One that fails when it is asked says nothing."""
    try:
        text = str(error.msg if isinstance(error, SyntaxError) else error)
    except BaseException:
        return ""
    lines = [line.strip() for line in ESCAPES.sub("", text).splitlines()]
    lines = [line for line in lines if line and not line.startswith("Failed in nopython mode")] or [""]
    said = " ".join(lines[:2]) if lines[0].endswith(":") else lines[0]
    said = printable(said).rstrip(".")
    return said if len(said) <= LONGEST else said[: LONGEST - 3] + "..."
