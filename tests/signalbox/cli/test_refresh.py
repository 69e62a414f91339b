"""Shown lines are found again in what is printed after a change, also where most lines are left out."""

from tests.signalbox.cli.refresh import refreshed

PRINTED = [
    "games won     61.20%",
    "t01    deploy, black",
    "t06    deploy, grey",
    "a: one more token +4.1 points",
    "a: one more card does as much as 3.1 tokens",
    "b: one more card does as much as 2.9 tokens",
    "99 games/s",
]


def test_everything_that_is_printed_is_shown_but_the_speed_stays() -> None:
    assert refreshed(["old", "12 games/s"], PRINTED, "page") == [*PRINTED[:-1], "12 games/s"]


def test_lines_are_found_by_their_words() -> None:
    shown = [
        "…",
        "games won     60.00%",
        "…",
        "t06    deploy, grey",
        "…",
        "a: one more card does as much as 3.5 tokens",
        "…",
    ]
    assert refreshed(shown, PRINTED, "page") == ["…", PRINTED[0], "…", PRINTED[2], "…", PRINTED[4], "…"]


def test_rows_stay_in_order_when_a_word_goes() -> None:
    rows = ["novice   7   10% to 12%", "novice   8   11% to 13%   90 plays"]
    assert refreshed(["…", "novice   7   9% to 11%   99 plays"], rows, "page") == ["…", rows[0]]


def test_a_line_that_is_still_printed_is_not_taken_for_another() -> None:
    turns = ["Turn 1, player 1", "hand: 2 move", "Turn 2, player 2", "hand: 3 move"]
    shown = ["…", "Turn 2, player 2", "hand: 1 move"]
    assert refreshed(shown, turns, "page") == ["…", "Turn 2, player 2", "hand: 3 move"]


def test_what_cannot_be_found_stays() -> None:
    assert refreshed(["…", "nowhere 1"], PRINTED, "page") == ["…", "nowhere 1"]
