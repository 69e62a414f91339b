"""X1–X5, X8–X10, X15: rulings on how trains meet, run and leave cities; those with a switch (⇄) in both readings."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from tests.boards import FAN, KNOT, KNOT_NA
from tests.position import Position

STOP = {"stop": True}


def facing(**options: Any) -> Position:
    """black-1 on alm-kreuz#1 and grey-1 on #2, nose to nose."""
    p = Position("loop", **options).train("black-1", at="alm-kreuz#1", heading="alm-kreuz:1")
    return p.train("grey-1", at="alm-kreuz#2", heading="alm-kreuz:1")


def test_X1_a_train_in_a_city_is_never_hit_head_on() -> None:
    p = Position("loop").train("grey-1", at="alm").train("black-1", at="alm-kreuz#1", heading="alm-kreuz:0")
    p.move("black-1", 2)
    assert p.story("stop", "tokens", "depot") == [
        ("stop", "black-1", "alm-kreuz#1", "train", 2, "grey-1"),
        ("tokens", "train", 2, 5),
    ]


def test_X2_nose_to_nose_without_a_point_left_nothing_happens_until_the_next_move() -> None:
    p = Position("loop").train("black-1", at="alm").train("grey-1", at="alm-kreuz#2", heading="alm-kreuz:1")
    p.move("black-1", 1)
    assert p.story("stop", "tokens") == [("stop", "black-1", "alm-kreuz#1", "points", 0, None)]
    p.move("grey-1", 1)
    assert p.story("tokens", "depot") == [("tokens", "head-on", 2, 5), ("depot", "grey-1", None)]


def test_X3_a_red_field_before_a_facing_train_is_an_ordinary_stop() -> None:
    p = Position("loop").red("weiche-zoll:1").train("black-1", at="weiche-zoll#1", heading="weiche-zoll:1")
    p.train("grey-1", at="weiche-zoll#2", heading="weiche-zoll:1").move("black-1", 2)
    assert p.story("tokens", "depot") == [("tokens", "red", 2, 5)]


def test_X3_a_disc_before_a_facing_train_too() -> None:
    p = Position("loop").switch("weiche", "kreuz-weiche", "weiche-burg")
    p.train("black-1", at="weiche-zoll#1", heading="weiche-zoll:0")
    p.train("grey-1", at="alm-kreuz#2", heading="alm-kreuz:2").move("black-1", 2)
    assert p.story("tokens", "depot") == [("tokens", "arm", 2, 5)]


@pytest.mark.parametrize(
    ("reading", "reason", "lost"), [("head-on", "head-on", 6), ("start-place", "start", 2)]
)
def test_X4_running_onto_an_occupied_start_place(reading: str, reason: str, lost: int) -> None:
    p = Position("loop", rulings={"X4": reading}).train("grey-1", at="eck")
    p.train("black-1", at="eck-kreuz#1", heading="eck-kreuz:0", good="yellow").move("black-1", 3)
    assert p.story("step", "stop", "tokens", "depot") == [
        ("stop", "black-1", "eck-kreuz#1", reason, 3, "grey-1"),
        ("tokens", reason, lost, 7 - lost),
        ("depot", "black-1", "yellow"),
    ]
    assert (p.at("grey-1"), p.state()["goods"]["alm"]) == ("eck", 2)


@pytest.mark.parametrize("reading", ["head-on", "start-place"])
def test_X4_is_about_start_places_only(reading: str) -> None:
    assert facing(rulings={"X4": reading}).move("black-1", 1).story("tokens") == [("tokens", "head-on", 2, 5)]


def test_X5_a_train_on_a_blocked_arm_neither_stops_nor_hits_anyone() -> None:
    p = Position("loop").train("black-1", at="alm-kreuz#2", heading="alm-kreuz:2")
    p.train("grey-1", at="teich-kreuz#2", heading="teich-kreuz:2")  # waits at kreuz
    p.train("grey-2", at="eck-kreuz#2", heading="eck-kreuz:2").move("black-1", 1)
    assert (p.at("black-1"), p.story("tokens")) == ("weiche-zoll#1", [])


