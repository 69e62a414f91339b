"""What a tally of so many games can say, and what makes its file a damaged one."""

from __future__ import annotations

import numpy as np
import pytest

from experiments.run_store.blocks import Damaged, read_tally, tally_bytes
from experiments.run_store.tally import tally_form
from experiments.run_store.tally_checks import is_possible
from simulator.switch_signal.game import GAME
from simulator.switch_signal.play import play
from simulator.switch_signal.scenario import Scenario
from tests.experiments.forged_tallies import IMPOSSIBLE, forged, strange_tally
from tests.players import load_player
from tests.tallies import tally_of

FORM = tally_form(GAME, GAME.main.name)


@pytest.mark.parametrize("board", ["tiny", "tiny-na", "central-europe"])
@pytest.mark.parametrize("policy", ["random", "novice", "planner"])
@pytest.mark.parametrize("games", [1, 100])
def test_games_that_were_played_are_possible(board: str, policy: str, games: int) -> None:
    tally = tally_of(FORM, play(Scenario(board=board), load_player(policy), 5, 30, games))
    assert is_possible(tally)
    assert is_possible(
        tally.merged(tally_of(FORM, play(Scenario(board=board), load_player(policy), 5, 30 + games, 20)))
    )


@pytest.mark.parametrize("number", range(40))
def test_whatever_an_outcome_can_hold_is_possible(number: int) -> None:
    assert is_possible(strange_tally(np.random.default_rng(number), 30, 1 + number**2))


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_sums_that_no_games_have_are_damage(name: str) -> None:
    tally = forged(
        tally_of(FORM, play(Scenario(board="tiny"), load_player("random"), 5, 0, 50)), IMPOSSIBLE[name]
    )
    with pytest.raises(Damaged, match="its numbers do not fit together"):
        read_tally(FORM, tally_bytes(tally), 50)
