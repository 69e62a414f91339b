"""X6, X7, X11–X14, X16: rulings on ports, cards, tokens and the clock; those with a switch (⇄) in both readings."""

from __future__ import annotations

from typing import Any

import pytest

from simulator.switch_signal.streams import LOCATION
from tests.position import Position, new_game

STOP = {"stop": True}


def at_bay(good: str, reading: str, **options: Any) -> Position:
    p = Position("tiny-na", rulings={"X6": reading}, **options).green("hidden-bay:2")
    return p.train("black-1", at="hidden-bay#2", heading="hidden-bay:2", good=good)


def test_X6_a_port_that_has_the_colour_is_a_city_like_any_other() -> None:
    p = at_bay("blue", "city").delivered("bay", blue=1).move("black-1", 2)
    assert (p.ask, p.options()) == ("through", [STOP, {"by": "bay-pass:0"}])
    p.choose({"by": "bay-pass:0"})
    assert p.state()["trains"]["black-1"] == {"at": "bay-pass#1", "heading": "bay-pass:1", "good": "blue"}
    p = at_bay("blue", "city").delivered("bay", blue=1).move("black-1", 1)
    assert (p.at("black-1"), p.story("deliver", "depot")) == ("bay", [])


def test_X6_literal_it_unloads_and_stores_the_good_without_effect() -> None:
    p = at_bay("blue", "literal").delivered("bay", blue=1).move("black-1", 2)
    assert p.story("stop", "deliver", "depot") == [
        ("stop", "black-1", "bay", "port", 1, None),
        ("deliver", "black-1", "blue", "bay", False),
        ("depot", "black-1", None),
    ]
    assert p.state()["delivered"]["bay"] == {"blue": 2, "red": 0}
    assert p.state()["goods"]["ridge"] == 1  # it does not go back


@pytest.mark.parametrize(
    ("there", "needed"),
    [
        ({"blue": 1, "red": 1}, True),  # the one duplicate
        ({"blue": 1, "red": 2}, False),  # has a duplicate already
        ({"blue": 2, "red": 0}, False),  # … also while another colour is missing
        ({"blue": 0, "red": 2}, True),  # a colour that is missing is always needed
    ],
)
@pytest.mark.parametrize("reading", ["city", "literal"])
def test_X6_with_ten_goods_a_port_needs_one_duplicate(
    reading: str, there: dict[str, int], needed: bool
) -> None:
    p = at_bay("blue", reading, goods=10).delivered("bay", **there).move("black-1", 1)
    told = [("deliver", "black-1", "blue", "bay", needed)] if needed or reading == "literal" else []
    assert p.story("deliver") == told


@pytest.mark.parametrize(("reading", "moved"), [("move", ["black-1", "black-2"]), ("literal", ["black-1"])])
def test_X7_the_three_wild_card_and_trains_in_ports(reading: str, moved: list[str]) -> None:
    p = (
        Position("tiny-na", rulings={"X7": reading})
        .train("black-1", at="upper")
        .train("black-2", at="bay")
        .dice(black=0)
    )
    p.turn("t18", {"colour": "black"})
    while p.ask in ("order", "wild"):
        p.choose(p.options()[0])
    assert [event[1] for event in p.story("move")] == moved


@pytest.mark.parametrize("card", ["t11", "t16"])
def test_X7_literal_spares_nobody_on_other_cards(card: str) -> None:
    p = Position("tiny-na", rulings={"X7": "literal"}).train("black-1", at="bay").dice(black=0).turn(card)
    if p.ask == "wild":
        p.choose({"colour": "black"})
    assert [event[1] for event in p.story("move")] == ["black-1"]


def test_X7_literal_spares_nobody_in_goods_cities() -> None:
    p = Position("tiny-na", rulings={"X7": "literal"}).train("black-1", at="ridge").dice(black=0)
    assert [event[1] for event in p.turn("t18", {"colour": "black"}).story("move")] == ["black-1"]


def test_X11_the_track_keeper_needs_another_card() -> None:
    assert Position("tiny-na", helpers="H4").timetable(1).turn("t11").ask == "act"
    assert Position("tiny-na", helpers="H4").timetable(2).turn("t11").ask == "track-keeper"


def test_X11_and_is_not_used_on_the_start_card() -> None:
    p = new_game("tiny-na", helpers="H4").run()
    assert (p.ask, p.story("reveal")) == ("act", [("reveal", "start", 16)])


