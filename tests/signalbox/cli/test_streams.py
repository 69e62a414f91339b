"""Standard streams that are closed, or that nothing can be written to: real processes, started by a shell."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import pages

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a shell of Unix")

RUN = ("run", "--board", "tiny", "--policy", "random", "--games", "10")
DRAW = ("board", "draw", "tiny", "--out", "drawn.svg")
WRONG = ("run", "--games", "x")
COMMANDS = [RUN, ("boards",), ("--help",), ("--version",), DRAW]
CLOSED = "error: standard output is closed; send it to a file, or to /dev/null if nobody shall read it.\n"
COMPLAINT = 'error: --games: "x" must be a whole number.\n'


# As it is for users: what does not fit is noticed late, at the end perhaps.
BUFFERED = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}


def redirected(folder: Path, arguments: tuple[str, ...], redirection: str) -> tuple[int, str, str]:
    """Exit code, stdout and stderr of a `sim` whose streams a shell has redirected; it stands in `folder`."""
    done = subprocess.run(
        [
            "sh",
            "-c",
            f'exec "$@" {redirection}',
            "sh",
            sys.executable,
            "-m",
            "signalbox.cli.main",
            *arguments,
        ],
        capture_output=True,
        text=True,
        cwd=folder,
        env={**BUFFERED, "PYTHONPATH": str(pages.ROOT)},
    )
    told = [line for line in done.stderr.splitlines(keepends=True) if not line.startswith("Compiling ")]
    return done.returncode, done.stdout, "".join(told)


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_a_closed_output_is_refused_before_anything_is_done(
    tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    assert redirected(tmp_path, arguments, ">&-") == (2, "", CLOSED)
    assert redirected(tmp_path, arguments, "<&- >&- 2>&-") == (2, "", "")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "redirection",
    [*(pytest.param(one, marks=pytest.mark.slow) for one in ("2>&-", "<&-")), "<&- 2>&-", "2>/dev/full"],
)
def test_a_command_needs_neither_input_nor_a_place_for_notes(tmp_path: Path, redirection: str) -> None:
    code, out, err = redirected(tmp_path, RUN, redirection)
    assert (code, err) == (0, "")
    assert "games won" in out
    assert redirected(tmp_path, DRAW, redirection) == (0, "drawn.svg was written.\n", "")
    assert (tmp_path / "drawn.svg").read_text(encoding="utf-8").endswith("</svg>\n")


@pytest.mark.parametrize("redirection", ["2>&-", "2>/dev/full", "<&- 2>&-"])
def test_a_complaint_that_nobody_can_read_is_still_an_exit_code(tmp_path: Path, redirection: str) -> None:
    assert redirected(tmp_path, WRONG, redirection) == (2, "", "")


def test_a_sweep_does_not_end_for_want_of_a_place_for_its_notes(tmp_path: Path) -> None:
    sweep = ("sweep", *RUN[1:], "--tokens", "7..8", "--no-report", "--out", "run")
    code, out, err = redirected(tmp_path, sweep, "2>/dev/full")
    assert (code, err) == (0, "")
    assert "games won" in out


@pytest.mark.parametrize("arguments", COMMANDS[:-1], ids=" ".join)
def test_a_full_disk_behind_the_output_is_one_sentence(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    code, out, err = redirected(tmp_path, arguments, ">/dev/full")
    assert (code, out) == (1, "")
    assert err == (
        "error: something could not be read or written (No space left on device); is a disk full, or a permission missing?\n"
    )


def test_a_complaint_does_not_need_the_output(tmp_path: Path) -> None:
    assert redirected(tmp_path, WRONG, ">/dev/full") == (2, "", COMPLAINT)
