"""Every policy plays by the rules, whatever the rules are: the engine refuses an illegal answer and stops the run.

    python -m tests.policies.switch_signal.test_legality expert 1000000

checks as many decisions of any policy, on all boards.
"""

from __future__ import annotations

import random
import sys

import pytest

from policies.switch_signal.roster import PLAYERS
from simulator.switch_signal.ensemble import members
from simulator.switch_signal.play import play
from tests.players import load_player
from tests.switch_signal.differential.side_by_side import some_scenario

# They take a thousand times as long for an answer: fewer are asked for, with the least that they can think.
SEARCHERS = {"expert": ("expert:futures=1", 300), "clairvoyant": ("clairvoyant:breadth=1,futures=1", 300)}
BOARDS = ("central-europe", "north-america", "tiny", "tiny-na", "loop")


def decisions_of(name: str, least: int, games: int, boards: list[str]) -> int:
    """Play scenario after scenario until so many decisions were made."""
    policy, dice, decisions, seed = load_player(name), random.Random(name), 0, 0
    while decisions < least:
        seed += 1
        outcomes = play(some_scenario(dice.choice(boards), dice), policy, seed, 0, games).outcomes
        decisions += int(outcomes["decisions"].sum())
    return decisions


def all_boards() -> list[str]:
    return [*BOARDS, *members("ensemble:test", "board", ""), *members("ensemble:train", "board", "")]


@pytest.mark.parametrize("name", PLAYERS)
def test_some_decisions_under_any_rules(name: str) -> None:
    asked, least = SEARCHERS.get(name, (name, 20_000))
    assert decisions_of(asked, least, 5, list(BOARDS)) >= least


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", [*(name for name in PLAYERS if name not in SEARCHERS), "planner:attention=0.5"]
)
def test_a_million_decisions_under_any_rules_on_all_boards(name: str) -> None:
    assert decisions_of(name, 1_000_000, 20, all_boards()) >= 1_000_000


@pytest.mark.slow
@pytest.mark.parametrize("name", ["expert:futures=2,horizon=1", "clairvoyant:breadth=2"])
def test_many_decisions_of_those_who_search(name: str) -> None:
    assert decisions_of(name, 5_000, 2, all_boards()) >= 5_000


if __name__ == "__main__":
    checked = decisions_of(sys.argv[1], int(sys.argv[2]), 5, all_boards())
    print(f"{sys.argv[1]}: {checked:,} decisions, all legal")
