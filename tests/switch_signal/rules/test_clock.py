"""K1, K2: the station clock."""

from __future__ import annotations

from typing import Any

import pytest

from tests.position import Position


def before_red(**options: Any) -> Position:
    """A train that loses a token with every point it rolls (M3)."""
    return (
        Position("loop", **options)
        .red("weiche-zoll:1")
        .train("black-1", at="weiche-zoll#1", heading="weiche-zoll:1")
    )


def test_K1_two_on_the_clock_and_three_to_lose_leaves_six() -> None:
    p = before_red().clock(2).timetable(9).move("black-1", 3)
    assert p.story("tokens", "clock-out") == [
        ("tokens", "red", 2, 0),
        ("clock-out", True, 8, 7),
        ("tokens", "red", 1, 6),
    ]
    assert (p.state()["clock"], p.state()["left"]) == (6, 8)


def test_K1_a_clock_that_reaches_zero_exactly_is_refilled_at_once() -> None:
    p = before_red().clock(2).timetable(9).move("black-1", 2)
    assert p.story("tokens", "clock-out") == [("tokens", "red", 2, 0), ("clock-out", True, 8, 7)]
    assert p.state()["clock"] == 7


def test_K1_one_token_left_is_not_yet_zero() -> None:
    p = before_red().clock(3).timetable(9).move("black-1", 2)
    assert (p.state()["clock"], p.state()["left"], p.story("clock-out")) == (1, 9, [])


def test_K1_a_large_loss_does_it_twice() -> None:
    p = Position("loop").clock(1).timetable(9).train("black-1", at="alm-kreuz#1", heading="alm-kreuz:1")
    p.train("grey-1", at="alm-kreuz#2", heading="alm-kreuz:1").move("black-1", 5)  # 5 points at 2 tokens: 10
    assert p.story("tokens", "clock-out") == [
        ("tokens", "head-on", 1, 0),
        ("clock-out", True, 8, 7),
        ("tokens", "head-on", 7, 0),
        ("clock-out", True, 7, 7),
        ("tokens", "head-on", 2, 5),
    ]


@pytest.mark.parametrize("tokens", [7, 8, 9, 10])
def test_K1_refilled_to_the_full_number_of_the_scenario(tokens: int) -> None:
    p = before_red(tokens=tokens).clock(1).move("black-1", 1)
    assert p.state()["clock"] == tokens


def test_K1_the_card_leaves_the_game_unseen() -> None:
    p = before_red().clock(1).timetable(2).hand(1, switch=1)
    hidden = int(p.record["unseen"])
    p.move("black-1", 1)
    assert (p.state()["executed"], int(p.record["unseen"])) == ([], hidden)  # nobody knows which one went
    p.next_card("t11").choose({"stop": True})
    assert p.story("reveal") == [("reveal", "t11", 0)]  # 2 cards, one lost, one revealed: the last turn


def test_K2_tokens_go_before_the_train_and_its_good_are_put_back() -> None:
    p = Position("loop").clock(2).train("black-1", at="alm-kreuz#1", heading="alm-kreuz:1", good="yellow")
    p.train("grey-1", at="alm-kreuz#2", heading="alm-kreuz:1").move("black-1", 2)
    assert [event[0] for event in p.story()[3:]] == ["stop", "tokens", "clock-out", "tokens", "depot"]
    p = (
        Position("loop")
        .train("black-1", at="eck-kreuz#1", heading="eck-kreuz:0", good="yellow")
        .move("black-1", 2)
    )
    assert [event[0] for event in p.story()[3:]] == ["step", "stop", "tokens", "depot"]


@pytest.mark.parametrize("where", ["head-on", "start"])
def test_K2_so_that_a_game_lost_by_it_ends_with_the_train_still_there(where: str) -> None:
    p = Position("loop", edition="pl").clock(1).timetable(0)
    if where == "head-on":
        p.train("black-1", at="alm-kreuz#1", heading="alm-kreuz:1", good="yellow")
        p.train("grey-1", at="alm-kreuz#2", heading="alm-kreuz:1")
    else:
        p.train("black-1", at="eck-kreuz#1", heading="eck-kreuz:0", good="yellow")
    p.move("black-1", 1)
    assert [event[0] for event in p.story()[-3:]] == ["tokens", "clock-out", "end"]
    assert p.at("black-1") == ("alm-kreuz#1" if where == "head-on" else "eck")
    assert p.state()["goods"]["alm"] == 1


def test_K2_every_cause_costs_tokens() -> None:
    causes = set()
    for p in (
        before_red().move("black-1", 2),  # M3, red
        Position("loop")
        .switch("weiche", "weiche-burg", "weiche-zoll")  # M3, arm
        .train("black-1", at="alm-kreuz#2", heading="alm-kreuz:2")
        .move("black-1", 2),
        Position("loop")
        .train("black-1", at="alm-kreuz#1", heading="alm-kreuz:1")  # M3, train
        .train("black-2", at="alm-kreuz#2", heading="alm-kreuz:2")
        .move("black-1", 2),
        Position("loop")
        .train("black-1", at="alm-kreuz#1", heading="alm-kreuz:1")  # M10
        .train("black-2", at="alm-kreuz#2", heading="alm-kreuz:1")
        .move("black-1", 1),
        Position("loop").train("black-1", at="eck-kreuz#1", heading="eck-kreuz:0").move("black-1", 2),  # M11
        Position("loop").train("black-1", at="eck").every_number("eck").turn("t06", {"colour": "grey"}),  # D2
        Position("loop", house={"trains": (1, 1, 1)})
        .dice(grey=0)
        .train("black-1", at="alm")  # D3
        .train("brown-1", at="burg")
        .train("grey-1", at="eck")
        .turn("t06"),
    ):
        assert [event[2:] for event in p.story("tokens")] == [(2, 5)]
        causes.add(p.story("tokens")[0][1])
    assert causes == {"red", "arm", "train", "head-on", "start", "occupied", "no-train"}
