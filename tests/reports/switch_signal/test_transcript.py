"""The wording of transcripts, event by event."""

from __future__ import annotations

from typing import Any

import pytest

from reports.switch_signal.transcript.telling import Narrator, transcript
from reports.switch_signal.transcript.words import (
    AFTER_A_TURN,
    ENDINGS,
    TraceNames,
    cards_in_words,
    choice_in_words,
    title,
)
from simulator.switch_signal.measures import MEASURES
from tests.signalbox.cli.trace_schema import SCHEMA

CARDS = {
    "t01": "deploy, black, grey",
    "t14": "brown, wild",
    "t16": "wild, wild",
    "t18": "wild, wild, wild",
    "two": "black, brown, wild",
    "top": "wild, black",
}


def told(*events: dict[str, Any]) -> list[str]:
    narrator = Narrator(CARDS)
    narrator.hands = [[1, 1, 3], [0, 0, 0]]
    return [line for event in events for line in narrator.tell(event)]


def test_a_move_is_one_line() -> None:
    assert told(
        {"event": "move", "train": "black-1", "by": "timetable"},
        {"event": "roll", "train": "black-1", "points": 4},
        {"event": "step", "train": "black-1", "to": "a-b#1", "heading": "a-b:1"},
        {"event": "step", "train": "black-1", "to": "a-b#2", "heading": "a-b:2"},
        {"event": "step", "train": "black-1", "to": "b", "heading": None},
        {"event": "stop", "train": "black-1", "at": "b", "reason": "city", "unused": 1, "before": None},
    ) == ["    black-1 rolls 4, runs to a-b#1, #2, b; stops in the city, 1 point unused"]


@pytest.mark.parametrize(
    ("reason", "before", "words"),
    [
        ("points", None, "stays at p"),
        ("red", "a-b:1", "stays at p before the red signal a-b:1, 2 points unused"),
        ("arm", "fork", "stays at p before the closed switch fork, 2 points unused"),
        ("train", "grey-1", "stays at p behind grey-1, 2 points unused"),
        ("head-on", "grey-1", "stays at p, head-on with grey-1, 2 points unused"),
        ("start", "grey-1", "stays at p before grey-1 on a start place, 2 points unused"),
    ],
)
def test_a_train_that_cannot_move(reason: str, before: str | None, words: str) -> None:
    unused = 0 if reason == "points" else 2
    stop = {
        "event": "stop",
        "train": "brown-2",
        "at": "p",
        "reason": reason,
        "unused": unused,
        "before": before,
    }
    roll = {"event": "roll", "train": "brown-2", "points": 2}
    assert told(roll, stop) == [f"    brown-2 rolls 2; {words}"]


def test_a_second_roll_is_told_after_the_helper() -> None:
    assert told(
        {"event": "roll", "train": "grey-1", "points": 1},
        {"event": "helper", "helper": "H1", "train": "grey-1"},
        {"event": "roll", "train": "grey-1", "points": 3},
        {"event": "stop", "train": "grey-1", "at": "p", "reason": "red", "unused": 3, "before": "a-b:0"},
        {"event": "tokens", "cause": "red", "lost": 3, "clock": 0},
        {"event": "clock-out", "removed": True, "left": 1, "clock": 7},
    ) == [
        "    grey-1 rolls 1",
        "    helper: logistician, grey-1 rolls again",
        "    grey-1 rolls 3; stays at p before the red signal a-b:0, 3 points unused",
        "      3 tokens lost (red signal), clock 0",
        "      the clock ran out: a timetable card is lost, 1 card left, clock 7",
    ]


