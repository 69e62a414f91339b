"""S1–S5, and where signal discs lie at setup (B5, V3, V12): the table before the first turn."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from simulator.switch_signal.board import load_board
from simulator.switch_signal.factors import LAYOUTS
from tests.chance import fits
from tests.position import Position, new_game

FULL = ("central-europe", "north-america")
FREE_OF_CHARGE = {"unused-point": 0, "head-on-point": 0, "start-place": 0, "failed-deployment": 0}


def play_idly(p: Position) -> Position:
    """To the end, always with the first answer (in T2: do nothing)."""
    p.run()
    while p.ask is not None:
        p.session.choose(p.session.options()[0])
        p.run()
    return p


@pytest.mark.parametrize("board", FULL)
def test_S1_two_goods_in_each_city_and_seven_tokens_on_the_clock(board: str) -> None:
    state = new_game(board).state()
    assert list(state["goods"].values()) == [2, 2, 2, 2]
    assert state["clock"] == 7
    assert all(number == 0 for port in state["delivered"].values() for number in port.values())


def test_S1_the_good_that_a_city_gives_is_of_its_own_colour() -> None:
    for city in load_board("central-europe").goods_cities:
        p = Position("central-europe").train("black-1", at=city.id).run()
        p.choose({"load": "black-1", "cards": [1, 0, 0]})
        assert p.state()["trains"]["black-1"]["good"] == city.goods
        assert p.state()["goods"][city.id] == 1


@pytest.mark.parametrize(
    ("board", "helpers"), [("central-europe", ["H1", "H2", "H3"]), ("north-america", ["H4", "H5", "H6"])]
)
def test_S2_nine_trains_wait_in_the_depot_and_three_helpers_are_unused(
    board: str, helpers: list[str]
) -> None:
    state = new_game(board, helpers="all").state()
    assert list(state["trains"]) == [
        f"{colour}-{n}" for colour in ("black", "brown", "grey") for n in (1, 2, 3)
    ]
    assert all(train == {"at": None, "heading": None, "good": None} for train in state["trains"].values())
    assert state["helpers"] == helpers


def test_S3_the_start_card_comes_first_and_seventeen_turns_in_all() -> None:
    p = play_idly(new_game("central-europe", house=FREE_OF_CHARGE))
    cards = [event["card"] for event in p.events if event["event"] == "reveal"]
    assert (len(cards), cards[0]) == (17, "start")
    assert len(set(cards)) == 17
    assert p.story("end") == [("end", False, "E2")]


def test_S3_any_two_cards_are_put_away() -> None:
    """A fair shuffle fails in 1 of 1000 sets of seeds."""
    away: Counter[str] = Counter()
    for game in range(180):
        p = play_idly(new_game("tiny", game=game, house=FREE_OF_CHARGE | {"starting-hand": 0, "draw": 0}))
        away.update(
            set(p.names.card_names) - {event["card"] for event in p.events if event["event"] == "reveal"}
        )
    assert sum(away.values()) == 360
    assert fits(away, dict.fromkeys((f"t{n:02}" for n in range(1, 19)), 1))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_S4_five_of_81_cards_to_each_player_and_seat_0_begins(players: int) -> None:
    p = new_game("central-europe", players=players)
    assert p.state()["pile"] == [27, 27, 27]
    p.run()
    deals = [(event["seat"], len(event["cards"])) for event in p.events if event["event"] == "deal"]
    assert deals == [(seat, 5) for seat in range(players)]
    assert [sum(hand) for hand in p.state()["hands"]] == [5] * players
    held = [sum(hand[kind] for hand in p.state()["hands"]) for kind in range(3)]
    assert [pile + hand for pile, hand in zip(p.state()["pile"], held, strict=True)] == [27, 27, 27]
    assert p.story("turn") == [("turn", 1, 0)]


def test_S4_the_deck_is_shuffled() -> None:
    """Ordered pairs of the first two cards, without putting back."""
    pairs: Counter[Any] = Counter()
    for game in range(600):
        p = new_game("tiny", game=game, house={"action-deck": (9, 9, 9)}).run()
        pairs[tuple(next(event["cards"] for event in p.events if event["event"] == "deal")[:2])] += 1
    kinds = ("signal", "switch", "move")
    assert fits(pairs, {(a, b): 9 * (8 if a == b else 9) for a in kinds for b in kinds})


@pytest.mark.parametrize("board", FULL)
def test_S5_the_standard_layout_is_that_of_the_board_file(board: str) -> None:
    layout, state = load_board(board).layout, new_game(board).state()
    assert set(state["signals"]) == set(layout.signals)
    assert {junction: tuple(lines) for junction, lines in state["switches"].items()} == layout.switches


def test_S5_players_lay_the_discs_before_any_card_is_dealt_or_seen() -> None:
    p = new_game("tiny", layout="policy").run()
    assert p.state()["signals"] == []
    while p.ask == "layout":
        assert p.state()["hands"] == [[0, 0, 0], [0, 0, 0]]
        assert not p.story("deal", "reveal")
        p.choose(p.options()[-1])
    assert [event[0] for event in p.story("disc", "deal", "reveal")] == ["disc"] * 5 + ["deal"] * 2 + [
        "reveal"
    ]


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("board", FULL)
@pytest.mark.parametrize("on_lines", [0, 2, 3, 4, 8])
def test_B5_V12_one_disc_at_each_city_and_all_others_on_lines(board: str, layout: str, on_lines: int) -> None:
    """In every layout alike: more discs, or fewer, are so many more or fewer on lines."""
    data = load_board(board)
    p = new_game(board, layout=layout, house={"signals": len(data.cities) + on_lines}).run()
    while p.ask == "layout":
        p.choose(p.options()[-1])
    owners = [data.field_city[field] for field in p.state()["signals"]]
    assert Counter(owners) == Counter([*(city.id for city in data.cities), *[None] * on_lines])


def test_V3_V12_further_discs_lie_on_the_fields_that_the_board_file_names_in_its_order() -> None:
    data = load_board("central-europe")
    first_on_a_line = next(field for field in data.layout.extra if data.field_city[field] is None)
    p = new_game("central-europe", extra_signals=2, house={"signals": 9})
    assert set(p.state()["signals"]) == {*data.layout.signals, first_on_a_line, *data.layout.extra[:2]}
    p = new_game("central-europe", extra_signals=1, house={"signals": 7})
    assert set(p.state()["signals"]) == set(data.layout.signals)