ALL_EXITS = ("near-hub:0", "hub-mid:0", "mid-hub:1", "hub-quay:0", "far-hub:3")


def at_hub(**options: Any) -> Position:
    """black-1 in the city hub of the board FAN, all five exits green."""
    return Position(FAN, **options).green(*ALL_EXITS).train("black-1", at="hub")


def exits(p: Position) -> list[str]:
    assert p.ask == "exit"
    return [choice["by"] for choice in p.options()]


def test_X8_the_exit_is_chosen_after_the_roll_and_the_logistician() -> None:
    p = at_hub(helpers="H1").move("black-1", 1)
    assert p.ask == "logistician"
    p.dice(black=2).choose({"use": True})
    assert (p.ask, [event[2] for event in p.story("roll")]) == ("exit", [1, 2])


def test_X8_freely_among_the_green_exits_that_allow_a_step() -> None:
    p = at_hub().red("mid-hub:1").train("grey-1", at="hub-quay#1", heading="hub-quay:1").move("black-1", 2)
    assert exits(p) == ["near-hub:0", "hub-mid:0", "far-hub:3"]  # even onto a start place


def test_X8_one_that_allows_a_step_must_be_taken_even_if_others_are_green() -> None:
    p = at_hub().red("near-hub:0", "mid-hub:1", "far-hub:3")
    p.train("grey-1", at="hub-quay#1", heading="hub-quay:1").move("black-1", 1)
    assert p.at("black-1") == "hub-mid#1"  # unasked


def blocked_hub(**options: Any) -> Position:
    """No exit of hub allows a step: near is occupied, hub-mid and hub-quay lead to tails, mid-hub and far-hub to noses."""
    p = at_hub(**options).train("grey-1", at="near").train("grey-2", at="hub-mid#1", heading="hub-mid:1")
    p.train("grey-3", at="mid-hub#1", heading="mid-hub:1").train(
        "brown-1", at="hub-quay#1", heading="hub-quay:1"
    )
    return p.train("brown-2", at="far-hub#3", heading="far-hub:3").move("black-1", 2)


def test_X8_if_no_exit_allows_a_step_one_for_each_consequence_is_offered() -> None:
    assert exits(blocked_hub()) == ["near-hub:0", "hub-mid:0"]  # M10 (by X4) and M3
    assert exits(blocked_hub(rulings={"X4": "start-place"})) == [
        "near-hub:0",
        "hub-mid:0",
        "mid-hub:1",
    ]  # M11, M3, M10


@pytest.mark.parametrize(
    ("by", "tokens", "home"),
    [
        ("near-hub:0", ("start", 2), True),
        ("hub-mid:0", ("train", 2), False),
        ("mid-hub:1", ("head-on", 4), True),
    ],
)
def test_X8_and_the_consequence_follows(by: str, tokens: tuple[str, int], home: bool) -> None:
    p = blocked_hub(rulings={"X4": "start-place"}).choose({"by": by})
    assert [event[1:3] for event in p.story("tokens")] == [tokens]
    assert (p.at("black-1") is None) == home


# From hub with three points: near 1 cell, hub-mid 2 (then red), mid-hub 1 (then red), hub-quay 2 (the port), far-hub 3.
@pytest.mark.parametrize(
    ("points", "longest"), [(2, ["hub-mid:0", "hub-quay:0", "far-hub:3"]), (1, list(ALL_EXITS))]
)
def test_X8_longest_only_exits_with_the_longest_run(points: int, longest: list[str]) -> None:
    assert exits(at_hub(rulings={"X8": "longest"}).move("black-1", points)) == longest
    assert exits(at_hub(rulings={"X8": "free"}).move("black-1", points)) == list(ALL_EXITS)


