"""Traces stand alone: board, deck and all states come out of their lines, read by somebody who has none of the program (tests/outsider.py)."""

from __future__ import annotations

import hashlib
import json
import random
import tomllib
from collections import Counter
from typing import Any

import pytest

from simulator.switch_signal.board import parse_board
from simulator.switch_signal.deck import parse_deck
from simulator.switch_signal.game import GAME
from simulator.switch_signal.house import Number
from simulator.switch_signal.scenario import Scenario
from tests.boards import KNOT, KNOT_NA
from tests.outsider import Line, last_state
from tests.pages import ROOT
from tests.players import load_player
from tests.position import file_of
from tests.switch_signal.differential.side_by_side import some_scenario

BOARDS = ("central-europe", "north-america", "tiny", "tiny-na", "loop", file_of(KNOT), file_of(KNOT_NA))
FULL = BOARDS[:2]
QUICK, SLOW = ("idle", "random", "novice", "planner"), ("expert", "clairvoyant")
CHANGING = ("disc", "deal", "turn", "reveal", "helper", "deploy", "step", "deliver", "tokens", "clock-out", "depot", "play", "draw", "shuffle")  # fmt: skip


def told(scenario: Scenario, policy: str, game: int) -> list[Line]:
    """The lines of a game as they come out of a file."""
    lines = GAME.trace(scenario, [load_player(policy)], 6, game)
    return [json.loads(json.dumps(line)) for line in lines]


def check(lines: list[Line]) -> None:
    assert lines[-1]["event"] == "end"
    assert last_state(lines) == lines[-1]["state"]


@pytest.mark.parametrize("policy", QUICK)
@pytest.mark.parametrize("board", FULL)
def test_the_lines_alone_lead_from_the_first_state_to_the_last(board: str, policy: str) -> None:
    for game in range(5):
        check(told(Scenario(board), policy, game))


@pytest.mark.slow
@pytest.mark.parametrize("policy", SLOW)
@pytest.mark.parametrize("board", FULL)
def test_so_they_do_with_players_who_search(board: str, policy: str) -> None:
    for game in range(5):
        check(told(Scenario(board), policy, game))


@pytest.mark.parametrize("board", BOARDS, ids=["ce", "na", "tiny", "tiny-na", "loop", "knot", "knot-na"])
def test_so_they_do_in_every_variant(board: str) -> None:
    ends: Counter[str] = Counter()
    for number in range(60):
        lines = told(some_scenario(board, random.Random(number)), QUICK[number % len(QUICK)], number)
        check(lines)
        ends[lines[-1]["why"]] += 1
    assert min(ends["E2"], ends["E3"]) > 0, ends


@pytest.mark.parametrize("kind", CHANGING)
def test_an_event_left_out_is_noticed(kind: str) -> None:
    """So the check above can fail: with some event less of every kind that changes something."""
    few_cards: dict[str, Number] = {"action-deck": (14, 14, 14)}
    scenario = Scenario("tiny-na", removed=0, locations="stack", layout="policy", house=few_cards)
    games = [told(scenario, "planner", game) for game in range(10)]
    assert any(
        is_noticed(game, place) for game in games for place, line in enumerate(game) if line["event"] == kind
    )


def is_noticed(lines: list[Line], place: int) -> bool:
    """Whether the lines without one of them are contradictory, or lead to another state."""
    try:
        return bool(last_state([*lines[:place], *lines[place + 1 :]]) != lines[-1]["state"])
    except ValueError:  # what is not there cannot be taken away
        return True


@pytest.mark.parametrize("board", BOARDS[:5])
def test_the_header_holds_board_and_deck(board: str) -> None:
    scenario = Scenario(board)
    header = next(GAME.trace(scenario, [load_player("idle")], 1, 0))
    assert parse_board(header["board"]["text"], "a trace").hash == scenario.board_data.hash
    assert parse_deck(header["deck"]["text"], "a trace").hash == scenario.deck_data.hash


def short_sha(data: Any, **how: Any) -> str:
    return hashlib.sha256(json.dumps(data, **how).encode("ascii")).hexdigest()[:16]


