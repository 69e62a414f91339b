"""N1–N3, on the board `tiny-na`: goods cities ridge (blue) and creek (red), ports bay and sound."""

from __future__ import annotations

import pytest

from simulator.switch_signal.board import load_board
from tests.position import Position

STOP = {"stop": True}


def before_ridge() -> Position:
    """black-1 will enter ridge by pass-ridge:0; its other entrance ridge-gap:0 is green and free."""
    return Position("tiny-na").green("pass-ridge:0").train("black-1", at="bay-pass#1", heading="bay-pass:1")


def before_bay(good: str | None = None) -> Position:
    """black-1 will enter the port bay by hidden-bay:2; its entrance bay-pass:0 is green and free."""
    p = Position("tiny-na").green("hidden-bay:2")
    return p.train("black-1", at="hidden-bay#2", heading="hidden-bay:2", good=good)


def test_N1_the_ports_are_san_francisco_and_new_york() -> None:
    assert {port.name for port in load_board("north-america").ports} == {"San Francisco", "New York"}


@pytest.mark.parametrize(
    ("bay", "sound", "won"),
    [
        ({"blue": 1, "red": 0}, {"blue": 1, "red": 1}, True),
        ({"blue": 1, "red": 0}, {"blue": 1, "red": 0}, False),  # sound has no red one
        ({"blue": 0, "red": 0}, {"blue": 1, "red": 1}, False),  # bay has no blue one
        ({"blue": 2, "red": 0}, {"blue": 0, "red": 1}, False),  # all four delivered, one in the wrong port
    ],
)
def test_N1_each_port_needs_one_good_of_every_colour(
    bay: dict[str, int], sound: dict[str, int], won: bool
) -> None:
    p = before_bay("red").delivered("bay", **bay).delivered("sound", **sound).move("black-1", 1)
    assert p.story("deliver") == [("deliver", "black-1", "red", "bay", True)]
    assert p.story("end") == ([("end", True, "E1")] if won else [])


def test_N2_trains_run_through_any_city_without_a_helper() -> None:
    p = before_ridge().move("black-1", 3)
    assert (p.ask, p.options()) == ("through", [STOP, {"by": "ridge-gap:0"}])
    p.choose({"by": "ridge-gap:0"})
    assert [event[2] for event in p.story("step")] == ["ridge", "ridge-gap#1", "gap-sound#1"]
    assert p.story("helper") == []


def test_N2_or_stop_in_it_and_points_left_cost_nothing() -> None:
    p = before_ridge().move("black-1", 3, STOP)
    assert p.story("stop", "tokens") == [("stop", "black-1", "ridge", "city", 2, None)]


def test_N2_only_where_fields_are_green() -> None:
    p = before_ridge().red("ridge-gap:0").move("black-1", 3)
    assert (p.ask, p.at("black-1"), p.state()["clock"]) == ("act", "ridge", 7)


def test_N2_no_loading_in_mid_run() -> None:
    p = before_ridge().move("black-1", 2)
    assert p.options("load") == []
    p.choose(STOP)
    assert {choice["load"] for choice in p.options("load")} == {"black-1"}  # once it stands there


def test_N3_an_empty_train_runs_through_a_port() -> None:
    p = before_bay().move("black-1", 2)
    assert (p.ask, p.options()) == ("through", [STOP, {"by": "bay-pass:0"}])
    p.choose({"by": "bay-pass:0"})
    assert p.at("black-1") == "bay-pass#1"


def test_N3_or_stops_in_it_and_stays_on_the_board() -> None:
    p = before_bay().move("black-1", 2, STOP)
    assert p.story("stop", "depot", "tokens") == [("stop", "black-1", "bay", "city", 1, None)]
    p.move("black-1", 1, {"by": "bay-pass:0"})
    assert p.at("black-1") == "bay-pass#1"


def test_N3_a_loaded_train_unloads_returns_to_the_depot_and_may_not_run_through() -> None:
    p = before_bay("blue").move("black-1", 3)
    assert p.story("stop", "deliver", "tokens", "depot") == [
        ("stop", "black-1", "bay", "port", 2, None),
        ("deliver", "black-1", "blue", "bay", True),
        ("depot", "black-1", None),
    ]
    assert p.state()["goods"]["ridge"] == 1


def test_N3_a_loaded_train_does_run_through_goods_cities() -> None:
    p = (
        Position("tiny-na")
        .green("pass-ridge:0")
        .train("black-1", at="bay-pass#1", heading="bay-pass:1", good="red")
    )
    p.move("black-1", 2, {"by": "ridge-gap:0"})
    assert p.state()["trains"]["black-1"] == {"at": "ridge-gap#1", "heading": "ridge-gap:1", "good": "red"}
