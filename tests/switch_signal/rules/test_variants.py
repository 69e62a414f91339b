"""V1–V12: difficulty and variants."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from simulator.core.errors import InputError
from simulator.switch_signal.board import load_board
from simulator.switch_signal.scenario import Scenario
from tests.boards import deck_of
from tests.chance import fits
from tests.position import Position, new_game

STOP = {"stop": True}
FULL = ("central-europe", "north-america")


@pytest.mark.parametrize("tokens", [7, 8, 9, 10])
def test_V1_time_tokens(tokens: int) -> None:
    p = new_game("loop", tokens=tokens)
    assert p.state()["clock"] == tokens


@pytest.mark.parametrize("removed", [0, 1, 2, 3, 17])
def test_V2_timetable_cards_removed(removed: int) -> None:
    p = new_game(
        "tiny",
        removed=removed,
        house={"failed-deployment": 0, "unused-point": 0, "start-place": 0, "head-on-point": 0},
    )
    assert p.state()["left"] == 19 - removed  # the start card among them
    p.run()
    while p.ask is not None:
        p.session.choose(p.session.options()[0])
        p.run()
    assert p.state()["turn"] == 19 - removed


def test_V4_goods_are_a_whole_number() -> None:
    """`8.0` would play as 8 does, and have another hash."""
    for goods in (8.0, 10.0, 8.5, True):
        with pytest.raises(InputError, match=r"--goods: .* must be 8 or 10"):
            Scenario(goods=goods)  # type: ignore[arg-type]


def test_V2_at_most_17_are_removed() -> None:
    with pytest.raises(InputError, match="removed"):
        Scenario(removed=18)


@pytest.mark.parametrize("board", FULL)
def test_V3_one_more_disc_on_the_field_that_the_board_file_names(board: str) -> None:
    without, with_it = (
        set(new_game(board).state()["signals"]),
        set(new_game(board, extra_signals=1).state()["signals"]),
    )
    assert with_it - without == {load_board(board).layout.extra[0]}
    assert without < with_it


def test_V3_chosen_by_players_it_lies_on_any_red_field() -> None:
    p = new_game("loop", extra_signals=1, layout="policy").run()
    while len(p.state()["signals"]) < 4:
        p.choose(p.options()[0])
    green = set(p.state()["signals"])
    assert {choice["signal"] for choice in p.options()} == set(p.things.fields) - green


CE_TEN = [
    ((3, 3, 2, 1), "white", True),  # 3 3 2 2: two of each and two more
    ((2, 2, 3, 1), "white", False),  # 2 2 3 2: two of each, one more
    ((3, 3, 2, 1), "red", False),  # 3 3 3 1: ten goods, but one white only
    ((2, 2, 2, 3), "yellow", True),
    ((2, 2, 2, 2), "yellow", False),
    ((3, 3, 3, 1), "white", True),  # 3 3 3 2: more than needed
]


@pytest.mark.parametrize(("before", "good", "won"), CE_TEN)
def test_V4_central_europe_needs_two_of_each_and_two_more(
    before: tuple[int, ...], good: str, won: bool
) -> None:
    colours = dict(zip(("yellow", "blue", "red", "white"), before, strict=True))
    p = Position("central-europe", goods=10).delivered("marseille", **colours).green("lyon-marseille:2")
    p.train("black-1", at="lyon-marseille#2", heading="lyon-marseille:2", good=good).move("black-1", 1)
    assert p.story("end") == ([("end", True, "E1")] if won else [])


# Goods in San Francisco and in New York, where the next one comes; its own colour stands last in both.
NA_TEN = [
    ((2, 1, 1, 1), (1, 1, 1, 1), "blue", True),  # a fifth good for New York
    ((1, 1, 1, 1), (1, 1, 1, 1), "blue", False),  # San Francisco has four only
    ((2, 1, 1, 1), (2, 1, 1, 0), "red", True),  # the last colour
    ((3, 1, 1, 1), (1, 1, 1, 0), "red", False),  # ten goods in all, but four in New York
]


@pytest.mark.parametrize(("west", "east", "good", "won"), NA_TEN)
def test_V4_north_america_needs_all_colours_and_five_goods_in_each_port(
    west: tuple[int, ...], east: tuple[int, ...], good: str, won: bool
) -> None:
    board = load_board("north-america")
    colours = [city.goods for city in board.goods_cities]
    order = sorted((str(colour) for colour in colours), key=lambda colour: colour == good)
    san_francisco, new_york = (port.id for port in board.ports)
    p = Position("north-america", goods=10)
    p.delivered(san_francisco, **dict(zip(order, west, strict=True)))
    p.delivered(new_york, **dict(zip(order, east, strict=True)))
    field = board.entrances[new_york][0]
    line, edge = field.split(":")
    cell = f"{line}#{1 if edge == '0' else edge}"
    p.green(field).train("black-1", at=cell, heading=field, good=good).move("black-1", 1)
    assert p.story("deliver")[0][1:] == ("black-1", good, new_york, True)
    assert p.story("end") == ([("end", True, "E1")] if won else [])


@pytest.mark.parametrize("board", FULL)
def test_V4_three_goods_in_each_city(board: str) -> None:
    assert list(new_game(board, goods=10).state()["goods"].values()) == [3, 3, 3, 3]


def test_V5_the_numbers_are_dealt_onto_the_start_places_for_the_whole_game() -> None:
    p = new_game("central-europe", locations="shuffled").run()
    numbers = p.state()["numbers"]
    assert sorted(number for places in numbers.values() for number in places) == list(range(2, 13))
    assert all(len(places) == 1 for places in numbers.values())
    for _ in range(4):
        p.turn("t06", {"colour": "grey"} if p.at("grey-3") is None else {"colour": "brown"})
        while p.ask != "act":
            p.choose(p.options()[0])
    assert len(p.story("deploy")) == 7
    for _, _, _, by, _, number, place, _ in p.story("deploy"):
        assert (by, numbers[place]) == ("dice", [number])
    assert p.state()["numbers"] == numbers


def test_V5_each_number_comes_to_each_place_equally_often() -> None:
    """11 numbers by 11 places; the last number of every place, and place of every number, follow from the others."""
    dealt: Counter[tuple[str, int]] = Counter()
    for game in range(330):
        numbers = new_game("central-europe", locations="shuffled", game=game).state()["numbers"]
        dealt.update((place, number) for place, (number,) in numbers.items())
    assert fits(dealt, {(place, n): 1 for place in numbers for n in range(2, 13)}, fixed=20)


def test_V5_places_keep_as_many_numbers_as_the_board_gives_them() -> None:
    numbers = new_game("loop", locations="shuffled").state()["numbers"]
    assert [len(numbers[place]) for place in ("eck", "furt", "grund")] == [4, 3, 4]


def test_V6_three_different_tokens_for_the_start_card_then_all_eleven_again() -> None:
    for game in range(40):
        p = new_game("central-europe", locations="stack", game=game).run()
        drawn = [(event[3], event[5], event[-1]) for event in p.story("deploy")]
        assert [(by, result) for by, _, result in drawn] == [("token", "placed")] * 3
        assert len({number for _, number, _ in drawn}) == 3
        assert p.state()["tokens"] == list(range(2, 13))


def test_V6_a_token_is_taken_after_the_colour_was_chosen() -> None:
    p = Position("loop", locations="stack").turn("t06")
    assert (p.ask, p.state()["tokens"]) == ("deploy", list(range(2, 13)))
    p.choose({"colour": "grey"})
    ((_, _, train, by, dice, number, place, _),) = p.story("deploy")
    assert (train, by, dice) == ("grey-1", "token", None)
    assert number in p.state()["numbers"][place]
    assert p.state()["tokens"] == [n for n in range(2, 13) if n != number]


def test_V6_the_token_is_spent_even_if_the_place_is_occupied() -> None:
    p = (
        Position("loop", locations="stack")
        .train("grey-1", at="eck")
        .every_number("eck")
        .turn("t06", {"colour": "black"})
    )
    assert p.story("deploy")[0][-1] == "occupied"
    assert len(p.state()["tokens"]) == 10
    p.turn("t06", {"colour": "black"})
    assert p.story("deploy")[0][5] != p.story("deploy")[1][5]


def test_V6_every_token_is_as_likely_as_any_other() -> None:
    """11 tokens, not the sum of two dice."""
    first: Counter[int] = Counter()
    for game in range(550):
        first[new_game("tiny", locations="stack", game=game).run().story("deploy")[0][5]] += 1
    assert fits(first, dict.fromkeys(range(2, 13), 1))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_V7_players_take_turns(players: int) -> None:
    p = new_game("loop", players=players).run()
    while p.state()["turn"] <= players:
        p.choose(STOP if p.ask == "act" else p.options()[0])
    assert [event[2] for event in p.story("turn")] == [*range(players), 0]


@pytest.mark.parametrize("players", [1, 5])
def test_V7_never_fewer_than_two_nor_more_than_four(players: int) -> None:
    with pytest.raises(InputError, match="players"):
        Scenario(players=players)


def test_V8_editions_differ_on_the_start_card_and_nowhere_else_in_a_deployment() -> None:
    """D5, E3 and H6 have their own tests for both editions."""
    results: dict[str, set[str]] = {"de": set(), "pl": set()}
    for edition, seen in results.items():
        for game in range(30):
            seen.update(
                event[-1] for event in new_game("loop", edition=edition, game=game).run().story("deploy")
            )
    assert results == {"de": {"placed", "occupied"}, "pl": {"placed", "again"}}


def test_V8_there_is_no_third_edition() -> None:
    with pytest.raises(InputError, match="edition"):
        Scenario(edition="en")


def test_V9_another_deck() -> None:
    p = new_game("loop", deck=deck_of("grey"))
    assert p.state()["pile"] == [30, 20, 10]
    p.run().next_card("c7").choose(STOP)
    while p.ask != "act":
        p.choose(p.options()[0])
    assert p.story("reveal")[-1] == ("reveal", "c7", 15)
    assert {event[1][:4] for event in p.story("move")} == {"grey"}


@pytest.mark.parametrize("board", FULL)
def test_V9_another_board(board: str) -> None:
    assert set(new_game(board).state()["goods"]) == {city.id for city in load_board(board).goods_cities}


def test_V10_random_layouts_are_uniform() -> None:
    """`tiny`: 3 × 3 settings and 2 entrances of mill."""
    layouts: Counter[str] = Counter()
    for game in range(900):
        state = new_game("tiny", layout="random", game=game).state()
        assert {"bend-haven:1", "west-fork:1"} < set(state["signals"])
        layouts[f"{state['switches']} {state['signals']}"] += 1
    assert len(layouts) == 18
    assert fits(layouts, dict.fromkeys(layouts, 1))


def test_V10_random_layouts_with_an_extra_disc_are_uniform_too() -> None:
    """`loop` with 3 + 1 discs has 12 layouts: 8 with the extra one on a line, 4 with it at a city (which a plain draw would give twice as often)."""
    layouts: Counter[tuple[str, ...]] = Counter()
    for game in range(1200):
        p = new_game("loop", layout="random", extra_signals=1, house={"signals": 3}, game=game)
        layouts[tuple(p.state()["signals"])] += 1
    assert len(layouts) == 12
    assert fits(layouts, dict.fromkeys(layouts, 1))


def test_V10_chosen_layouts_offer_every_setting_and_entrance() -> None:
    p = new_game("tiny", layout="policy").run()
    offered: list[list[Any]] = []
    while p.ask == "layout":
        offered.append([choice.get("open", choice.get("signal")) for choice in p.options()])
        p.choose(p.options()[-1])
    assert offered == [
        [["north-fork", "west-fork"], ["north-fork", "fork-mill"], ["west-fork", "fork-mill"]],
        [["mill-bend", "east-bend"], ["mill-bend", "bend-haven"], ["east-bend", "bend-haven"]],
        ["fork-mill:1", "mill-bend:0"],
    ]  # the port has one entrance and the board one line field: not asked
    assert p.state()["switches"] == {"fork": ["west-fork", "fork-mill"], "bend": ["east-bend", "bend-haven"]}
    assert p.state()["signals"] == ["west-fork:1", "mill-bend:0", "bend-haven:1"]


@pytest.mark.parametrize(
    ("wanted", "present"),
    [
        ("all", ["H1", "H2", "H3"]),
        ("none", []),
        ("H2", ["H2"]),
        (("H1", "H3"), ["H1", "H3"]),
        ("dispatcher", ["H2"]),
    ],
)
def test_V11_any_subset_of_the_helpers(wanted: Any, present: list[str]) -> None:
    assert new_game("loop", helpers=wanted).state()["helpers"] == present


def test_V11_a_helper_that_is_not_there_is_never_asked_about() -> None:
    p = (
        Position("loop", helpers="none")
        .green("alm-teich:0")
        .train("black-1", at="alm-kreuz#1", heading="alm-kreuz:0")
    )
    p.dice(black=3).turn("t11")
    assert (p.ask, p.at("black-1")) == ("act", "alm")


def test_V11_not_those_of_the_other_board() -> None:
    with pytest.raises(InputError, match="helpers"):
        Scenario(board="loop", helpers="H4")


def house(**numbers: Any) -> Position:
    return Position("loop", house={key.replace("_", "-"): value for key, value in numbers.items()})


def test_V12_starting_hand_draw_and_hand_limit() -> None:
    p = new_game("loop", house={"starting-hand": 3, "draw": 4, "hand-limit": 6}).run()
    assert [sum(hand) for hand in p.state()["hands"]] == [3, 3]
    p.choose(STOP)
    assert p.ask == "draw"
    assert p.options() == [{"cards": n} for n in range(4)]


def test_V12_draw() -> None:
    p = house(draw=4).hand(1, switch=1).next_card("t11").choose(STOP)
    assert [len(event[2]) for event in p.story("draw")] == [4]


def test_V12_cards_for_any_action() -> None:
    p = house(any_action_cards=3).hand(0, signal=4).run()
    assert {tuple(choice["cards"]) for choice in p.options("switch")} == {(3, 0, 0)}
    assert {tuple(choice["cards"]) for choice in p.options("signal")} == {(1, 0, 0), (3, 0, 0)}


@pytest.mark.parametrize("cards", [0, 2])
def test_V12_cards_for_loading(cards: int) -> None:
    p = house(loading_cards=cards).hand(0, signal=2).train("black-1", at="alm").run()
    assert [choice["cards"] for choice in p.options("load")] == [[cards, 0, 0]]


def test_V12_tokens_for_an_unused_point() -> None:
    p = (
        house(unused_point=3)
        .red("weiche-zoll:1")
        .train("black-1", at="weiche-zoll#1", heading="weiche-zoll:1")
    )
    assert p.move("black-1", 2).story("tokens") == [("tokens", "red", 6, 1)]


def test_V12_tokens_for_a_head_on_point() -> None:
    p = (
        house(head_on_point=3)
        .train("black-1", at="alm")
        .train("grey-1", at="alm-kreuz#1", heading="alm-kreuz:0")
    )
    assert p.move("black-1", 2).story("tokens") == [("tokens", "head-on", 6, 1)]


def test_V12_tokens_for_a_start_place() -> None:
    p = house(start_place=4).train("black-1", at="eck-kreuz#1", heading="eck-kreuz:0").move("black-1", 3)
    assert p.story("tokens") == [("tokens", "start", 4, 3)]


def test_V12_tokens_for_a_failed_deployment() -> None:
    p = (
        house(failed_deployment=5)
        .train("grey-1", at="eck")
        .every_number("eck")
        .dice(grey=0)
        .turn("t06", {"colour": "black"})
    )
    assert p.story("tokens") == [("tokens", "occupied", 5, 2)]
    p = house(failed_deployment=5, trains=(1, 1, 1)).train("black-1", at="alm").train("brown-1", at="burg")
    assert p.train("grey-1", at="furt").dice(grey=0).turn("t06").story("tokens") == [
        ("tokens", "no-train", 5, 2)
    ]


@pytest.mark.parametrize("colour", ["black", "brown", "grey"])
def test_V12_faces_of_the_dice(colour: str) -> None:
    p = house(**{f"die_{colour}": (1,) * 6}).train(f"{colour}-1", at="alm")
    assert p.choose({"move": f"{colour}-1", "cards": [0, 0, 1]}).story("roll") == [("roll", f"{colour}-1", 1)]


def test_V12_trains_of_each_colour() -> None:
    assert list(house(trains=(1, 2, 1)).state()["trains"]) == ["black-1", "brown-1", "brown-2", "grey-1"]


def test_V12_goods_of_each_colour() -> None:
    p = house(goods=1).delivered("hafen", white=1)
    assert p.state()["goods"] == {"alm": 1, "burg": 1}
    p.train("black-1", at="zoll-hafen#1", heading="zoll-hafen:1", good="yellow").move("black-1", 1)
    assert p.story("end") == [("end", True, "E1")]


def test_V12_signal_discs() -> None:
    assert len(new_game("central-europe", house={"signals": 7}).state()["signals"]) == 7


def test_V12_composition_of_the_action_deck() -> None:
    assert new_game("loop", house={"action-deck": (40, 30, 1)}).state()["pile"] == [40, 30, 1]
