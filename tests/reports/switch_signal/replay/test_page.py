"""The replay page: the words of transcripts, steps that add up to the trace's states, safe, small, the same bytes every time."""

from __future__ import annotations

import copy
import json
import re
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from reports.page_parts import embedded_json
from reports.switch_signal.board.svg import Sheet
from reports.switch_signal.board.words import BoardWords
from reports.switch_signal.replay.data import Game, flat_state, replay_data, way_of
from reports.switch_signal.replay.page import replay_page, replay_viewer
from reports.switch_signal.replay.state import Unfolding
from reports.switch_signal.transcript.telling import transcript
from simulator.switch_signal.board import load_board
from simulator.switch_signal.trace import header
from tests.boards import KNOT
from tests.position import Position
from tests.replays import played


def told(board: str, **how: Any) -> dict[str, Any]:
    scenario, game = played(board, **how)
    return replay_data(Sheet(scenario.board_data), game)


@pytest.mark.parametrize("board", ["central-europe", "north-america", "tiny", "loop"])
def test_the_steps_add_up_to_the_state_of_the_trace(board: str) -> None:
    scenario, game = played(board)
    unfolding = Unfolding(scenario.board_data, game.events[1])
    for event in game.events[2:]:
        unfolding.take(event)
    shown: dict[str, Any] = {}
    for step in told(board)["steps"]:
        shown |= step["set"]
    assert shown == flat_state(unfolding.state)


def test_a_train_that_only_comes_back_to_its_cell_has_no_way() -> None:
    """X15: a way of a single point cannot be drawn, nor a train run along it."""
    p = Position(KNOT).switch("west", "ring", "chord").train("black-1", at="ring#1", heading="ring:0")
    scenario, setup = p.session.scenario, {"event": "setup", "state": p.state()}
    p.move("black-1", 2).switch("west", "ring", "mid-west").move("black-1", 1)
    events = [header(scenario, "somebody", 1, 0), setup, *p.events]
    steps = replay_data(Sheet(scenario.board_data), Game(events, {}))["steps"]
    assert ["way" in step for step in steps if step["kind"] == "stop"] == [False, True]


def test_games_of_the_format_before_are_shown_alike() -> None:
    """A run may hold them; and so no page holds the files of board and deck, nor a state twice."""
    scenario, game = played("central-europe")
    first, *events, end = copy.deepcopy(game.events)
    del first["board"]["text"], first["deck"]["text"], end["state"]
    older = replace(game, events=[{**first, "format": 2}, *events, end])
    assert replay_page(scenario.board_data, older) == replay_page(scenario.board_data, game)


def test_the_words_are_those_of_the_transcript() -> None:
    scenario, game = played("central-europe")
    names = BoardWords(scenario.board_data)
    lines = [line.strip() for line in transcript(game.events, game.cards, names)]
    words = [line for step in told("central-europe")["steps"] for line in step["words"]]
    after_setup = lines[lines.index("player 1 is dealt " + words[1].removeprefix("player 1 is dealt ")) :]
    assert words[0] == "Setup"
    assert words[1:] == [line for line in after_setup if line]


@pytest.mark.parametrize("board", ["central-europe", "north-america", "tiny-na"])
def test_nobody_has_to_read_ids(board: str) -> None:
    """Neither `berlin-poznan:0` nor `dijon-lyon#1`, `black-1` or `t09`, in what is told and in what was weighed."""
    scenario, _ = played(board, explain=True)
    said = [line for step in told(board, explain=True)["steps"] for line in step["words"]]
    weighed = [why for step in told(board, explain=True)["steps"] for why in step.get("why", [])]
    said += [heading for heading, _, _ in weighed]
    said += [choice for _, rows, _ in weighed for _, choice, *_ in rows]
    lines = "|".join(re.escape(line.id) for line in scenario.board_data.lines)
    for line in said:
        assert not re.search(rf"#\d|\b\w+:\d|\b(black|brown|grey)-\d|\bt\d\d\b|\b({lines})\b", line), line


