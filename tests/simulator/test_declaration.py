"""What is declared of a game passes the same checks whoever wrote it."""

from __future__ import annotations

from typing import Any

import pytest

from signalbox.cli.main import program
from simulator.core.errors import InputError
from simulator.declaration import LABORATORY, OPTIONS, by_name, check_declaration, number, word
from simulator.game import Game, Preset
from simulator.games import SHIPPED, find_game
from tests.hoard import HOARD


@pytest.mark.parametrize("game", [find_game(name) for name in SHIPPED], ids=str)
def test_what_is_declared_of_a_shipped_game_passes(game: Game) -> None:
    check_declaration(game)


def options_of(command: Any) -> set[str]:
    """Name the options of a command, and of those below it."""
    written = [name for each in command.params for name in (*each.opts, *each.secondary_opts)]
    below = [options_of(each) for each in getattr(command, "commands", {}).values()]
    return {name.removeprefix("--") for name in written if name.startswith("--")}.union(*below)


def test_no_factor_can_take_the_name_of_an_option() -> None:
    """What commands have beside the game's own factors. Commands of a single game are in no other game's way."""
    own = {*HOARD.factors, *HOARD.groups}
    assert {*options_of(program(HOARD)), "help"} - own == set(OPTIONS.split())
    assert set(OPTIONS.split()) <= LABORATORY


def test_names_keep_their_order_and_none_stands_twice() -> None:
    assert list(by_name(Preset("b", ""), Preset("a", ""))) == ["b", "a"]
    with pytest.raises(InputError, match=r"^preset a is declared twice\.$"):
        by_name(Preset("a", ""), Preset("b", ""), Preset("a", "", {"x": 1}))


def test_a_number_says_its_range() -> None:
    factor = number("nights", 1, low=1, high=9, noun="night")
    assert (factor.name, factor.default, factor.noun, factor.example) == ("nights", 1, "night", "1..2")
    assert factor.same(9) == 9
    for level in (0, 10, "many", True):
        with pytest.raises(InputError, match=r"^--nights: .* must be a whole number from 1 to 9\.$"):
            factor.same(level)


def test_a_word_is_one_of_those_that_there_are() -> None:
    factor = word("dragon", "drowsy", {"drowsy": "a drowsy dragon", "angry": "an angry one"}, example="angry")
    assert tuple(factor.known()) == ("drowsy", "angry")
    assert (factor.phrases["angry"], factor.example, factor.label) == ("an angry one", "angry", "dragon")
    assert factor.same("angry") == "angry"
    with pytest.raises(InputError) as refusal:
        factor.same("agry")
    assert str(refusal.value) == '--dragon: "agry" must be one of drowsy, angry (did you mean "angry"?).'
