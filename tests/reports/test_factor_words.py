"""Who plays in a run, a sentence each, and how far it is known where."""

from __future__ import annotations

import pytest

from policies.switch_signal.roster import ASSUMED, ROSTER
from reports.factor_words import OWN_PLAYER, assumptions, origins_in_words, players_in_words
from simulator.switch_signal.game import GAME


def test_every_player_has_a_sentence() -> None:
    for sentence, (name,) in players_in_words(GAME, ROSTER.all).items():
        assert ROSTER.all[name].meaning[1:] in sentence
        assert sentence[0].isupper()
        assert sentence.endswith(".")


def test_settings_of_one_player_share_a_sentence() -> None:
    found = players_in_words(
        GAME, ["people:skill=0.2", "novice", "people:skill=0.4", "novice", "mine.py:hurry"]
    )
    assert list(found.values()) == [["people:skill=0.2", "people:skill=0.4"], ["novice"], ["mine.py:hurry"]]
    assert next(iter(found)).startswith("A table of people: thinks as the planner does")
    assert list(found)[2] == OWN_PLAYER


def test_what_is_assumed_is_said_of_the_tables_that_rest_on_it() -> None:
    assert assumptions(GAME, ["practised", "family"]) == ASSUMED
    assert assumptions(GAME, ["first-game"]) == ASSUMED
    assert assumptions(GAME, ["practised", "veteran", "planner", "people:skill=0.4"]) == ""


@pytest.mark.parametrize(
    ("board", "timetable", "sentence"),
    [
        ("known", "known", None),
        ("reconstructed", "reconstructed", "Board and timetable are reconstructions, not the printed ones: `sim board check` and `sim decks` tell"),
        ("known", "reconstructed", "The timetable is a reconstruction, not the printed one: `sim decks` tells"),
        ("reconstructed", "known", "The board is a reconstruction, not the printed one: `sim board check` tells"),
        ("invented", "known", "The board is invented: `sim board check` tells"),
        ("invented", "reconstructed", "The board is invented and the timetable is a reconstruction, not the printed one: `sim board check` and `sim decks` tell"),
    ],
)  # fmt: skip
def test_what_is_not_the_printed_game_is_said(board: str, timetable: str, sentence: str | None) -> None:
    expected = [f"{sentence} what is known."] if sentence else []
    assert list(origins_in_words(GAME, {"board": board, "deck": timetable})) == expected
