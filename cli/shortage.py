"""Too little memory, told in one sentence before a library meets it: some of them hang then, end the program, or pretend that Ctrl-C was pressed."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from types import TracebackType

from simulator.memory import MEGABYTE, has_room, limit, ran_short

# What must be left when a library is loaded: what it maps, and buffers that it takes at once and cannot do without.
NEEDED: Mapping[str, int] = {
    "numpy": 128 * MEGABYTE,
    "numba": 192 * MEGABYTE,
    "pyarrow": 288 * MEGABYTE,
    "scipy.linalg": 192 * MEGABYTE,
}


class Room:
    """Stands before all finders of modules. It finds nothing, and lets nobody find a library that there is no room for."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        if name in NEEDED and not has_room(NEEDED[name]):
            raise MemoryError(f"there is no room for {name}")


def prepare() -> None:
    """Ask libraries for little, and ask for room before they do."""
    # OpenBLAS takes memory for a thread of each core, and nothing here is work for them. Without them programs start a little sooner.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    sys.meta_path.insert(0, Room())
    sys.excepthook = _last_word


def memory_sentence() -> str:
    """What is to be done about too little memory; a limit that somebody has set comes first."""
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
