"""M1–M13: trains move. Most examples are on the board `loop`, its first layout:

alm #1 #2 ─ kreuz ─ weiche ─ weiche-zoll #1 ┆ #2 ─ zoll ─ zoll-hafen #1 hafen        (all green, all joined)
"""

from __future__ import annotations

from collections import Counter

import pytest

from tests.boards import FAN, deck_of
from tests.chance import fits
from tests.position import Position

FACES = {"black": (2, 3, 3, 4, 4, 5), "brown": (1, 2, 2, 3, 3, 4), "grey": (1, 1, 1, 2, 2, 3)}


@pytest.mark.parametrize("colour", FACES)
def test_M1_each_colour_has_its_die(colour: str) -> None:
    rolls: Counter[int] = Counter()
    for game in range(600):
        p = Position("loop", game=game).train(f"{colour}-1", at="alm-kreuz#1", heading="alm-kreuz:1")
        p.choose({"move": f"{colour}-1", "cards": [0, 0, 1]})
        rolls[p.story("roll")[0][2]] += 1
    assert fits(rolls, Counter(FACES[colour]))


def test_M1_the_train_is_chosen_before_its_roll_and_every_train_rolls_for_itself() -> None:
    rolls = set()
    for game in range(12):
        p = Position("loop", game=game).train("brown-1", at="alm").train("brown-2", at="burg")
        p.turn("t10")
        assert p.options() == [{"move": "brown-1"}, {"move": "brown-2"}]
        assert p.story("roll") == []
        p.choose({"move": "brown-2"})
        (first, second) = p.story("roll")
        assert (first[1], second[1]) == ("brown-2", "brown-1")
        rolls.add((first[2], second[2]))
    assert any(first != second for first, second in rolls)


def test_M2_a_cell_costs_a_point_junctions_and_fields_nothing() -> None:
    p = Position("loop").train("black-1", at="alm-kreuz#2", heading="alm-kreuz:2").move("black-1", 3)
    # past kreuz, weiche, the field weiche-zoll:1 and zoll
    assert [event[2] for event in p.story("step")] == ["weiche-zoll#1", "weiche-zoll#2", "zoll-hafen#1"]
    assert p.story("stop") == [("stop", "black-1", "zoll-hafen#1", "points", 0, None)]


def test_M2_points_must_be_used() -> None:
    p = Position("loop").train("black-1", at="alm-kreuz#1", heading="alm-kreuz:1").move("black-1", 2)
    assert p.ask == "act"  # nothing was asked on the way
    assert p.at("black-1") == "weiche-zoll#1"


@pytest.mark.parametrize("points", [1, 2, 4])
def test_M3_each_unused_point_costs_a_token(points: int) -> None:
    p = Position("loop").switch("kreuz", "eck-kreuz", "teich-kreuz")
    p.train("black-1", at="alm-kreuz#1", heading="alm-kreuz:1").move("black-1", 1 + points)
    assert p.story("tokens") == [("tokens", "arm", points, 7 - points)]


def test_M4_a_train_keeps_its_heading_from_move_to_move() -> None:
    p = Position("loop").train("black-1", at="tor-zoll#2", heading="tor-zoll:1")
    p.move("black-1", 1)
    assert p.state()["trains"]["black-1"]["heading"] == "tor-zoll:0"
    p.move("black-1", 1)
    assert p.story("stop")[-1] == ("stop", "black-1", "burg", "city", 0, None)  # on to burg, not back to zoll


def test_M4_a_city_is_left_by_a_green_exit_also_the_one_it_came_by() -> None:
    p = Position("loop").train("black-1", at="alm-kreuz#1", heading="alm-kreuz:0").move("black-1", 1)
    assert p.at("black-1") == "alm"
    p.move("black-1", 1)  # alm-teich:0 is red
    assert p.at("black-1") == "alm-kreuz#1"
    assert p.state()["trains"]["black-1"]["heading"] == "alm-kreuz:1"


