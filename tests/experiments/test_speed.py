"""Measuring speed, and signatures of behaviour."""

from __future__ import annotations

from dataclasses import replace

import pytest

from experiments.play import Matchup
from experiments.speed import measure, signature_of
from simulator.switch_signal.game import GAME
from simulator.switch_signal.scenario import Scenario
from tests.one_more import ONE_MORE
from tests.players import load_player

# When one of these fails, seeds play other games than before. If that was meant, name the change in CHANGELOG.md, and write here what `sim bench`
# prints. The expert is left out: its chances come from a logarithm, whose last digit may differ between machines.
SIGNATURES = {
    ("random", "central-europe"): "6092956c626d",
    ("random", "north-america"): "4c576e4f312b",
    ("idle", "central-europe"): "7c05b9cdfc97",
    ("idle", "north-america"): "a54701d37cee",
    ("novice", "central-europe"): "cb2d434cee05",
    ("novice", "north-america"): "f52c20f7bd4e",
    ("planner", "central-europe"): "7cee3cfdc161",
    ("planner", "north-america"): "ff83f9e56480",
}


def matchup(policy: str, board: str) -> Matchup:
    return Matchup(GAME, Scenario(board=board), (load_player(policy),))


@pytest.mark.parametrize(("policy", "board"), SIGNATURES)
def test_the_same_seeds_play_the_same_games_as_ever(policy: str, board: str) -> None:
    assert signature_of(matchup(policy, board)) == SIGNATURES[policy, board]


def test_a_signature_is_of_behaviour() -> None:
    signature = signature_of(matchup("planner", "tiny"))
    assert signature_of(matchup("planner", "tiny")) == signature
    assert signature_of(matchup("planner:attention=0.5", "tiny")) != signature


def test_a_measure_more_is_no_other_behaviour() -> None:
    """But a player who plays otherwise is."""
    usual, more = matchup("novice", "tiny"), replace(matchup("novice", "tiny"), game=ONE_MORE)
    assert signature_of(more) == signature_of(usual) != signature_of(matchup("random", "tiny"))


def test_speeds_fit_together() -> None:
    found = measure(matchup("random", "tiny"), "tiny", 3, 0.01)
    assert len(found.seconds) == len(found.together) == 3
    assert min(found.together) <= found.two_threads <= max(found.together)
    assert found.games * min(found.seconds) > 0
    assert found.decisions_a_second == pytest.approx(found.decisions * found.games_a_second)
    assert found.nanoseconds * found.decisions_a_second == pytest.approx(1e9)
