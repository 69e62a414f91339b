"""A command line is carried out in this process: an interpreter of its own would cost two seconds each."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest

from cli.main import invoke

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


class Result(NamedTuple):
    code: int
    out: str
    err: str


Sim = Callable[..., Result]


@pytest.fixture
def few_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reports with some of their figures: all of them take seconds, a waste where a test is not about them."""
    from reports.charts.settings import setting_charts

    monkeypatch.setattr("reports.charts.KINDS", (setting_charts,))


@pytest.fixture
def sim(capsys: pytest.CaptureFixture[str]) -> Sim:
    """`sim("run", "--games", 10)` gives exit code, stdout and stderr."""

    def call(*arguments: object) -> Result:
        capsys.readouterr()
        code = invoke([str(argument) for argument in arguments])
        streams = capsys.readouterr()
        return Result(code, streams.out, streams.err)

    return call