def test_M4_of_two_green_exits_one_is_chosen() -> None:
    p = Position("loop").green("alm-teich:0").train("black-1", at="alm").move("black-1", 1)
    assert p.ask == "exit"
    assert p.options() == [{"by": "alm-kreuz:0"}, {"by": "alm-teich:0"}]
    p.choose({"by": "alm-teich:0"})
    assert p.at("black-1") == "alm-teich#1"


def test_M5_a_train_ahead_stops_it() -> None:
    p = Position("loop").train("black-1", at="alm-kreuz#1", heading="alm-kreuz:1")
    p.train("grey-1", at="weiche-zoll#1", heading="weiche-zoll:1").move("black-1", 4)
    assert p.story("stop", "tokens", "depot") == [
        ("stop", "black-1", "alm-kreuz#2", "train", 3, "grey-1"),
        ("tokens", "train", 3, 4),
    ]


def test_M6_a_disc_on_the_arm_stops_it_before_the_junction() -> None:
    p = Position("loop").switch("kreuz", "eck-kreuz", "teich-kreuz")
    p.train("black-1", at="alm-kreuz#1", heading="alm-kreuz:1").move("black-1", 3)
    assert p.story("stop", "tokens") == [
        ("stop", "black-1", "alm-kreuz#2", "arm", 2, "kreuz"),
        ("tokens", "arm", 2, 5),
    ]


def test_M7_a_red_field_stops_it_on_the_line() -> None:
    p = Position("loop").red("weiche-zoll:1")
    p.train("black-1", at="alm-kreuz#2", heading="alm-kreuz:2").move("black-1", 3)
    assert p.story("stop", "tokens") == [
        ("stop", "black-1", "weiche-zoll#1", "red", 2, "weiche-zoll:1"),
        ("tokens", "red", 2, 5),
    ]


def test_M7_green_is_needed_into_a_city() -> None:
    p = Position("loop").green("alm-teich:0").red("alm-kreuz:0")
    p.train("black-1", at="alm-kreuz#2", heading="alm-kreuz:1").move("black-1", 2)
    assert p.story("stop") == [("stop", "black-1", "alm-kreuz#1", "red", 1, "alm-kreuz:0")]


def test_M7_and_out_of_it() -> None:
    p = Position("loop").green("alm-teich:0").red("alm-kreuz:0").switch("teich", "alm-teich", "teich-kreuz")
    p.train("black-1", at="alm").move("black-1", 1)  # unasked: there is one green exit
    assert p.at("black-1") == "alm-teich#1"


@pytest.mark.parametrize(
    ("green", "joined", "reason", "before"),
    [
        (False, False, "red", "eck-kreuz:2"),
        (True, False, "arm", "kreuz"),
        (True, True, "train", "grey-1"),
        (False, True, "red", "eck-kreuz:2"),
    ],
)
def test_M7_what_comes_first_on_the_way_decides(green: bool, joined: bool, reason: str, before: str) -> None:
    p = Position("loop").train("grey-1", at="alm-kreuz#2", heading="alm-kreuz:1")
    p.switch("kreuz", "alm-kreuz", "eck-kreuz" if joined else "teich-kreuz")
    if green:
        p.green("eck-kreuz:2")
    p.train("black-1", at="eck-kreuz#2", heading="eck-kreuz:2").move("black-1", 2)
    assert p.story("stop") == [("stop", "black-1", "eck-kreuz#2", reason, 2, before)]


def test_M7_a_red_field_right_at_the_city_behind_a_junction() -> None:
    p = Position("loop").red("burg-tor:0").green("weiche-burg:2")  # tor is 0 segments from burg
    p.train("black-1", at="tor-zoll#1", heading="tor-zoll:0").move("black-1", 1)
    assert p.story("stop") == [("stop", "black-1", "tor-zoll#1", "red", 1, "burg-tor:0")]


def test_M8_a_train_that_enters_a_city_ends_its_move_and_points_left_cost_nothing() -> None:
    p = Position("loop").green("alm-teich:0")
    p.train("black-1", at="alm-kreuz#1", heading="alm-kreuz:0").move("black-1", 5)
    assert p.story("stop", "tokens") == [("stop", "black-1", "alm", "city", 4, None)]
    assert p.ask == "act"


