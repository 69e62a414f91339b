"""Writing files that people look at while they change: always the whole file or none of it.

A viewer or editor that loads a file again whenever it changes must never see the first half of one.
"""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from simulator.errors import InputError
from simulator.toml_table import file_name


def write_whole(path: str | Path, content: bytes) -> None:
    """Write beside the file first and put the result in its place at once; links and permissions stay."""
    with _beside(path) as (final, part):
        part.write_bytes(content)
        _put_in_place(part, final)


@contextmanager
def writing_whole(path: str | Path) -> Iterator[BinaryIO]:
    """The same for what is written bit by bit: nothing is put in the file's place if it is not finished."""
    with _beside(path) as (final, part):
        with part.open("wb") as file:
            yield file
        _put_in_place(part, final)


def _put_in_place(part: Path, final: Path) -> None:
    if final.exists():
        shutil.copymode(final, part)
    os.replace(part, final)


def check_writable(path: str | Path) -> None:
    """Refuse what `write_whole` would refuse, in the same words, before the work for it is done."""
    with _beside(path) as (_, part):
        part.touch()


@contextmanager
def _beside(path: str | Path) -> Iterator[tuple[Path, Path]]:
    """The file that is meant, and one beside it for the time of writing; what the system refuses is an InputError."""
    name = file_name(str(path))
    try:
        final = Path(os.path.realpath(path))
        if final.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if final.exists() and not os.access(final, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        # a short name: that of the file may be of full length
        part = final.with_name(f".signalbox-{os.getpid()}.part")
        try:
            yield final, part
        finally:
            with suppress(OSError):  # it is gone if all went well, and was never there if the folder is not
                part.unlink()
    except InputError:  # what was to be written could not be had
        raise
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise InputError(f"{name}: cannot be written ({why}).") from None
    except ValueError:  # a NUL byte in the path
        raise InputError(f"{name}: is not a file name.") from None
