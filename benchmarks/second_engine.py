"""Games of the oracle, the second engine in plain Python, with the players that need no thought."""

from __future__ import annotations

import random
from collections.abc import Callable

from simulator.switch_signal.scenario import Scenario
from tests.switch_signal.differential.side_by_side import oracle_for
from tests.switch_signal.oracle.question import Choice, Question

Picks = Callable[[Question], Choice]


def pick_first(question: Question) -> Choice:
    """As `idle` answers: no card, no helper, as many cards as fit, else the first choice."""
    options = question.options
    if question.ask in ("act", "through", "draw"):
        return {"stop": True} if {"stop": True} in options else options[-1]
    return {"use": False} if {"use": False} in options else options[0]


def pick_any(question: Question, dice: random.Random) -> Choice:
    """As `random` answers: every choice equally likely."""
    return dice.choice(question.options)


def oracle_games(scenario: Scenario, games: int, pick: Picks, seed: int = 1) -> int:
    """Play them, and give the number of decisions; the oracle asks only where there are two answers or more."""
    decisions = 0
    for game in range(games):
        oracle = oracle_for(scenario, seed, game)
        while oracle.question:
            decisions += 1
            oracle.choose(pick(oracle.question))
    return decisions