def test_X12_the_stack_of_tokens_is_shuffled_anew_when_empty() -> None:
    p = (
        Position("loop", locations="stack", house={"failed-deployment": 0})
        .train("grey-1", at="eck")
        .every_number("eck")
    )
    p.dice(grey=0)
    for turn in range(12):
        p.timetable(10).turn("t06" if turn % 2 else "t04", {"colour": "brown"})
        p.record["executed_cards"] = 0
        if turn == 10:
            assert p.state()["tokens"] == list(range(2, 13))
    drawn = [event[5] for event in p.story("deploy")]
    assert sorted(drawn[:11]) == list(range(2, 13))
    assert len(drawn) == 12


def test_X12_the_shunter_uses_no_token() -> None:
    p = Position("tiny-na", helpers="H5", locations="stack").dice(grey=0)
    p.turn("t06", {"colour": "grey"}, {"place": "outer"})
    assert p.state()["tokens"] == list(range(2, 13))
    assert p.record["drawn"][LOCATION] == 0


def losing(points: int, edition: str) -> Position:
    """One token on the clock, one card in the pile, and so many points to lose."""
    p = Position("loop", edition=edition).clock(1).timetable(1).red("weiche-zoll:1")
    return p.train("black-1", at="weiche-zoll#1", heading="weiche-zoll:1").move("black-1", points)


@pytest.mark.parametrize("edition", ["de", "pl"])
def test_X13_the_clock_may_take_the_last_card_and_this_turn_is_then_the_last(edition: str) -> None:
    p = losing(3, edition)
    assert p.story("clock-out", "end") == [("clock-out", True, 0, 7)]
    assert p.ask == "act"  # not yet E3's loss
    assert p.choose(STOP).story("draw", "end") == [("end", False, "E2")]


@pytest.mark.parametrize("edition", ["de", "pl"])
def test_X13_the_next_time_is_also_within_the_same_loss(edition: str) -> None:
    p = losing(9, edition)
    assert p.story("tokens", "clock-out", "end") == [
        ("tokens", "red", 1, 0),
        ("clock-out", True, 0, 7),
        ("tokens", "red", 7, 0),
        *(
            [("clock-out", False, 0, 0), ("end", False, "E3")]
            if edition == "pl"
            else [("clock-out", False, 0, 7), ("tokens", "red", 1, 6)]
        ),
    ]


@pytest.mark.parametrize(
    ("there", "counts"),
    [
        ({"yellow": 2, "white": 0}, True),  # a third yellow one is one of the two more
        ({"yellow": 3, "white": 3}, False),
        ({"yellow": 4, "white": 1}, False),  # both of the two more are there
    ],
)
def test_X14_a_good_beyond_those_that_count_is_stored_without_effect(
    there: dict[str, int], counts: bool
) -> None:
    p = Position("loop", goods=10).delivered("hafen", **there)
    p.train("black-1", at="zoll-hafen#1", heading="zoll-hafen:1", good="yellow").move("black-1", 1)
    assert p.story("deliver", "depot")[:2] == [
        ("deliver", "black-1", "yellow", "hafen", counts),
        ("depot", "black-1", None),
    ]
    assert p.state()["delivered"]["hafen"]["yellow"] == there["yellow"] + 1
    assert p.state()["goods"]["alm"] == 2


@pytest.mark.parametrize("edition", ["de", "pl"])
def test_X16_a_token_that_leads_to_the_shunters_place_on_the_start_card(edition: str) -> None:
    for game in range(60):
        p = new_game("tiny-na", helpers="H5", locations="stack", edition=edition, game=game).run()
        p.choose({"place": "upper"})
        second = p.story("deploy")[1]
        if second[6] == "upper":
            break
    assert second[1:4] == ("brown", None, "token")
    assert second[-1] == ("again" if edition == "pl" else "occupied")
    brown = [event for event in p.story("deploy") if event[1] == "brown"]
    if edition == "pl":
        assert (brown[-1][-1], brown[-1][3]) == ("placed", "token")
        assert len({event[5] for event in brown}) == len(brown)  # another token
        assert p.story("tokens") == []
    else:
        assert len(brown) == 1
        assert p.story("tokens")[0] == ("tokens", "occupied", 2, 5)
