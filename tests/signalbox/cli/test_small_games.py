"""What commands tell of games in which things never vary, of points below nought, and of shares of games that are not won."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.conftest import Sim
from tests.small_games import PATIENCE, STONES


@pytest.fixture
def stones(sim: Sim, tmp_path: Path) -> Sim:
    return on(sim, tmp_path / "stones.py", STONES)


@pytest.fixture
def patience(sim: Sim, tmp_path: Path) -> Sim:
    return on(sim, tmp_path / "patience.py", PATIENCE)


def on(sim: Sim, file: Path, text: str) -> Sim:
    file.write_text(text, encoding="utf-8")
    return lambda *words: sim("--game", file, *words)


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


def test_a_measure_that_is_nought_in_every_game_has_a_row(stones: Sim, patience: Sim) -> None:
    assert "\nstones lent " in stones("run", "--games", 20).out
    shown = patience("run", "--games", 20, "--policy", "careful").out
    assert "\nruined games " in shown
    assert "bold moves" not in shown  # a part that nobody had


def test_a_game_without_a_scene_ends_in_words_and_with_one_minus_sign(stones: Sim, patience: Sim) -> None:
    assert (
        "\nOver after 2 turns: stones taken 6; games won: no; stones lent 0; odd games: no"
        in stones("replay").out
    )
    told = patience("replay", "--policy", "brave", "--penalty", 20).out
    assert re.search("points −[0-9]", told)
    assert "-" not in told


def test_help_offers_nothing_that_the_game_does_not_have(stones: Sim) -> None:
    for command in ("run", "sweep"):
        told = stones(command, "--help").out
        assert "--no-maps" not in told
        assert "rulebook" not in told
    assert "nothing is played on other maps" in stones("run", "--no-maps").err


def test_one_core_is_one_core(stones: Sim, tmp_path: Path) -> None:
    words = ("sweep", "--pile", "9,10", "--games", 20, "--jobs", 1, "--no-report", "-o", tmp_path / "run")
    assert " on 1 core (games" in stones(*words).err
