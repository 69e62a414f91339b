"""docs/compare.md and docs/calibrate.md have it all; `test_pages.py` carries them out."""

from __future__ import annotations

from experiments.plays import columns_of
from simulator.switch_signal.game import GAME
from tests import pages

PAGES = {
    name: (pages.ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")
    for name in ("compare", "calibrate")
}


def test_the_pages_have_examples_of_every_command() -> None:
    shown = [
        command.line.split()[1]
        for page in PAGES.values()
        for command in pages.commands(page)
        if command.shown
    ]
    assert set(shown) == {"compare", "tune", "calibrate", "run"}


def test_the_page_lists_every_column() -> None:
    assert all(f"`{column}`" in PAGES["calibrate"] for column in columns_of(GAME))