def test_hands_are_followed() -> None:
    assert told(
        {"event": "turn", "turn": 2, "seat": 0},
        {"event": "reveal", "card": "t01", "left": 9},
        {"event": "play", "action": "switch", "cards": [1, 0, 1], "junction": "fork", "open": ["a", "b"]},
        {"event": "draw", "seat": 0, "cards": ["move", "signal", "move"]},
    ) == [
        "",
        "Turn 2, player 1",
        "  hand: 1 signal, 1 switch, 3 move",
        "  timetable: card t01 (deploy, black, grey), 9 cards left",
        "    black: no train on the board to move",
        "    grey: no train on the board to move",
        "  plays 1 signal + 1 move: fork now joins a and b",
        "  draws 1 signal, 2 move; hand: 1 signal, 1 switch, 4 move",
    ]


def reveal(card: str) -> dict[str, Any]:
    return {"event": "reveal", "card": card, "left": 9}


def wild(colour: str) -> dict[str, Any]:
    return {"event": "choice", "ask": "wild", "choice": {"colour": colour}, "options": 2}


def moves(train: str) -> tuple[dict[str, Any], ...]:
    stop = {"event": "stop", "train": train, "at": "p", "reason": "points", "unused": 0, "before": None}
    return {"event": "move", "train": train, "by": "timetable"}, stop


OVER = {"event": "turn", "turn": 3, "seat": 1}


def symbols_told(*events: dict[str, Any]) -> list[str]:
    """Between the card and the next turn."""
    return [line.strip() for line in told(*events, OVER)[1:-3]]


def test_a_wild_that_was_chosen_is_told_before_its_trains_move() -> None:
    assert symbols_told(reveal("t16"), wild("grey"), *moves("grey-2"), *moves("grey-1"), wild("black"), *moves("black-1")) == [
        "wild is grey", "grey-2; stays at p", "grey-1; stays at p", "wild is black", "black-1; stays at p",
    ]  # fmt: skip


def test_a_wild_with_one_colour_left_is_not_asked_for_and_told_all_the_same() -> None:
    assert symbols_told(reveal("two"), *moves("brown-1"), *moves("grey-1")) == [
        "black: no train on the board to move", "brown-1; stays at p", "wild is grey", "grey-1; stays at p",
    ]  # fmt: skip


def test_colours_without_a_train_are_told() -> None:
    assert symbols_told(reveal("t14"), wild("grey")) == [
        "brown: no train on the board to move",
        "wild is grey: no train on the board to move",
    ]
    assert symbols_told(reveal("t18")) == [
        f"wild is {colour}: no train on the board to move" for colour in ("black", "brown", "grey")
    ]


def test_a_wild_above_a_colour_leaves_that_colour_alone() -> None:
    assert symbols_told(reveal("top"), *moves("black-1")) == [
        "wild is brown: no train on the board to move",
        "black-1; stays at p",
    ]


def test_the_card_is_done_before_the_players_act() -> None:
    act = {"event": "choice", "ask": "act", "choice": {"stop": True}, "options": [{"stop": True}]}
    assert symbols_told(reveal("t14"), *moves("brown-1"), act) == [
        "brown-1; stays at p",
        "wild is black: no train on the board to move",
        "? act: stop, out of 1:",
        "> stop",
    ]


@pytest.mark.parametrize("why", ENDINGS)
def test_what_is_left_of_the_card_is_told_where_its_turn_was_over(why: str) -> None:
    lines = told(reveal("t14"), *moves("brown-1"), {"event": "end", "won": why == "E1", "why": why})
    assert ("    wild is black: no train on the board to move" in lines) == (why in AFTER_A_TURN)


def test_every_way_to_end_has_words_and_is_in_the_form_of_traces() -> None:
    ends = [name for name in MEASURES["why"].values if name != "none"]
    (end,) = (each for each in SCHEMA["oneOf"] if each["properties"]["event"].get("const") == "end")
    assert list(ENDINGS) == ends == end["properties"]["why"]["enum"]
    assert set(AFTER_A_TURN) < set(ENDINGS)


def test_a_card_put_back_and_a_card_cut_short_by_the_end_say_nothing() -> None:
    end = {"event": "end", "won": True, "why": "E1"}
    put_back = {"event": "helper", "helper": "H4", "card": "t14"}
    assert told(reveal("t14"), put_back, reveal("t16"), end)[1:] == [
        "    helper: track keeper, card t14 goes under the pile",
        "  timetable: card t16 (wild, wild), 9 cards left",
        "",
        "Won: the last good required has arrived (E1)",
    ]


