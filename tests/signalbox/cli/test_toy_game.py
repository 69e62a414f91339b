"""Commands on a user's game: what they tell is made from what it declares, and what it cannot tell is said in one sentence."""

from __future__ import annotations

import json
import re

import pytest

import signalbox.cli.game_texts
from policies.registry import roster_of
from signalbox.cli.main import COMMANDS
from simulator.switch_signal.game import GAME as SWITCH_SIGNAL
from tests.conftest import Result, Sim, complaint
from tests.hoard import FILE

ON = ("--game", FILE)


def asked(sim: Sim, *words: object) -> Result:
    result = sim(*ON, *words)
    assert result.code == 0, result.err
    return result


def test_a_run_tells_what_the_game_counts(sim: Sim) -> None:
    lines = asked(sim, "run", "--games", 200, "--policy", "daring", "--nights", 5).out.splitlines()
    assert lines[0] == "The Dragon's Hoard, nights 5"
    assert lines[2].startswith("The policy daring wins this setup ")
    assert [line.split("  ")[0] for line in lines if line.startswith(("games", "gold", "grabs"))] == [
        "games won",
        "gold at home",
        "grabs",
    ]
    found = json.loads(asked(sim, "run", "--games", 200, "--policy", "daring", "--json").out)
    assert found["wins"] == found["win_rate"] * 200
    assert found["gold_mean"] > found["grabs_mean"] > 0
    assert found["scenario"] == {"nights": 6, "dragon": "drowsy"}
    assert (found["reconstructed"], found["invented"], found["other_maps"]) == ([], [], None)


def test_players_stand_side_by_side(sim: Sim) -> None:
    lines = asked(sim, "run", "--games", 50).out.splitlines()
    assert lines[1] == "50 games of each table, seed 1"
    assert lines[4].split() == ["random", "timid", "daring"]


def test_a_score_is_compared(sim: Sim) -> None:
    told = asked(sim, "compare", "nights=6", "dragon=angry", "--measure", "gold", "--policy", "timid").out
    assert "B (dragon=angry) averages " in told
    assert " gold at home less than A [" in told
    assert "Differences on the same deals, with 95 % intervals" in told


def test_a_score_is_tuned(sim: Sim) -> None:
    words = ("tune", "--measure", "gold", "--target", 38, "--within", 2, "--policy", "timid", "--json")
    found = json.loads(asked(sim, *words).out)
    assert found["reached"]
    assert found["ladder"][0]["levels"] == {"nights": 7}
    assert found["ladder"][0]["steps"] == 1


def test_games_are_told_as_traces_for_any_number_of_jobs(sim: Sim, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("WORTH_PROCESSES", 2), ("CHUNK", 3)):
        monkeypatch.setattr(signalbox.cli.game_texts, name, value)
    alone, together = (asked(sim, "replay", "--json", "--games", 10, "--jobs", jobs) for jobs in (1, 2))
    assert alone == together
    headers = [json.loads(line) for line in alone.out.splitlines() if '"event":"header"' in line]
    assert [header["game"] for header in headers] == list(range(10))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("replay", "--html", "x.html"), "--html: The Dragon's Hoard has no pages that play a game."),
        (("replay", "--explain", "--json"), "--explain: nobody who plays The Dragon's Hoard says why."),
        (("calibrate", "x.csv"), "The Dragon's Hoard has no players with a skill dial, so no table can be found on it."),
        (("sweep", "--nights", "5..6", "--measure", "gold", "--precision", "1pp"), "--precision: how many games it takes is known of a share of games, and gold is none; give --games."),
        (("run", "--no-maps"), "--no-maps: nothing is played on other maps here; it is for what is played on a reconstruction."),
        (("compare", "nights=6", "nights=7", "--measure", "gould"), '--measure: there is no measure "gould" (did you mean "gold"?); they are won, gold, grabs.'),
        (("boards",), "`boards` is a command of Switch & Signal only, and The Dragon's Hoard is played here."),
        (("board", "check", "x.toml"), "`board` is a command of Switch & Signal only, and The Dragon's Hoard is played here."),
        (("bords",), "No such command 'bords'; `sim --help` tells what there is."),
    ],
)  # fmt: skip
def test_what_it_cannot_tell_is_said(sim: Sim, words: tuple[str, ...], said: str) -> None:
    assert complaint(sim, *ON, *words) == said


@pytest.mark.parametrize("command", [name for panel in COMMANDS.values() for name in panel])
def test_help_speaks_of_this_game(sim: Sim, command: str) -> None:
    """Nobody and nothing of Switch & Signal is in it."""
    text = asked(sim, command, "--help").out
    others = {*SWITCH_SIGNAL.factors, *roster_of(SWITCH_SIGNAL).all} - {"random", "board", "players", "idle"}
    assert {word for word in re.findall(r"[a-z-]+", text) if word in others} == set()


@pytest.mark.parametrize(("words", "rate"), [(("compare", "standard", "nights=5"), 100), (("tune", "--target", "50%"), 50)])  # fmt: skip
def test_examples_of_help_can_be_played(sim: Sim, words: tuple[str, ...], rate: int) -> None:
    assert " ".join(words) in " ".join(asked(sim, words[0], "--help").out.split())
    assert asked(sim, *words, "--policy", "daring", "--games", rate).out


def test_speed_is_measured_without_places(sim: Sim, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("signalbox.cli.bench.SECONDS", 0.01)
    words = ("bench", "--policy", "timid", "--repeats", 1)
    found = json.loads(asked(sim, *words, "--json").out)
    assert [each["policy"] for each in found["speeds"]] == ["timid"]
    assert found["bytes_in_play"] == 0
    assert "a game leaves " in asked(sim, *words).out
