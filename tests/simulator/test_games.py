"""Games are found by name."""

from __future__ import annotations

import pytest

from simulator.core.errors import InputError
from simulator.games import DEFAULT, SHIPPED, find_game
from simulator.switch_signal.game import GAME


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_game_is_found_by_the_name_that_it_has(name: str) -> None:
    game = find_game(name)
    assert (game.name, repr(game)) == (name, f"<game {name}>")
    assert find_game(name) is game


def test_switch_and_signal_is_played_unless_another_is_named() -> None:
    assert find_game(DEFAULT) is GAME


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("swich-signal", ' (did you mean "switch-signal"?)'),
        ("Switch-Signal", ' (did you mean "switch-signal"?)'),
        ("chess", ""),
        ("", ""),
    ],
)
def test_an_unknown_game_is_refused_in_one_sentence_with_the_near_name(name: str, near: str) -> None:
    with pytest.raises(InputError) as refusal:
        find_game(name)
    sentence = str(refusal.value)
    assert sentence.startswith(f'--game: there is no game "{name}"{near}; ')
    assert sentence.endswith(".")
    assert "\n" not in sentence
    assert all(each in sentence for each in SHIPPED)


def test_a_name_that_would_spoil_the_terminal_is_not_repeated_as_it_is() -> None:
    with pytest.raises(InputError) as refusal:
        find_game("a\x1b[31m\nb")
    assert str(refusal.value).isprintable()
