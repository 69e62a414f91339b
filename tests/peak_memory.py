"""Carry out commands in one process and tell how much memory each took, in MiB above what was held before it.

    echo '[["runs"], ["boards"]]' | python -m tests.peak_memory

Only Linux can be asked for the most since some moment.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import io
import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow

from signalbox.cli.main import invoke

ROOT = Path(__file__).parents[1]


class Peak(NamedTuple):
    """What a command said, in one line, and what it took."""

    code: int
    said: str
    mib: float


def peaks_of(commands: Sequence[Sequence[object]]) -> list[Peak]:
    """Of each command, in a fresh process."""
    asked = json.dumps([[str(word) for word in words] for words in commands])
    program = [sys.executable, "-m", "tests.peak_memory"]
    done = subprocess.run(program, input=asked, capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stderr
    return [Peak(*each) for each in json.loads(done.stdout)]


def _measured(words: list[str]) -> tuple[Any, ...]:
    _give_back()
    said = io.StringIO()
    Path("/proc/self/clear_refs").write_text("5")  # proc(5): forgets the most that was held
    before = _held("VmRSS")
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        code = invoke(words)
    return code, " ".join(said.getvalue().split()), round(_held("VmHWM") - before, 1)


def _give_back() -> None:
    """Give what is free back to the system: what one command has left could else be all that the next one takes."""
    gc.collect()
    pyarrow.default_memory_pool().release_unused()
    ctypes.CDLL(None).malloc_trim(0)


def _held(what: str) -> float:
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    return int(next(line for line in status.splitlines() if line.startswith(what)).split()[1]) / 1024


if __name__ == "__main__":
    print(json.dumps([_measured(words) for words in json.load(sys.stdin)]))
