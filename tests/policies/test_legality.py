"""Every policy plays by the rules, whatever the rules are: the engine refuses an illegal answer and stops the run.

    python -m tests.policies.test_legality expert 1000000

checks as many decisions of any policy, on all boards.
"""

from __future__ import annotations

import random
import sys

import pytest

from experiments.runner import play
from policies.registry import load_policy
from simulator.ensemble import members
from simulator.errors import InputError
from simulator.scenario import Scenario
from tests.differential.side_by_side import any_scenario

BOARDS = ("central-europe", "north-america", "tiny", "tiny-na", "loop")


def some_scenario(dice: random.Random, boards: list[str]) -> Scenario:
    """Any switch of the rules at random, as far as a board allows the combination."""
    while True:
        try:
            return any_scenario(dice.choice(boards), dice)
        except InputError:
            continue


def decisions_of(name: str, least: int, games: int, boards: list[str]) -> int:
    """Play scenario after scenario until so many decisions were made."""
    policy, dice, decisions, seed = load_policy(name), random.Random(name), 0, 0
    while decisions < least:
        seed += 1
        outcomes = play(some_scenario(dice, boards), policy, seed, 0, games).outcomes
        decisions += int(outcomes["decisions"].sum())
    return decisions


def all_boards() -> list[str]:
    return [*BOARDS, *members("ensemble:test", "board", ""), *members("ensemble:train", "board", "")]


@pytest.mark.parametrize(
    ("name", "least"), [("novice", 20_000), ("planner", 20_000), ("expert:futures=1", 300)]
)
def test_some_decisions_under_any_rules(name: str, least: int) -> None:
    assert decisions_of(name, least, 5, list(BOARDS)) >= least


@pytest.mark.slow
@pytest.mark.parametrize("name", ["random", "idle", "novice", "planner", "planner:attention=0.5"])
def test_a_million_decisions_under_any_rules_on_all_boards(name: str) -> None:
    assert decisions_of(name, 1_000_000, 20, all_boards()) >= 1_000_000


@pytest.mark.slow
def test_many_decisions_of_those_who_search() -> None:
    for name in ("expert:futures=2,horizon=1", "clairvoyant:breadth=2"):
        assert decisions_of(name, 5_000, 2, all_boards()) >= 5_000


if __name__ == "__main__":
    checked = decisions_of(sys.argv[1], int(sys.argv[2]), 5, all_boards())
    print(f"{sys.argv[1]}: {checked:,} decisions, all legal")
