"""A shipped game of which there is no more than there must be: compiled rules, measures and players (`tests/dash/`)."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from reports.scenes import Scene, scene_of
from signalbox.cli.help_words import commands_of
from simulator.games import SHIPPED
from tests.conftest import Sim, complaint
from tests.dash_game import DASH

MINE = """
from simulator.core.jit import kernel
from tests.dash.engine import DECIDE, RUN, WALK


@kernel(DECIDE, entry=True)
def reckless(rules, game, mind):
    return RUN


@kernel(DECIDE, entry=True)
def lost(rules, game, mind):
    return WALK if game.turns < 2 else 7


def slow(rules, game, mind):
    return WALK
"""


@pytest.fixture
def dash(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, sim: Sim) -> Sim:
    """A command with this game, in a folder with policies of a user."""
    monkeypatch.setitem(SHIPPED, "dash", "tests.dash.game")
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(MINE, encoding="utf-8")
    return partial(sim, "--game", "dash")


def test_it_has_neither_scene_nor_commands_of_its_own() -> None:
    assert type(scene_of(DASH)) is Scene
    assert commands_of(DASH).names == set()
    assert "sim --game dash sweep --fields 11..13" in commands_of(DASH).examples


def test_help_of_a_game_without_places_has_no_option_about_them(dash: Sim) -> None:
    assert "--no-maps" not in dash("run", "--help").out
    assert complaint(dash, "run", "--no-maps").startswith("--no-maps: nothing is played on other maps here")


def test_it_is_told_from_its_trace(dash: Sim) -> None:
    assert dash("replay", "--options").out.splitlines() == [
        "Dash, standard game; policy bold, seed 1, game 0",
        "Place 0, hound -3",
        "  can be chosen: walk or run",
        "Turn 1: run; place 10, hound 1",
        "  can be chosen: walk or run",
        "Turn 2: walk; place 11, hound 4",
        "  can be chosen: walk or run",
        "Turn 3: walk; place 12",
        "Over after 3 turns: home; fields to the hound 8; turns 3",
    ]


def test_it_is_run_and_swept(dash: Sim) -> None:
    assert "A bold runner (bold) wins this setup" in dash("run", "--games", 200).out
    swept = dash("sweep", "--fields", "11..12", "--games", 50, "-o", "run", "--keep-games", "--no-report")
    assert swept.code == 0
    assert {path.suffix for path in Path("run", "traces").iterdir()} == {".gz"}


def test_compiled_policies_of_users_play_and_others_are_refused(dash: Sim) -> None:
    assert "The policy mine.py:reckless wins" in dash("run", "--policy", "mine.py:reckless").out
    said = '--policy: "slow" in mine.py is not compiled, and this game asks policies that are; its own show how, in policies/.'
    assert complaint(dash, "run", "--policy", "mine.py:slow") == said
    assert complaint(dash, "run", "--policy", "mine.py:").endswith("functions in it are reckless, lost.")


def test_an_illegal_choice_stops_the_run(dash: Sim) -> None:
    told = dash("run", "--policy", "mine.py:lost")
    said = "made an illegal choice on Dash in game 0, turn 3, asked for walk or run: choice 7."
    assert (told.code, told.err) == (1, f"error: policy mine.py:lost {said}\n")
