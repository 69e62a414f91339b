"""One process at a time writes to a run's folder: a second one would remove what the first has just begun.

The lock is a file in the folder, held open. It goes where the folder goes, so that it also tells whether the run is still in its place.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from filelock import lock_descriptor

from simulator.core.errors import InputError
from simulator.core.files import writing

LOCK = ".signalbox.lock"
# What a file system says that has no locks, as some on a network.
NO_LOCKS = {errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOLCK}


class FolderLost(RuntimeError):
    """A run's folder was moved or removed while this process wrote to it; `now` is where it went, if that can be known."""

    def __init__(self, folder: Path, now: Path | None) -> None:
        super().__init__(folder, now)
        self.folder, self.now = folder, now


class Hold:
    """A run's folder while nobody else writes to it."""

    def __init__(self, folder: Path, descriptor: int) -> None:
        self.folder, self._descriptor = folder, descriptor

    def check(self) -> None:
        """Refuse to go on in another folder than the one that is held, or in none."""
        now = self._whereabouts()
        if now != self.folder:
            raise FolderLost(self.folder, now)

    def let_go(self) -> None:
        """Free the folder and leave nothing of the lock in it."""
        now = None
        with suppress(OSError):  # the file stays where nothing can be removed any more, and holds nobody up
            now = self._whereabouts()
            if now and os.name == "posix":  # while it is held: a moment later the file may be another's
                (now / LOCK).unlink(missing_ok=True)
        os.close(self._descriptor)
        if now and os.name != "posix":  # elsewhere no open file can be removed, so that this one is nobody's
            with suppress(OSError):
                (now / LOCK).unlink()

    def _whereabouts(self) -> Path | None:
        """Return the folder's own place, or where it was moved to if the system tells."""
        if self._has_lock(self.folder):
            return self.folder
        try:
            followed = Path(os.readlink(f"/proc/self/fd/{self._descriptor}")).parent
        except OSError:
            return None
        return followed if self._has_lock(followed) else None

    def _has_lock(self, folder: Path) -> bool:
        try:
            return os.path.samestat(os.stat(folder / LOCK), os.fstat(self._descriptor))
        except (FileNotFoundError, NotADirectoryError):
            return False


@contextmanager
def exclusive(folder: Path) -> Iterator[Hold]:
    """Make the folder if need be, and hold it. The lock ends with its process, however that ends."""
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
        flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
        descriptor = os.open(folder / LOCK, flags, 0o666)
    try:
        locked = _locked(descriptor)
    except OSError as error:
        os.close(descriptor)
        raise InputError(f"{folder} cannot be locked ({error.strerror}).") from None
    if not locked:
        os.close(descriptor)
        raise InputError(f"another process is writing to {folder}; wait for its end, or give another --out.")
    hold = Hold(folder, descriptor)
    try:
        yield hold
    finally:
        hold.let_go()


def _locked(descriptor: int) -> bool:
    """Lock the file if nobody else has, and tell whether it is ours. Who lets go removes the file, and a lock on a removed file holds nothing."""
    try:
        return lock_descriptor(descriptor, blocking=False) and os.fstat(descriptor).st_nlink > 0
    except OSError as error:
        if error.errno in NO_LOCKS:
            return True
        raise
