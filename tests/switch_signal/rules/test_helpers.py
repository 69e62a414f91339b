"""H1–H6: each helper once in a game."""

from __future__ import annotations

from typing import Any

import pytest

from simulator.switch_signal.streams import DEPLOY, LOCATION
from tests.boards import FAN
from tests.position import Position, new_game

STOP = {"stop": True}
USE, KEEP = {"use": True}, {"use": False}


def towards_alm(**options: Any) -> Position:
    """black-1 will enter alm by alm-kreuz:0; the exit alm-teich:0 is green and a step beyond it possible."""
    p = Position("loop", **options).green("alm-teich:0").switch("teich", "alm-teich", "teich-kreuz")
    return p.train("black-1", at="alm-kreuz#1", heading="alm-kreuz:0")


def test_H1_a_roll_in_T2_is_repeated_and_the_new_one_counts() -> None:
    p = (
        Position("loop", helpers="H1")
        .train("black-1", at="alm-kreuz#1", heading="alm-kreuz:1")
        .move("black-1", 1)
    )
    assert (p.ask, p.at("black-1")) == ("logistician", "alm-kreuz#1")  # before the train moves
    p.dice(black=3).choose(USE)
    assert p.story("roll", "helper") == [
        ("roll", "black-1", 1),
        ("helper", "H1", "black-1"),
        ("roll", "black-1", 3),
    ]
    assert p.at("black-1") == "weiche-zoll#2"


def test_H1_in_T1_too() -> None:
    p = Position("loop", helpers="H1").train("black-1", at="alm-kreuz#1", heading="alm-kreuz:1").dice(black=2)
    p.turn("t11")
    assert p.ask == "logistician"
    p.dice(black=1).choose(USE)
    assert p.at("black-1") == "alm-kreuz#2"


def test_H1_only_once_and_the_second_result_stands() -> None:
    p = Position("loop", helpers="H1").train("black-1", at="alm").move("black-1", 1, USE)
    assert (p.ask, p.state()["helpers"]) == ("act", [])
    p.move("black-1", 1)
    assert p.ask == "act"


def test_H1_kept_it_is_offered_at_the_next_roll() -> None:
    p = Position("loop", helpers="H1").train("black-1", at="alm").move("black-1", 1, KEEP)
    assert p.at("black-1") == "alm-kreuz#1"
    assert p.move("black-1", 1).ask == "logistician"


def test_H2_a_train_runs_through_a_goods_city_for_one_point() -> None:
    p = towards_alm(helpers="H2").move("black-1", 3)
    assert (p.ask, p.options()) == (
        "through",
        [STOP, {"by": "alm-teich:0"}],
    )  # stop, run on; no loading in mid-run
    p.choose({"by": "alm-teich:0"})
    assert p.story("helper") == [("helper", "H2", "black-1")]
    assert [event[2] for event in p.story("step")] == ["alm", "alm-teich#1", "teich-kreuz#1"]
    assert p.state()["helpers"] == []


def test_H2_or_stops_there_at_no_cost_and_the_dispatcher_is_kept() -> None:
    p = towards_alm(helpers="H2").move("black-1", 3, STOP)
    assert p.story("stop", "tokens") == [("stop", "black-1", "alm", "city", 2, None)]
    assert p.state()["helpers"] == ["H2"]


def test_H2_only_where_fields_are_green() -> None:
    p = towards_alm(helpers="H2").red("alm-teich:0").move("black-1", 3)
    assert (p.ask, p.at("black-1")) == ("act", "alm")  # nothing to choose


def test_H2_holds_until_the_end_of_the_turn_for_all_trains() -> None:
    p = towards_alm(helpers="H2").move("black-1", 2, {"by": "alm-teich:0"}).move("black-1", 2)
    p.train("black-2", at="alm-kreuz#1", heading="alm-kreuz:0").move("black-2", 2)
    assert (p.ask, p.options()) == ("through", [STOP, {"by": "alm-teich:0"}])
    p.choose({"by": "alm-teich:0"})
    assert p.at("black-2") == "alm-teich#1"
    assert p.story("helper") == [("helper", "H2", "black-1")]  # declared once


def test_H2_not_in_the_next_turn() -> None:
    p = towards_alm(helpers="H2").move("black-1", 3, {"by": "alm-teich:0"}).turn("t12")
    p.train("black-2", at="alm-kreuz#1", heading="alm-kreuz:0").move("black-2", 2)
    assert (p.ask, p.at("black-2")) == ("act", "alm")


def test_H2_in_T1_and_then_in_T2_of_the_same_turn() -> None:
    p = towards_alm(helpers="H2").dice(black=3).turn("t11", {"by": "alm-teich:0"})
    p.train("grey-1", at="alm-kreuz#1", heading="alm-kreuz:0").move("grey-1", 2)
    assert p.ask == "through"