@pytest.mark.parametrize("good", ["yellow", None])
def test_M9_every_train_that_reaches_the_port_returns_to_the_depot(good: str | None) -> None:
    p = (
        Position("loop")
        .train("black-1", at="zoll-hafen#1", heading="zoll-hafen:1", good=good)
        .move("black-1", 4)
    )
    delivery = [("deliver", "black-1", good, "hafen", True)] if good else []
    assert p.story("stop", "deliver", "tokens", "depot") == [
        ("stop", "black-1", "hafen", "port", 3, None),
        *delivery,
        ("depot", "black-1", None),
    ]
    assert p.state()["delivered"]["hafen"] == {"yellow": 1 if good else 0, "white": 0}
    assert p.state()["goods"]["alm"] == (1 if good else 2)
    assert p.at("black-1") is None


def test_M10_head_on_costs_two_tokens_a_point_and_sends_the_mover_home() -> None:
    p = Position("loop").train("black-1", at="alm-kreuz#1", heading="alm-kreuz:1", good="yellow")
    p.train("grey-1", at="weiche-zoll#1", heading="weiche-zoll:0", good="white").move("black-1", 4)
    assert p.story("step", "stop", "tokens", "depot") == [
        ("step", "black-1", "alm-kreuz#2", "alm-kreuz:2"),
        ("stop", "black-1", "alm-kreuz#2", "head-on", 3, "grey-1"),  # that step's point included
        ("tokens", "head-on", 6, 1),
        ("depot", "black-1", "yellow"),
    ]
    assert p.state()["goods"] == {"alm": 2, "burg": 1}
    assert p.state()["trains"]["black-1"] == {"at": None, "heading": None, "good": None}
    untouched = {"at": "weiche-zoll#1", "heading": "weiche-zoll:0", "good": "white"}
    assert p.state()["trains"]["grey-1"] == untouched


def test_M10_also_for_a_train_that_has_not_moved_at_all() -> None:
    p = Position("loop").train("black-1", at="alm-kreuz#1", heading="alm-kreuz:1")
    p.train("grey-1", at="alm-kreuz#2", heading="alm-kreuz:1").move("black-1", 2)
    assert p.story("step", "tokens", "depot") == [("tokens", "head-on", 4, 3), ("depot", "black-1", None)]


def test_M10_and_for_a_train_that_leaves_a_city() -> None:
    p = Position("loop").train("black-1", at="alm", good="white")
    p.train("grey-1", at="alm-kreuz#1", heading="alm-kreuz:0").move("black-1", 3)
    assert p.story("stop", "tokens", "depot") == [
        ("stop", "black-1", "alm", "head-on", 3, "grey-1"),
        ("tokens", "head-on", 6, 1),
        ("depot", "black-1", "white"),
    ]
    assert p.state()["goods"]["burg"] == 2  # its own city, not the one where it stood


def test_M10_and_for_a_train_that_leaves_a_start_place() -> None:
    p = Position("loop").train("black-1", at="eck")
    p.train("grey-1", at="eck-kreuz#1", heading="eck-kreuz:0").move("black-1", 2)
    assert p.story("tokens", "depot") == [("tokens", "head-on", 4, 3), ("depot", "black-1", None)]


def test_M11_a_free_start_place_costs_two_tokens_flat_and_sends_the_train_home() -> None:
    p = (
        Position("loop")
        .train("black-1", at="eck-kreuz#1", heading="eck-kreuz:0", good="yellow")
        .move("black-1", 5)
    )
    assert p.story("step", "stop", "tokens", "depot") == [
        ("step", "black-1", "eck", "eck-kreuz:0"),
        ("stop", "black-1", "eck", "start", 4, None),
        ("tokens", "start", 2, 5),
        ("depot", "black-1", "yellow"),
    ]
    assert p.state()["goods"]["alm"] == 2


def test_M11_with_its_last_point_too() -> None:
    p = Position("loop").train("black-1", at="eck-kreuz#1", heading="eck-kreuz:0").move("black-1", 1)
    assert p.story("tokens", "depot") == [("tokens", "start", 2, 5), ("depot", "black-1", None)]


