"""C1–C5: what the active player's cards do and cost."""

from __future__ import annotations

from typing import Any

import pytest

from tests.boards import FAN
from tests.position import Position

ACTIONS: dict[str, dict[str, Any]] = {
    "signal": {"signal": ["weiche-zoll:1", "eck-kreuz:2"]},
    "switch": {"switch": "tor", "open": ["grund-tor", "tor-zoll"]},
    "move": {"move": "black-1"},
}


def targets(p: Position, source: str) -> set[str]:
    return {choice["signal"][1] for choice in p.options("signal") if choice["signal"][0] == source}


def test_C1_a_disc_moves_to_any_field_without_one() -> None:
    p = Position("loop").hand(0, signal=2).run()
    free = {"alm-teich:0", "eck-kreuz:2", "weiche-burg:2"}
    assert targets(p, "weiche-zoll:1") == free
    p.choose({"signal": ["weiche-zoll:1", "weiche-burg:2"], "cards": [1, 0, 0]})
    assert p.state()["signals"] == ["alm-kreuz:0", "weiche-burg:2", "burg-tor:0", "zoll-hafen:1"]
    assert p.state()["hands"][0] == [1, 0, 0]


def test_C1_a_citys_only_disc_moves_to_another_entrance_of_that_city_only() -> None:
    p = Position("loop").hand(0, signal=3).run()
    assert targets(p, "alm-kreuz:0") == {"alm-teich:0"}
    assert targets(p, "zoll-hafen:1") == set()  # the port has no other entrance
    p.choose({"signal": ["alm-kreuz:0", "alm-teich:0"], "cards": [1, 0, 0]})
    assert "alm-teich:0" in p.state()["signals"]
    assert "alm-kreuz:0" not in p.state()["signals"]


def test_C1_of_two_discs_at_a_city_one_may_go_anywhere_and_the_other_is_then_bound() -> None:
    p = Position("loop").hand(0, signal=2, switch=1).green("alm-teich:0").run()
    assert targets(p, "alm-kreuz:0") == targets(p, "alm-teich:0") == {"eck-kreuz:2", "weiche-burg:2"}
    p.choose({"signal": ["alm-kreuz:0", "eck-kreuz:2"], "cards": [1, 0, 0]})
    assert targets(p, "alm-teich:0") == {"alm-kreuz:0"}


def test_C2_a_switch_is_set_freely() -> None:
    p = Position("loop").hand(0, switch=2).run()
    settings = {tuple(choice["open"]) for choice in p.options("switch") if choice["switch"] == "kreuz"}
    assert len(settings) == 5  # all but the present one
    p.choose(
        {"switch": "kreuz", "open": ["eck-kreuz", "teich-kreuz"], "cards": [0, 1, 0]}
    )  # both discs at once
    assert p.state()["switches"]["kreuz"] == ["eck-kreuz", "teich-kreuz"]
    assert p.state()["hands"][0] == [0, 1, 0]


def test_C2_one_junction_only() -> None:
    p = Position("loop")
    before = p.state()["switches"]
    p.choose({"switch": "zoll", "open": ["tor-zoll", "zoll-hafen"], "cards": [0, 1, 0]})
    assert p.state()["switches"] == before | {"zoll": ["tor-zoll", "zoll-hafen"]}


def test_C3_one_train_on_the_network_rolls_and_moves() -> None:
    p = (
        Position("loop")
        .train("black-1", at="alm")
        .train("black-2", at="furt")
        .train("grey-1", at="burg")
        .run()
    )
    by_card = [choice["move"] for choice in p.options("move") if choice["cards"] == [0, 0, 1]]
    assert by_card == ["black-1", "black-2", "grey-1"]  # cities and start places too, the depot not
    p.move("black-2", 1)
    assert p.story("move", "roll", "step") == [
        ("move", "black-2", "card"),
        ("roll", "black-2", 1),
        ("step", "black-2", "furt-teich#1", "furt-teich:1"),
    ]
    assert p.at("black-1") == "alm"


