"""Machine code kept between runs: never stale, and in files that are either whole or as good as not there.

Numba's own cache looks at the file of a function only, so a caller would go on using the old machine code of a
function that was edited in another file. Here the cache folder is named by a hash of every source that
the function can reach (`_beneath`): a game can reach `core/` and its own rules and players, so that an edit of another game leaves its machine code alone.

A file is a seal and a pickle. The seal is a hash of the pickle and of what it is the machine code of, and is looked at first: garbage must
reach neither the unpickler nor LLVM, which may crash on it. A file that cannot be loaded, whatever the reason, is compiled again and replaced.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import pickle
import re
import shutil
import sys
import tempfile
import time
import warnings
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import numba
from llvmlite.binding import get_host_cpu_features, get_host_cpu_name
from numba import config
from numba.core.caching import NullCache
from numba.core.compiler import CompileResult
from numba.core.errors import NumbaWarning
from numba.core.runtime import rtsys
from numba.core.serialize import dumps

from simulator.core.files import replace_file, unfinished
from simulator.core.jit_checked import CHECKED
from simulator.core.memory import ran_short

CORE = Path(__file__).resolve().parent
SIMULATOR = CORE.parent
POLICIES = SIMULATOR.parent / "policies"
GENERATION_NAME = re.compile(r"[0-9a-f]{16}")
KEPT_GENERATIONS = 16
# A process may still be compiling into a folder that it began with less than an hour ago.
SECONDS_IN_USE = 3600.0
# Beyond so many modules, or folders, nobody looks further: a policy may lie in somebody's home.
MOST_SOURCES = 500
LENGTH_BYTES = 8  # of a file, after its seal
LONGEST_NAME = 100  # of a function, in the name of its file

# Called once, with the reason, when machine code could not be saved: the place for a word to the user.
not_kept: Callable[[OSError], None] | None = None


def home_of(function: Callable[..., Any]) -> Path:
    """Return the folder by which the machine code of a function is named: `core/`, the rules or players of a game, or that of a user's file."""
    folder = Path(function.__code__.co_filename).resolve().parent
    for ours in (SIMULATOR, POLICIES):
        if folder.is_relative_to(ours):
            return ours.joinpath(*folder.relative_to(ours).parts[:1])
    return folder


def is_ours(function: Callable[..., Any]) -> bool:
    """Tell whether a function is a kernel of the program's own, and not one of a user's file."""
    return any(home_of(function).is_relative_to(ours) for ours in (SIMULATOR, POLICIES))


def _beneath(folder: Path) -> list[Path]:
    """List the folders whose sources functions of a folder can reach."""
    if folder == CORE:
        return [CORE]
    if folder.parent == SIMULATOR:
        return [CORE, folder]
    if folder.parent == POLICIES:
        return [CORE, SIMULATOR / folder.name, folder]
    return [SIMULATOR, POLICIES, folder]


def _sources(folder: Path) -> list[Path]:
    """List the modules in a folder and below it, the nearest first, but for folders that cannot be imported by their names, as `.venv`."""
    found: list[Path] = []
    folders = [folder]
    for each in islice(folders, MOST_SOURCES):  # it grows meanwhile
        _, below, names = next(os.walk(each), ("", [], []))
        found += [each / name for name in sorted(names) if name.endswith(".py")]
        folders += [each / name for name in sorted(below) if name.isidentifier()]
        if len(found) >= MOST_SOURCES:
            break
    return found


@cache
def _digest(folder: Path) -> str:
    """Name machine code by all that went into it: sources, where they stand, numba, Python, processor, and whether indices are checked."""
    machine = (get_host_cpu_name(), get_host_cpu_features().flatten(), config.CPU_NAME, config.CPU_FEATURES)
    hasher = hashlib.sha256(repr((numba.__version__, sys.version, machine, CHECKED)).encode())
    for path in [path for each in dict.fromkeys(_beneath(folder)) for path in _sources(each)]:
        hasher.update(os.fsencode(path) + b"\0" + (_content(str(path)) or b"") + b"\0")
    return hasher.hexdigest()[:16]


def wanted_cache() -> Path:
    """Return where the cache should be: in `SIGNALBOX_CACHE`, else in the user's cache folder."""
    named = os.environ.get("SIGNALBOX_CACHE")
    home = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    place = Path(named) if named else Path(home) / "signalbox"
    with suppress(OSError):  # the working folder may be gone, and then this one cannot be written either
        place = place.absolute()
    return place / "kernels"


@cache
def cache_root() -> Path:
    """Return where machine code is kept; where that cannot be written, a temporary folder for this process."""
    root = wanted_cache()
    try:
        root.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=root):
            return root
    except OSError:
        with suppress(OSError):
            passing = Path(tempfile.mkdtemp(prefix="signalbox-"))
            atexit.register(shutil.rmtree, passing, ignore_errors=True)
            return passing
    return root


