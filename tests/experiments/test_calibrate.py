"""The skill dial: the curve along it, where a table stands on it, and how often the interval holds the truth."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from scipy.stats import binom

from experiments.calibrate import (
    LAST,
    PLACES,
    SKILLS,
    Evidence,
    chance_of_more,
    locate,
    plays_to_halve,
    rate_at,
    smooth,
)

# About the standard game, and an easy one: win rates at PLACES.
STANDARD = (0.0003, 0.0003, 0.002, 0.007, 0.03, 0.10, 0.28, 0.42, 0.52, 0.60, 0.65)
EASY = (0.001, 0.05, 0.3, 0.6, 0.8, 0.92, 0.97, 0.985, 0.99, 0.995, 0.998)
GAMES = 2_000


def curve_of(rates: tuple[float, ...], dice: np.random.Generator | None = None) -> np.ndarray[Any, Any]:
    """As simulated with GAMES games at each place, or with so many that nothing is left to chance."""
    if dice is None:
        return smooth(np.round(np.array(rates) * 10**7), 10**7)
    return smooth(dice.binomial(GAMES, rates), GAMES)


def coverage(place: float, plays: int, repetitions: int, *curves: tuple[float, ...]) -> float:
    """How often the interval holds the truth; curves are simulated anew each time, plays are of all setups alike."""
    dice, held = np.random.default_rng(8), 0
    truths = [rate_at(curve_of(curve), place) for curve in curves]
    for _ in range(repetitions):
        evidence = [
            Evidence(plays, int(dice.binomial(plays, truth)), curve_of(curve, dice))
            for truth, curve in zip(truths, curves, strict=True)
        ]
        found = locate(evidence)
        held += found.low <= place <= found.high
    return held / repetitions


def test_a_curve_rises_and_meets_what_was_simulated() -> None:
    wins = np.array([0, 0, 3, 10, 60, 55, 560, 840, 1040, 1200, 1195])
    curve = smooth(wins, GAMES)
    assert (np.diff(curve) >= 0).all()
    assert 0 < curve[0] < 0.001
    assert rate_at(curve, 0.85) == pytest.approx(0.42, abs=0.001)
    assert rate_at(curve, 0.6) == rate_at(curve, 0.7) == pytest.approx(57.5 / GAMES, abs=0.001)


def test_the_interval_holds_the_truth_19_times_of_20() -> None:
    """150 tables each: 95 % has a standard error of 1.8 points."""
    assert coverage(0.85, 40, 150, STANDARD) >= 0.91
    assert coverage(1.0, 40, 150, STANDARD) >= 0.91
    assert coverage(0.6, 15, 150, STANDARD, EASY) >= 0.91


@pytest.mark.slow
@pytest.mark.parametrize("place", [0.0, 0.3, 0.5, 0.6, 0.7, 0.85, 0.95, 1.0])
@pytest.mark.parametrize("plays", [10, 40, 160])
def test_and_wherever_the_table_stands(place: float, plays: int) -> None:
    """2,000 tables: half a point of standard error. Few different results are possible at the ends, so it may hold more often."""
    assert coverage(place, plays, 2_000, STANDARD) >= 0.925


def test_more_wins_are_more_skill() -> None:
    curve = curve_of(STANDARD)
    places = [locate([Evidence(20, wins, curve)]) for wins in range(21)]
    assert all(a.place <= b.place for a, b in pairwise(places))
    assert all(each.low <= each.place <= each.high for each in places)


def test_all_lost_and_all_won() -> None:
    curve = curve_of(STANDARD)
    lost = locate([Evidence(10, 0, curve)])
    assert lost.low == 0
    assert 0.3 < lost.place < 0.6
    assert 0.75 < lost.high < 0.9
    won = locate([Evidence(5, 5, curve)])
    assert won.high == 1
    assert won.low > 0.8


def test_one_play_leaves_nearly_everything_open() -> None:
    curve = curve_of(EASY)
    assert locate([Evidence(1, 0, curve)]).width > 0.7
    assert locate([Evidence(1, 1, curve)]).width > 0.7


def test_a_table_above_the_dial_is_seen() -> None:
    evidence = [Evidence(20, 20, curve_of(STANDARD))]
    assert chance_of_more(evidence, LAST) < 0.025
    found = locate(evidence)
    assert (found.place, found.low, found.high) == (1, 1, 1)


def test_setups_add_up() -> None:
    curve = curve_of(STANDARD)
    once = locate([Evidence(30, 12, curve)])
    assert locate([Evidence(10, 5, curve), Evidence(20, 7, curve)]) == once


def test_so_many_more_plays_do_halve_the_interval() -> None:
    curve = curve_of(STANDARD)
    found = locate([Evidence(40, 17, curve)])
    more = plays_to_halve([Evidence(40, 17, curve)], found)
    assert more is not None
    assert 60 < more < 200
    wins = 17 + round(more * rate_at(curve, found.place))
    later = locate([Evidence(40 + more, wins, curve)])
    assert later.width / found.width == pytest.approx(0.5, abs=0.05)


def test_where_nobody_ever_wins_plays_tell_nothing() -> None:
    flat = np.full(len(SKILLS), 0.0002)
    found = locate([Evidence(10, 0, flat)])
    assert found.width == 1
    assert plays_to_halve([Evidence(10, 0, flat)], found) is None
    assert len(PLACES) == len(STANDARD) == len(EASY)


def test_chances_are_those_of_the_binomial_distribution() -> None:
    curve = curve_of(STANDARD)
    place = int(np.searchsorted(SKILLS, 0.85))
    chances = binom(30, curve[place])
    expected = chances.sf(12) + chances.pmf(12) / 2
    assert chance_of_more([Evidence(30, 12, curve)], place) == pytest.approx(expected)
