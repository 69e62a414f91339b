"""How games went in two cells, from what a run keeps: the figures of the games themselves, and errors that hold what they promise."""

from __future__ import annotations

from functools import reduce
from typing import Any

import numpy as np
import pytest

from experiments.run_store.tally import Tally, tally_form
from experiments.statistics.changes import JointSums, adjusted, changes_between
from experiments.statistics.figures import figures_of
from simulator.switch_signal.game import GAME
from simulator.switch_signal.play import play
from simulator.switch_signal.scenario import Scenario
from tests.players import load_player
from tests.tallies import tally_of

GAMES, BLOCK = 600, 30
FORM, FIGURES = tally_form(GAME, GAME.main.name), figures_of(GAME)
SETUPS = (Scenario(board="tiny"), Scenario(board="tiny", removed=5))
Outcomes = np.ndarray[Any, Any]


@pytest.fixture(scope="module")
def played() -> tuple[list[Outcomes], list[list[Tally]]]:
    """Both setups on the same deals: outcomes game by game, and as blocks."""
    novice = load_player("novice")
    blocks = [[play(each, novice, 1, first, BLOCK) for first in range(0, GAMES, BLOCK)] for each in SETUPS]
    outcomes = [np.concatenate([block.outcomes for block in side]) for side in blocks]
    return outcomes, [[tally_of(FORM, block) for block in side] for side in blocks]


def whole(blocks: list[Tally]) -> Tally:
    return reduce(Tally.merged, blocks)


def test_figures_are_those_of_the_games(played: tuple[list[Outcomes], list[list[Tally]]]) -> None:
    outcomes, blocks = played
    moments = JointSums(GAME)
    moments.add(*outcomes)
    direct = {each.name: each for each in moments.changes()}
    tallies = [whole(side) for side in blocks]
    for pairs in ((blocks[0], blocks[1]), None):
        went = changes_between(tallies[0], tallies[1], pairs)
        assert went.paired == (pairs is not None)
        assert went.games == (GAMES, GAMES)
        assert [each.name for each in went.changes] == list(FIGURES)
        for each in went.changes:
            assert (each.first, each.second) == pytest.approx(
                (direct[each.name].first, direct[each.name].second)
            )


def test_errors_of_independent_games_are_those_of_the_games(
    played: tuple[list[Outcomes], list[list[Tally]]],
) -> None:
    outcomes, blocks = played
    tally, lost = whole(blocks[1]), outcomes[1]["won"] == 0
    for name, figure in FIGURES.items():
        kept = figure.numbers(outcomes[1], outcomes[1]["won"])[
            lost if name == "goods of lost games" else slice(None)
        ]
        found = figure.mean(tally)
        assert found is not None
        assert found.games == len(kept)
        assert found.value == pytest.approx(kept.mean())
        assert found.error == pytest.approx(kept.std(ddof=1) / np.sqrt(len(kept)))


def test_the_same_deals_tell_more_than_others(played: tuple[list[Outcomes], list[list[Tally]]]) -> None:
    """Errors from blocks are about those from pairs of games, which a run does not keep."""
    outcomes, (first, second) = played
    moments = JointSums(GAME)
    moments.add(*outcomes)
    pairs = {each.name: each.error for each in moments.changes()}
    paired = {
        each.name: each for each in changes_between(whole(first), whole(second), (first, second)).changes
    }
    apart = {each.name: each for each in changes_between(whole(first), whole(second), None).changes}
    for name in ("goods", "turns", "tokens red", "goods of lost games"):
        assert paired[name].error == pytest.approx(pairs[name], rel=0.5)
        assert paired[name].error < apart[name].error
        found = paired[name]
        assert found.interval
        assert found.interval[0] < (found.difference or 0) < found.interval[1]
    assert paired["turns"].p_value < 1e-6


def test_blocks_of_other_sizes_are_compared_where_they_end_alike(
    played: tuple[list[Outcomes], list[list[Tally]]],
) -> None:
    _, (first, second) = played
    joined = [whole(second[k : k + 2]) for k in range(0, 14, 2)]  # blocks twice as large, and fewer games
    went = changes_between(whole(first), whole(second), (first, joined))
    assert went.paired
    assert went.games == (420, 420)
    few = changes_between(whole(first), whole(joined), (first, joined[:4]))  # four blocks tell too little
    assert not few.paired
    assert few.games == (GAMES, 420)


def test_few_games_have_no_interval_and_the_same_games_no_change(
    played: tuple[list[Outcomes], list[list[Tally]]],
) -> None:
    _, (first, second) = played
    few = changes_between(whole(first[:3]), whole(second), None)
    assert {each.interval for each in few.changes} == {None}
    assert {each.p_value for each in few.changes} == {1.0}
    same = changes_between(whole(first), whole(first), (first, first))
    assert {each.difference for each in same.changes} == {0.0}
    assert {(each.interval, each.p_value) for each in same.changes} == {(None, 1.0)}


def test_p_values_are_those_among_all(played: tuple[list[Outcomes], list[list[Tally]]]) -> None:
    _, (first, second) = played
    went = changes_between(whole(first), whole(second), (first, second))
    one, other = adjusted([went, went])
    smallest = min(went.changes, key=lambda each: each.p_value)
    of_one = next(each for each in one.changes if each.name == smallest.name)
    assert of_one.holm == pytest.approx(smallest.p_value * 2 * len(FIGURES))
    assert one == other
