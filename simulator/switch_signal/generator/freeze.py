"""Writes the frozen sets, once: `python -m simulator.switch_signal.generator.freeze FOLDER`. They are data from then on and never made again.

Their seeds are words, so that no `--seed` makes a board of a set by accident. No board was chosen or changed for what a policy
reaches on it.
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

from simulator.switch_signal.board import board_toml
from simulator.switch_signal.deck import deck_toml
from simulator.switch_signal.ensemble import HALF_OF_FAMILY, SETS
from simulator.switch_signal.generator.boards import generate_board
from simulator.switch_signal.generator.decks import generate_deck

BOARDS_OF_A_KIND = 12
COMMENT = (
    "Frozen: one of the boards of an ensemble, generated and never changed (docs/reconstruction.md).",
    "A reconstruction, not the printed map. To make a board of your own, copy it and give it another name.",
)


def freeze(folder: Path) -> None:
    """Both sets with their hashes; an existing folder is left alone."""
    folder.mkdir(parents=True)
    lines = ["# SHA-256 of every file of the frozen sets; a test compares them."]
    for chosen in SETS:
        texts: dict[str, str] = {}
        for like, short in HALF_OF_FAMILY.items():
            for number in range(BOARDS_OF_A_KIND):
                board = generate_board(like, f"{chosen} {number + 1}")
                texts[f"boards/{short}-{number + 1:02}.toml"] = board_toml(board, *COMMENT)
        for number in range(BOARDS_OF_A_KIND * len(HALF_OF_FAMILY)):
            texts[f"decks/deck-{number + 1:02}.toml"] = deck_toml(generate_deck(f"{chosen} {number + 1}"))
        lines += ["", f"[{chosen}]"]
        for name, text in texts.items():
            path = folder / chosen / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
            lines.append(f'"{name}" = "{hashlib.sha256(text.encode()).hexdigest()}"')
    (folder / "hashes.toml").write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    freeze(Path(sys.argv[1]))
