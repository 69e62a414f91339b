"""What holds of everybody who can play, whatever the game is."""

from __future__ import annotations

import pytest

from policies.registry import load_policy, no_policy, roster_of
from policies.roster import Kind, Roster
from simulator.core.errors import InputError
from simulator.game import Game
from simulator.games import SHIPPED, find_game
from tests.dash_game import DASH
from tests.experiments.dice_game import DICE
from tests.hoard import HOARD

EVERY_GAME = pytest.mark.parametrize("game", [find_game(name) for name in SHIPPED], ids=str)
FAST, SLOW = Kind("plays at once", "a quick table"), Kind("thinks for hours", "a slow table", slow=True)


@EVERY_GAME
def test_every_registered_policy_loads_and_says_in_a_line_or_two_how_it_plays(game: Game) -> None:
    for name, kind in roster_of(game).all.items():
        policy = load_policy(game, name)
        assert policy.name == name
        assert policy.foresees == kind.foresees
        assert 10 < len(kind.meaning) < (150 if kind.plays else 100)


@EVERY_GAME
def test_every_table_plays_as_a_player_of_the_same_game(game: Game) -> None:
    roster = roster_of(game)
    for name, table in roster.tables.items():
        player, same = load_policy(game, table.plays), load_policy(game, name)
        assert table.plays.partition(":")[0] in roster.players
        assert (same.decide, same.params) == (player.decide, player.params)


@EVERY_GAME
def test_an_unknown_policy_is_refused_with_the_near_name_and_all_others(game: Game) -> None:
    names = roster_of(game).all
    with pytest.raises(InputError) as refusal:
        load_policy(game, "randum")
    assert str(refusal.value) == (
        f'--policy: there is no policy "randum" (did you mean "random"?); policies are {", ".join(names)}, '
        "or one of your own in a file, FILE.py:NAME."
    )


def test_a_player_of_several_other_games_is_told_with_all_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("policies.registry.all_games", lambda: [HOARD, DASH, DICE])
    monkeypatch.setattr(
        "policies.registry.roster_of", lambda game: Roster({} if game is DICE else {"sly": FAST})
    )
    assert (
        "--policy: sly plays The Dragon's Hoard (--game hoard) and Dash (--game dash), and not Dice;"
        in str(no_policy(DICE, "sly"))
    )


def test_the_quick_tables_play_unless_others_are_named_and_the_last_one_where_one_has_to_do() -> None:
    roster = Roster({"random": FAST}, {"weak": FAST, "middling": FAST, "strong": SLOW})
    assert list(roster.all) == ["weak", "middling", "strong", "random"]
    assert roster.usual == ("weak", "middling")
    assert roster.main == "middling"


def test_without_tables_the_quick_players_do() -> None:
    roster = Roster({"random": FAST, "greedy": FAST, "thinker": SLOW})
    assert roster.usual == ("random", "greedy")
    assert roster.main == "greedy"


def test_those_who_are_told_the_future_are_named() -> None:
    seer = Kind("is told the dice", "a seer", foresees=True)
    assert Roster({"random": FAST, "seer": seer}).foreseeing == ["seer"]
