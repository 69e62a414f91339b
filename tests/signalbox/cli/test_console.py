"""Whoever has to wait for the compiler is told so first: nothing is compiled before a command has said it."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests import pages

LOOK = """
import sys
from signalbox.cli import console

def look(rules):
    print([name for name in (rules, "policies.switch_signal.planner") if name in sys.modules])
    raise SystemExit

console.announce_compiling = look
from signalbox.cli.main import invoke
invoke(sys.argv[1:])
"""


@pytest.mark.parametrize(
    "line",
    [
        "run",
        "sweep --tokens 7,8",
        "compare tokens=7 tokens=8",
        "tune --target 50 --tokens 7..9",
        "ladder --boards tiny --steps standard",
        "bench",
        "replay",
    ],
)
def test_nothing_is_compiled_before_it_is_announced(line: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOOK, *line.split()], cwd=pages.ROOT, capture_output=True, text=True
    )
    assert done.stdout == "[]\n", done.stderr
