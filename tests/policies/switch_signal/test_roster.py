"""Who can play Switch & Signal, and in which order."""

from __future__ import annotations

from policies.registry import roster_of
from policies.switch_signal.roster import ASSUMED, PLAYERS, ROSTER, SIGNED_GAMES, TABLES, strength
from simulator.switch_signal.game import GAME
from tests.players import load_player


def test_the_game_finds_them() -> None:
    assert roster_of(GAME) is ROSTER


def test_tables_come_first_and_the_quick_ones_play_unless_others_are_named() -> None:
    assert list(ROSTER.all) == [*TABLES, *PLAYERS]
    assert tuple(TABLES) == ("first-game", "family", "practised", "veteran")
    assert ROSTER.usual == ("first-game", "family", "practised")
    assert ROSTER.main == "practised"
    assert [TABLES[name].slow for name in TABLES] == [False, False, False, True]
    assert "novice" not in ROSTER.usual


def test_only_the_clairvoyant_is_told_the_future() -> None:
    assert ROSTER.foreseeing == ["clairvoyant"]
    assert load_player("clairvoyant").foresees
    assert not load_player("expert").foresees


def test_floors_dial_and_assumption_are_of_players_that_there_are() -> None:
    assert set(ROSTER.unskilled) <= set(PLAYERS)
    name, _, setting = ROSTER.dial.partition(":")
    assert setting in PLAYERS[name].settings()
    assert set(SIGNED_GAMES) == set(PLAYERS) - {name}  # tables of people are signed as everybody's own are
    assert ROSTER.assumed == ASSUMED


def test_quick_players_stand_in_their_order_of_strength() -> None:
    """The planner's and people's dials end in the same player, and tables are as strong as what they play."""
    weak_to_strong = (
        "random",
        "idle",
        "novice",
        "first-game",
        "people:skill=0.4",
        "planner:attention=0.6",
        "family",
        "planner:attention=0.9",
        "practised",
    )
    ranks = [strength(load_player(name)) for name in weak_to_strong]
    assert ranks == sorted(set(ranks))
    assert strength(load_player("people:skill=1")) == strength(load_player("planner"))
