"""B1–B6: what the board is made of and how a train goes over it."""

from __future__ import annotations

from itertools import combinations

import pytest

from simulator.switch_signal.board import board_names, load_board
from tests.position import Position, new_game

# The cells next to the 4-way junction `kreuz` of the board `loop`, by arm. Behind kreuz-weiche, which has no cell of its
# own, `weiche` is set for weiche-zoll.
NEXT_TO_KREUZ = {
    "alm-kreuz": ("alm-kreuz#2", "alm-kreuz:2"),
    "eck-kreuz": ("eck-kreuz#2", "eck-kreuz:2"),
    "kreuz-weiche": ("weiche-zoll#1", "weiche-zoll:0"),
    "teich-kreuz": ("teich-kreuz#2", "teich-kreuz:2"),
}


def test_B1_a_cell_holds_one_train() -> None:
    p = Position("loop").train("black-1", at="alm-kreuz#1", heading="alm-kreuz:1")
    p.train("black-2", at="alm-kreuz#2", heading="alm-kreuz:2").move("black-1", 2)
    assert (p.at("black-1"), p.at("black-2")) == ("alm-kreuz#1", "alm-kreuz#2")


def test_B1_no_train_ever_stands_on_a_junction() -> None:
    p = Position("loop").train("black-1", at="alm-kreuz#2", heading="alm-kreuz:2").move("black-1", 1)
    assert p.at("black-1") == "weiche-zoll#1"  # past kreuz and weiche
    assert not set(p.things.junctions) & set(p.things.cells)


@pytest.mark.parametrize(("junction", "settings"), [("kreuz", 6), ("weiche", 3)])
def test_B2_a_four_way_junction_has_six_settings_and_a_three_way_three(junction: str, settings: int) -> None:
    p = Position("loop").run()
    offered = [choice["open"] for choice in p.options("switch") if choice["switch"] == junction]
    different = {tuple(lines) for lines in [*offered, p.state()["switches"][junction]]}
    assert len(different) == settings


@pytest.mark.parametrize("setting", list(combinations(NEXT_TO_KREUZ, 2)))
@pytest.mark.parametrize("arm", list(NEXT_TO_KREUZ))
def test_B2_two_arms_are_open_and_joined_and_the_others_blocked(arm: str, setting: tuple[str, str]) -> None:
    at, heading = NEXT_TO_KREUZ[arm]
    p = Position("loop").green("eck-kreuz:2").switch("kreuz", *setting)
    p.train("black-1", at=at, heading=heading).move("black-1", 1)
    if arm in setting:
        (other,) = set(setting) - {arm}
        assert p.at("black-1") == NEXT_TO_KREUZ[other][0]
    else:
        assert p.story("stop") == [("stop", "black-1", at, "arm", 1, "kreuz")]


@pytest.mark.parametrize(
    ("at", "to"), [("weiche-zoll#1", "weiche-zoll#2"), ("weiche-zoll#2", "weiche-zoll#1")]
)
def test_B3_a_field_serves_both_directions_and_is_red_without_a_disc(at: str, to: str) -> None:
    for green in (True, False):
        p = Position("loop").train("black-1", at=at, heading="weiche-zoll:1")
        (p.green if green else p.red)("weiche-zoll:1")
        p.move("black-1", 1)
        assert p.at("black-1") == (to if green else at)


@pytest.mark.parametrize("name", board_names())
def test_B3_every_city_entrance_has_a_field_of_exactly_that_city(name: str) -> None:
    board = load_board(name)
    cities = {city.id for city in board.cities}
    for line in board.lines:
        for edge, place in ((0, line.a), (line.segments, line.b)):
            if place in cities:
                assert board.field_city[f"{line.id}:{edge}"] == place


