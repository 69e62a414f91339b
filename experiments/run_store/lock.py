"""One process at a time writes to a run's folder: a second one would remove what the first has just begun."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from simulator.errors import InputError


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Make the folder if need be, and hold it.

    The lock lies on the folder itself, so it leaves no file, and ends with its process however that ends.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        held = os.open(folder, os.O_RDONLY) if os.name == "posix" else None
    except OSError as error:
        raise InputError(f"{folder} cannot be written ({error.strerror}).") from None
    try:
        if held is not None:
            _lock(held, folder)
        yield
    finally:
        if held is not None:
            os.close(held)


def _lock(held: int, folder: Path) -> None:
    import fcntl  # not there on other systems; on them users have to take care

    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise InputError(
            f"another process is writing to {folder}; wait for its end, or give another --out."
        ) from None
    except OSError:  # a file system that has no locks
        pass
