"""Luck and skill: deals that every rung wins, that none wins, and that play decides."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from experiments.statistics.intervals import wilson
from experiments.statistics.luck import Share, luck_and_skill, share_of
from tests.experiments.deals import play_deals

RUNGS = ["novice", "planner", "expert"]


def clustered_share(table: np.ndarray[tuple[int, int], np.dtype[Any]]) -> Share:
    """Of hits in a table cells × games."""
    hits = table.sum(axis=0, dtype=np.int64)
    return share_of(int(hits.sum()), int((hits**2).sum()), *table.shape)


def test_eight_deals() -> None:
    won = np.array(
        [
            [1, 0, 0, 0, 1, 0, 1, 0],  # novice
            [1, 0, 0, 1, 0, 1, 0, 0],
            [1, 0, 1, 1, 1, 0, 0, 0],  # expert
        ]
    )
    found = luck_and_skill(won, RUNGS)
    assert found.deals == 8
    assert (found.won_by_all.share, found.lost_by_all.share, found.decided_by_play.share) == (
        1 / 8,
        2 / 8,
        5 / 8,
    )


def test_one_cell_has_the_interval_of_wilson() -> None:
    won = play_deals((0.3, 0.5, 0.7), 0.5, 500, np.random.default_rng(1))
    found = luck_and_skill(won, RUNGS).won_by_all
    assert (found.low, found.high) == pytest.approx(wilson(round(found.share * 500), 500))


def test_without_luck_in_the_deals_rungs_agree_as_often_as_independent_ones() -> None:
    apart = luck_and_skill(play_deals((0.3, 0.5, 0.7), 0.0, 50_000, np.random.default_rng(2)), RUNGS)
    assert apart.won_by_all.share == pytest.approx(apart.won_by_all_if_independent, abs=0.01)
    together = luck_and_skill(play_deals((0.3, 0.5, 0.7), 0.9, 50_000, np.random.default_rng(2)), RUNGS)
    assert together.won_by_all.share > 2 * together.won_by_all_if_independent


def test_cells_with_the_same_deals_are_worth_less_than_deals_of_their_own() -> None:
    dice = np.random.default_rng(3)
    alike = np.repeat(dice.integers(0, 2, (1, 1_000)), 5, axis=0)
    apart = dice.integers(0, 2, (5, 1_000))
    wide, narrow = clustered_share(alike), clustered_share(apart)
    assert wide.high - wide.low == pytest.approx(2.2 * (narrow.high - narrow.low), rel=0.1)


def test_what_never_happened_is_not_impossible() -> None:
    never = clustered_share(np.zeros((4, 300), bool))
    assert (never.share, never.low) == (0.0, 0.0)
    assert never.high == pytest.approx(wilson(0, 300)[1])
    assert clustered_share(np.ones((4, 300), bool)).high == 1.0


@given(
    arrays(
        np.uint8,
        st.tuples(st.integers(1, 4), st.integers(1, 3), st.integers(1, 30)),
        elements=st.integers(0, 1),
    )
)
def test_every_deal_is_one_of_three(won: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]) -> None:
    found = luck_and_skill(won, [*RUNGS, "clairvoyant"] if len(won) == 4 else RUNGS[: len(won)])
    parts = (found.won_by_all, found.lost_by_all, found.decided_by_play)
    assert sum(part.share for part in parts) == pytest.approx(1)
    for part in parts:
        assert 0 <= part.low <= part.share + 1e-12
        assert part.share <= part.high + 1e-12
        assert part.high <= 1
