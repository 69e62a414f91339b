"""Compilation of the kernels: one decorator, and a warm start that loads little (`jit_cache.py` keeps the machine code)."""

import atexit
import gc
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any, TypeVar

import numba
from numba import config
from numba.core.compiler_lock import global_compiler_lock
from numba.core.dispatcher import Dispatcher

# Numba would load it at the first call of an entry point, and change a table of types that another thread may just be reading.
from numba.experimental import function_type  # noqa: F401

from simulator.core.errors import InputError
from simulator.core.jit_cache import SIMULATOR, Kept, cache_root, is_ours
from simulator.core.jit_checked import CHECKED, alarms
from simulator.core.jit_parts import as_parts, as_wholes, indices_from_zero
from simulator.core.memory import MEGABYTE, has_room

if config.DISABLE_JIT:
    raise InputError(
        "NUMBA_DISABLE_JIT is set, but Signalbox plays with compiled code only; unset it and try again."
    )
# NUMBA_BOUNDSCHECK would make machine code that is not what its folder says.
config.BOUNDSCHECK = int(CHECKED)

# What compiling takes, about: LLVM that runs short ends the program without a word to Python, so it is asked for before.
COMPILER_BYTES, KERNEL_BYTES = 32 * MEGABYTE, 2 * MEGABYTE

Function = TypeVar("Function", bound=Callable[..., Any])

# Kernels that nothing has needed yet, with their signatures, in the order of definition. The machine code of an entry point holds all
# that it calls, so as long as entry points are found in the cache the others are not even loaded.
_waiting: dict[Any, Any] = {}
# Called once, with the name of the module, when an entry point is about to be compiled: the place for a word to the user.
announce: Callable[[str], None] | None = None
# Modules whose entry points another process compiles meanwhile.
_beside: dict[str, subprocess.Popen[bytes]] = {}


@contextmanager
def _ctrl_c_waits() -> Iterator[None]:
    """Let Ctrl-C wait for the end of the block, some seconds at most.

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
    """Load what numba loads when it first compiles, but for SciPy: it asks for that only to know whether it is there.

    That would take another 0.2 s. A kernel that needs SciPy's BLAS still gets it.
    """
    linalg: Any = import_module("numba.np.linalg")
    usual = linalg.ensure_blas
    linalg.ensure_blas = lambda: None if find_spec("scipy") else usual()
    try:
        import_module("numba.np.arraymath")
    finally:
        linalg.ensure_blas = usual


def _is_kept(dispatcher: Any, signature: Any) -> bool:
    """Tell whether an earlier run left the machine code of a kernel; it is loaded then."""
    with _ctrl_c_waits(), global_compiler_lock:
        return dispatcher._cache.load_overload(signature, dispatcher.targetctx) is not None


def _load(dispatcher: Any, signature: Any) -> None:
    """Load a kernel from the cache, or compile it if it is not there."""
    with _ctrl_c_waits():
        dispatcher.compile(signature)
    dispatcher.disable_compile()


def _compile(dispatcher: Any, signature: Any) -> None:
    ours = is_ours(dispatcher.py_func)
    with ExitStack() as inside:
        if ours:
            inside.enter_context(indices_from_zero())
        if CHECKED:
            inside.enter_context(alarms(from_zero=ours))
        _load(dispatcher, signature)


def _called_by(function: Callable[..., Any]) -> set[Any]:
    """Find the compiled functions that a function calls, by name or as a module's, and those that they call."""
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


def _check_working_folder() -> None:
    """Refuse to compile where somebody has removed the working folder: numba asks how its sources are reached from there."""
    try:
        os.getcwd()
    except FileNotFoundError:
        raise InputError(
            "the working folder is gone, and what this command needs has to be compiled first, which is done in one; "
            "change to a folder that is there and try again."
        ) from None


def _compile_waiting(function: Callable[..., Any]) -> None:
    """Compile what an entry point needs, in the order of definition, each with its declared signature: left to itself numba compiles one for each width of integer."""
    global announce
    _check_working_folder()
    if announce is not None:
        announce(function.__module__)
        announce = None
    # Numba leaves millions of small objects that are all in use; looking through them for garbage costs seconds.
    collecting = gc.isenabled()
    gc.disable()
    try:
        called = _called_by(function)
        needed = [each for each in _waiting if each in called]
        if not has_room(COMPILER_BYTES + len(needed) * KERNEL_BYTES):
            raise MemoryError
        _load_compiler()
        with as_parts():
            for each in needed:
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
        wrappers = {} if entry else {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
        with _ctrl_c_waits():
            dispatcher: Any = numba.njit(
                nogil=True, error_model="numpy", boundscheck=CHECKED, forceinline=inline, **wrappers
            )(function)
            dispatcher._cache = Kept(function)
        compiled: Function = dispatcher
        if not entry:
            _waiting[dispatcher] = signature
            return compiled
        with as_wholes():
            if not _is_kept(dispatcher, signature) and function.__module__ in _beside:
                _beside.pop(function.__module__).wait()
            if _is_kept(dispatcher, signature):
                _load(dispatcher, signature)
            else:
                _compile_waiting(function)
                _compile(dispatcher, signature)
        return compiled

    return prepare
