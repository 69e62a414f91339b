"""`sim replay --explain`: every answer stands among those that were weighed, with numbers that add up, and can be read."""

from __future__ import annotations

import json
from typing import Any

import pytest

import signalbox.cli.game_texts
from policies.switch_signal.explanation import TERMS
from tests.conftest import Sim
from tests.signalbox.cli.trace_schema import VALIDATOR

VARIANTS = [
    "--board central-europe",
    "--board north-america --edition pl --layout policy --players 3",
    "--board tiny --games 3",
]
EXPERT = "expert:breadth=3,futures=2,horizon=2"


def events(sim: Sim, *arguments: object) -> list[dict[str, Any]]:
    result = sim("replay", "--json", *arguments)
    assert result.code == 0, result.err
    return [json.loads(line) for line in result.out.splitlines()]


def decisions(told: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [event for event in told if event["event"] == "choice"]


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_planner_gives_the_answer_that_gains_most(sim: Sim, variant: str) -> None:
    asked = decisions(events(sim, "--policy", "planner", "--explain", "--options", *variant.split()))
    assert len(asked) > 10
    for event in asked:
        candidates = event["why"]["candidates"]
        assert candidates[0]["choice"] == event["choice"], event
        gains = [candidate["gain"] for candidate in candidates]
        assert gains == sorted(gains, reverse=True)
        for candidate in candidates:
            assert candidate["choice"] in event["options"]
            assert sum(candidate[term] for term in TERMS) == pytest.approx(candidate["gain"], abs=0.004)
            assert "chance" not in candidate
    assert {"act", "order"} <= {event["ask"] for event in asked if len(event["why"]["candidates"]) > 1}
    for event in asked[:: len(asked) // 10]:
        assert VALIDATOR.is_valid(event), event


def test_reasons_change_nothing_else(sim: Sim) -> None:
    common = ("--policy", "planner", "--board", "tiny", "--games", 3)
    plain, explained = events(sim, *common), events(sim, *common, "--explain")
    assert not [event for event in decisions(plain) if "why" in event]
    for event in decisions(explained):
        del event["why"]
    assert plain == explained


@pytest.mark.parametrize("policy", ["random", "idle", "novice"])
def test_a_policy_without_reasons_says_so_once(sim: Sim, policy: str) -> None:
    common = ("--policy", policy, "--explain", "--board", "tiny")
    text = sim("replay", *common).out
    assert text.count(f"    policy {policy} gives no reasons for what it chooses\n") == 1
    assert "considers" not in text
    asked = decisions(events(sim, *common))
    assert all(event["why"] is None and VALIDATOR.is_valid(event) for event in asked)


def test_the_transcript_shows_the_best_with_the_chosen_one_marked(sim: Sim) -> None:
    arguments = ("--policy", "planner", "--explain", "--board", "tiny", "--games", 3)
    asked = decisions(events(sim, *arguments))
    weighed = [len(event["why"]["candidates"]) for event in asked]
    lines = sim("replay", *arguments).out.splitlines()
    assert sum(": considers nothing but " in line for line in lines) == weighed.count(1)
    assert sum(": considers " in line for line in lines) == len(weighed)
    assert sum(line.endswith(", gains in steps of way") for line in lines) == 3
    assert sum(line.startswith("      > ") for line in lines) == len(weighed) - weighed.count(1)
    assert sum(line.startswith("      - ") for line in lines) == sum(min(n, 6) - 1 for n in weighed)
    more = [int(line.split()[2]) for line in lines if line.startswith("      … and ")]
    assert more == [n - 6 for n in weighed if n > 6]


def test_reasons_stand_below_the_options(sim: Sim) -> None:
    lines = sim("replay", "--policy", "planner", "--explain", "--options", "--board", "tiny").out.splitlines()
    listed = [index for index, line in enumerate(lines) if line.startswith("    ? act: ")]
    assert listed
    for index in listed:
        count = int(lines[index].rstrip(":").split()[-1])
        assert lines[index + count + 1].startswith("    act: considers ")
        chosen = lines[index].removeprefix("    ? act: ").partition(", out of")[0]
        reasons = lines[index + count + 1 : index + count + 3]
        assert any(
            line.endswith(f"nothing but {chosen}") or line.startswith(f"      > {chosen} ")
            for line in reasons
        )


def test_the_expert_shows_the_chance_of_what_it_played_on(sim: Sim) -> None:
    arguments = ("--policy", EXPERT, "--explain", "--board", "tiny", "--tokens", 7)
    asked = decisions(events(sim, *arguments))
    assert all(event["why"] for event in asked)
    compared = [event for event in asked if "chance" in event["why"]["candidates"][0]]
    assert compared
    for event in compared:
        candidates = event["why"]["candidates"]
        assert candidates[0]["choice"] == event["choice"]
        chances = ["chance" in candidate for candidate in candidates]
        assert chances == sorted(chances, reverse=True)
    assert all(VALIDATOR.is_valid(event) for event in compared[:5])
    assert "  chance " in sim("replay", *arguments).out


@pytest.mark.parametrize("form", ["--json", "--options"])
def test_jobs_do_not_show(sim: Sim, monkeypatch: pytest.MonkeyPatch, form: str) -> None:
    for name, value in (("WORTH_PROCESSES", 2), ("CHUNK", 3), ("ROUND", 1)):
        monkeypatch.setattr(signalbox.cli.game_texts, name, value)
    common = ("replay", "--policy", "planner", "--explain", "--board", "tiny", "--games", 8, form)
    alone, together = (sim(*common, "--jobs", jobs) for jobs in (1, 2))
    assert alone.code == 0
    assert alone[:2] == together[:2]
