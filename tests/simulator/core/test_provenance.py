"""The origin of a board or deck, as all reports name it."""

from __future__ import annotations

from simulator.core.provenance import origin
from simulator.switch_signal.board import load_board
from simulator.switch_signal.deck import load_deck


def test_the_weakest_word_tells_the_origin() -> None:
    assert origin({"a": "known: book", "b": "known: box"}) == "known"
    assert origin({"a": "known: book", "b": "reconstructed: guess"}) == "reconstructed"
    assert origin({"a": "invented: test", "b": "reconstructed: guess"}) == "invented"
    assert origin(load_board("central-europe").provenance) == "reconstructed"
    assert origin(load_board("tiny").provenance) == "invented"
    assert origin(load_deck("standard").provenance) == "reconstructed"
