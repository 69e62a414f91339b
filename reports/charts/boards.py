"""The boards that a run keeps beside its results, to be drawn on."""

from __future__ import annotations

from pathlib import Path

from simulator.board import Board, load_board
from simulator.errors import InputError


def read_boards(folder: Path) -> dict[str, Board]:
    """By their hashes, from RUN/boards. A file that is missing, damaged or of another board than it is named for is passed over:
    its figures are then left out, and nothing else suffers."""
    found: dict[str, Board] = {}
    for path in sorted((folder / "boards").glob("*.toml")):
        try:
            board = load_board(path)
        except (InputError, OSError):
            continue
        if board.hash == path.stem:
            found[board.hash] = board
    return found
