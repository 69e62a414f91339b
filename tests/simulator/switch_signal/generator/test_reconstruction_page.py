"""docs/reconstruction.md shows what its commands print."""

from __future__ import annotations

import re
import shlex
from collections import Counter
from pathlib import Path

import pytest

from simulator.switch_signal.board import load_board
from simulator.switch_signal.ensemble import SET_NAMES, members
from tests.conftest import Sim

PAGE = (Path(__file__).parents[4] / "docs" / "reconstruction.md").read_text(encoding="utf-8")
SURVEYS = re.findall(r"`sim ([a-z]+ survey[^`]*)`[^`]*?```text\n(.*?)\n```", PAGE, flags=re.DOTALL)


def test_the_page_has_its_three_surveys() -> None:
    assert [command.split()[0] for command, _ in SURVEYS] == ["board", "board", "deck"]


@pytest.mark.slow
@pytest.mark.parametrize(("command", "shown"), SURVEYS)
def test_a_survey_prints_what_the_page_shows(sim: Sim, command: str, shown: str) -> None:
    assert sim(*shlex.split(command)).out.rstrip() == shown


def test_the_page_counts_discs_on_lines_that_the_layout_closes() -> None:
    """A line is closed where its end is a junction that joins two others."""
    closed_ends: Counter[int] = Counter()
    for board in (load_board(name) for chosen in SET_NAMES for name in members(chosen, "board")):
        switches = board.layout.switches
        for field in board.layout.signals[len(board.cities) :]:
            line = board.line_by_id[field.partition(":")[0]]
            closed_ends[sum(place in switches and line.id not in switches[place] for place in line.ends)] += 1
    sentence = (
        f"of the {closed_ends.total()} line discs of the frozen sets, {closed_ends[1]} lie on lines that the same "
        f"layout's switches close at one end at first, and {closed_ends[2]} on lines that they close at both"
    )
    assert sentence in " ".join(PAGE.split())
