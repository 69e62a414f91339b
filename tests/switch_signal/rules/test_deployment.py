"""D1–D5: trains come onto the network. Timetable cards: t06 deploys one and moves grey, t09 deploys two and moves a wild."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from simulator.switch_signal.board import load_board
from simulator.switch_signal.streams import DEPLOY
from tests.chance import fits
from tests.position import Position, new_game

ALL_OUT = {"trains": (1, 1, 1)}  # house number: one train of each colour, so that the depot is soon empty


def with_all_trains_out(**options: Any) -> Position:
    p = Position("loop", house=ALL_OUT, **options)
    return (
        p.train("black-1", at="alm")
        .train("brown-1", at="burg")
        .train("grey-1", at="tor-zoll#1", heading="tor-zoll:0")
    )


def test_D1_the_colour_is_chosen_before_the_roll_and_must_be_in_the_depot() -> None:
    p = Position("loop", house={"trains": (1, 3, 1)}).train("black-1", at="alm").dice(grey=0).turn("t06")
    assert p.ask == "deploy"
    assert p.options() == [{"colour": "brown"}, {"colour": "grey"}]
    assert p.story("deploy") == []
    p.choose({"colour": "grey"})
    assert [event[:3] for event in p.story("deploy")] == [("deploy", "grey", "grey-1")]


def test_D1_the_sum_of_two_dice_is_the_number_of_the_start_place_which_faces_the_network() -> None:
    numbers = {number: start.id for start in load_board("loop").starts for number in start.numbers}
    edges = {"eck": "eck-kreuz:0", "furt": "furt-teich:0", "grund": "grund-tor:0"}
    for game in range(20):
        p = Position("loop", game=game).turn("t04", {"colour": "brown"})
        ((_, colour, train, by, dice, number, place, result),) = p.story("deploy")
        assert (colour, train, by, result) == ("brown", "brown-1", "dice", "placed")
        assert (number, place) == (sum(dice), numbers[sum(dice)])
        assert p.state()["trains"]["brown-1"] == {"at": place, "heading": edges[place], "good": None}


def test_D1_two_fair_dice() -> None:
    rolls: Counter[tuple[int, int]] = Counter()
    for game in range(1080):
        p = Position("tiny", game=game).turn("t04", {"colour": "brown"})
        rolls[tuple(p.story("deploy")[0][4])] += 1
    assert fits(rolls, {(a, b): 1 for a in range(1, 7) for b in range(1, 7)})


def test_D2_an_occupied_place_costs_two_tokens_and_no_train_is_deployed() -> None:
    p = Position("loop").train("black-1", at="furt").every_number("furt").turn("t06", {"colour": "grey"})
    assert [event[-1] for event in p.story("deploy")] == ["occupied"]
    assert p.story("tokens") == [("tokens", "occupied", 2, 5)]
    assert [p.at(train) for train in ("black-1", "grey-1", "grey-2", "grey-3")] == ["furt", None, None, None]


def test_D3_an_empty_depot_costs_two_tokens_and_nothing_is_rolled() -> None:
    p = with_all_trains_out().dice(grey=0).turn("t06")
    assert p.story("deploy", "tokens") == [
        ("deploy", None, None, "none", None, None, None, "no-train"),
        ("tokens", "no-train", 2, 5),
    ]
    assert p.record["drawn"][DEPLOY] == 0


def test_D3_each_time() -> None:
    p = with_all_trains_out().turn("t09")
    assert p.story("tokens") == [("tokens", "no-train", 2, 5), ("tokens", "no-train", 2, 3)]


def test_D3_no_location_token_is_drawn_either() -> None:
    p = with_all_trains_out(locations="stack").dice(grey=0).turn("t06")
    assert p.state()["tokens"] == list(range(2, 13))


def test_D4_the_second_train_is_of_another_colour_and_chosen_after_the_first_is_placed() -> None:
    p = Position("loop").every_number("eck").turn("t09", {"colour": "brown"})
    assert p.at("brown-1") == "eck"
    assert p.ask == "deploy"
    assert p.options() == [{"colour": "black"}, {"colour": "grey"}]
    p.every_number("furt").choose({"colour": "grey"})
    assert (p.at("grey-1"), p.at("brown-2")) == ("furt", None)


def test_D4_also_if_the_first_place_was_occupied() -> None:
    p = Position("loop").train("black-1", at="eck").every_number("eck").turn("t09", {"colour": "brown"})
    assert p.story("tokens") == [("tokens", "occupied", 2, 5)]
    assert p.options() == [{"colour": "black"}, {"colour": "grey"}]


def test_D4_no_train_of_another_colour_costs_two_tokens() -> None:
    p = Position("loop", house={"trains": (3, 1, 1)}).train("brown-1", at="alm").train("grey-1", at="burg")
    p.every_number("eck").turn("t09")
    assert [event[1:3] + event[-1:] for event in p.story("deploy")] == [
        ("black", "black-1", "placed"),
        (None, None, "no-train"),
    ]
    assert p.story("tokens") == [("tokens", "no-train", 2, 5)]
    assert p.at("black-2") is None


def test_D4_with_one_colour_left_and_that_one_chosen_first_where_the_place_was_occupied() -> None:
    p = Position("loop", house={"trains": (3, 1, 1)}).train("brown-1", at="eck").train("grey-1", at="burg")
    p.every_number("eck").turn("t09")
    assert p.story("tokens") == [("tokens", "occupied", 2, 5), ("tokens", "no-train", 2, 3)]
    assert p.at("black-1") is None


def test_D4_is_about_one_card_only() -> None:
    p = Position("loop").every_number("eck").dice(grey=0, black=0).turn("t06", {"colour": "brown"})
    p.every_number("furt").turn("t06")
    assert {"colour": "brown"} in p.options()


@pytest.mark.parametrize("edition", ["de", "pl"])
def test_D5_the_start_card_deploys_black_brown_grey_and_moves_nothing(edition: str) -> None:
    p = new_game("central-europe", edition=edition).run()
    placed = [event[1] for event in p.story("deploy") if event[-1] == "placed"]
    assert placed == ["black", "brown", "grey"]
    assert p.story("move", "choice") == []
    assert p.ask == "act"


def first_game_with_a_collision(edition: str) -> Position:
    for game in range(50):
        p = new_game("loop", edition=edition, game=game).run()
        if p.story("deploy")[1][-1] != "placed":
            return p
    raise AssertionError("no such game")


def test_D5_occupied_in_the_polish_edition_is_rolled_again_at_no_cost() -> None:
    p = first_game_with_a_collision("pl")
    again = [event for event in p.story("deploy") if event[-1] == "again"]
    placed = [event for event in p.story("deploy") if event[-1] == "placed"]
    assert again[0][1:3] == ("brown", None)
    assert again[0][6] == placed[0][6]  # where black stands
    assert [event[1] for event in placed] == ["black", "brown", "grey"]
    assert (p.story("tokens"), p.state()["clock"]) == ([], 7)


def test_D5_occupied_in_the_german_edition_costs_two_tokens() -> None:
    p = first_game_with_a_collision("de")
    assert p.story("deploy")[1][-1] == "occupied"
    assert [event[1] for event in p.story("deploy")] == ["black", "brown", "grey"]
    assert p.story("tokens")[0] == ("tokens", "occupied", 2, 5)
    assert p.at("brown-1") is None


def test_D5_later_cards_never_roll_again() -> None:
    p = (
        Position("loop", edition="pl")
        .train("black-1", at="eck")
        .every_number("eck")
        .turn("t06", {"colour": "grey"})
    )
    assert [event[-1] for event in p.story("deploy")] == ["occupied"]
    assert p.story("tokens") == [("tokens", "occupied", 2, 5)]
