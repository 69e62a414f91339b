"""What commands tell of games in which things never vary, of points below nought, and of shares of games that are not won."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import Sim
from tests.small_games import PATIENCE, STONES


@pytest.fixture
def stones(sim: Sim, tmp_path: Path) -> Sim:
    return on(sim, tmp_path, STONES)


@pytest.fixture
def patience(sim: Sim, tmp_path: Path) -> Sim:
    return on(sim, tmp_path, PATIENCE)


def on(sim: Sim, folder: Path, text: str) -> Sim:
    (folder / "game.py").write_text(text, encoding="utf-8")
    return lambda *words: sim("--game", folder / "game.py", *words)


def test_of_settings_that_come_equally_near_the_smallest_change_is_named(stones: Sim) -> None:
    lines = stones("tune", "--target", 5, "--pile", "5..12", "--policy", "many").out.splitlines()
    assert "; the nearest is the standard game: 6.00 [" in lines[2]
    assert [line.split()[0] for line in lines if line.strip()[:1].isdigit()][:3] == ["0", "1", "2"]


def test_a_verdict_for_several_tables_says_for_whom_and_names_both_sides(stones: Sim) -> None:
    told = stones("compare", "pile=9", "pile=10", "--measure", "won", "--games", 100).out
    assert "For the policy one, open after 100 games: B (pile=10) wins +0.0 percentage points [" in told
    told = stones("tune", "--target", "50%", "--measure", "won", "--pile", "5..12", "--games", 300).out
    assert "For the policy one, no setting of these comes within " in told


def test_a_difference_of_shares_says_of_what(patience: Sim) -> None:
    told = patience("compare", "careful", "brave", "--measure", "ruined", "--games", 500).out
    assert "B (brave) has " in told
    assert " percentage points more ruined games than A [" in told
    assert "; 1 deal came to more in A, " in told


def test_a_target_has_the_minus_sign_of_what_is_found(patience: Sim) -> None:
    told = patience(
        "tune", "--target", -5, "--within", 9, "--rounds", "5,6", "--penalty", 9, "--policy", "brave"
    ).out
    assert " points of −5" in told