@pytest.mark.parametrize("board", BOARDS[:5])
def test_the_hashes_are_what_the_page_says(board: str) -> None:
    header = next(GAME.trace(Scenario(board), [load_player("idle")], 1, 0))
    file, deck = (tomllib.loads(header[thing]["text"]) for thing in ("board", "deck"))
    place = {line["id"]: number for number, line in enumerate(file["line"])}
    plays = {
        "family": file["family"],
        "cities": [[city["id"], city["goods"]] for city in file["city"]] + [[p["id"], None] for p in file["port"]],
        "starts": [[start["id"], start["numbers"]] for start in file["start"]],
        "junctions": [junction["id"] for junction in file.get("junction", [])],
        "lines": [
            [line["id"], line["from"], line["to"], line["segments"], sorted(line.get("signals", []))]
            for line in file["line"]
        ],
        "signals": file["layout"]["signals"],
        "extra": file["layout"]["extra"],
        "switches": {
            junction: sorted(lines, key=place.__getitem__)
            for junction, lines in file["layout"].get("switches", {}).items()
        },
    }  # fmt: skip
    assert short_sha(plays, sort_keys=True, separators=(",", ":")) == header["board"]["hash"]
    cards = [[card["id"], card["deploy"], card["moves"]] for card in deck["card"]]
    actions = [deck["actions"][kind] for kind in ("signal", "switch", "move")]
    assert short_sha([*cards, actions]) == header["deck"]["hash"]


# What a decision leaves: the table of docs/trace.md, and what games have.


def said_to_follow() -> dict[tuple[str, str], set[str]]:
    """(ask, answer) -> the events of which one comes next; none if the answer has no line of its own."""
    page = (ROOT / "docs" / "trace.md").read_text(encoding="utf-8")
    table = page.split("## What a decision leaves")[1].split("\n## ")[0]
    found: dict[tuple[str, str], set[str]] = {}
    for row in table.splitlines():
        if row.startswith("| `"):
            ask, answers, events, _ = (cell.replace("`", "") for cell in row.strip("| ").split(" | "))
            for answer in answers.split(", "):
                found[ask, answer] = set(events.split(" or ")) - {"none"}
    return found


def answer_of(choice: Line) -> str:
    key, value = next(iter(choice.items()))
    if key == "use":
        return f"use: {str(value).lower()}"
    return f"cards: {value and 'n'}" if key == "cards" else key


def found_to_follow() -> dict[tuple[str, str], set[str]]:
    """(ask, answer) -> the events that come next in many games; further choices may stand between."""
    found: dict[tuple[str, str], set[str]] = {}
    for board in BOARDS:
        for number in range(60):
            lines = told(some_scenario(board, random.Random(f"decisions {number}")), "random", number)
            asked: list[tuple[str, str]] = []
            for line in lines:
                if line["event"] == "choice":
                    asked.append((line["ask"], answer_of(line["choice"])))
                    continue
                for decision in asked:
                    found.setdefault(decision, set()).add(line["event"])
                asked = []
    return found


def test_what_a_decision_leaves_is_what_the_page_says() -> None:
    said, found = said_to_follow(), found_to_follow()
    assert said.keys() == found.keys()
    for decision, events in said.items():
        assert not events or events == found[decision], decision


@pytest.mark.parametrize(("reading", "reason"), [("head-on", "head-on"), ("start-place", "start")])
def test_X4_a_train_kept_off_a_start_place_stops_before_it(reading: str, reason: str) -> None:
    """`at` is where the train stands: on the start place itself only if it was free and a `step` led there."""
    found: Counter[bool] = Counter()
    for game in range(60):
        lines = told(Scenario("loop", rulings={"X4": reading}, house={"draw": 10}), "random", game)
        at: dict[str, str] = {}
        starts = lines[1]["state"]["numbers"]
        for line in lines:
            if line["event"] == "deploy" and line["train"]:
                at[line["train"]] = line["place"]
            elif line["event"] == "step":
                at[line["train"]] = line["to"]
            elif line["event"] == "stop":
                assert line["at"] == at[line["train"]]
                if line["reason"] == reason and line["before"] and at[line["before"]] in starts:
                    assert line["at"] not in starts
                    found[True] += 1
                elif line["reason"] == "start":
                    assert (line["at"] in starts, line["before"]) == (True, None)
                    found[False] += 1
    assert min(found[True], found[False]) > 0, found
