"""T1–T4: a turn."""

from __future__ import annotations

import pytest

from tests.position import Position

STOP = {"stop": True}


def test_T1_symbols_from_top_to_bottom_deployments_first() -> None:
    p = Position("loop").train("black-1", at="alm-kreuz#1", heading="alm-kreuz:1")
    p.train("grey-1", at="tor-zoll#1", heading="tor-zoll:1").dice(black=1, grey=1).every_number("furt")
    p.turn("t01", {"colour": "brown"})  # deploy, black, grey
    assert [event[:2] for event in p.story("reveal", "deploy", "move")] == [
        ("reveal", "t01"),
        ("deploy", "brown"),
        ("move", "black-1"),
        ("move", "grey-1"),
    ]
    assert p.ask == "act"


def test_T1_T2_T3_follow_each_other_and_then_the_next_player() -> None:
    p = Position("loop", players=3).hand(1, switch=1).turn("t11")
    p.next_card("t12").choose(STOP)
    assert [event[0] for event in p.story()] == ["turn", "reveal", "draw", "turn", "reveal"]
    assert p.story("turn") == [("turn", 6, 0), ("turn", 7, 1)]
    assert p.ask == "act"


def test_T1_after_the_last_seat_comes_seat_0() -> None:
    p = Position("loop", players=3).hand(2, switch=1)
    p.record["seat"] = 2
    p.turn("t11").next_card("t12").choose(STOP)
    assert p.story("turn") == [("turn", 6, 2), ("turn", 7, 0)]


def test_T2_any_number_of_cards_in_any_order() -> None:
    p = Position("loop").hand(0, signal=3, switch=3, move=3).train("black-1", at="alm").dice(black=1)
    p.choose(
        {"switch": "tor", "open": ["grund-tor", "tor-zoll"], "cards": [0, 1, 0]},
        {"load": "black-1", "cards": [1, 0, 0]},
        {"signal": ["weiche-zoll:1", "eck-kreuz:2"], "cards": [1, 0, 0]},
        {"move": "black-1", "cards": [0, 0, 1]},
        {"switch": "tor", "open": ["burg-tor", "tor-zoll"], "cards": [0, 1, 0]},
        {"move": "black-1", "cards": [0, 0, 1]},
    )
    assert p.state()["hands"][0] == [1, 1, 1]
    assert p.state()["discards"] == [2, 2, 2]
    assert [event[1] for event in p.story("play")] == ["switch", "load", "signal", "move", "switch", "move"]


def test_T2_none_at_all_too() -> None:
    p = Position("loop").hand(0, signal=2, move=1).hand(1, switch=1).next_card("t11").choose(STOP)
    assert p.story("play") == []
    assert sum(p.state()["hands"][0]) == 3 + 5


@pytest.mark.parametrize("held", [0, 3, 5])
def test_T3_five_cards_are_drawn(held: int) -> None:
    p = Position("loop").hand(0, signal=held).hand(1, switch=1).next_card("t11")
    if held:
        p.choose(STOP)
    else:
        p.run()  # nothing can be played, so nothing is asked
    assert [len(event["cards"]) for event in p.events if event["event"] == "draw"] == [5]
    assert sum(p.state()["hands"][0]) == held + 5


@pytest.mark.parametrize("held", [6, 9])
def test_T3_beyond_the_limit_of_ten_any_number_that_fits_is_drawn(held: int) -> None:
    fits = 10 - held
    for number in (0, fits):
        p = Position("loop").hand(0, signal=held).hand(1, switch=1).choose(STOP)
        assert p.ask == "draw"
        assert p.options() == [{"cards": n} for n in range(fits + 1)]
        p.next_card("t11").choose({"cards": number})
        assert sum(p.state()["hands"][0]) == held + number


def test_T3_a_full_hand_draws_nothing() -> None:
    p = Position("loop").hand(0, signal=10).hand(1, switch=1).next_card("t11").choose(STOP)
    assert p.story("draw") == []
    assert p.story("turn") == [("turn", 6, 1)]


def test_T3_the_discards_are_shuffled_into_a_new_pile_in_mid_draw() -> None:
    p = Position("loop").hand(0, move=3).hand(1, switch=1).pile(signal=2)
    discards = p.state()["discards"]
    p.next_card("t11").choose(STOP)
    (first, shuffle, second) = p.story("draw", "shuffle")
    assert first == ("draw", 0, ["signal", "signal"])
    assert shuffle == ("shuffle", discards)
    assert len(second[2]) == 3
    assert sum(p.state()["pile"]) == sum(discards) - 3
    assert p.state()["discards"] == [0, 0, 0]


def test_T3_cards_played_in_the_turn_are_among_those_shuffled() -> None:
    p = Position("loop", house={"action-deck": (0, 0, 21)}).hand(0, move=9).hand(1, move=10).pile(move=2)
    p.train("black-1", at="alm").dice(black=0)
    p.choose(*[{"move": "black-1", "cards": [0, 0, 1]}] * 4, STOP)  # 5 in hand, 4 on the discards
    assert p.story("draw", "shuffle") == [
        ("draw", 0, ["move", "move"]),
        ("shuffle", [0, 0, 4]),
        ("draw", 0, ["move", "move", "move"]),
    ]


def test_T4_only_the_active_players_cards_are_spent() -> None:
    p = (
        Position("loop")
        .hand(0, signal=5, switch=5)
        .hand(1, move=2)
        .train("black-1", at="alm-kreuz#1", heading="alm-kreuz:1")
    )
    p.record["seat"] = 1
    p.run()
    assert {tuple(choice["cards"]) for choice in p.options() if choice != STOP} == {(0, 0, 1), (0, 0, 2)}
    p.choose({"switch": "tor", "open": ["grund-tor", "tor-zoll"], "cards": [0, 0, 2]})
    assert p.state()["hands"][0] == [5, 5, 0]


def test_T4_hands_discards_and_executed_cards_are_open() -> None:
    p = (
        Position("loop")
        .hand(1, switch=4)
        .train("black-1", at="alm")
        .turn("t12")
        .choose({"load": "black-1", "cards": [0, 0, 1]})
    )
    state = p.state()
    assert (state["hands"][1], state["discards"], state["executed"]) == ([0, 4, 0], [0, 0, 1], ["t12"])


def test_T4_what_a_policy_sees_does_not_tell_what_comes() -> None:
    seen, came = set(), set()
    for seed in range(8):
        p = Position("loop", seed=seed, house={"starting-hand": 0}).hand(1, switch=1)
        p.run()
        seen.add(p.record.tobytes())
        p.choose(STOP)
        came.add(str(p.story("draw", "reveal")))
    assert (len(seen), len(came)) == (1, 8)
