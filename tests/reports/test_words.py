"""Words that the terminal, pages and figures share."""

from __future__ import annotations

import pytest

from reports.factor_words import origins_in_words
from reports.words import counted, listed
from simulator.core.messages import printable
from simulator.switch_signal.game import GAME


def test_lists_and_numbers_read_as_one_would_say_them() -> None:
    assert [listed(words) for words in (["a"], ["a", "b"], ["a", "b", "c"])] == ["a", "a and b", "a, b and c"]
    assert [counted(n, "card") for n in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]
    assert counted(2, "city", "cities") == "2 cities"
    assert counted(20_000, "game") == "20,000 games"


def test_no_control_character_reaches_a_terminal() -> None:
    assert printable("Köln\x1b[31m\n") == "Köln�[31m�"


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