def test_M11_straight_out_of_a_city() -> None:
    p = Position(FAN).green("near-hub:0").red("hub-quay:0").train("black-1", at="hub").move("black-1", 3)
    assert p.story("step", "tokens", "depot") == [
        ("step", "black-1", "near", "near-hub:0"),
        ("tokens", "start", 2, 5),
        ("depot", "black-1", None),
    ]


def test_M12_all_trains_of_the_colour_move_one_after_another() -> None:
    p = Position("loop").train("black-1", at="alm").train("black-2", at="furt").dice(black=1)
    p.train("black-3", at="weiche-zoll#1", heading="weiche-zoll:1").train("brown-1", at="burg")
    p.turn("t13", {"move": "black-3"})  # black, wild
    assert p.options() == [{"move": "black-1"}, {"move": "black-2"}]  # picked anew after every move
    p.choose({"move": "black-2"})
    assert [event[1] for event in p.story("move")] == ["black-3", "black-2", "black-1"]
    assert [p.at(f"black-{n}") for n in (1, 2, 3)] == ["alm-kreuz#1", "furt-teich#1", "weiche-zoll#2"]
    assert p.at("brown-1") == "burg"


def test_M12_one_deployed_by_the_same_card_moves_too() -> None:
    p = Position("loop").every_number("furt").dice(black=1).turn("t04", {"colour": "black"})
    assert p.story("move", "step") == [
        ("move", "black-1", "timetable"),
        ("step", "black-1", "furt-teich#1", "furt-teich:1"),
    ]


def test_M12_one_back_in_the_depot_does_not_move() -> None:
    p = (
        Position("loop")
        .train("black-1", at="zoll-hafen#1", heading="zoll-hafen:1")
        .train("black-2", at="furt")
    )
    p.dice(black=1).turn("t11", {"move": "black-1"})
    p.turn("t11")
    assert [event[1] for event in p.story("move")] == ["black-1", "black-2", "black-2"]


def test_M13_a_wild_takes_a_colour_that_is_not_on_the_card() -> None:
    p = Position("loop").train("black-1", at="alm").train("brown-1", at="burg").train("grey-1", at="furt")
    p.dice(black=1, brown=1, grey=1).turn("t14")  # brown, wild
    assert p.story("move") == [("move", "brown-1", "timetable")]  # chosen only when the symbol is reached
    assert (p.ask, p.options()) == ("wild", [{"colour": "black"}, {"colour": "grey"}])


def test_M13_nor_one_that_comes_later_on_the_card() -> None:
    p = Position("loop", deck=deck_of("wild", "black")).train("black-1", at="alm").train("grey-1", at="furt")
    p.train("brown-1", at="burg").turn("c3")
    assert (p.ask, p.options()) == ("wild", [{"colour": "brown"}, {"colour": "grey"}])


def test_M13_two_wilds_take_different_colours_in_any_order() -> None:
    p = Position("loop").train("black-1", at="alm").train("brown-1", at="burg").train("grey-1", at="furt")
    p.dice(black=1, brown=1, grey=1).turn("t16", {"colour": "grey"})
    assert p.options() == [{"colour": "black"}, {"colour": "brown"}]
    p.choose({"colour": "black"})
    assert [event[1] for event in p.story("move")] == ["grey-1", "black-1"]
    assert p.ask == "act"


def test_M13_a_colour_wholly_in_the_depot_may_be_chosen() -> None:
    p = Position("loop").train("grey-1", at="alm").turn("t16", {"colour": "black"})
    assert p.story("move") == []
    p.choose({"colour": "brown"})  # so both wilds of the card can spare grey
    assert p.story("move") == []
    assert (p.ask, p.at("grey-1")) == ("act", "alm")


def test_M13_three_wilds_move_every_train() -> None:
    p = Position("loop").train("black-1", at="alm").train("brown-1", at="burg").train("grey-1", at="furt")
    p.dice(black=1, brown=1, grey=1).turn("t18", {"colour": "brown"}, {"colour": "grey"})
    assert [event[1] for event in p.story("move")] == ["brown-1", "grey-1", "black-1"]
    assert p.ask == "act"