def test_a_listed_choice_stands_below_the_colour_it_belongs_to() -> None:
    conductor = {
        "event": "choice",
        "ask": "conductor",
        "choice": {"use": True},
        "options": [{"use": False}, {"use": True}],
    }
    held = {"event": "helper", "helper": "H3", "colour": "grey"}
    assert symbols_told(reveal("t14"), wild("grey"), conductor, held) == [
        "brown: no train on the board to move",
        "wild is grey",
        "? conductor: yes, out of 2:",
        "- no",
        "> yes",
        "helper: conductor, grey does not move",
    ]


def first_lines(**changes: Any) -> list[str]:
    scenario = {
        "players": 2, "tokens": 7, "removed": 2, "extra_signals": 0, "locations": "dice", "edition": "de", "layout": "standard",
        "helpers": ["H1", "H3"], "house": {"draw": 5, "trains": [3, 3, 3], "signals": 8}, "rulings": {"X6": "city"},
    }  # fmt: skip
    known = {"name": "Tiny", "origin": "known"}
    header = {"scenario": {**scenario, **changes}, "board": known, "deck": known}
    return list(title({**header, "game": 1, "seed": 2, "policy": "novice", "goods_required": 8}))


def test_helpers_have_names_in_the_first_lines() -> None:
    assert first_lines()[1].endswith("7 time tokens, 2 timetable cards put away, start places by dice, edition de, layout standard, helpers logistician, conductor")  # fmt: skip


def test_what_is_off_the_rulebook_stands_in_the_first_lines() -> None:
    changes = {"house": {"draw": 4, "trains": [2, 3, 4], "signals": 8}, "rulings": {"X6": "literal"}}
    line = first_lines(tokens=5, extra_signals=1, **changes)[1]
    assert "5 time tokens" in line
    assert line.endswith(
        "conductor, 1 extra signal disc, house draw 4, house trains 2-3-4, ruling X6 literal"
    )


def test_deployments() -> None:
    event = {
        "event": "deploy",
        "colour": "black",
        "train": "black-1",
        "by": "dice",
        "dice": [1, 6],
        "number": 7,
    }
    event |= {"place": "bari", "result": "placed"}
    failed = event | {"train": None, "result": "occupied"}
    none = event | {"colour": None, "train": None, "by": "none", "place": None, "result": "no-train"}
    assert told(event, failed, none) == [
        "    deploy black: dice 1 + 6 = 7, bari; black-1 stands there",
        "    deploy black: dice 1 + 6 = 7, bari; occupied, no train is placed",
        "    deploy: no train for it in the depot",
    ]


def test_deliveries_are_counted() -> None:
    event = {"event": "deliver", "train": "grey-1", "colour": "red", "port": "haven", "counts": True}
    assert told(event, event | {"counts": False}, {"event": "end", "won": True, "why": "E1"}) == [
        "      grey-1 delivers a red good to haven, number 1 that counts",
        "      grey-1 delivers a red good to haven, which does not count",
        "",
        "Won: the last good required has arrived (E1)",
    ]


def test_small_phrases() -> None:
    assert cards_in_words([0, 0, 0]) == "no cards"
    assert TraceNames().cells(["a-b#2", "a-b#1", "a", "a-b#1"]) == "a-b#2, #1, a, a-b#1"
    assert (
        choice_in_words({"signal": ["a:0", "b:1"], "cards": [1, 0, 0]})
        == "signal from a:0 to b:1 for 1 signal"
    )
    assert choice_in_words({"cards": 3}) == "draw 3"
    assert choice_in_words({"stop": True}) == "stop"


def test_no_control_characters() -> None:
    (line,) = transcript([{"event": "disc", "signal": "a\x1b[31m\nb"}], {})
    assert line == "  a green disc is laid on a�[31m�b"
