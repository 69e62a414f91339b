"""`sim tune`: the ladder of settings near a target, and what is said when there is none."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import experiments.tune
from policies.switch_signal.roster import ROSTER, TABLES
from tests.conftest import Sim

TINY = ("--board", "tiny", "--policy", "novice")


def test_the_smallest_change_comes_first(sim: Sim) -> None:
    levels = ("--tokens", "7..8", "--removed", "0,4,15", "--precision", "3", "--within", "5")
    found = json.loads(sim("tune", "--target", "45%", *TINY, *levels, "--json").out)
    assert found["reached"]
    steps = [row["steps"] for row in found["ladder"]]
    assert steps == sorted(steps)
    assert all(abs(row["win_rate"] - 0.45) <= 0.05 for row in found["ladder"])
    assert all(row["ci_high"] - row["ci_low"] <= 0.0605 for row in found["ladder"])
    assert len(found["settings"]) == 6
    assert found["games"] == sum(row["games"] for row in found["settings"]) < found["full_grid"]
    run = json.loads(
        sim(
            "run", *TINY, "--tokens", 7, "--removed", 15, "--games", found["settings"][2]["games"], "--json"
        ).out
    )
    assert found["settings"][2]["levels"] == {"board": "tiny", "tokens": 7, "removed": 15}
    assert run["win_rate"] == found["settings"][2]["win_rate"]


def test_the_table_and_any_number_of_cores(sim: Sim) -> None:
    arguments = ("tune", "--target", "45", *TINY, "--removed", "0..4..2", "--precision", "3")
    one, two = (sim(*arguments, "--jobs", jobs) for jobs in (1, 2))
    assert one.out == two.out
    lines = one.out.splitlines()
    assert lines[0] == "Tiny Valley; policy novice; free: removed"
    assert "within 2.0 percentage points of 45 %" in lines[3]
    assert "all of them as well known would have taken" in lines[-1]


def test_the_rulebooks_own_steps_are_free_unless_others_are_named(sim: Sim) -> None:
    found = json.loads(
        sim("tune", "--target", "90%", *TINY, "--tokens", 8, "--precision", "10", "--json").out
    )
    assert not found["reached"]
    assert found["sentence"].startswith(
        "No setting of these comes within 2.0 percentage points of 90 %; the nearest is "
    )
    assert len(found["settings"]) == 7 * 2  # removed, extra signals; one goods city allows no 10 goods
    assert {row["levels"]["tokens"] for row in found["settings"]} == {8}


def test_what_the_games_leave_open_is_not_denied(sim: Sim) -> None:
    """Three settings that win 45 % are asked for 42 %: a few hundred games cannot tell, some thousand can."""
    asked = ("tune", "--target", "42%", *TINY, "--removed", "0..2", "--within", "1")
    few = sim(*asked, "--games", 400)
    sentence = few.out.splitlines()[3]
    assert sentence.startswith(
        "Open: no setting of these comes within 1.0 percentage points of 42 % in these games, but 3 are not ruled out; "
        "more --games may tell. The nearest is "
    )
    assert "Not ruled out: " in few.out
    found = json.loads(sim(*asked, "--games", 400, "--json").out)
    assert (found["reached"], len(found["not_ruled_out"])) == (False, 3)
    by_precision = json.loads(sim(*asked, "--precision", 6, "--json").out)["sentence"]
    assert "; a smaller --precision may tell. " in by_precision

    many = sim(*asked, "--games", 20_000, "--precision", "0.7")
    sentence = many.out.splitlines()[3]
    assert sentence.startswith(
        "No setting of these comes within 1.0 percentage points of 42 %; the nearest is "
    )
    assert "ot ruled out" not in many.out


def test_what_may_be_near_besides_is_counted(sim: Sim) -> None:
    asked = ("tune", "--target", "45%", *TINY, "--removed", "2,6,15", "--within", "2", "--games", 400)
    found = json.loads(sim(*asked, "--json").out)
    near, besides = len(found["ladder"]), len(found["not_ruled_out"])
    assert (near, besides) == (1, 1)
    assert found["sentence"].startswith(
        "1 setting comes within 2.0 percentage points of 45 %, and 1 more is not ruled out; the smallest change is "
    )
    assert found["sentence"].endswith("]; its interval reaches further.")


def test_three_tables_are_asked_unless_one_is_named(sim: Sim) -> None:
    asked = (
        "tune",
        "--target",
        "60%",
        "--board",
        "loop",
        "--removed",
        "8..12..2",
        "--precision",
        "10",
        "--within",
        "20",
    )
    told = sim(*asked)
    assert (told.code, told.err) == (0, "")
    assert told.out.startswith("Loop")
    for name in ROSTER.usual:
        assert f"\nFor {TABLES[name].called}, " in told.out
    tables = json.loads(sim(*asked, "--json").out)
    assert list(tables) == ["tables"]
    assert [each["policy"] for each in tables["tables"]] == list(ROSTER.usual)
    for each in tables["tables"]:
        assert each == json.loads(sim(*asked, "--policy", each["policy"], "--json").out)
    # a weaker table needs more cards for the same rate
    nearest = [each["nearest"][0]["levels"]["removed"] for each in tables["tables"]]
    assert nearest == sorted(nearest)
    assert nearest[0] < nearest[-1]


def test_two_spellings_of_one_player_are_both_asked(sim: Sim) -> None:
    twice = ("--policy", "idle,idle:", "--tokens", "7..8", "--games", 300, "--json")
    tables = json.loads(sim("tune", "--target", "50%", "--board", "tiny", *twice).out)["tables"]
    assert [each["policy"] for each in tables] == ["idle", "idle"]


def test_ctrl_c_keeps_the_tables_that_are_known(sim: Sim, monkeypatch: pytest.MonkeyPatch) -> None:
    play_race, begun = experiments.tune.play_race, []

    def broken_off(*arguments: Any) -> Iterator[Any]:
        begun.append(1)
        if len(begun) == 2:
            raise KeyboardInterrupt
        yield from play_race(*arguments)

    monkeypatch.setattr("signalbox.tuning.play_race", broken_off)
    result = sim(
        "tune",
        "--target",
        "90%",
        "--board",
        "tiny",
        "--policy",
        "novice,idle",
        "--removed",
        "0..2",
        "--precision",
        "10",
        "--json",
    )
    assert result.code == 130
    (found,) = json.loads(result.out)["tables"]
    assert (found["policy"], found["stopped"]) == ("novice", True)


def test_ctrl_c_tells_what_is_known(sim: Sim, monkeypatch: pytest.MonkeyPatch) -> None:
    play_race = experiments.tune.play_race

    def broken_off(*arguments: Any) -> Iterator[Any]:
        yield next(play_race(*arguments))
        raise KeyboardInterrupt

    monkeypatch.setattr("signalbox.tuning.play_race", broken_off)
    result = sim("tune", "--target", "90%", *TINY, "--removed", "0..2", "--json")
    assert result.code == 130
    assert "Broken off after 250 games; this is known so far." in result.err
    found = json.loads(result.out)
    assert (found["stopped"], len(found["settings"])) == (True, 1)
    assert found["sentence"].startswith("No setting that was played so far comes within")


def test_a_failing_policy_ends_it_with_one_sentence(sim: Sim, tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text("def clumsy(session):\n    raise ValueError('no idea')\n", encoding="utf-8")
    result = sim(
        "tune", "--target", "50%", "--board", "tiny", "--policy", f"{mine}:clumsy", "--removed", "0..2"
    )
    assert (result.code, result.out) == (1, "")
    assert result.err.splitlines()[-1].startswith("error: ")
    assert "no idea" in result.err


def test_a_mean_is_a_target_too(sim: Sim) -> None:
    levels = (
        "--removed",
        "0..12..4",
        "--measure",
        "goods",
        "--target",
        "1",
        "--within",
        "0.1",
        "--precision",
        "0.05",
    )
    found = json.loads(sim("tune", *TINY, *levels, "--json").out)
    assert (found["measure"], found["target"], found["within"]) == ("goods", 1, 0.1)
    assert found["reached"]
    assert all(abs(row["mean"] - 1) <= 0.1 for row in found["ladder"])
    assert all(row["ci_high"] - row["ci_low"] <= 0.11 for row in found["ladder"])
    assert found["games"] < found["full_grid"]
    told = sim("tune", *TINY, *levels).out
    assert "within 0.10 goods delivered of 1" in told
    assert "goods delivered   95 % interval   to the target" in told


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((), "Missing option '--target'"),
        (("--target", "120%"), '--target: "120%" must be a win rate from 0% to 100%'),
        (("--target", "-5%"), "--target"),
        (("--target", "half"), "must be a win rate from 0% to 100%, for instance 50%"),
        (("--target", "0.5"), '"0.5" could be 0.5 % or 50 %'),
        (("--target", "50%", "--measure", "goods"), '--target: "50%" must be a number, in goods delivered'),
        (("--target", "0", "--measure", "goods"), "--within and --precision must say what is near"),
        (("--target", "50%", "--measure", "god"), 'there is no measure "god" (did you mean "goods"?)'),
        (("--target", "50%", "--board", "tiny,loop"), "--board: tune asks for one board"),
        (("--target", "50%", "--board", "ensemble:test"), "--board: tune asks for one board"),
        (("--target", "50%", "--policy", "novice,novice"), "--policy: novice is named twice."),
        (("--target", "50%", "--tokens", "7..12"), "--tokens: 11 must be a whole number from 1 to 10"),
        (("--target", "50%", "--precision", "60"), "--precision"),
        (("--target", "50%", "--board", "atlantis"), 'there is no board "atlantis"'),
        (
            (
                "--target",
                "50%",
                "--removed",
                "0..17",
                "--tokens",
                "1..10",
                "--house",
                "draw=0..15",
                "--players",
                "2..4",
            ),
            "8,640 settings are too many",
        ),
    ],
)
def test_mistakes(sim: Sim, arguments: tuple[object, ...], sentence: str) -> None:
    result = sim("tune", *arguments)
    assert (result.code, result.out) == (2, "")
    assert sentence in result.err
