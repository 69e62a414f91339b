"""The checked build plays the games of the ordinary one, and no kernel uses an index outside its array."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from multiprocessing.pool import ThreadPool
from pathlib import Path

import pytest

from policies.switch_signal.roster import PLAYERS
from tests import pages
from tests.policies.switch_signal.checked_games import PRINTED, QUICK, SEARCHING, steps_from_standard

# The policy looks at a cell that no board has, from the third turn on.
POLICY = """
from policies.switch_signal.seam import DECIDE
from simulator.core.jit import kernel
from simulator.switch_signal.decisions import nth_choice

@kernel(DECIDE, entry=True)
def careless(board, rules, game, mind):
    if game.turn == 3 and board.kind[board.cells + 1000] == 77:
        return 1
    return nth_choice(board, rules, game, 0)
"""


def run(checked: str, *arguments: str, folder: Path = pages.ROOT) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "SIGNALBOX_CHECKED": checked, "PYTHONPATH": str(pages.ROOT)}
    command = [sys.executable, "-m", *arguments]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)


def test_every_variant_is_among_the_games() -> None:
    for board in PRINTED:
        assert None not in steps_from_standard(board)


def test_every_player_is_among_the_games() -> None:
    assert {name.partition(":")[0] for name in QUICK | SEARCHING} == set(PLAYERS)


@pytest.mark.slow
def test_the_same_games_under_every_variant_and_no_index_outside_its_array() -> None:
    with ThreadPool(2) as both:
        ordinary, checked = both.map(
            lambda each: run(each, "tests.policies.switch_signal.checked_games"), ("0", "1")
        )
    assert (checked.returncode, ordinary.returncode) == (0, 0), checked.stderr
    lines = checked.stdout.splitlines()
    assert lines == ordinary.stdout.splitlines()
    games: Counter[str] = Counter()
    for name, each, *_ in map(str.split, lines):
        games[name] += int(each) if name in QUICK | SEARCHING else 0
    for name, wanted in (QUICK | SEARCHING).items():
        assert games[name] >= wanted


@pytest.mark.slow
@pytest.mark.parametrize("jobs", ["1", "4"])
def test_an_alarm_in_a_policy_stops_the_run_with_one_sentence(tmp_path: Path, jobs: str) -> None:
    """It comes out of a function that is called by its pointer, compiled just now or found in the cache."""
    (tmp_path / "mine.py").write_text(POLICY, encoding="utf-8")
    where = "a kernel used an index outside its array (mine.py, line 8)"
    player = ("--board", "loop", "--policy", "mine.py:careless")
    sentence = f"{where}, with policy mine.py:careless on loop in game 0, turn 3."
    for _ in ("compiled", "found in the cache"):
        done = run(
            "1", "signalbox.cli.main", "run", "--games", "100", "--jobs", jobs, *player, folder=tmp_path
        )
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr.splitlines()[-1] == f"error: {sentence}"
    done = run("1", "signalbox.cli.main", "replay", *player, folder=tmp_path)
    assert (done.returncode, done.stderr.splitlines()[-1]) == (1, f"error: {where}.")
    done = run("1", "signalbox.cli.main", "sweep", "--games", "100", "--no-report", *player, folder=tmp_path)
    assert done.returncode == 1
    assert sentence.removesuffix(".") in done.stderr