def test_X8_longest_counts_up_to_the_roll_and_stops_at_obstacles() -> None:
    p = at_hub(rulings={"X8": "longest"}).move("black-1", 3)
    assert p.at("black-1") == "far-hub#1"  # unasked: three cells
    p = (
        at_hub(rulings={"X8": "longest"})
        .train("grey-1", at="far-hub#2", heading="far-hub:1")
        .move("black-1", 3)
    )
    assert exits(p) == ["hub-mid:0", "hub-quay:0"]  # far-hub: one cell, then a train


def before_creek(**options: Any) -> Position:
    """black-1 will enter creek by ford-creek:1; creek-weir:0 is green and free."""
    p = Position("tiny-na", **options).green("ford-creek:1")
    return p.train("black-1", at="ford-creek#1", heading="ford-creek:1")


@pytest.mark.parametrize(
    ("reading", "exits"), [("another", ["creek-weir:0"]), ("any", ["ford-creek:1", "creek-weir:0"])]
)
def test_X9_running_through_by_another_entrance_or_by_any(reading: str, exits: list[str]) -> None:
    p = before_creek(rulings={"X9": reading}).move("black-1", 2)
    assert p.options() == [STOP, *({"by": field} for field in exits)]
    p.choose({"by": exits[0]})
    assert p.at("black-1") == ("creek-weir#1" if reading == "another" else "ford-creek#1")


def test_X9_is_not_about_the_next_move() -> None:
    p = before_creek().red("creek-weir:0").move("black-1", 2).move("black-1", 1)
    assert p.at("black-1") == "ford-creek#1"  # back by the only green exit (M4)


def test_X10_a_train_that_entered_a_city_ends_there_at_no_cost_for_any_reason() -> None:
    p = (
        before_creek().train("grey-1", at="creek-weir#1", heading="creek-weir:0").move("black-1", 4)
    )  # facing it
    assert p.story("stop", "tokens", "depot") == [("stop", "black-1", "creek", "city", 3, None)]


def test_X10_but_not_one_that_began_its_move_there() -> None:
    p = (
        Position("tiny-na")
        .train("black-1", at="creek")
        .train("grey-1", at="creek-weir#1", heading="creek-weir:0")
    )
    p.move("black-1", 3)
    assert p.story("tokens", "depot") == [("tokens", "head-on", 6, 1), ("depot", "black-1", None)]


def test_X10_with_the_dispatcher_too() -> None:
    p = (
        Position("loop", helpers="H2")
        .green("alm-teich:0")
        .train("black-1", at="alm-kreuz#1", heading="alm-kreuz:0")
    )
    p.train("grey-1", at="alm-teich#1", heading="alm-teich:0").move("black-1", 5)
    assert p.story("stop", "tokens", "depot", "helper") == [("stop", "black-1", "alm", "city", 4, None)]


def test_X10_city_by_city_but_on_the_line_beyond_points_cost_tokens() -> None:
    p = before_creek().green("weir-sound:1").move("black-1", 5, {"by": "creek-weir:0"}, STOP)
    assert p.story("stop", "tokens") == [
        ("stop", "black-1", "sound", "city", 1, None)
    ]  # the second city of this run
    p = before_creek().switch("weir", "outer-weir", "weir-sound").move("black-1", 4, {"by": "creek-weir:0"})
    assert p.story("tokens") == [("tokens", "arm", 2, 5)]


def circle(**options: Any) -> Position:
    """The ring alm, alm-teich, teich-kreuz, alm-kreuz, alm of six cells."""
    p = Position("loop", **options).green("alm-teich:0").switch("teich", "alm-teich", "teich-kreuz")
    return p.switch("kreuz", "alm-kreuz", "teich-kreuz")


def test_X15_a_train_may_come_back_to_its_own_city_which_is_entering_a_city() -> None:
    p = circle().train("black-1", at="alm").move("black-1", 9, {"by": "alm-teich:0"})
    assert p.story("stop", "tokens") == [("stop", "black-1", "alm", "city", 3, None)]  # six steps


