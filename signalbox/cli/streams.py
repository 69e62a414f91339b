"""Standard streams in any state in which a shell may hand them over: closed, on a full disk, or without the characters we print."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from io import TextIOWrapper
from typing import BinaryIO, Literal


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
    """Take the number of a closed stream again: the next file that is opened would have it, and get what is printed."""
    return os.fdopen(os.open(os.devnull, os.O_RDWR), mode)
