"""Compilation of the kernels: one decorator, a cache that no edit can make stale, and a warm start that loads little.

Numba's own cache looks at the file of a function only, so a caller would go on using the old machine code of a
function that was edited in another file. Here the cache folder is named by a hash of every source that
the function can reach: all of `simulator/` and, for functions elsewhere, `policies/` and the folder they stand in, each with the packages in it.
"""

import atexit
import gc
import hashlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from functools import cache
from glob import escape
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

import numba
from llvmlite.binding import get_host_cpu_features, get_host_cpu_name
from numba import config
from numba.core.caching import FunctionCache
from numba.core.dispatcher import Dispatcher
from numba.core.runtime import rtsys

# Numba would load it at the first call of an entry point, and change a table of types that another thread may just be reading.
from numba.experimental import function_type  # noqa: F401

from simulator.jit_parts import as_parts, as_wholes, indices_from_zero

Function = TypeVar("Function", bound=Callable[..., Any])

SIMULATOR = Path(__file__).resolve().parent
POLICIES = SIMULATOR.parent / "policies"
GENERATION_NAME = re.compile(r"[0-9a-f]{16}")
KEPT_GENERATIONS = 16
# A process may still be compiling into a folder that it began with less than an hour ago.
SECONDS_IN_USE = 3600.0
# Beyond so many modules, or folders, nobody looks further: a policy may lie in somebody's home.
MOST_SOURCES = 500

# Kernels that nothing has needed yet, with their signatures, in the order of definition. The machine code of an entry point holds all
# that it calls, so as long as entry points are found in the cache the others are not even loaded.
_waiting: dict[Any, Any] = {}
# Called once, with the name of the module, when an entry point is about to be compiled: the place for a word to the user.
announce: Callable[[str], None] | None = None
# Modules whose entry points another process compiles meanwhile.
_beside: dict[str, subprocess.Popen[bytes]] = {}


def _home(function: Callable[..., Any]) -> Path:
    """The folder by which the machine code of a function is named: `simulator/`, `policies/`, or that of a user's file."""
    folder = Path(function.__code__.co_filename).resolve().parent
    return next((ours for ours in (SIMULATOR, POLICIES) if folder.is_relative_to(ours)), folder)


def _sources(folder: Path) -> list[Path]:
    """The modules in a folder and below it, the nearest first, but for folders that cannot be imported by their names, as `.venv`."""
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
    """Names machine code by all that went into it: sources, where they stand (numba asks for that too), numba, Python, processor."""
    machine = (get_host_cpu_name(), get_host_cpu_features().flatten(), config.CPU_NAME, config.CPU_FEATURES)
    hasher = hashlib.sha256(repr((numba.__version__, sys.version, machine)).encode())
    folders = [SIMULATOR] if folder == SIMULATOR else [SIMULATOR, POLICIES, folder]
    for path in [path for each in dict.fromkeys(folders) for path in _sources(each)]:
        hasher.update(str(path).encode() + b"\0" + path.read_bytes() + b"\0")
    return hasher.hexdigest()[:16]


def wanted_cache() -> Path:
    """In `SIGNALBOX_CACHE`, else in the user's cache folder."""
    named = os.environ.get("SIGNALBOX_CACHE")
    home = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return (Path(named) if named else Path(home) / "signalbox").absolute() / "kernels"


@cache
def cache_root() -> Path:
    """Where machine code is kept; where that cannot be written, a temporary folder for this process."""
    root = wanted_cache()
    try:
        root.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=root):
            return root
    except OSError:
        passing = Path(tempfile.mkdtemp(prefix="signalbox-"))
        atexit.register(shutil.rmtree, passing, ignore_errors=True)
        return passing


def _last_used(generation: Path) -> float:
    """Another process that starts at the same time may throw it away just now."""
    try:
        return generation.stat().st_mtime
    except FileNotFoundError:
        return 0.0


@cache
def _generation(folder: Path) -> Path:
    """The cache folder for the sources as they are now; old ones are thrown away when a new one is made."""
    generation = cache_root() / _digest(folder)
    if not generation.is_dir():
        ours = [
            path for path in cache_root().iterdir() if GENERATION_NAME.fullmatch(path.name) and path.is_dir()
        ]
        for old in sorted(ours, key=_last_used)[: -KEPT_GENERATIONS + 1]:
            if time.time() - _last_used(old) > SECONDS_IN_USE:
                shutil.rmtree(old, ignore_errors=True)
        generation.mkdir(parents=True, exist_ok=True)
    os.utime(generation)
    return generation


def _is_cached(dispatcher: Any) -> bool:
    """Whether an earlier run left the machine code of an entry point: numba's index and at least one object beside it.

    Under the very name that numba gives them: another file of the same folder may have a function of this name on this line.
    """
    kept = dispatcher._cache
    found = Path(kept.cache_path).glob(f"{escape(kept._impl.filename_base)}.*")
    return {".nbi", ".nbc"} <= {path.suffix for path in found}


