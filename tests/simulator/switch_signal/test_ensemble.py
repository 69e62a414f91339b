"""The frozen sets: never changed, apart from each other, and found by name."""

from __future__ import annotations

import hashlib
import tomllib

import pytest

from simulator.core.errors import InputError
from simulator.core.provenance import origin
from simulator.switch_signal.board import load_board
from simulator.switch_signal.board_layout import standard_layout
from simulator.switch_signal.deck import load_deck
from simulator.switch_signal.ensemble import ENSEMBLE_FOLDER, SETS, is_ensemble, members
from simulator.switch_signal.generator.figures import faults
from tests.simulator.switch_signal.generator.deck_faults import deck_faults

BOARDS = [name for chosen in SETS for name in members(f"ensemble:{chosen}", "board")]
DECKS = [name for chosen in SETS for name in members(f"ensemble:{chosen}", "deck")]


def test_the_files_are_those_that_were_frozen() -> None:
    """Results are compared over years: a board of a set must never change, not even a comment in it."""
    noted = tomllib.loads((ENSEMBLE_FOLDER / "hashes.toml").read_text(encoding="utf-8"))
    found = {
        chosen: {
            path.relative_to(ENSEMBLE_FOLDER / chosen).as_posix(): hashlib.sha256(
                path.read_bytes()
            ).hexdigest()
            for path in (ENSEMBLE_FOLDER / chosen).rglob("*.toml")
        }
        for chosen in SETS
    }
    assert found == noted


def test_the_list_of_hashes_is_the_one_that_was_frozen() -> None:
    content = (ENSEMBLE_FOLDER / "hashes.toml").read_bytes()
    assert (
        hashlib.sha256(content).hexdigest()
        == "62a78d0750805434b8bc17f80d9e586d9d18a8431a78fc7e6c9c14cf5418c0e6"
    )


@pytest.mark.parametrize("chosen", SETS)
def test_a_set_has_24_boards_half_of_each_kind_and_24_decks(chosen: str) -> None:
    boards = [load_board(name) for name in members(f"ensemble:{chosen}", "board")]
    assert [board.family for board in boards] == ["central-europe"] * 12 + ["north-america"] * 12
    assert len(members(f"ensemble:{chosen}", "deck")) == 24
    assert (
        len(members(f"ensemble:{chosen}/ce", "board")) == len(members(f"ensemble:{chosen}/na", "board")) == 12
    )


def test_no_two_boards_or_decks_play_alike() -> None:
    assert len({load_board(name).hash for name in BOARDS}) == len(BOARDS) == 48
    assert len({load_deck(name).hash for name in DECKS}) == len(DECKS) == 48


@pytest.mark.parametrize("name", BOARDS)
def test_a_board_of_a_set_is_plausible_and_called_a_reconstruction(name: str) -> None:
    board = load_board(name)
    assert faults(board) == []
    assert origin(board.provenance) == "reconstructed"
    assert standard_layout(board) == board.layout


@pytest.mark.parametrize("name", DECKS)
def test_a_deck_of_a_set_keeps_to_the_facts(name: str) -> None:
    deck = load_deck(name)
    assert deck_faults(deck) == []
    assert origin(deck.provenance) == "reconstructed"


def test_what_names_a_set() -> None:
    assert is_ensemble("ensemble:test")
    assert is_ensemble("ensemble:train/na")
    assert not is_ensemble("ensemble:test/ce-01")
    assert not is_ensemble("central-europe")


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        (
            "ensemble:tset",
            r'there is no board "ensemble:tset" \(did you mean "test"\?\); the sets are ensemble:train, ',
        ),
        ("ensemble:test", "is a set of boards, and one is wanted here, for instance ensemble:test/ce-01"),
        ("ensemble:test/ce", "is a set of boards, and one is wanted here"),
        ("ensemble:test/ce-13", "ensemble:test has ensemble:test/ce-01 to ensemble:test/na-12"),
        ("ensemble:test/../train/boards/ce-01", "there is no"),
        ("ensemble:", "there is no"),
    ],
)
def test_a_wrong_name_gets_one_sentence(name: str, sentence: str) -> None:
    with pytest.raises(InputError, match=f"^--board: .*{sentence}"):
        load_board(name, "--board")
