"""How positions stand, fitted to games of the planner on the training setups (`policies/switch_signal/planning/standing.py` uses it)."""

from __future__ import annotations

from itertools import cycle
from typing import Any

import numpy as np
from joblib import Parallel, delayed
from scipy.optimize import minimize

from experiments.limits import worker_count
from experiments.switch_signal.training import found_toml, training_scenarios
from policies.switch_signal.planning.memory import memory_of
from policies.switch_signal.planning.standing import facts_of
from policies.switch_signal.planning.weights import STANDING
from simulator.game import Policy
from simulator.switch_signal.ensemble import members
from simulator.switch_signal.factors import PRESETS
from simulator.switch_signal.play import play
from simulator.switch_signal.scenario import Scenario
from simulator.switch_signal.session import Session

PENALTY = 1.0  # of large coefficients, on facts of unit spread: keeps facts that say the same from fighting each other

# Steps that are hard or easy, one for each training board: the regression has to know positions in which next to nothing, or all, is still to be hoped for.
STEPS = ("remove-4", "remove-6", "ten-goods", "harder-1", "harder-2", "harder-3", "harder-4", "remove-0")


def standing_scenarios() -> list[Scenario]:
    """What the standing is fitted to: the setups that weights are tuned on, and the steps of the rulebook."""
    boards = zip(members("ensemble:train", "board", ""), cycle(STEPS), strict=False)
    steps = [Scenario.of({"board": board, **PRESETS[step].changes}) for board, step in boards]
    return training_scenarios() + steps


def facts_of_games(
    policy: Policy, scenario: Scenario, seed: int, games: int
) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """The facts at the first own decision of each turn, once for every number of goods that may be spared; and whether no more were missing at the end."""
    facts: list[np.ndarray[Any, Any]] = []
    enough: list[bool] = []
    outcomes = play(scenario, policy, seed, 0, games).outcomes
    for game in range(games):
        session = Session(scenario, seed, game, policy.params)
        session.run_on()
        turn = 0
        while not session.over:
            if session.ask == "act" and session.record["turn"] != turn:
                turn = int(session.record["turn"])
                for spared in range(scenario.goods - int(session.outcome["goods"])):
                    facts_of(session.board, session.rules, session.games, session.minds, spared)
                    facts.append(memory_of(session.minds[0])["facts"].copy())
                    enough.append(scenario.goods - outcomes["goods"][game] <= spared)
            session.choose(session.consult(policy.decide))
            session.run_on()
    return np.array(facts).reshape(-1, len(STANDING)), np.array(enough, float)


def fit(
    facts: np.ndarray[Any, Any], enough: np.ndarray[Any, Any], group: np.ndarray[Any, Any]
) -> dict[str, float]:
    """Logistic regression; gives the coefficient of every fact.

    Every scenario (`group`) has a constant of its own, so that facts explain why games of the same scenario end differently, not which
    boards are easy; `always` is the mean of them.
    """
    middle, spread = facts[:, 1:].mean(axis=0), facts[:, 1:].std(axis=0)
    spread[spread == 0] = 1.0
    scaled = (facts[:, 1:] - middle) / spread
    groups = int(group.max()) + 1

    def loss(weights: np.ndarray[Any, Any]) -> tuple[float, np.ndarray[Any, Any]]:
        score = weights[group] + scaled @ weights[groups:]
        value = np.logaddexp(0.0, score).sum() - enough @ score + PENALTY / 2 * (weights @ weights)
        surplus = 1.0 / (1.0 + np.exp(-score)) - enough
        slope = np.concatenate([np.bincount(group, surplus, groups), scaled.T @ surplus])
        return float(value), slope + PENALTY * weights

    start = np.zeros(groups + scaled.shape[1])
    found = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 10_000}).x
    weights = found[groups:] / spread
    always = float(np.average(found[:groups], weights=np.bincount(group)) - weights @ middle)
    return dict(zip(STANDING, [always, *map(float, weights)], strict=True))


def fit_standing(
    policy: Policy, scenarios: list[Scenario], seed: int, games: int, jobs: int = 0
) -> dict[str, float]:
    """Play the scenarios and fit."""
    tasks = (delayed(facts_of_games)(policy, scenario, seed, games) for scenario in scenarios)
    facts, enough = zip(*Parallel(n_jobs=worker_count(jobs))(tasks), strict=True)
    group = np.repeat(np.arange(len(enough)), [len(each) for each in enough])
    return fit(np.concatenate(facts), np.concatenate(enough), group)


def standing_toml(weights: dict[str, float], games: int, seed: int) -> str:
    """The text of a file such as `policies/switch_signal/planning/standing.toml`."""
    meaning = "What the chances of a position depend on (policies/switch_signal/planning/standing.py)."
    command = f"--what standing --games {games} --seed {seed}"
    return found_toml(meaning, command, "standing", weights, digits=5)
