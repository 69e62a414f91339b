"""The careless beginner: knows where trains should go and opens what is in their way, and no more."""

from __future__ import annotations

import numpy as np
import pytest

from simulator.switch_signal.board import load_board
from simulator.switch_signal.board_ways import ways_from
from simulator.switch_signal.play import play
from simulator.switch_signal.records import FAR
from simulator.switch_signal.scenario import Scenario
from simulator.switch_signal.to_records import board_names_of, compile_board
from tests.players import load_player


@pytest.mark.parametrize("name", ["central-europe", "north-america", "tiny", "tiny-na", "loop"])
def test_steps_in_the_board_record_are_those_of_the_ways(name: str) -> None:
    """From every start place and every city, found by another search."""
    board = load_board(name)
    record, names = compile_board(board)[0], board_names_of(board)
    for number, start in enumerate(board.starts):
        ways = ways_from(board, start.id, loaded=False)
        dart = record["start_dart"][number]
        found = {city: int(record["away"][index, dart]) for index, city in enumerate(names.cities)}
        assert found == {city: ways.get(city, FAR) for city in names.cities}
    for origin, city in enumerate(names.cities[: len(board.goods_cities)]):
        ways = ways_from(board, city, loaded=False)
        exits = record["exit_dart"][origin, : record["exits"][origin]]
        for index, other in enumerate(names.cities):
            assert record["away"][index, exits].min() == ways.get(other, FAR)


@pytest.mark.parametrize("board", ["central-europe", "north-america"])
def test_it_delivers_more_than_a_good_and_a_half_where_random_delivers_none(board: str) -> None:
    """2,000 games: the difference is more than five standard errors above 1.5 goods, an error rate below one in a million."""
    goods = [
        play(Scenario(board=board), load_player(name), 11, 0, 2_000).outcomes["goods"]
        for name in ("random", "novice")
    ]
    error = np.sqrt(sum(each.var() / len(each) for each in goods))
    assert goods[1].mean() - goods[0].mean() > 1.5 + 5 * error


def test_it_forgets_the_helpers() -> None:
    for board in ("central-europe", "north-america"):
        outcomes = play(Scenario(board=board), load_player("novice"), 3, 0, 300).outcomes
        assert outcomes["helper_turn"].sum() == 0