def test_C3_the_same_train_may_move_again_and_again() -> None:
    p = Position("loop").train("black-1", at="alm").move("black-1", 1).move("black-1", 1).move("black-1", 1)
    assert p.at("black-1") == "weiche-zoll#1"


@pytest.mark.parametrize("action", ACTIONS)
@pytest.mark.parametrize("pair", [[2, 0, 0], [0, 2, 0], [0, 0, 2], [1, 1, 0], [1, 0, 1], [0, 1, 1]])
def test_C4_any_two_cards_do_any_action(action: str, pair: list[int]) -> None:
    p = Position("loop").hand(0, *pair).hand(1, switch=1).train("black-1", at="alm").next_card("t12")
    p.choose(ACTIONS[action] | {"cards": pair})
    assert p.story("play")[0][:3] == ("play", action, pair)
    assert p.state()["discards"] == pair


@pytest.mark.parametrize("action", ACTIONS)
def test_C4_one_card_must_be_of_the_kind_and_three_are_never_paid(action: str) -> None:
    p = Position("loop").hand(0, signal=3, switch=3, move=3).train("black-1", at="alm").run()
    paid = [choice["cards"] for choice in p.options() if ACTIONS[action].items() <= choice.items()]
    own = [int(kind == action) for kind in ACTIONS]
    assert [cards for cards in paid if sum(cards) == 1] == [own]
    assert sorted(cards for cards in paid if cards != own) == sorted(
        [[2, 0, 0], [0, 2, 0], [0, 0, 2], [1, 1, 0], [1, 0, 1], [0, 1, 1]]
    )


@pytest.mark.parametrize("card", [[1, 0, 0], [0, 1, 0], [0, 0, 1]])
def test_C5_any_one_card_loads_a_good_of_the_city(card: list[int]) -> None:
    p = (
        Position("loop")
        .hand(0, 1, 1, 1)
        .train("black-1", at="burg")
        .choose({"load": "black-1", "cards": card})
    )
    assert p.story("play") == [("play", "load", card, "black-1", "white")]
    assert p.state()["trains"]["black-1"]["good"] == "white"
    assert p.state()["goods"] == {"alm": 2, "burg": 1}


def loads(p: Position) -> set[str]:
    return {choice["load"] for choice in p.run().options("load")}


def test_C5_only_an_empty_train_in_a_goods_city_that_has_a_good() -> None:
    p = Position("loop").train("black-1", at="alm").train("black-2", at="burg", good="yellow")
    p.train("grey-1", at="furt").train("grey-2", at="alm-kreuz#1", heading="alm-kreuz:0")
    assert loads(p) == {"black-1"}
    p.choose({"load": "black-1", "cards": [0, 0, 1]})  # the last yellow one
    assert p.state()["goods"]["alm"] == 0
    assert loads(p) == set()


def test_C5_a_city_without_goods_loads_nothing() -> None:
    p = Position("loop").train("black-1", at="burg", good="yellow").train("black-2", at="furt", good="yellow")
    p.train("black-3", at="alm")
    assert loads(p) == set()


def test_C5_not_in_a_port() -> None:
    assert loads(Position("tiny-na").train("black-1", at="bay")) == set()


def test_C5_a_good_stays_on_its_train_through_other_cities_until_a_port() -> None:
    p = Position(FAN).green("mid-hub:0", "mid-hub:1").red("hub-quay:0")
    p.train("black-1", at="hub", good="yellow").move("black-1", 2)
    assert (p.at("black-1"), p.state()["trains"]["black-1"]["good"]) == ("mid", "yellow")
    assert p.options("load") == []
    p.red("mid-hub:0").green("mid-quay:1").move("black-1", 2)
    assert p.story("deliver") == [("deliver", "black-1", "yellow", "quay", True)]
