"""The counter-based random numbers: known answers, and that streams, games and seeds have nothing to do with each other."""

from collections import Counter
from typing import Any

import numpy as np
import pytest
from numba import types

from simulator.core.jit import kernel
from simulator.core.rng import below, game_key, mix, random_bits
from tests.chance import fits

u64, i64 = types.uint64, types.int64
MASK = 2**64 - 1
GAMMA = 0x9E3779B97F4A7C15


@kernel(u64(u64, u64, u64, u64), entry=True)
def bits_of(seed: Any, game: Any, stream: Any, counter: Any) -> Any:
    return random_bits(game_key(seed, game), stream, counter)


@kernel(u64(u64), entry=True)
def mixed(value: Any) -> Any:
    return mix(value)


@kernel(types.void(u64, u64, u64, i64[:], i64), entry=True)
def fill(seed: Any, game: Any, stream: Any, numbers: Any, n: Any) -> None:
    key = game_key(seed, game)
    for counter in range(numbers.shape[0]):
        numbers[counter] = below(random_bits(key, stream, u64(counter)), n)


def mix_in_python(z: int) -> int:
    """SplitMix64's output function, as published."""
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def test_splitmix64_known_answers() -> None:
    """The first outputs of SplitMix64 seeded with 1234567, as published with its reference code."""
    expected = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431]
    assert [int(mixed((1234567 + (i + 1) * GAMMA) & MASK)) for i in range(4)] == expected


@pytest.mark.parametrize(
    ("seed", "game", "stream", "counter"), [(0, 0, 0, 0), (1, 2, 3, 4), (2**63 - 1, 10**10, 63, 2**20)]
)
def test_a_number_is_a_function_of_seed_game_stream_and_counter(
    seed: int, game: int, stream: int, counter: int
) -> None:
    key = mix_in_python((mix_in_python((seed + GAMMA) & MASK) + GAMMA * (game + 1)) & MASK)
    expected = mix_in_python((key + GAMMA * ((stream << 32) + counter + 1)) & MASK)
    assert int(bits_of(seed, game, stream, counter)) == expected


def test_known_answers_of_the_games() -> None:
    """Fixed for ever: another number here means that every stored result of every seed changes."""
    assert [int(bits_of(1, game, 0, 0)) for game in range(3)] == [
        12793040940332582595,
        11446999876264359965,
        4472672866095287216,
    ]


@pytest.mark.parametrize("n", [2, 6, 11, 18, 81])
def test_every_number_is_as_likely_as_any_other(n: int) -> None:
    """Chi-square over 200,000 draws, fixed seed; a true generator fails 1 in 1,000."""
    numbers = np.zeros(200_000, np.int64)
    fill(7, 3, 2, numbers, n)
    assert numbers.min() == 0
    assert numbers.max() == n - 1
    assert fits(Counter(numbers.tolist()), dict.fromkeys(range(n), 1))


@pytest.mark.parametrize("other", ["seed", "game", "stream"])
def test_neighbouring_seeds_games_and_streams_are_independent(other: str) -> None:
    """Pairs of dice from neighbours fill the 36 cells evenly: chi-square, fixed seed, 1 in 1,000."""
    one, two = np.zeros(100_000, np.int64), np.zeros(100_000, np.int64)
    place = {"seed": 5, "game": 9, "stream": 1}
    fill(place["seed"], place["game"], place["stream"], one, 6)
    place[other] += 1
    fill(place["seed"], place["game"], place["stream"], two, 6)
    assert fits(Counter((one * 6 + two).tolist()), dict.fromkeys(range(36), 1))


def test_first_dice_of_consecutive_games_are_even() -> None:
    """What a batch really uses: the first draw of many games in a row."""
    first = np.array([int(bits_of(1, game, 1, 0)) >> 32 for game in range(60_000)], np.uint64)
    dice = (first * np.uint64(6)) >> np.uint64(32)
    assert fits(Counter(dice.tolist()), dict.fromkeys(range(6), 1))
