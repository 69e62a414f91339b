"""Files of blocks that lie about themselves: nothing of them is unpacked. And how large blocks are."""

from __future__ import annotations

import contextlib
import random
import tracemalloc
import zlib
from functools import cache
from itertools import pairwise

import numpy as np
import pytest

from experiments.run_store.blocks import (
    SEAL_BYTES,
    Damaged,
    block_size,
    games_bytes,
    games_layout,
    largest_file,
    read_games,
    read_tally,
    tally_bytes,
    tally_layout,
)
from experiments.run_store.tally import tally_form
from simulator.game import Batch
from simulator.switch_signal.game import GAME
from simulator.switch_signal.play import play
from simulator.switch_signal.records import heat_dtype
from simulator.switch_signal.scenario import Scenario
from tests.experiments.forged import any_outcomes, sealed_again
from tests.experiments.forged_tallies import tell_alike
from tests.players import load_player
from tests.tallies import tally_of

GAMES = 50
TINY = Scenario(board="tiny")
FORM = tally_form(GAME, GAME.main.name)
NOT_WHOLE = "it is not a whole file of such games"


@cache
def block() -> bytes:
    return tally_bytes(tally_of(FORM, play(TINY, load_player("novice"), 5, 0, GAMES)))


@cache
def games() -> bytes:
    return games_bytes(GAME, 0, play(TINY, load_player("novice"), 5, 0, GAMES).outcomes)


def damage(content: bytes) -> str:
    with pytest.raises(Damaged) as caught:
        read_tally(FORM, content, GAMES)
    return str(caught.value)


def forged(body: bytes) -> bytes:
    return sealed_again(body, tally_layout(FORM, GAMES))


@pytest.mark.parametrize("games", [1, 7, 1_000, 100_000])
def test_files_of_ours_are_read_whatever_games_are_like(games: int) -> None:
    """Also of games that nothing compresses: as many different ones as there can be."""
    outcomes = any_outcomes(games)
    content = games_bytes(GAME, 3, outcomes)
    assert len(content) <= largest_file(games_layout(GAME, games))
    again = read_games(GAME, content, 3, games)
    assert again.dtype == GAME.outcome
    assert all((again[name] == outcomes[name]).all() for name in GAME.outcome.names or ())
    tell_alike(outcomes)
    tally = tally_of(FORM, Batch(3, outcomes, np.zeros(1, heat_dtype)))
    content = tally_bytes(tally)
    assert len(content) <= largest_file(tally_layout(FORM, games))
    assert (read_tally(FORM, content, games).values[:] == outcomes["won"]).all()


def test_what_would_fill_the_memory_is_not_unpacked() -> None:
    bomb = zlib.compress(bytes(2**28))
    tracemalloc.start()
    try:
        assert damage(forged(bomb)) == "it unpacks to more than it should hold"
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 3 * len(bomb) < 2**20


def test_a_file_is_held_to_the_numbers_that_it_should_have() -> None:
    numbers = zlib.decompress(block()[SEAL_BYTES:])
    assert forged(zlib.compress(numbers, 3)) == block()
    assert damage(forged(zlib.compress(numbers + b"\0"))) == "it unpacks to more than it should hold"
    for body in (
        zlib.compress(numbers[:-1]),
        zlib.compress(numbers)[:-1],
        zlib.compress(numbers) + b"\0",
        b"",
        b"no stream",
    ):
        assert damage(forged(body)) == NOT_WHOLE


def test_a_seal_belongs_to_its_numbers_and_to_what_they_are_of() -> None:
    for content in (b"", block()[:SEAL_BYTES], block()[:-1], block() + b"\0", games()):
        assert damage(content) == NOT_WHOLE
    with pytest.raises(Damaged, match=NOT_WHOLE):
        read_tally(FORM, block(), GAMES + 8)
    with pytest.raises(Damaged, match=NOT_WHOLE):
        read_games(GAME, games(), 0, GAMES - 1)


def test_games_under_another_name_are_damage() -> None:
    with pytest.raises(Damaged, match="it holds other games than its name says"):
        read_games(GAME, games(), GAMES, GAMES)


def test_whatever_is_changed_in_a_file_is_an_answer_of_ours() -> None:
    """With a seal that fits, too: whoever changes a file can make one."""
    chance = random.Random(1)
    for original, layout, read in (
        (block(), tally_layout(FORM, GAMES), lambda content: read_tally(FORM, content, GAMES)),
        (games(), games_layout(GAME, GAMES), lambda content: read_games(GAME, content, 0, GAMES)),
    ):
        for number in range(600):
            content = bytearray(original)
            for _ in range(chance.choice((1, 2, 8))):
                content[chance.randrange(len(content))] = chance.randrange(256)
            with contextlib.suppress(Damaged):
                read(sealed_again(bytes(content[SEAL_BYTES:]), layout) if number % 2 else bytes(content))


@pytest.mark.parametrize(
    ("games", "size"),
    [
        (1, 1),
        (9, 1),
        (10, 2),
        (49, 2),
        (90, 10),
        (300, 20),
        (10_000, 2_000),
        (60_000, 10_000),
        (10**8, 100_000),
    ],
)
def test_a_block_is_a_round_fifth_at_most(games: int, size: int) -> None:
    assert block_size(games) == size


def test_small_blocks_fit_into_larger_ones() -> None:
    sizes = sorted({block_size(games) for games in range(1, 10_000)} | {100_000})
    assert all(larger % smaller == 0 for smaller, larger in pairwise(sizes))
