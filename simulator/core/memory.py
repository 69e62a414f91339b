"""Telling a shortage of memory by its many faces: libraries that cannot be mapped, threads that cannot start, imports that end half-way."""

from __future__ import annotations

import errno
import mmap
import sys
from collections.abc import Iterator

if sys.platform != "win32":
    import resource  # now, since a module can no longer be loaded when memory is short

MEGABYTE = 2**20
# Less than that within a limit (`ulimit -v`), and a failure is put down to it: what fails for want of memory seldom says so.
SPARE = 128 * MEGABYTE
# How the dynamic linker, Python's threads and LLVM put it.
SYMPTOMS = ("failed to map segment", "cannot allocate memory", "can't start new thread", "out of memory")


def has_room(size: int) -> bool:
    """Tell whether so many bytes of address space are left. They are reserved for a moment, and never touched."""
    if sys.platform == "win32":
        return True  # it has no such limit
    try:
        mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, prot=mmap.PROT_READ).close()
    except OSError:
        return False
    return True


def limit() -> int | None:
    """Return the bytes of address space that this process may use, or nothing if nobody has set a limit."""
    if sys.platform == "win32":
        return None
    soft, _ = resource.getrlimit(resource.RLIMIT_AS)
    return None if soft == resource.RLIM_INFINITY else soft


def ran_short(error: BaseException) -> bool:
    """Tell whether an error, or what it came of, is a shortage of memory."""
    return any(map(_says_so, _with_causes(error))) or not has_room(SPARE)


def _with_causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _says_so(error: BaseException) -> bool:
    if isinstance(error, MemoryError) or (isinstance(error, OSError) and error.errno == errno.ENOMEM):
        return True
    if type(error) not in (OSError, ImportError, RuntimeError):  # a user's own may fail when it is asked
        return False
    return any(each in str(error).lower() for each in SYMPTOMS)
