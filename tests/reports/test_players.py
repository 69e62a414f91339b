"""Who plays in a run, a sentence each."""

from __future__ import annotations

from policies.switch_signal.roster import ASSUMED, ROSTER
from reports.factor_words import OWN_PLAYER, assumptions, players_in_words
from simulator.switch_signal.game import GAME


def test_every_player_has_a_sentence() -> None:
    for player in players_in_words(GAME, ROSTER.all):
        (name,) = player.names
        assert ROSTER.all[name].meaning[1:] in player.sentence
        assert player.sentence[0].isupper()
        assert player.sentence.endswith(".")


def test_settings_of_one_player_share_a_sentence() -> None:
    found = players_in_words(
        GAME, ["people:skill=0.2", "novice", "people:skill=0.4", "novice", "mine.py:hurry"]
    )
    assert [player.names for player in found] == [
        ("people:skill=0.2", "people:skill=0.4"),
        ("novice",),
        ("mine.py:hurry",),
    ]
    assert found[0].sentence.startswith("A table of people: thinks as the planner does")
    assert found[2].sentence == OWN_PLAYER


def test_what_is_assumed_is_said_of_the_tables_that_rest_on_it() -> None:
    assert assumptions(GAME, ["practised", "family"]) == ASSUMED
    assert assumptions(GAME, ["first-game"]) == ASSUMED
    assert assumptions(GAME, ["practised", "veteran", "planner", "people:skill=0.4"]) == ""
