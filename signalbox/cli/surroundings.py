"""What the program meets when it starts: libraries, memory and standard streams.

Where memory is short some libraries hang, end the program, or pretend that Ctrl-C was pressed; some stumble over settings. Both are told in one
sentence before. Standard streams may be in any state in which a shell hands them over: closed, on a full disk, or without the characters we print.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping
from contextlib import suppress
from io import TextIOWrapper
from types import TracebackType
from typing import BinaryIO, Literal

from simulator.core.errors import InputError
from simulator.core.memory import MEGABYTE, has_room, limit, ran_short
from simulator.core.messages import quote

# What must be left when a library is loaded: what it maps, and buffers that it takes at once and cannot do without.
NEEDED: Mapping[str, int] = {
    "numpy": 128 * MEGABYTE,
    "numba": 192 * MEGABYTE,
    "pyarrow": 336 * MEGABYTE,
    "scipy.linalg": 192 * MEGABYTE,
}

THREADS = "NUMBA_NUM_THREADS"


class Doorkeeper:
    """A finder of modules that stands before all others. It finds nothing, and lets nobody load a library that would come to grief."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        if name in NEEDED and not has_room(NEEDED[name]):
            raise MemoryError(f"there is no room for {name}")
        if name == "numba":
            _check_threads(os.environ.get(THREADS, "1"))


def prepare() -> None:
    """Ask libraries for little, and ask for room before they do."""
    # OpenBLAS takes memory for a thread of each core, and nothing here is work for them. Without them programs start a little sooner.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    sys.meta_path.insert(0, Doorkeeper())
    sys.excepthook = _last_word


def _check_threads(setting: str) -> None:
    """Refuse what is no number of threads. Nothing is played on threads of numba, but it reads the setting when it is loaded."""
    if not re.fullmatch("0*[1-9][0-9]{0,8}", setting):
        raise InputError(
            f"{THREADS} is {quote(setting)}, and must be a whole number from 1 on; unset it and try again."
        )


def memory_sentence() -> str:
    """Say what is to be done about too little memory; a limit that somebody has set comes first."""
    allowed = limit()
    if allowed is None:
        return "there is not enough memory; fewer --jobs need less of it."
    return (
        f"there is not enough memory: {allowed // MEGABYTE:,} MB are allowed here (`ulimit -v` shows the limit, in kB); "
        "raise the limit, or play with fewer --jobs."
    )


def _last_word(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Say what ended the program before it could even begin."""
    if ran_short(error):
        print(f"error: {memory_sentence()}", file=sys.stderr)
    else:
        sys.__excepthook__(kind, error, trace)


class Notes(TextIOWrapper):
    """Standard error: what cannot be written there, since a disk is full or nobody reads any more, is dropped and ends no run."""

    def write(self, text: str, /) -> int:
        with suppress(OSError):
            super().write(text)
        return len(text)

    def flush(self) -> None:
        with suppress(OSError):
            super().flush()


def prepare_streams() -> bool:
    """Make all three streams usable; gives whether standard output was open. A character that a terminal lacks becomes a question mark."""
    was_open = sys.stdout is not None
    # Python has None for a closed stream. Numbers of files are given out from below, so the order matters.
    sys.stdin = sys.stdin or TextIOWrapper(_nowhere("rb"))
    sys.stdout = sys.stdout or TextIOWrapper(_nowhere("wb"))
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    target, encoding = (sys.stderr.buffer, sys.stderr.encoding) if sys.stderr else (_nowhere("wb"), "utf-8")
    sys.stderr = Notes(target, encoding, "replace", line_buffering=True)
    return was_open


def drop_unprinted() -> None:
    """Drop what standard output could not take: a full disk, or a closed pipe, must not end the program once more when Python flushes it at exit."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _nowhere(mode: Literal["rb", "wb"]) -> BinaryIO:
    """Open nothing under the number of a closed stream: the next file that is opened would have it, and get all that is printed."""
    return os.fdopen(os.open(os.devnull, os.O_RDWR), mode)
