"""Many generated boards, each with a generated deck: checked, written and read again, and played in both engines.

The whole claim of 10,000 boards is run by hand, half an hour on two cores: python -m tests.simulator.switch_signal.generator.test_many_boards 10000
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from dataclasses import asdict
from pathlib import Path

import pytest
from joblib import Parallel, delayed

from simulator.switch_signal.board import board_toml, parse_board
from simulator.switch_signal.deck import deck_toml
from simulator.switch_signal.generator.boards import generate_board
from simulator.switch_signal.generator.decks import generate_deck
from simulator.switch_signal.generator.figures import faults
from simulator.switch_signal.scenario import Scenario
from tests.simulator.switch_signal.generator.deck_faults import deck_faults
from tests.switch_signal.differential.side_by_side import play_both, raw_toml, restless, some_scenario

KINDS = ("central-europe", "north-america")
CHUNK = 20


def try_board(seed: int, folder: Path) -> float:
    """Generate, check, and play one standard game and one of any scenario; gives the seconds that the board took."""
    started = time.perf_counter()
    board = generate_board(KINDS[seed % 2], seed)
    seconds = time.perf_counter() - started
    assert faults(board) == []
    text = board_toml(board)
    assert asdict(parse_board(text, board.source)) == asdict(board)
    deck = generate_deck(seed)
    assert deck_faults(deck) == []
    board_file, deck_file = folder / f"board-{seed}.toml", folder / f"deck-{seed}.toml"
    board_file.write_text(text, encoding="utf-8")
    deck_file.write_text(deck_toml(deck), encoding="utf-8")
    play_both(Scenario(board=str(board_file), deck=str(deck_file)), seed, 0, restless)
    play_both(some_scenario(str(board_file), random.Random(seed)), seed, 1, restless)
    return seconds


def try_boards(seeds: range) -> list[float]:
    with tempfile.TemporaryDirectory() as folder:
        try:
            return [try_board(seed, Path(folder)) for seed in seeds]
        finally:
            raw_toml.cache_clear()  # it keeps every file that it has seen


def test_a_few() -> None:
    try_boards(range(9_000, 9_006))


@pytest.mark.slow
@pytest.mark.parametrize("first", range(10_000, 10_400, CHUNK))
def test_some_hundred(first: int) -> None:
    try_boards(range(first, first + CHUNK))


def main(boards: int) -> None:
    chunks = [range(first, min(first + CHUNK, boards)) for first in range(0, boards, CHUNK)]
    done: list[float] = []
    for seconds in Parallel(n_jobs=-1, return_as="generator")(delayed(try_boards)(chunk) for chunk in chunks):
        done += seconds
        print(f"\r{len(done)} boards", end="", file=sys.stderr, flush=True)
    done.sort()
    print(
        f"\n{len(done)} boards passed; a board took {done[len(done) // 2]:.2f} s (median), "
        f"{done[int(0.99 * len(done))]:.2f} s (99 of 100 at most), {done[-1]:.2f} s (longest)"
    )


if __name__ == "__main__":
    main(int(sys.argv[1]))
