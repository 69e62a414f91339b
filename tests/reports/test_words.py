"""Words that the terminal, pages and figures share."""

from __future__ import annotations

from reports.words import counted
from simulator.core.messages import listed, printable


def test_lists_and_numbers_read_as_one_would_say_them() -> None:
    assert [listed(words) for words in (["a"], ["a", "b"], ["a", "b", "c"])] == ["a", "a and b", "a, b and c"]
    assert [counted(n, "card") for n in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]
    assert counted(2, "city", "cities") == "2 cities"
    assert counted(20_000, "game") == "20,000 games"


def test_no_control_character_reaches_a_terminal() -> None:
    assert printable("Köln\x1b[31m\n") == "Köln�[31m�"
