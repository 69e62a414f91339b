"""The chance to win, fitted to games of the planner on the training setups (`policies/standing.py` uses it)."""

from __future__ import annotations

from typing import Any

import numpy as np
from joblib import Parallel, delayed
from scipy.optimize import minimize

from experiments.limits import worker_count
from experiments.runner import play
from policies.registry import Policy
from policies.standing import facts_of
from policies.weights import STANDING
from simulator.records import FACTS
from simulator.scenario import Scenario
from simulator.session import Session

PENALTY = 1.0  # of large coefficients, on facts of unit spread: keeps facts that say the same from fighting each other


def facts_of_games(
    policy: Policy, scenario: Scenario, seed: int, games: int
) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """The facts at the first own decision of each turn, and whether the game was won in the end."""
    facts: list[np.ndarray[Any, Any]] = []
    won: list[int] = []
    outcomes = play(scenario, policy, seed, 0, games).outcomes
    for game in range(games):
        session = Session(scenario, seed, game, policy.params)
        session.run_on()
        turn = 0
        while not session.over:
            if session.ask == "act" and session.record["turn"] != turn:
                turn = int(session.record["turn"])
                facts_of(session.board, session.rules, session.games, session.minds)
                facts.append(session.minds["facts"][0].copy())
                won.append(int(outcomes["won"][game]))
            session.choose(session.consult(policy.decide))
            session.run_on()
    return np.array(facts).reshape(-1, FACTS), np.array(won, float)


def fit(facts: np.ndarray[Any, Any], won: np.ndarray[Any, Any]) -> dict[str, float]:
    """Logistic regression; gives the coefficient of every fact."""
    middle, spread = facts.mean(axis=0), facts.std(axis=0)
    middle[0], spread[0] = 0.0, 1.0
    scaled = (facts - middle) / np.where(spread > 0, spread, 1.0)

    def loss(weights: np.ndarray[Any, Any]) -> tuple[float, np.ndarray[Any, Any]]:
        score = scaled @ weights
        value = np.logaddexp(0.0, score).sum() - won @ score + PENALTY / 2 * (weights @ weights)
        return float(value), scaled.T @ (1.0 / (1.0 + np.exp(-score)) - won) + PENALTY * weights

    found = minimize(loss, np.zeros(FACTS), jac=True, method="L-BFGS-B", options={"maxiter": 10_000}).x
    weights = found / np.where(spread > 0, spread, 1.0)
    weights[0] = found[0] - float(weights[1:] @ middle[1:])
    return dict(zip(STANDING, map(float, weights), strict=True))


def fit_standing(
    policy: Policy, scenarios: list[Scenario], seed: int, games: int, jobs: int = 0
) -> dict[str, float]:
    """Play the scenarios and fit."""
    tasks = (delayed(facts_of_games)(policy, scenario, seed, games) for scenario in scenarios)
    found = list(Parallel(n_jobs=worker_count(jobs))(tasks))
    return fit(np.concatenate([facts for facts, _ in found]), np.concatenate([won for _, won in found]))


def standing_toml(weights: dict[str, float], games: int, seed: int) -> str:
    """The file that `policies/standing.toml` is, with the command that makes it again."""
    lines = [
        "# What the chance to win depends on (policies/standing.py). Made by",
        f"#     sim train --what standing --games {games} --seed {seed}",
        "",
        "[standing]",
        *(f"{name} = {value:.5g}" for name, value in weights.items()),
    ]
    return "\n".join(lines) + "\n"