def test_H2_the_port_still_ends_the_run() -> None:
    p = towards_alm(helpers="H2").move("black-1", 2, {"by": "alm-teich:0"})
    p.train("black-2", at="zoll-hafen#1", heading="zoll-hafen:1").move("black-2", 4)
    assert p.story("stop")[-1] == ("stop", "black-2", "hafen", "port", 3, None)
    assert p.at("black-2") is None


def test_H2_two_cities_in_one_run() -> None:
    p = Position(FAN, helpers="H2").green("mid-hub:0", "mid-hub:1", "edge-mid:1")
    p.train("black-1", at="edge-mid#1", heading="edge-mid:1").move("black-1", 4, {"by": "mid-hub:0"})
    assert {"by": "hub-quay:0"} in p.options()
    p.choose({"by": "hub-quay:0"})
    assert p.at("black-1") == "hub-quay#1"


def test_H3_all_trains_of_a_colour_of_the_card_stay() -> None:
    p = (
        Position("loop", helpers="H3")
        .train("black-1", at="alm")
        .train("black-2", at="burg")
        .train("grey-1", at="furt")
    )
    p.dice(black=1, grey=1).turn("t11")  # black, grey
    assert (p.ask, p.story("roll", "move")) == ("conductor", [])  # before the colour's first roll
    p.choose(USE)
    assert p.story("helper", "move") == [("helper", "H3", "black"), ("move", "grey-1", "timetable")]
    assert (p.at("black-1"), p.at("black-2"), p.at("grey-1")) == ("alm", "burg", "furt-teich#1")


def test_H3_once_and_for_the_second_colour_of_a_card_too() -> None:
    p = Position("loop", helpers="H3").train("black-1", at="alm").train("grey-1", at="furt").dice(black=1)
    p.turn("t11", KEEP, USE)
    assert [event[1] for event in p.story("move")] == ["black-1"]
    assert p.turn("t11").ask == "act"  # not again


def test_H3_not_after_the_colours_first_roll() -> None:
    p = Position("loop", helpers="H3").train("black-1", at="alm").train("black-2", at="burg").dice(black=0)
    p.turn("t11", KEEP, {"move": "black-1"})
    assert [event[1] for event in p.story("move")] == ["black-1", "black-2"]  # not asked between the two
    assert p.ask == "act"


def test_H3_for_a_colour_chosen_by_a_wild() -> None:
    p = Position("loop", helpers="H3").train("black-1", at="alm").train("grey-1", at="furt")
    p.turn("t16", {"colour": "grey"})
    assert p.ask == "conductor"
    p.choose(USE)
    assert (p.ask, p.story("move")) == ("wild", [])


def test_H3_a_card_may_still_move_those_trains() -> None:
    p = (
        Position("loop", helpers="H3", edition="pl")
        .train("black-1", at="alm")
        .turn("t11", USE)
        .move("black-1", 1)
    )
    assert p.at("black-1") == "alm-kreuz#1"


def test_H4_the_revealed_card_goes_under_the_pile_and_the_next_is_resolved() -> None:
    p = (
        Position("tiny-na", helpers="H4")
        .timetable(3)
        .train("grey-1", at="lower")
        .train("black-1", at="upper")
    )
    p.dice(black=0, grey=0).turn("t12")  # brown, grey
    assert (p.ask, p.story("move")) == ("track-keeper", [])  # before any symbol
    p.next_card("t11").choose(USE)  # black, grey
    assert p.story("reveal", "helper") == [
        ("reveal", "t12", 2),
        ("helper", "H4", "t12"),
        ("reveal", "t11", 2),
    ]
    assert [event[1] for event in p.story("move")] == ["black-1", "grey-1"]
    assert (p.state()["bottom"], p.state()["executed"], p.state()["left"]) == ("t12", ["t11"], 2)


def test_H4_the_card_comes_back_as_the_last_one() -> None:
    p = Position("tiny-na", helpers="H4", house={"hand-limit": 15}).hand(1, switch=1).timetable(3).turn("t12")
    p.next_card("t11").choose(USE).next_card("t10").choose(STOP)
    assert p.state()["bottom"] == "t12"
    p.choose(STOP)
    assert [event[1:] for event in p.story("reveal")] == [("t12", 2), ("t11", 2), ("t10", 1), ("t12", 0)]
    assert p.choose(STOP).story("end") == [("end", False, "E2")]


def test_H4_once_and_not_for_the_card_that_replaces() -> None:
    p = Position("tiny-na", helpers="H4").turn("t12").next_card("t11").choose(USE)
    assert p.ask == "act"
    assert p.turn("t10").ask == "act"


