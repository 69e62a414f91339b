"""Users' files: read with care, since anything may be meant by a name, and JSON may come from a stranger; written whole or not at all.

A viewer or editor that loads a file again whenever it changes must never see the first half of one.
"""

from __future__ import annotations

import errno
import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import get_native_id
from typing import Any, BinaryIO

from simulator.core.errors import InputError, refuse
from simulator.core.file_limits import MAX_FILE_BYTES
from simulator.core.messages import file_name

MARKS = (b",", b"[", b"{")  # a list or an object of JSON has at least one for each of its members


def write_whole(path: str | Path, content: bytes) -> None:
    """Write beside the file first and put the result in its place at once; links and permissions stay."""
    with writing_whole(path) as file:
        file.write(content)


@contextmanager
def writing_whole(path: str | Path) -> Iterator[BinaryIO]:
    """Write bit by bit beside the file: nothing is put in its place if it is not finished."""
    with _beside(path) as (final, part):
        with part.open("wb") as file:
            yield file
        if final.exists():
            shutil.copymode(final, part)
        os.replace(part, final)


def replace_file(path: Path, content: bytes) -> None:
    """Write a file of the program's own, whole or not at all: a link is replaced, not followed, and what the system refuses is an OSError."""
    with _part_of(path) as part:
        part.write_bytes(content)
        os.replace(part, path)


@contextmanager
def _part_of(final: Path) -> Iterator[Path]:
    """Name a file beside another one for the time of writing; the name is short, since that of the other may be of full length."""
    part = final.with_name(f".signalbox-{get_native_id()}-{os.getpid()}.part")
    try:
        yield part
    finally:
        with suppress(OSError):  # it is gone if all went well, and was never there if the folder is not
            part.unlink()


def check_writable(path: str | Path) -> None:
    """Refuse what `write_whole` would refuse, in the same words, before the work for it is done."""
    with _beside(path) as (_, part):
        part.touch()


@contextmanager
def _beside(path: str | Path) -> Iterator[tuple[Path, Path]]:
    """Give the file that is meant, and one beside it for the time of writing; what the system refuses is an InputError."""
    name = file_name(str(path))
    if "\0" in str(path):
        raise InputError(f"{name}: is not a file name.")
    try:
        final = Path(os.path.realpath(path))
        if final.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if final.exists() and not os.access(final, os.W_OK):
            final.open("r+b").close()  # the system says why: a permission, or a disk that is read-only
        with _part_of(final) as part:
            yield final, part
    except InputError:  # what was to be written could not be had
        raise
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise InputError(f"{name}: cannot be written ({why}).") from None


def read_text(path: Path) -> str:
    """Return the text of a user's file; an InputError says why it cannot be read."""
    try:
        return read_bytes(path).decode("utf-8-sig")  # some editors put a byte order mark first
    except UnicodeDecodeError:
        raise InputError(f"{file_name(str(path))}: is not text in UTF-8.") from None


def read_bytes(path: Path, most: int = MAX_FILE_BYTES) -> bytes:
    """Return the content of any file that has at most so many bytes; of a larger one nothing is read, however little of it is on the disk."""
    source = file_name(str(path))
    try:
        # is_file is asked first: a pipe or device would be read for ever.
        kinds = (
            (path.is_dir(), f"{source}: is a directory, not a file."),
            (not path.exists(), f"{source}: there is no such file."),
            (not path.is_file(), f"{source}: is not an ordinary file."),
        )
        refuse(kinds)
        with path.open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            # What is asked for is taken from memory at once, so no more than there is.
            raw = b"" if size > most else file.read(size + 1)
            if len(raw) > size:  # it grows, or does not say how large it is
                raw += file.read(most + 1 - len(raw))
    except OSError as error:
        raise InputError(f"{source}: cannot be read ({error.strerror or type(error).__name__}).") from None
    except InputError:
        raise
    except ValueError:  # a NUL byte in the path
        raise InputError(f"{source}: is not a file name.") from None
    if size > most or len(raw) > most:
        raise InputError(f"{source}: is larger than {most} bytes, the most that is read.")
    return raw


def count_values(content: bytes) -> int:
    """Return how many values a JSON text has at most, but for the outermost one. Keys are not counted; marks within texts are."""
    return sum(map(content.count, MARKS))


def parse_json(content: bytes, most: int) -> Any:
    """Return what a text says; a `ValueError` if it is no JSON, or may have more values than so many."""
    return _parsed([content], count_values(content), most)[0]


def parse_json_lines(content: bytes, most: int) -> list[Any]:
    """Return what each line says; a `ValueError` if one is no JSON, or all together may have more values than so many."""
    return _parsed(content.split(b"\n"), count_values(content) + content.count(b"\n"), most)


def _parsed(texts: list[bytes], count: int, most: int) -> list[Any]:
    if count > most:
        raise ValueError(f"it has more than {most:,} values")
    try:
        return [json.loads(text) for text in texts]
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def check_ending(path: str | Path, ending: str) -> None:
    """Refuse a file of another kind than what is written to it."""
    if not str(path).endswith(ending):
        raise InputError(f"{file_name(str(path))}: must end in {ending}.")


def check_target(
    out: str | Path, force: bool, ending: str = "", example: str = "", option: str = "--out"
) -> None:
    """Refuse, before any work is done, a file of another kind, one that is there already, and one that cannot be written."""
    if not str(out).endswith(ending):
        raise InputError(
            f'{option}: "{file_name(str(out))}" must be the name of a {ending} file, for instance {example}.'
        )
    if not force and Path(out).exists():
        raise InputError(
            f"{option}: {file_name(str(out))} is there already, and only --force writes over it."
        )
    check_writable(out)
