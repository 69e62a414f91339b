"""Small kernels in files of their own, run in processes of their own, and what can happen to a file of their cache."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parents[3]
ENTRY = """
from numba import types
from simulator.core import jit
jit.announce = lambda module: print("compiling")
from inner import addend

@jit.kernel(types.int64(types.int64), entry=True)
def add(number):
    return addend(number)

print(add(1))
"""
INNER = """
from numba import types
from simulator.core.jit import kernel

@kernel(types.int64(types.int64))
def addend(number):
    return number + {}
"""


# No file of the cache may be opened for reading.
REFUSED = """
import builtins
usual = builtins.open
def refuse(file, *arguments, **options):
    if str(file).endswith(".kernel"):
        raise PermissionError(13, "Permission denied", str(file))
    return usual(file, *arguments, **options)
builtins.open = refuse
"""


def write(folder: Path, amount: int) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "main.py").write_text(ENTRY, encoding="utf-8")
    (folder / "inner.py").write_text(INNER.format(amount), encoding="utf-8")
    return folder


# Python itself does not see an edit within a second that leaves a file as long as it was.
NO_BYTECODE = {"PYTHONDONTWRITEBYTECODE": "1"}


def run(folder: Path, cache: Path, script: str = "main.py", **environment: str) -> list[str]:
    """The words that a script prints."""
    variables = {
        **os.environ,
        "SIGNALBOX_CACHE": str(cache),
        "PYTHONPATH": str(ROOT),
        **NO_BYTECODE,
        **environment,
    }
    command = [sys.executable, str(folder / script)]
    done = subprocess.run(command, env=variables, check=True, capture_output=True, text=True, timeout=120)
    assert done.stderr == ""
    return done.stdout.split()


def kept_files(cache: Path) -> list[Path]:
    """All files of machine code, in order."""
    return sorted(cache.rglob("*.kernel"))


def _garbled(content: bytes) -> bytes:
    return random.Random(1).randbytes(len(content))


def _with_a_bit_flipped(content: bytes) -> bytes:
    middle = len(content) // 2
    return content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]


def _make_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()
    (path / "something").touch()


def _make_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)  # whoever opens it waits for somebody who writes


def _make_loop(path: Path) -> None:
    path.unlink()
    path.symlink_to(path)


def _rewritten(change: Callable[[bytes], bytes]) -> Callable[[Path], None]:
    def rewrite(path: Path) -> None:
        path.write_bytes(change(path.read_bytes()))

    return rewrite


DAMAGES: dict[str, Callable[[Path], None]] = {
    "emptied": _rewritten(lambda content: b""),
    "cut": _rewritten(lambda content: content[: len(content) // 2]),
    "cut in the seal": _rewritten(lambda content: content[:10]),
    "garbled": _rewritten(_garbled),
    "a bit flipped": _rewritten(_with_a_bit_flipped),
    "grown": _rewritten(lambda content: content + b"more"),
    "all zeros": _rewritten(lambda content: bytes(len(content))),
    "a pickle": _rewritten(lambda content: b"\x80\x04N."),
    "a folder": _make_folder,
    "a pipe": _make_pipe,
    "a link to itself": _make_loop,
}
