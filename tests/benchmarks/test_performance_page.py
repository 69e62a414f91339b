"""docs/performance.md: hand-written words, and blocks of figures that a command replaces."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.page import BLOCK, with_figures

PAGE = Path(__file__).parents[2] / "docs" / "performance.md"
TEXT = "One.\n<!-- figures: a -->\nold\n<!-- end -->\nTwo.\n<!-- figures: b -->\nkept\n<!-- end -->\n"


def test_figures_are_replaced_and_words_are_kept() -> None:
    changed = with_figures(TEXT, "a", ["| new |"])
    assert changed == TEXT.replace("old", "| new |")
    assert with_figures(changed, "a", ["old"]) == TEXT


def test_figures_without_a_place_are_missed() -> None:
    with pytest.raises(ValueError, match="no place for figures of c"):
        with_figures(TEXT, "c", [])


@pytest.mark.slow
def test_every_block_of_the_page_can_be_measured_and_has_its_place() -> None:
    from benchmarks.performance import SECTIONS  # compiles parts of games when it is imported

    assert [found[2] for found in BLOCK.finditer(PAGE.read_text(encoding="utf-8"))] == list(SECTIONS)


def test_every_block_of_the_page_has_been_measured() -> None:
    for found in BLOCK.finditer(PAGE.read_text(encoding="utf-8")):
        assert found[3].strip(), found[2]