@contextmanager
def _ctrl_c_waits() -> Iterator[None]:
    """Ctrl-C comes at the end of the block, some seconds later at most.

    Amid numba's calls into LLVM it may get lost in a destructor, or leave something half made on which the program crashes.
    """
    usual = signal.getsignal(signal.SIGINT)
    if usual is None or threading.current_thread() is not threading.main_thread():  # not ours to catch
        yield
        return
    pressed: list[int] = []
    signal.signal(signal.SIGINT, lambda number, frame: pressed.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)
        if pressed:
            signal.raise_signal(signal.SIGINT)


def _load_compiler() -> None:
    """What numba loads when it first compiles, without SciPy: it asks for that only to know whether it is there.

    That would take another 0.2 s. A kernel that needs SciPy's BLAS still gets it.
    """
    linalg: Any = import_module("numba.np.linalg")
    usual = linalg.ensure_blas
    linalg.ensure_blas = lambda: None if find_spec("scipy") else usual()
    try:
        import_module("numba.np.arraymath")
    finally:
        linalg.ensure_blas = usual


class _Kept(FunctionCache):  # type: ignore[misc]
    """Machine code that an earlier run left behind."""

    def load_overload(self, signature: Any, context: Any) -> Any:
        """As numba does it, but without loading the compiler too: that takes 0.2 s, and is done anyway when something is compiled."""
        rtsys.initialize(context)
        with self._guard_against_spurious_io_errors():
            return self._load_overload(signature, context)


def _load(dispatcher: Any, signature: Any) -> None:
    """Out of the cache, or compiled if it is not there."""
    with _ctrl_c_waits():
        dispatcher.compile(signature)
    dispatcher.disable_compile()


def _compile(dispatcher: Any, signature: Any) -> None:
    ours = _home(dispatcher.py_func) in (SIMULATOR, POLICIES)
    with indices_from_zero() if ours else nullcontext():
        _load(dispatcher, signature)


def _called_by(function: Callable[..., Any]) -> set[Any]:
    """The compiled functions that a function calls, by name or as a module's, and those that they call."""
    found: set[Any] = set()
    callers = [function]
    while callers:
        caller = callers.pop()
        names = caller.__code__.co_names
        known = [caller.__globals__.get(name) for name in names]
        modules = [each for each in known if isinstance(each, ModuleType)]
        for called in [*known, *(getattr(module, name, None) for module in modules for name in names)]:
            if isinstance(called, Dispatcher) and called not in found:
                found.add(called)
                callers.append(called.py_func)
    return found


def _compile_waiting(function: Callable[..., Any]) -> None:
    """What an entry point needs, in the order of definition, each with its declared signature: left to itself numba compiles one for each width of integer."""
    global announce
    if announce is not None:
        announce(function.__module__)
        announce = None
    # Numba leaves millions of small objects that are all in use; looking through them for garbage costs seconds.
    collecting = gc.isenabled()
    gc.disable()
    try:
        _load_compiler()
        needed = _called_by(function)
        with as_parts():
            for each in [each for each in _waiting if each in needed]:
                _compile(each, _waiting.pop(each))
    finally:
        if collecting:
            gc.enable()


def compile_beside(module: str) -> None:
    """Let another process compile the entry points of a module that is needed soon, while this one compiles what is needed now.

    If that process fails or is killed, this one compiles them when their turn comes.
    """
    if (os.cpu_count() or 1) < 2:
        return
    process = subprocess.Popen(
        [sys.executable, "-c", f"import {module}"],
        cwd=SIMULATOR.parent,
        env={**os.environ, "SIGNALBOX_CACHE": str(cache_root().parent)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    atexit.register(process.kill)
    _beside[module] = process


def kernel(signature: Any, *, entry: bool = False, inline: bool = False) -> Callable[[Function], Function]:
    """Compile with this signature.

    `entry`: Python calls it, or hands it on as a function pointer; it is compiled, or loaded, at import. All others wait
    until an entry point needs them. `inline`: for what stands on the hot path and is called from a few places. LLVM
    does not do that by itself, since every kernel could be called from elsewhere; on a chosen few it makes games
    a third faster, on all of them it makes only the compilation slower.
    """

    def prepare(function: Function) -> Function:
        # Numba reads the folder when it decorates, so each function can have the one of its own sources.
        config.CACHE_DIR = str(_generation(_home(function)))
        wrappers = {} if entry else {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
        with _ctrl_c_waits():
            dispatcher: Any = numba.njit(
                nogil=True, error_model="numpy", boundscheck=False, forceinline=inline, **wrappers
            )(function)
            dispatcher._cache = _Kept(function)
        compiled: Function = dispatcher
        if not entry:
            _waiting[dispatcher] = signature
            return compiled
        if not _is_cached(dispatcher) and function.__module__ in _beside:
            _beside.pop(function.__module__).wait()
        with as_wholes():
            if _is_cached(dispatcher):
                _load(dispatcher, signature)
            else:
                _compile_waiting(function)
                _compile(dispatcher, signature)
        return compiled

    return prepare
