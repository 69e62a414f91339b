"""`sim compare`: the verdict in words, the same figures as JSON, and what is refused."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from experiments.maps import SetsCompared
from policies.switch_signal.roster import ROSTER, TABLES
from reports.terminal.compare_table import sets_sentence
from reports.units import Unit
from simulator.switch_signal.game import GAME
from tests.conftest import Sim, complaint

TINY = ("--board", "tiny", "--policy", "novice", "--games", 3000)


def test_the_verdict_is_a_sentence(sim: Sim) -> None:
    result = sim("compare", "standard", "removed=6", *TINY)
    assert result.code == 0
    lines = result.out.splitlines()
    assert lines[0] == "A  Tiny Valley, standard game; policy novice"
    assert lines[1] == "B  Tiny Valley, removed 6; policy novice"
    assert "is a reconstruction" in lines[2]
    assert lines[4].startswith("B (removed=6) is harder by ")
    assert "a group would notice after about " in lines[4]
    assert "games of each side, seed 1;" in result.out
    assert "(after every 500 games)" in result.out


def test_json_has_the_same_for_any_number_of_cores(sim: Sim) -> None:
    one, two = (
        sim("compare", "novice", "random", "--board", "tiny", "--games", 1000, "--json", "--jobs", jobs).out
        for jobs in (1, 2)
    )
    assert one == two
    found = json.loads(one)
    assert (found["verdict"], found["a"]["policy"], found["b"]["policy"]) == ("different", "novice", "random")
    assert "wins less often by" in found["sentence"]
    assert found["low"] <= found["difference"] <= found["high"] < 0
    assert found["only_b"] - found["only_a"] == found["b"]["wins"] - found["a"]["wins"]
    assert found["games"] == 500
    run = json.loads(sim("run", "--policy", "novice", "--board", "tiny", "--games", 500, "--json").out)
    assert found["a"]["win_rate"] == run["win_rate"]
    changes = {each["name"]: each for each in found["changes"]}
    assert changes["turns"]["a"] == run["turns_mean"]
    assert changes["tokens red"]["a"] == run["tokens_mean"]["red"]


def test_too_few_games_leave_it_open(sim: Sim) -> None:
    found = json.loads(sim("compare", "tokens=9", "tokens=10", *TINY[:4], "--games", 60, "--json").out)
    assert (found["verdict"], found["games"]) == ("open", 60)
    assert found["sentence"].startswith("Open after 60 games: ")


def test_what_is_too_small_to_matter_is_alike(sim: Sim) -> None:
    result = sim("compare", "tokens=9", "tokens=10", *TINY, "--negligible", "10pp")
    assert "A and B are alike: the difference of " in result.out
    assert "is smaller than 10.0." in result.out


def test_ctrl_c_tells_what_is_known(sim: Sim, monkeypatch: pytest.MonkeyPatch) -> None:
    import experiments.compare

    go_on = experiments.compare.go_on

    def broken_off(*arguments: Any) -> Iterator[int]:
        for number, games in enumerate(go_on(*arguments)):
            yield games
            if number:
                raise KeyboardInterrupt

    monkeypatch.setattr("signalbox.comparing.go_on", broken_off)
    result = sim("compare", "tokens=9", "tokens=10", *TINY, "--json", "--precision", "0.01")
    assert result.code == 130
    assert "Broken off after 1,000 games of each side" in result.err
    found = json.loads(result.out)
    assert (found["stopped"], found["games"]) == (True, 1000)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("standard", "standard"), "A and B mean the same"),
        (("standard", "tokens=7"), "A and B mean the same"),
        (("standard",), "Missing argument 'B'"),
        (("standard", "tokens=11"), "B (tokens=11): --tokens: 11 must be"),
        (
            ("planer", "novice"),
            'A (planer): "planer" is no preset, board or policy (did you mean "planner"?)',
        ),
        (("tiny", "loop", "--precision", "much"), '--precision: "much" must be percentage points'),
        (("tiny", "loop", "--games", 0), "--games: 0 must be"),
        (
            ("tiny", "loop", "--measure", "god"),
            'there is no measure "god" (did you mean "goods"?); they are won, goods, ',
        ),
        (
            ("tiny", "loop", "--measure", "why"),
            "--measure: why is neither a share of games nor a single number of each game, so nothing can be asked about it; ",
        ),
        (
            ("tiny", "loop", "--measure", "goods", "--precision", "1pp"),
            '--precision: "1pp" must be a number above 0, in goods delivered, for instance 0.5.',
        ),
        (("tiny", "loop", "--measure", "goods", "--negligible", "-1"), "must be a number from 0 on"),
        (("standard", "remove-3", "--board", "ensemble:test"), "is a set of boards, and one is wanted here"),
        (("policy=novice:x=1", "random"), 'novice has no parameter "x"'),
        (
            ("family", "practised", "--policy", "novice"),
            "--policy: A or B says who plays; leave one of the two out.",
        ),
        (("standard", "novice", "--policy", "family,idle"), "--policy: A or B says who plays"),
        (
            ("family:skill=0.5", "novice"),
            "family takes no settings; to change them, play people:skill=0.77 instead.",
        ),
    ],
)
def test_mistakes(sim: Sim, arguments: tuple[object, ...], sentence: str) -> None:
    result = sim("compare", *arguments)
    assert (result.code, result.out) == (2, "")
    assert sentence in result.err


def test_three_tables_are_asked_unless_one_is_named(sim: Sim) -> None:
    asked = ("compare", "standard", "removed=12", "--board", "loop", "--games", 500)
    told = sim(*asked)
    assert (told.code, told.err) == (0, "")
    for name in ROSTER.usual:
        assert f"\nFor {TABLES[name].called}, B (removed=12) is harder by " in told.out
    assert "How games change for a practised table:" in told.out
    tables = json.loads(sim(*asked, "--json").out)
    assert list(tables) == ["tables"]
    assert [each["a"]["policy"] for each in tables["tables"]] == list(ROSTER.usual)
    for each in tables["tables"]:
        assert each == json.loads(sim(*asked, "--policy", each["a"]["policy"], "--json").out)
        assert each["over_sets"] is None


def test_sides_that_say_who_plays_are_one_comparison(sim: Sim) -> None:
    tiny = ("--board", "tiny", "--games", 500, "--json")
    both = json.loads(sim("compare", "novice", "random", *tiny).out)
    assert (both["a"]["policy"], both["b"]["policy"]) == ("novice", "random")
    assert complaint(sim, "compare", "tokens=7", "novice,tokens=8", *tiny) == (
        "B says who plays and A does not; say it on both sides, or --policy who plays A."
    )
    given = json.loads(sim("compare", "tokens=7", "novice,tokens=8", "--policy", "random", *tiny).out)
    assert given["a"]["policy"] == "random"


def test_two_reconstructions_are_compared_over_their_sets(sim: Sim) -> None:
    asked = ("compare", "north-america", "central-europe", "--games", 20, "--policy", "planner")
    found = json.loads(sim(*asked, "--json").out)["over_sets"]
    assert (found["policy"], found["boards"]) == ("planner", [12, 12])
    for half, mean in zip(("na", "ce"), found["means"], strict=True):
        run = ("run", "--board", f"ensemble:test/{half}", "--games", 20, "--policy", "planner", "--json")
        assert json.loads(sim(*run).out)["win_rate"] == pytest.approx(mean)
    assert found["low"] < found["difference"] < found["high"]
    told = sim(*asked).out
    assert "On 12 other maps like A and 12 like B that fit what is known, the planner wins " in told


@pytest.mark.parametrize(
    ("low", "high", "so"),
    [
        (-0.2, 0.1, ", so the printed maps may differ either way."),
        (0.1, 0.2, ", so this holds for more than these two maps."),
    ],
)
def test_what_is_said_over_sets(low: float, high: float, so: str) -> None:
    found = SetsCompared("practised", (12, 12), (0.6, 0.65), (low + high) / 2, low, high)
    told = sets_sentence(GAME, Unit(GAME.main), found)
    assert told.endswith(so)
    assert "a practised table wins 60 % and 65 % of the time on average" in told


@pytest.mark.parametrize(
    "second", ["tokens=8", "board=tiny", "board=ensemble:test/na-01", "house signals=12,board=north-america"]
)
def test_other_pairs_are_not(sim: Sim, second: str) -> None:
    found = json.loads(sim("compare", "standard", second, "--games", 5, "--policy", "idle", "--json").out)
    assert found["over_sets"] is None


def test_ctrl_c_keeps_the_tables_that_are_known(sim: Sim, monkeypatch: pytest.MonkeyPatch) -> None:
    import experiments.compare

    go_on, begun = experiments.compare.go_on, []

    def broken_off(*arguments: Any) -> Iterator[int]:
        begun.append(1)
        if len(begun) == 2:
            raise KeyboardInterrupt
        yield from go_on(*arguments)

    monkeypatch.setattr("signalbox.comparing.go_on", broken_off)
    result = sim("compare", "tokens=9", "tokens=10", "--board", "tiny", "--games", 500, "--json")
    assert result.code == 130
    (found,) = json.loads(result.out)["tables"]
    assert (found["a"]["policy"], found["stopped"]) == ("first-game", True)


def test_ctrl_c_among_other_maps_keeps_the_comparison(sim: Sim, monkeypatch: pytest.MonkeyPatch) -> None:
    import experiments.maps

    def broken_off(*_: Any) -> Iterator[float]:
        yield 0.5
        raise KeyboardInterrupt

    monkeypatch.setattr(experiments.maps, "rates_on", broken_off)
    asked = ("compare", "central-europe", "north-america", "--games", 20, "--policy", "idle", "--json")
    result = sim(*asked)
    assert result.code == 130
    assert "this is the whole comparison, without other maps." in result.err
    found = json.loads(result.out)
    assert (found["stopped"], found["games"], found["over_sets"]) == (False, 20, None)


@pytest.mark.parametrize(
    ("policies", "player"),
    [("planner,first-game", "planner"), ("novice,idle", "novice"), ("idle,novice", "novice")],
)
def test_the_strongest_table_is_asked_about_the_sets(sim: Sim, policies: str, player: str) -> None:
    asked = ("compare", "central-europe", "north-america", "--games", 2, "--policy", policies, "--json")
    tables = json.loads(sim(*asked).out)["tables"]
    assert {each["over_sets"]["policy"] for each in tables} == {player}


def test_different_players_on_two_boards_are_not_compared_over_the_sets(sim: Sim) -> None:
    """No one player could answer that."""
    sides = ("central-europe,policy=novice", "north-america,policy=idle")
    assert json.loads(sim("compare", *sides, "--games", 2, "--json").out)["over_sets"] is None


def test_any_measure_is_compared(sim: Sim) -> None:
    asked = ("compare", "standard", "removed=6", *TINY, "--measure", "goods")
    lines = sim(*asked).out.splitlines()
    assert re.match(r"B \(removed=6\) averages \d\.\d\d goods delivered less than A \[", lines[4])
    assert sum(line.startswith("goods delivered ") for line in lines) == 1
    assert any(line.endswith(" in B.") and "came to more in A" in line for line in lines)
    found = json.loads(sim(*asked, "--json").out)
    assert found["measure"] == "goods"
    assert found["low"] <= found["difference"] <= found["high"] < 0
    assert found["difference"] == pytest.approx(found["b"]["mean"] - found["a"]["mean"])
    assert found["a"]["total"] == found["a"]["mean"] * found["games"]
    goods = next(each for each in found["changes"] if each["name"] == "goods")
    assert goods["a"] == found["a"]["mean"]
    run = json.loads(sim("run", *TINY[:4], "--games", found["games"], "--json").out)
    assert found["a"]["mean"] == run["goods_mean"]


def test_reconstructions_are_compared_over_their_sets_by_any_measure(sim: Sim) -> None:
    asked = ("north-america", "central-europe", "--games", 5, "--policy", "idle", "--measure", "turns")
    told = sim("compare", *asked).out
    assert re.search(
        r"12 like B that fit what is known, a table that never plays a card \(idle\) averages \S+ and \S+ turns: ",
        told,
    )
    assert "B (central-europe) differs by " in told


def test_a_measure_has_amounts_of_its_own(sim: Sim) -> None:
    """Half a good is a great difference, and half a point of something that is no share means nothing."""
    asked = ("compare", "tokens=9", "tokens=10", *TINY, "--measure", "goods")
    assert "A and B are alike: the difference of " in sim(*asked, "--negligible", "0.5").out
    finer = json.loads(sim(*asked, "--precision", "0.02", "--negligible", 0, "--json").out)
    assert finer["negligible"] == 0


@pytest.mark.parametrize("command", ["compare", "tune", "calibrate"])
def test_help_teaches_by_an_example(sim: Sim, command: str) -> None:
    assert (
        f"sim {command} "
        in sim(command, "--help").out.partition("╭")[0].partition("Usage")[2].partition("\n")[2]
    )
