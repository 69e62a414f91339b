"""`--json` for other programs: the keys that docs/data.md lists, and nothing else on stdout."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from reports.switch_signal.play_tables import SwitchSignalTables
from simulator.switch_signal.measures import MEASURES
from tests import pages
from tests.conftest import Sim

TINY = ("--board", "tiny", "--policy", "random")
COMMANDS = {
    "`sim run`": ("run", *TINY, "--games", 20),
    "`sim run` on a set of boards": (
        "run",
        "--board",
        "ensemble:test/ce",
        "--policy",
        "random",
        "--games",
        20,
    ),
    "`sim sweep`, `sim resume`": ("sweep", *TINY, "--tokens", "7..8", "--games", 20, "--no-report"),
    "`sim compare`": ("compare", "tokens=7", "tokens=8", *TINY, "--games", 500),
    "`sim tune`": ("tune", *TINY, "--target", "5%", "--tokens", "7..8", "--games", 200),
    "`sim perft`": ("perft", "--board", "tiny", "--depth", 2),
}


def listed(command: str) -> list[str]:
    """The keys of a line of the page, without what stands in brackets."""
    page = (pages.ROOT / "docs" / "data.md").read_text(encoding="utf-8")
    line = next(line for line in page.splitlines() if line.startswith(f"| {command} |"))
    return re.findall(r"`(\w+)`", re.sub(r"\(.*?\)", "", line.split("|")[2]))


# A measure that tables tell by themselves is `MEASURE_mean` for the page.
TOLD = {each.name for each in MEASURES.values() if each.told} - {"won", *SwitchSignalTables.elsewhere}


def keys(found: dict[str, Any]) -> list[str]:
    return [key for key in found if key.removesuffix("_mean") not in TOLD]


@pytest.mark.parametrize("command", COMMANDS)
def test_the_keys_are_those_of_the_page(
    sim: Sim, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.chdir(tmp_path)
    found = json.loads(sim(*COMMANDS[command], "--json").out)
    assert keys(found) == listed(command)
    if "cells" in found:
        assert list(found["cells"][0]) == listed("… each of its `cells`")
        (run,) = json.loads(sim("runs", found["run"], "--json").out)
        assert list(run) == listed("`sim runs`, a list")


SEVERAL = {
    "run": ("run", "--board", "tiny", "--games", 2),
    "compare": ("compare", "tokens=7", "tokens=8", "--board", "tiny", "--games", 2),
    "tune": ("tune", "--target", "50%", "--tokens", "7..8", "--board", "tiny", "--games", 2),
}


@pytest.mark.parametrize("command", SEVERAL)
def test_several_tables_are_a_list_of_what_one_gives(sim: Sim, command: str) -> None:
    found = json.loads(sim(*SEVERAL[command], "--json").out)
    assert list(found) == listed("… several tables: `sim run`, `sim compare`, `sim tune`")
    assert [keys(each) for each in found["tables"]] == 3 * [listed(f"`sim {command}`")]


def test_keys_of_other_maps(sim: Sim, tmp_path: Path) -> None:
    idle = ("--policy", "idle", "--games", 5, "--json")
    run = json.loads(sim("run", *idle).out)["other_maps"]
    sweep = json.loads(sim("sweep", *idle, "--tokens", "7..8", "--no-report", "-o", tmp_path / "run").out)
    (swept,) = sweep["other_maps"]
    assert list(run) == list(swept) == listed("… `other_maps`")
    assert [list(each) for each in swept["steps"]] == [listed("… each of its `steps`")]
    assert (swept["steps"][0]["factor"], swept["steps"][0]["before"], swept["steps"][0]["after"]) == (
        "tokens",
        7,
        8,
    )
    compared = json.loads(sim("compare", "central-europe", "north-america", *idle).out)
    assert list(compared["over_sets"]) == listed("… `over_sets`")
