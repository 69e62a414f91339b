"""What the program may do to any input: done, failed or refused, in clear words, and nothing written when it was refused."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import unicodedata
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple

from signalbox.cli.main import invoke
from tests.pages import ROOT

LONGEST_SECONDS = 300  # nothing here has work for so long; whatever takes it hangs

HANGS = -99  # instead of an exit code
# By default Python shows no others to users.
HIDDEN = (DeprecationWarning, PendingDeprecationWarning, ImportWarning, ResourceWarning)


class Outcome(NamedTuple):
    code: int
    out: str
    err: str


class TookTooLong(BaseException):
    """Raised in the middle of a command that hangs."""


Carry = Callable[[list[str], Path], Outcome]


def in_process(arguments: list[str], folder: Path) -> Outcome:
    """Carry a command line out here, as if it stood in this folder."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", "replace", write_through=True) for _ in range(2))
    before = Path.cwd()
    os.chdir(folder)
    try:
        with redirect_stdout(out), redirect_stderr(err), warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            with not_for_ever():
                code = invoke(arguments)
    except TookTooLong:
        code = HANGS
    finally:
        os.chdir(before)
    shown = [
        f"{each.filename}: {each.category.__name__}: {each.message}"
        for each in warned
        if not issubclass(each.category, HIDDEN)
    ]
    texts = [stream.buffer.getvalue().decode() for stream in (out, err)]
    return Outcome(code, texts[0], texts[1] + "".join(f"{line}\n" for line in shown))


@contextmanager
def not_for_ever() -> Iterator[None]:
    """End what hangs in Python, where the system has an alarm; compiled code cannot be ended."""

    def stop(*_: object) -> None:
        raise TookTooLong

    if not hasattr(signal, "SIGALRM"):
        yield
        return
    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(LONGEST_SECONDS)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def as_process(arguments: list[str], folder: Path) -> Outcome:
    """Carry a command line out in a process of its own."""
    try:
        done = subprocess.run(
            [sys.executable, "-m", "signalbox.cli.main", *arguments],
            capture_output=True,
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            timeout=LONGEST_SECONDS,
        )
    except subprocess.TimeoutExpired:
        return Outcome(HANGS, "", "")
    return Outcome(done.returncode, done.stdout.decode(), done.stderr.decode())


def can_be_arguments(arguments: list[str]) -> bool:
    """Whether a system can hand these to a process: no NUL, and no half of a character but for bytes that are no UTF-8."""
    try:
        return all(b"\0" not in os.fsencode(each) for each in arguments)
    except UnicodeEncodeError:
        return False


def contents(folder: Path) -> dict[str, bytes | None]:
    """Everything below a folder, by name; None for what is no file."""
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None
        for path in sorted(folder.rglob("*"))
    }


def faults(outcome: Outcome, before: dict[str, bytes | None], after: dict[str, bytes | None]) -> list[str]:
    """What the program should not have done."""
    found = []
    both = outcome.out + outcome.err
    if outcome.code == HANGS:
        found.append(f"it did not end within {LONGEST_SECONDS} s")
    elif outcome.code not in (0, 1, 2):
        found.append(f"exit code {outcome.code}")
    for words in ("this should not happen", "Traceback (most recent", "Exception ignored", "Warning: "):
        if words in outcome.err:
            found.append(f"it says {words.strip()!r}")
    steering = {c for c in both if unicodedata.category(c) in ("Cc", "Cs") and c != "\n"}
    if steering:
        found.append(f"characters that steer a terminal: {sorted(steering)!r}")
    if outcome.code == 1 and not outcome.err.strip():
        found.append("it failed without a word")
    if outcome.code == 2:
        found += _faults_of_refusal(outcome)
        if before != after:
            changed = {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}
            found.append(f"it refused, but wrote {sorted(changed)}")
    return found


def _faults_of_refusal(outcome: Outcome) -> list[str]:
    said = outcome.err.splitlines() or [
        ""
    ]  # notes may come first: what is compiled, what is damaged and was left out
    complaints = [line for line in said if line.startswith("error: ")]
    found = ["it refused, but printed something"] if outcome.out else []
    if complaints != said[-1:] or not said[-1].endswith((".", "?", "!")):
        found.append("a refusal is one sentence, the last: error: ….")
    elif len(said[-1]) > 1_000:
        found.append(f"a sentence of {len(said[-1])} characters")
    return found
