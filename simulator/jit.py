"""Compilation of the kernels: one decorator, and a cache that no edit can make stale.

Numba's own cache looks at the file of a function only, so a caller would go on using the old machine code of a
function that was edited in another file. Here the cache folder is named by a hash of every source that
the function can reach: all of `simulator/` and, for functions elsewhere, the folder they stand in.
"""

import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numba
from numba import config

Function = TypeVar("Function", bound=Callable[..., Any])

SIMULATOR = Path(__file__).resolve().parent
KEPT_GENERATIONS = 6


def _sources(folder: Path) -> list[Path]:
    return sorted(path for path in folder.glob("*.py"))


@cache
def _digest(folder: Path) -> str:
    sources = _sources(SIMULATOR) + (_sources(folder) if folder != SIMULATOR else [])
    hasher = hashlib.sha256(f"{numba.__version__} {sys.version}".encode())
    for path in sources:
        hasher.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return hasher.hexdigest()[:16]


@cache
def cache_root() -> Path:
    """`SIGNALBOX_CACHE`, else the user's cache folder, else (nothing writable) a temporary one."""
    named = os.environ.get("SIGNALBOX_CACHE")
    home = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    root = Path(named) if named else Path(home) / "signalbox"
    try:
        root.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=root):
            return root
    except OSError:
        return Path(tempfile.mkdtemp(prefix="signalbox-"))


def is_compiled(folder: Path = SIMULATOR) -> bool:
    """Whether an earlier run left finished machine code for these sources (else the first call takes seconds)."""
    return (cache_root() / _digest(folder) / "complete").exists()


def mark_compiled(folder: Path = SIMULATOR) -> None:
    """Say that this generation is complete, and throw the oldest ones away."""
    generation = cache_root() / _digest(folder)
    if not generation.is_dir():
        return
    (generation / "complete").touch()
    generations = sorted(
        (path for path in cache_root().iterdir() if (path / "complete").exists()),
        key=lambda path: (path / "complete").stat().st_mtime,
    )
    for old in generations[:-KEPT_GENERATIONS]:
        shutil.rmtree(old, ignore_errors=True)


def kernel(signature: Any, *, pointer: bool = False, inline: bool = False) -> Callable[[Function], Function]:
    """Compile at import with this signature.

    `pointer`: Python calls it, or hands it on as a function pointer. `inline`: for what stands on the hot path and is
    called from one or two places. LLVM does not do that by itself, since every kernel could be called from elsewhere;
    on a chosen few it makes games a third faster, on all of them it makes only the compilation slower.
    """

    def compile_it(function: Function) -> Function:
        folder = Path(function.__code__.co_filename).resolve().parent
        # Numba reads the folder when it decorates, so each function can have the one of its own sources.
        config.CACHE_DIR = str(cache_root() / _digest(folder))
        wrappers = {} if pointer else {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
        compiled: Function = numba.njit(
            signature, cache=True, nogil=True, error_model="numpy", boundscheck=False, forceinline=inline, **wrappers
        )(function)
        return compiled

    return compile_it