def test_the_page_may_ask_for_nothing() -> None:
    """What no script of ours does, a name that slipped through must not be able to do either."""
    scenario, game = played("tiny")
    head = replay_page(scenario.board_data, game).partition("<style>")[0]
    assert "Content-Security-Policy" in head
    assert "default-src 'none'" in head


def test_runs_follow_the_tracks() -> None:
    """The way of a run begins where the one before ended, and never jumps."""
    scenario, _ = played("central-europe")
    sheet = Sheet(scenario.board_data)
    for step in told("central-europe")["steps"]:
        if "way" in step:
            points = list(zip(step["way"][::2], step["way"][1::2], strict=True))
            at = step["set"][f"train:{step['train']}"][0]
            assert points[-1] == sheet.cell(at)
            assert all(abs(a - c) + abs(b - d) < 130 for (a, b), (c, d) in pairwise(points))


def test_a_way_goes_through_the_junction_and_round_the_bends() -> None:
    sheet = Sheet(load_board("central-europe"))
    way = way_of(sheet, ["brest-le-mans#2", "le-mans-paris#1"])
    assert tuple(way[2:4]) == sheet.at(sheet.geometry.places["le-mans"])


def test_what_a_step_is_about_is_marked() -> None:
    steps = told("central-europe")["steps"]
    red = next(step for step in steps if any("before the red signal" in line for line in step["words"]))
    assert [mark.partition(":")[0] for mark in red["marks"]] == ["field"]
    assert all(len(step["dice"]) == 2 for step in steps if step["kind"] == "deploy" and "dice" in step)
    losses = [step for step in steps if step["kind"] == "tokens"]
    assert losses
    assert all("lost (" in step["words"][0] for step in losses)


def test_reasons_come_with_the_step_that_they_led_to() -> None:
    plain, explained = told("tiny")["steps"], told("tiny", explain=True)["steps"]
    assert [step["words"] for step in plain] == [step["words"] for step in explained]
    assert not any("why" in step for step in plain)
    play = next(step for step in explained if step["kind"] == "play" and "why" in step)
    heading, rows, _ = play["why"][-1]
    assert heading.startswith("what to play: considers")
    assert [row[0] for row in rows].count(1) == 1
    silent = told("tiny", policy="idle", explain=True)["steps"]
    found = [why for step in silent for why in step.get("why", [])]
    assert found == [["policy idle gives no reasons for what it chooses", [], ""]]


@pytest.mark.parametrize("board", ["central-europe", "north-america"])
def test_a_game_is_small_and_the_same_every_time(board: str) -> None:
    scenario, game = played(board)
    pages = {replay_page(scenario.board_data, game) for _ in range(2)}
    assert len(pages) == 1
    assert len(pages.pop().encode()) < 150_000
    assert len(embedded_json(told(board))) < 60_000


def test_nothing_is_asked_for_from_elsewhere() -> None:
    scenario, game = played("tiny")
    page = replay_page(scenario.board_data, game)
    assert re.findall(r"(?:https?:)?//[a-z]", page.replace("http://www.w3.org/2000/svg", "")) == []
    assert set(re.findall(r'(?:src|href)="([^"]*)"', page)) == {"data:,"}


def test_embedded_data_cannot_leave_their_element() -> None:
    data = {"</script>": "<!-- & \u2028\u2029"}
    text = embedded_json(data)
    assert not set(text) & set("<>&\u2028\u2029")
    assert json.loads(text) == data


def test_a_viewer_of_several_games_has_the_board_once() -> None:
    scenario, game = played("tiny")
    names = ["a typical win", "<script>alert(1)</script>"]
    viewer = replay_viewer(
        scenario.board_data, [Game(game.events, game.cards, name) for name in names], ident="games"
    )
    assert viewer.count('<svg class="board') == 1
    assert viewer.count("<script") == 1
    assert "&lt;script&gt;" in viewer