def test_B4_after_a_step_the_heading_is_the_end_opposite_to_entry() -> None:
    p = Position("loop").train("black-1", at="alm-kreuz#2", heading="alm-kreuz:1").move("black-1", 1)
    assert p.state()["trains"]["black-1"] == {"at": "alm-kreuz#1", "heading": "alm-kreuz:0", "good": None}
    p = Position("loop").train("black-1", at="alm-kreuz#1", heading="alm-kreuz:1").move("black-1", 1)
    assert p.state()["trains"]["black-1"] == {"at": "alm-kreuz#2", "heading": "alm-kreuz:2", "good": None}


def test_B4_across_a_junction_too() -> None:
    p = Position("loop").switch("kreuz", "alm-kreuz", "teich-kreuz")  # teich-kreuz ends at kreuz
    p.train("black-1", at="alm-kreuz#2", heading="alm-kreuz:2").move("black-1", 1)
    assert p.state()["trains"]["black-1"] == {"at": "teich-kreuz#2", "heading": "teich-kreuz:1", "good": None}


def test_B4_a_start_place_is_left_by_its_network_end_and_a_city_by_none() -> None:
    p = Position("loop").every_number("eck").dice(black=0)
    p.turn("t04", {"colour": "black"})
    assert p.state()["trains"]["black-1"] == {"at": "eck", "heading": "eck-kreuz:0", "good": None}
    p = Position("loop").train("black-1", at="alm-kreuz#1", heading="alm-kreuz:0").move("black-1", 1)
    assert p.state()["trains"]["black-1"] == {"at": "alm", "heading": None, "good": None}


@pytest.mark.parametrize("layout", ["standard", "random"])
@pytest.mark.parametrize(("name", "discs"), [("central-europe", 8), ("north-america", 9)])
@pytest.mark.parametrize("extra", [0, 1])
def test_B5_setup_puts_a_disc_at_each_city_and_three_on_lines(
    name: str, discs: int, extra: int, layout: str
) -> None:
    p = new_game(name, layout=layout, extra_signals=extra)
    owners = [p.session.scenario.board_data.field_city[field] for field in p.state()["signals"]]
    cities = [city.id for city in p.session.scenario.board_data.cities]
    assert len(owners) == discs + extra
    for city in cities:
        owners.remove(city)
    if extra == 0:
        assert owners == [None] * 3
    else:
        assert owners.count(None) >= 3


def test_B5_later_discs_lie_anywhere_but_never_two_on_a_field_nor_none_at_a_city() -> None:
    p = Position("loop").hand(0, signal=1, switch=1)
    p.choose(
        {"signal": ["weiche-zoll:1", "alm-teich:0"], "cards": [1, 0, 0]}
    )  # a line disc comes to a city …
    assert p.state()["signals"].count("alm-teich:0") == 1
    p.hand(0, signal=5)
    moves = {tuple(choice["signal"]) for choice in p.options("signal")}
    lit, cities = set(p.state()["signals"]), {"alm": 2, "burg": 1, "hafen": 1}
    owner = p.session.scenario.board_data.field_city
    for source, target in moves:
        after = (lit - {source}) | {target}
        assert len(after) == len(lit)
        assert all(any(owner[field] == city for field in after) for city in cities)
    assert ("alm-kreuz:0", "eck-kreuz:2") in moves  # … and one of the two there may go to a line


def test_B6_a_step_goes_through_several_junctions_for_one_point() -> None:
    p = Position("loop").train("black-1", at="alm-kreuz#2", heading="alm-kreuz:2").move("black-1", 1)
    assert p.story("step", "stop") == [
        ("step", "black-1", "weiche-zoll#1", "weiche-zoll:1"),
        ("stop", "black-1", "weiche-zoll#1", "points", 0, None),
    ]


def test_B6_all_arms_on_the_way_must_be_open() -> None:
    p = Position("loop").switch("weiche", "weiche-burg", "weiche-zoll")
    p.train("black-1", at="alm-kreuz#2", heading="alm-kreuz:2").move("black-1", 1)
    assert p.story("stop") == [("stop", "black-1", "alm-kreuz#2", "arm", 1, "weiche")]
