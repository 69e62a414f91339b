"""A command line is carried out in this process: an interpreter of its own would cost two seconds each."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import islice
from typing import NamedTuple

import pytest
from hypothesis import settings

# The console looks at it when it is made, and colours would stand in what tests compare.
os.environ.pop("FORCE_COLOR", None)

import simulator.games
from signalbox.cli.main import invoke
from tests.pictures import without_slides

# No deadline: a first call may compile. No chance: a change fails here and in CI, or in neither.
settings.register_profile("signalbox", deadline=None, derandomize=True)
settings.load_profile("signalbox")

# A sweep that takes a second.
SMALL = (
    "sweep",
    "--board",
    "tiny",
    "--tokens",
    "7..8",
    "--policy",
    "random,novice",
    "--games",
    "200",
    "--no-report",
)

# What nearly all tests need, in two parts that take about as long and share no machine code.
COMPILED = (
    """
from policies.switch_signal import idle, novice, random
from simulator.switch_signal import batch, perft, session, way_search
""",
    """
from policies.switch_signal import people
from policies.switch_signal.planning import standing
""",
)


class Result(NamedTuple):
    code: int
    out: str
    err: str


Sim = Callable[..., Result]


def pytest_configure(config: pytest.Config) -> None:
    """Compile before there are workers, since each of them would compile all of it."""
    if (config.getoption("numprocesses", None) or 0) > 1:
        running = [subprocess.Popen([sys.executable, "-c", part], cwd=config.rootpath) for part in COMPILED]
        for compiler in running:
            compiler.wait()


@pytest.fixture(autouse=True)
def games_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game in a file that a test loads takes the place of one of the same name; for the next test it is back."""
    monkeypatch.setattr(simulator.games, "_loaded", dict(simulator.games._loaded))


@pytest.fixture
def few_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reports with one of their figures: all of them take seconds, a waste where a test is not about them."""
    from reports.charts.settings import setting_charts

    monkeypatch.setattr("reports.report.all_charts", lambda run: islice(setting_charts(run), 1))


@pytest.fixture
def no_slides() -> Iterator[None]:
    """Figures for the page only."""
    with without_slides():
        yield


@pytest.fixture
def sim(capsys: pytest.CaptureFixture[str]) -> Sim:
    """`sim("run", "--games", 10)` gives exit code, stdout and stderr."""

    def call(*arguments: object) -> Result:
        capsys.readouterr()
        code = invoke([str(argument) for argument in arguments])
        streams = capsys.readouterr()
        # Said once after a change of the rules, by whichever command comes first.
        told = [line for line in streams.err.splitlines(keepends=True) if not line.startswith("Compiling ")]
        return Result(code, streams.out, "".join(told))

    return call


def complaint(sim: Sim, *arguments: object) -> str:
    """How a command is refused: one sentence on stderr, and nothing else."""
    result = sim(*arguments)
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("error: ")
    assert result.err.endswith((".\n", "?\n"))
    assert result.err.count("\n") == 1
    return result.err.removeprefix("error: ").removesuffix("\n")
