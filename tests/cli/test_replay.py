"""`sim replay`: the trace follows its schema, is the game that `sim run` played, and reads as a story."""

from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from experiments.runner import play
from policies.registry import load_policy
from simulator.scenario import Scenario
from tests.cli.conftest import Sim

SCHEMA = json.loads((Path(__file__).parents[2] / "docs" / "trace.schema.json").read_text(encoding="utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)
VARIANTS = [
    "--board central-europe",
    "--board north-america --edition pl --locations stack --layout policy --players 3 --extra-signals 1",
    "--board tiny --locations shuffled --house die-black=0-0-1-1-2-2 --house starting-hand=10 --tokens 3",
    "--board tiny-na --goods 10 --ruling X4=start-place --ruling X6=literal --edition pl --removed 9",
    "--board tiny --removed 0 --house unused-point=0 --house goods=1 --house loading-cards=0",
    "--board loop --layout random --players 4 --house loading-cards=0 --house trains=1 --tokens 1",
]


def traces(sim: Sim, *arguments: object) -> list[list[dict[str, Any]]]:
    """The games of an output, each from its header on."""
    result = sim("replay", "--json", *arguments)
    assert (result.code, result.err) == (0, "")
    games: list[list[dict[str, Any]]] = []
    for line in result.out.splitlines():
        event = json.loads(line)
        if event["event"] == "header":
            games.append([])
        games[-1].append(event)
    return games


def kinds(event: dict[str, Any]) -> tuple[str, str]:
    return event["event"], str(
        next((event[k] for k in ("ask", "helper", "action", "reason", "result", "why") if k in event), "")
    )


def test_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    for wrong in ({}, {"event": "turn"}, {"event": "turn", "turn": 0, "seat": 0}, {"event": "end", "won": 1, "why": "E1"},
                  {"event": "roll", "train": "blue-1", "points": 2}, {"event": "move", "train": "grey-1", "by": "card", "x": 1}):  # fmt: skip
        assert not VALIDATOR.is_valid(wrong), wrong


def test_traces_follow_the_schema(sim: Sim) -> None:
    """Over variants that bring about every kind of event, decision point, helper, action, stop and result."""
    seen: Counter[tuple[str, str]] = Counter()
    checked: set[tuple[Any, ...]] = set()
    for variant in VARIANTS:
        for game in traces(sim, "--games", 30, *variant.split()):
            assert [event["event"] for event in game[:2]] == ["header", "setup"]
            assert game[-1]["event"] == "end"
            for event in game:
                seen[kinds(event)] += 1
                shape = (*kinds(event), *((k, type(v).__name__) for k, v in event.items()))
                # jsonschema is slow: many of each kind, every shape, not every line
                if seen[kinds(event)] <= 6 or shape not in checked:
                    checked.add(shape)
                    assert VALIDATOR.is_valid(event), event
    events = {event for event, _ in seen}
    assert events == {entry["properties"]["event"]["const"] for entry in SCHEMA["oneOf"]}
    for kind, key in (
        ("helper", "helper"),
        ("play", "action"),
        ("stop", "reason"),
        ("deploy", "result"),
        ("choice", "ask"),
    ):
        named = set()
        for entry in SCHEMA["oneOf"]:
            if entry["properties"]["event"]["const"] == kind:
                allowed = entry["properties"][key]
                named |= set(allowed.get("enum", [allowed.get("const")]))
        assert {detail for found, detail in seen if found == kind} == named, kind
    assert {detail for found, detail in seen if found == "end"} == {"E1", "E2", "E3"}


def test_header(sim: Sim) -> None:
    (game,) = traces(sim, "--seed", 5, "--game", 7, "--board", "tiny")
    scenario = Scenario(board="tiny")
    header = game[0]
    assert header["scenario"] == scenario.to_dict()
    assert header["board"] == {"name": "Tiny Valley", "hash": scenario.board_data.hash}
    assert header["deck"] == {"name": "Standard", "hash": scenario.deck_data.hash}
    assert (header["format"], header["policy"], header["seed"], header["game"]) == (1, "random", 5, 7)


def test_replayed_games_are_those_of_a_run(sim: Sim) -> None:
    outcomes = play(Scenario(board="tiny"), load_policy("random"), 5, 3, 30).outcomes
    games = traces(sim, "--seed", 5, "--game", 3, "--games", 30, "--board", "tiny")
    assert [game[0]["game"] for game in games] == list(range(3, 33))
    for outcome, game in zip(outcomes, games, strict=True):
        assert game[-1]["won"] == bool(outcome["won"])
        assert sum(event["event"] == "deliver" for event in game) == outcome["goods"]
        assert sum(event["event"] == "turn" for event in game) == outcome["turns"]
        assert sum(event["lost"] for event in game if event["event"] == "tokens") == outcome["tokens"].sum()


def test_options_are_listed(sim: Sim) -> None:
    (game,) = traces(sim, "--options", "--board", "tiny")
    choices = [event for event in game if event["event"] == "choice"]
    assert all(event["choice"] in event["options"] for event in choices)
    assert all(VALIDATOR.is_valid(event) for event in choices[:10])
    (plain,) = traces(sim, "--board", "tiny")
    counted = [event["options"] for event in plain if event["event"] == "choice"]
    assert counted == [len(event["options"]) for event in choices]


@pytest.mark.parametrize("variant", VARIANTS)
def test_transcripts_tell_every_game(sim: Sim, variant: str) -> None:
    result = sim("replay", "--games", 8, *variant.split())
    assert (result.code, result.err) == (0, "")
    lines = result.out.splitlines()
    assert all(line.isprintable() for line in lines)
    assert not [line for line in lines if "None" in line or "{" in line]
    assert sum(line.startswith(("Won: ", "Lost: ")) for line in lines) == 8
    turns = [int(line.split()[1].rstrip(",")) for line in lines if line.startswith("Turn ")]
    assert all(after in (before + 1, 1) for before, after in pairwise(turns))


def test_transcript_with_options(sim: Sim) -> None:
    lines = sim("replay", "--board", "tiny", "--options").out.splitlines()
    chosen = [line for line in lines if line.startswith("      > ")]
    asked = [line for line in lines if line.startswith("    ? ")]
    assert len(chosen) == len(asked) > 10
