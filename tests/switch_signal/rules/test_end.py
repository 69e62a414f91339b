"""E1–E3: how a game ends."""

from __future__ import annotations

from typing import Any

import pytest

from tests.position import Position

STOP = {"stop": True}


def one_good_short(**options: Any) -> Position:
    """Central Europe in little: all goods but one white one are in the port, and that one stands before it."""
    p = Position("loop", **options).delivered("hafen", yellow=2, white=1)
    return p.train("black-1", at="zoll-hafen#1", heading="zoll-hafen:1", good="white")


def test_E1_the_last_good_wins_at_once() -> None:
    p = one_good_short().move("black-1", 1)
    assert p.story("deliver", "depot", "end") == [
        ("deliver", "black-1", "white", "hafen", True),
        ("depot", "black-1", None),
        ("end", True, "E1"),
    ]
    assert p.ask is None


def test_E1_in_T1_too_before_the_other_trains_move() -> None:
    p = one_good_short().train("black-2", at="alm").train("grey-1", at="furt").dice(black=2)
    p.turn("t11", {"move": "black-1"})
    assert p.story("end") == [("end", True, "E1")]
    assert [event[1] for event in p.story("move")] == ["black-1"]


def test_E1_on_the_last_turn_too() -> None:
    assert one_good_short().timetable(0).move("black-1", 1).story("end") == [("end", True, "E1")]


def test_E1_not_with_one_good_missing() -> None:
    p = Position("loop").delivered("hafen", yellow=1, white=1)
    p.train("black-1", at="zoll-hafen#1", heading="zoll-hafen:1", good="white").move("black-1", 1)
    assert (p.story("end"), p.ask) == ([], "act")


def test_E1_two_of_each_colour_not_four_of_any() -> None:
    p = Position("loop", house={"goods": 2}).delivered("hafen", yellow=3, white=0)
    p.train("black-1", at="zoll-hafen#1", heading="zoll-hafen:1", good="white").move("black-1", 1)
    assert p.story("end") == []


def test_E2_the_turn_of_the_last_card_ends_the_game_without_a_draw() -> None:
    p = Position("loop").timetable(1).turn("t11")
    assert p.story("reveal") == [("reveal", "t11", 0)]
    p.choose(STOP)
    assert [event[0] for event in p.story()] == ["turn", "reveal", "end"]  # no T3
    assert p.story("end") == [("end", False, "E2")]


def test_E2_the_active_player_still_plays_cards_in_that_turn() -> None:
    p = one_good_short().timetable(1).turn("t12")
    assert (p.ask, p.story("end")) == ("act", [])
    p.move("black-1", 1)
    assert p.story("end") == [("end", True, "E1")]


def test_E2_not_while_a_card_is_left() -> None:
    p = Position("loop").hand(1, switch=1).timetable(2).turn("t11").next_card("t12").choose(STOP)
    assert (p.story("end"), len(p.story("draw"))) == ([], 1)


def losing_without_cards(edition: str) -> Position:
    p = Position("loop", edition=edition).clock(2).timetable(0).red("weiche-zoll:1")
    return p.train("black-1", at="weiche-zoll#1", heading="weiche-zoll:1").move("black-1", 3)


def test_E3_no_card_left_under_the_clock_loses_at_once_in_the_polish_edition() -> None:
    p = losing_without_cards("pl")
    assert p.story("tokens", "clock-out", "end") == [
        ("tokens", "red", 2, 0),
        ("clock-out", False, 0, 0),
        ("end", False, "E3"),
    ]
    assert p.ask is None


def test_E3_in_the_german_edition_the_clock_is_refilled_and_nothing_else() -> None:
    p = losing_without_cards("de")
    assert p.story("tokens", "clock-out", "end") == [
        ("tokens", "red", 2, 0),
        ("clock-out", False, 0, 7),
        ("tokens", "red", 1, 6),
    ]
    assert p.ask == "act"
    assert p.choose(STOP).story("end") == [("end", False, "E2")]


@pytest.mark.parametrize("edition", ["de", "pl"])
def test_E3_holds_for_a_failed_deployment_in_mid_card(edition: str) -> None:
    p = Position("loop", edition=edition).clock(1).timetable(1).train("grey-1", at="eck").every_number("eck")
    p.dice(grey=0).turn("t06", {"colour": "black"})
    assert p.story("end") == ([("end", False, "E3")] if edition == "pl" else [])
    assert bool(p.story("move")) == (edition == "de")  # grey moves only if the game goes on