def _last_used(path: Path) -> float:
    """Return when a generation was last used, or a file in it written; 0 if another process has just removed it."""
    try:
        return path.stat().st_mtime
    except FileNotFoundError:
        return 0.0


def _is_left(path: Path) -> bool:
    """Tell whether no process can still be at work on a generation, or on a file in it."""
    return time.time() - _last_used(path) > SECONDS_IN_USE


@cache
def _generation(folder: Path) -> Path:
    """Return the cache folder for the sources as they are now; old ones are thrown away when a new one is made."""
    generation = cache_root() / _digest(folder)
    with suppress(OSError):  # what cannot be written is told when something is to be saved
        if not generation.is_dir():
            ours = [
                path
                for path in cache_root().iterdir()
                if GENERATION_NAME.fullmatch(path.name) and path.is_dir()
            ]
            for old in sorted(ours, key=_last_used)[: -KEPT_GENERATIONS + 1]:
                if _is_left(old):
                    shutil.rmtree(old, ignore_errors=True)
            generation.unlink(missing_ok=True)  # somebody's file under our name
            generation.mkdir(parents=True, exist_ok=True)
        os.utime(generation)
        for part, _ in unfinished(generation):  # of a process that was killed
            if _is_left(part):
                part.unlink(missing_ok=True)
    return generation


class Kept(NullCache):  # type: ignore[misc]
    """The machine code of one kernel, as numba asks for it: loaded if an earlier run left it whole, saved when it has been compiled."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function
        self._folder = _generation(home_of(function))
        # One of too many in its folder does not name that. Without a source nobody knows whether it is the same function.
        self._source = _content(function.__code__.co_filename)
        self._worth_trying = self._source is not None
        self._loaded: Any = None

    @property
    def cache_path(self) -> str:
        return str(self._folder)

    def load_overload(self, signature: Any, context: Any) -> Any:
        """Return the compiled function, or nothing if it must be compiled; may be asked again.

        As numba does it, but without loading the compiler too: that takes 0.2 s, and is done anyway when something is compiled.
        """
        if self._loaded is None and self._worth_trying:
            body = _unsealed(*self._file(signature))
            if body is not None:
                self._worth_trying = False
                rtsys.initialize(context)
                try:
                    self._loaded = CompileResult._rebuild(context, *pickle.loads(body))
                except Exception as error:
                    if ran_short(error):  # and compiling would take more
                        raise MemoryError from error
        return self._loaded

    def save_overload(self, signature: Any, compiled: Any) -> None:
        """Keep it for later runs. This one needs no file, so one that cannot be written is no failure."""
        global not_kept
        if self._source is None:
            return
        if compiled.library.has_dynamic_globals:
            code = self._function.__code__
            what = f"{code.co_name} uses a large array of its module, and is compiled at every start"
            warnings.warn_explicit(what, NumbaWarning, code.co_filename, code.co_firstlineno)
            return
        body = dumps(compiled._reduce())
        try:
            _seal(*self._file(signature), body)
        except OSError as error:
            if not_kept is not None:
                not_kept(error)
                not_kept = None

    def _file(self, signature: Any) -> tuple[Path, bytes]:
        """Return where it is kept, and a name for all that it depends on."""
        code, closure = self._function.__code__, self._function.__closure__
        cells = dumps(tuple(cell.cell_contents for cell in closure)) if closure else b""
        place = (self._folder.name, code.co_filename, code.co_firstlineno, code.co_qualname)
        name = hashlib.sha256(repr((place, signature, code.co_code, cells, self._source)).encode())
        readable = re.sub(r"[^\w.]", "", f"{Path(code.co_filename).stem}.{code.co_qualname}")[:LONGEST_NAME]
        return self._folder / f"{readable}-{name.hexdigest()[:16]}.kernel", name.digest()


@cache
def _content(file: str) -> bytes | None:
    """Return what stands in a source; nothing if there is no such file, or none that can be read."""
    try:
        return Path(file).read_bytes()
    except OSError:
        return None


def _seal_of(name: bytes, body: bytes) -> bytes:
    return hashlib.sha256(name + body).digest() + len(body).to_bytes(LENGTH_BYTES)


def _unsealed(path: Path, name: bytes) -> bytes | None:
    """Return what is in a file if all of it is there and it is the one that is meant."""
    try:
        if not path.is_file():  # a folder, a pipe that nobody writes to
            return None
        with open(path, "rb") as file:
            seal = file.read(hashlib.sha256().digest_size + LENGTH_BYTES)
            length = int.from_bytes(seal[-LENGTH_BYTES:])
            if os.fstat(file.fileno()).st_size != len(seal) + length:
                return None
            body = file.read()
    except OSError:
        return None
    return body if seal == _seal_of(name, body) else None


def _seal(path: Path, name: bytes, body: bytes) -> None:
    """Write a file, also where somebody has put a folder in its place."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    replace_file(path, _seal_of(name, body) + body)
