"""docs/reconstruction.md shows what its commands print."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.cli.conftest import Sim, sim

PAGE = (Path(__file__).parents[2] / "docs" / "reconstruction.md").read_text(encoding="utf-8")
SURVEYS = re.findall(r"`sim ([a-z]+ survey[^`]*)`[^`]*?```text\n(.*?)\n```", PAGE, flags=re.DOTALL)

__all__ = ["sim"]  # the fixture


def test_the_page_has_its_three_surveys() -> None:
    assert [command.split()[0] for command, _ in SURVEYS] == ["board", "board", "deck"]


@pytest.mark.slow
@pytest.mark.parametrize(("command", "shown"), SURVEYS)
def test_a_survey_prints_what_the_page_shows(sim: Sim, command: str, shown: str) -> None:
    assert sim(*shlex.split(command)).out.rstrip() == shown
