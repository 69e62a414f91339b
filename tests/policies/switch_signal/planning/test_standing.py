"""How positions stand: what the regression is told of them, and what it makes of that."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from experiments.switch_signal.standing import fit, standing_scenarios
from policies.switch_signal.planning.memory import memory_of
from policies.switch_signal.planning.standing import facts_of
from policies.switch_signal.planning.weights import STANDING
from simulator.switch_signal.scenario import Scenario
from simulator.switch_signal.session import Session
from tests.players import load_player


def facts(session: Session, spared: int = 0) -> dict[str, float]:
    facts_of(session.board, session.rules, session.games, session.minds, spared)
    return dict(zip(STANDING, memory_of(session.minds[0])["facts"].tolist(), strict=True))


def opened(**options: Any) -> Session:
    """A game at its first own decision."""
    session = Session(Scenario(**options), 1, 0, load_player("expert").params)
    session.run_on()
    while session.ask != "act":
        session.choose(session.consult(load_player("planner").decide))
        session.run_on()
    return session


@pytest.mark.parametrize(
    ("board", "goods"), [("central-europe", 8), ("north-america", 8), ("north-america", 10)]
)
def test_every_good_is_a_task(board: str, goods: int) -> None:
    """N1, V4: on a train, to be fetched by one, or waiting for one."""
    found = facts(opened(board=board, goods=goods))
    assert found["loaded"] + found["empty"] + found["waiting"] == goods


def test_the_longest_tasks_are_spared_first() -> None:
    session = opened()
    each = [facts(session, spared) for spared in range(8)]
    longest = [found["longest"] for found in each]
    assert longest == sorted(longest, reverse=True)
    assert [a["work"] - b["work"] for a, b in pairwise(each)] == pytest.approx(longest[:-1])
    assert each[7]["work"] == pytest.approx(longest[7])


def test_the_same_way_is_longer_for_a_slow_train() -> None:
    """M1: a task counts in moves. With dice that roll twice as much there are half as many of them."""
    dice = ("die-black", "die-brown", "die-grey")
    slow, quick = (facts(opened(house=dict.fromkeys(dice, (face,) * 6))) for face in (1, 2))
    assert quick["work"] == pytest.approx(slow["work"] / 2)


def test_facts_explain_games_of_a_scenario_not_scenarios() -> None:
    """Two scenarios, one much easier and with more of a fact that does harm in both: the harm is found."""
    dice = np.random.default_rng(1)
    group = np.repeat([0, 1], 4000)
    table = np.zeros((8000, len(STANDING)))
    table[:, 0] = 1.0
    work = STANDING.index("work")
    table[:, work] = dice.normal(size=8000) + 2.0 * group
    odds = 5.0 * group - table[:, work] - 1.0
    found = fit(table, (dice.random(8000) < 1.0 / (1.0 + np.exp(-odds))).astype(float), group)
    assert found["work"] == pytest.approx(-1.0, abs=0.15)  # three standard errors
    assert found["always"] == pytest.approx(1.5, abs=0.3)


def test_the_standing_is_fitted_to_training_boards_only() -> None:
    assert {scenario.board.split("/")[0] for scenario in standing_scenarios()} == {"ensemble:train"}