def test_H4_the_clock_takes_the_top_card_not_the_one_below() -> None:
    p = (
        Position("tiny-na", helpers="H4")
        .hand(1, switch=1)
        .timetable(3)
        .turn("t12")
        .next_card("t11")
        .choose(USE)
    )
    p.clock(1).red("gap-sound:1").train("black-1", at="gap-sound#1", heading="gap-sound:1").move("black-1", 1)
    assert (p.state()["left"], p.state()["bottom"]) == (1, "t12")
    p.choose(STOP)
    assert p.story("reveal")[-1] == ("reveal", "t12", 0)


def test_H5_a_free_start_place_is_chosen_instead_of_the_roll() -> None:
    p = (
        Position("tiny-na", helpers="H5")
        .train("black-1", at="upper")
        .dice(grey=0)
        .turn("t06", {"colour": "grey"})
    )
    assert (p.ask, p.story("deploy")) == ("place", [])
    assert p.options() == [{"roll": True}, {"place": "lower"}, {"place": "outer"}, {"place": "hidden"}]
    p.choose({"place": "hidden"})
    assert p.story("helper", "deploy") == [
        ("helper", "H5", "grey"),
        ("deploy", "grey", "grey-1", "choice", None, None, "hidden", "placed"),
    ]
    assert p.record["drawn"][DEPLOY] == 0
    assert p.state()["trains"]["grey-1"]["heading"] == "hidden-bay:0"
    assert p.state()["helpers"] == []


def test_H5_once_and_kept_when_rolled() -> None:
    p = Position("tiny-na", helpers="H5").dice(grey=0).turn("t06", {"colour": "grey"}, {"roll": True})
    assert p.state()["helpers"] == ["H5"]
    p.every_number("lower").turn("t06", {"colour": "brown"}, {"place": "hidden"})
    p.turn("t06", {"colour": "brown"})
    assert p.story("deploy")[-1][3] == "dice"


def test_H5_on_the_start_card_too() -> None:
    p = new_game("tiny-na", helpers="H5").run()
    assert p.ask == "place"
    p.choose({"place": "outer"})
    assert p.story("deploy")[0] == ("deploy", "black", "black-1", "choice", None, None, "outer", "placed")
    assert [event[3] for event in p.story("deploy")][1:] == ["dice", "dice"]


def test_H5_before_a_token_is_drawn() -> None:
    p = Position("tiny-na", helpers="H5", locations="stack").dice(grey=0)
    p.turn("t06", {"colour": "grey"}, {"place": "outer"})
    assert p.record["drawn"][LOCATION] == 0


def held(edition: str) -> Position:
    p = (
        Position("tiny-na", helpers="H6", edition=edition)
        .train("grey-1", at="lower")
        .train("grey-2", at="outer")
    )
    return p.dice(grey=0).turn("t12", {"hold": "grey-2"})


@pytest.mark.parametrize("edition", ["de", "pl"])
def test_H6_one_train_of_a_colour_of_the_card_does_not_move(edition: str) -> None:
    p = held(edition)
    assert p.story("helper", "move") == [("helper", "H6", "grey-2"), ("move", "grey-1", "timetable")]


def test_H6_before_its_roll_only_and_once() -> None:
    p = Position("tiny-na", helpers="H6").train("grey-1", at="lower").train("grey-2", at="outer").dice(grey=0)
    p.turn("t12")
    assert p.options() == [{"move": "grey-1"}, {"move": "grey-2"}, {"hold": "grey-1"}, {"hold": "grey-2"}]
    p.choose({"move": "grey-1"})
    assert p.options() == [{"move": "grey-2"}, {"hold": "grey-2"}]  # grey-1 has rolled
    p.choose({"hold": "grey-2"})
    assert (p.ask, p.state()["helpers"]) == ("act", [])
    assert p.turn("t12").options() == [{"move": "grey-1"}, {"move": "grey-2"}]


@pytest.mark.parametrize(("edition", "movable"), [("de", {"grey-1", "grey-2"}), ("pl", {"grey-1"})])
def test_H6_german_for_this_card_polish_for_this_turn(edition: str, movable: set[str]) -> None:
    p = held(edition)
    assert p.ask == "act"
    assert {choice["move"] for choice in p.options("move")} == movable


def test_H6_in_the_next_turn_it_moves_again() -> None:
    p = held("pl").turn("t11")
    assert p.options() == [{"move": "grey-1"}, {"move": "grey-2"}]
    p.choose({"move": "grey-2"})
    assert {choice["move"] for choice in p.options("move")} == {"grey-1", "grey-2"}


def test_H3_H1_several_helpers_in_one_turn() -> None:
    p = Position("loop", helpers="H1,H3").train("black-1", at="alm").train("grey-1", at="furt").dice(grey=1)
    p.turn("t11", USE, USE)
    assert [event[1] for event in p.story("helper")] == ["H3", "H1"]
