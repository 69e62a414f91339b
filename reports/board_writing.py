"""Writing pictures and board files: always the whole file or none of it.

A viewer or editor that loads a file again whenever it changes must never see the first half of one.
"""

from __future__ import annotations

import errno
import os
import shutil
from contextlib import suppress
from pathlib import Path

from simulator.errors import InputError
from simulator.toml_table import file_name


def write_whole(path: str | Path, content: bytes) -> None:
    """Write beside the file first and put the result in its place at once; links and permissions stay."""
    target = Path(path)
    try:
        final = Path(os.path.realpath(target))
        exists = final.exists()
        if exists and not os.access(final, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        beside = final.with_name(
            f".signalbox-{os.getpid()}.part"
        )  # short: the name itself may be of full length
        try:
            beside.write_bytes(content)
            if exists:
                shutil.copymode(final, beside)
            os.replace(beside, final)
        finally:
            with suppress(OSError):  # it is gone if all went well, and was never there if the folder is not
                beside.unlink()
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise InputError(f"{file_name(str(target))}: cannot be written ({why}).") from None
    except ValueError:  # a NUL byte in the path
        raise InputError(f"{file_name(str(target))}: is not a file name.") from None