def test_X15_its_own_segment_is_free_for_it_too() -> None:
    p = circle(helpers="H2").train("black-1", at="alm-kreuz#1", heading="alm-kreuz:1")
    p.move("black-1", 7, {"by": "alm-kreuz:0"})
    assert [event[2] for event in p.story("step")] == [
        *("alm-kreuz#2", "teich-kreuz#2", "teich-kreuz#1", "alm-teich#1", "alm", "alm-kreuz#1", "alm-kreuz#2")
    ]


def test_X15_for_the_longest_run_too() -> None:
    """Paris, six points: round over Dijon and Metz either way (Paris the sixth cell), or six cells towards Lyon."""
    p = (
        Position("central-europe", rulings={"X8": "longest"})
        .red("calais-paris:2")
        .train("black-1", at="paris")
    )
    p.green("paris-dijon:0", "paris-metz:0", "le-mans-paris:1", "le-mans-poitiers:1")
    for way in (
        "paris-dijon dijon-basel strasbourg-basel metz-strasbourg paris-metz",
        "le-mans-paris le-mans-poitiers poitiers-clermont clermont-lyon",
    ):
        lines = way.split()
        for one, other in pairwise(lines):
            (junction,) = {
                end
                for end in p.things.junctions
                if {one, other} <= set(p.things.arm_lines[p.things.junction_index[end]])
            }
            p.switch(junction, one, other)
    assert exits(p.move("black-1", 6)) == ["le-mans-paris:1", "paris-dijon:0", "paris-metz:0"]


def in_the_knot(board: str = KNOT, **options: Any) -> Position:
    """black-1 in the city hub, where two entrances, both green, lead into each other; the third is red."""
    p = Position(board, **options).green("hub-knot:0", "knot-hub:0").red("near-hub:2", "edge-hub:2")
    return p.train("black-1", at="hub")


def test_X15_two_entrances_of_a_city_at_one_junction_lead_back_into_it() -> None:
    p = in_the_knot().move("black-1", 4, {"by": "hub-knot:0"})
    assert p.story("step", "stop", "tokens") == [
        ("step", "black-1", "hub", None),
        ("stop", "black-1", "hub", "city", 3, None),
    ]


def test_X15_such_an_exit_allows_a_step_so_it_must_be_taken() -> None:
    """X8, in both readings: the third green exit, behind a train, is not offered."""
    for reading in ("free", "longest"):
        p = in_the_knot(rulings={"X8": reading}).green("near-hub:2")
        p.train("grey-1", at="near-hub#2", heading="near-hub:1").move("black-1", 4)
        assert exits(p) == ["hub-knot:0", "knot-hub:0"]


def test_X15_running_through_its_own_city_again_and_again() -> None:
    p = in_the_knot(KNOT_NA).move("black-1", 3, *[{"by": "hub-knot:0"}] * 3)
    assert p.story("step", "stop", "tokens") == [
        *[("step", "black-1", "hub", None)] * 3,
        ("stop", "black-1", "hub", "city", 0, None),
    ]


def test_X15_round_a_ring_of_one_cell_as_far_as_the_points_go() -> None:
    p = Position(KNOT).switch("west", "ring", "chord")
    p.train("black-1", at="ring#1", heading="ring:1").move("black-1", 3)
    assert p.story("step", "stop", "tokens") == [
        *[("step", "black-1", "ring#1", "ring:1")] * 3,
        ("stop", "black-1", "ring#1", "points", 0, None),
    ]


def test_X15_another_train_there_is_in_the_way_as_ever() -> None:
    p = Position(KNOT).switch("west", "mid-west", "chord").train("grey-1", at="ring#1", heading="ring:1")
    p.train("black-1", at="mid-west#1", heading="mid-west:1").move("black-1", 2)
    assert p.story("step", "stop") == [("stop", "black-1", "mid-west#1", "head-on", 2, "grey-1")]
