"""Better weights for a policy, by covariance matrix adaptation (CMA-ES) over games on the training boards.

All candidates of a generation play the same games, so that their differences are due to the weights; every generation plays
new ones, so that no weights are fitted to the luck of a few. The log holds every score: a search that was broken off is
told them again and goes on exactly where it stopped.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from cmaes import CMA
from joblib import Parallel, delayed

from experiments.limits import worker_count
from experiments.runner import play
from policies.registry import Policy
from policies.weights import WEIGHTS
from simulator.errors import InputError
from simulator.scenario import Scenario

GOODS_SHARE = 0.5  # of the score: goods say more about small differences than wins do
FIRST_STEP = 0.12  # of each weight's range


@dataclass(frozen=True)
class Plan:
    """What a search depends on; the same plan gives the same weights."""

    generations: int
    population: int
    games: int  # on each board, for each candidate
    seed: int


@dataclass(frozen=True)
class Generation:
    """What one step of the search found."""

    number: int
    scores: list[float]
    mean: dict[str, float]  # the middle of the search: its answer so far


def to_weights(point: np.ndarray[Any, Any]) -> tuple[float, ...]:
    """A point of the unit cube as weights."""
    return tuple(
        float(weight.low + share * (weight.high - weight.low))
        for share, weight in zip(point, WEIGHTS.values(), strict=True)
    )


def to_point(weights: tuple[float, ...]) -> np.ndarray[Any, Any]:
    return np.array(
        [
            (value - weight.low) / (weight.high - weight.low)
            for value, weight in zip(weights, WEIGHTS.values(), strict=True)
        ]
    )


def score(outcomes: np.ndarray[Any, Any], scenario: Scenario) -> float:
    """What training wants: games won, and goods delivered."""
    return float(outcomes["won"].mean() + GOODS_SHARE * outcomes["goods"].mean() / scenario.goods)


def train(
    policy: Policy, scenarios: list[Scenario], plan: Plan, log: Path, jobs: int = 0
) -> Iterator[Generation]:
    """Search from the policy's present weights; gives each generation as it is done, those in the log first."""
    size = len(WEIGHTS)
    search = CMA(
        mean=to_point(policy.params[:size]),
        sigma=FIRST_STEP,
        bounds=np.tile([0.0, 1.0], (size, 1)),
        seed=plan.seed,
        population_size=plan.population,
    )
    told = _read(log, plan)
    with Parallel(n_jobs=worker_count(jobs), backend="threading") as pool:
        for number in range(plan.generations):
            points = [search.ask() for _ in range(plan.population)]
            known = number < len(told)
            scores = told[number] if known else _scores(pool, policy, scenarios, plan, number, points)
            search.tell([(point, -value) for point, value in zip(points, scores, strict=True)])
            if not known:
                with log.open("a", encoding="utf-8") as file:
                    file.write(json.dumps({"generation": number, "scores": scores}) + "\n")
            mean = dict(zip(WEIGHTS, to_weights(np.clip(search.mean, 0, 1)), strict=True))
            yield Generation(number, scores, mean)


def _scores(
    pool: Any, policy: Policy, scenarios: list[Scenario], plan: Plan, number: int, points: list[Any]
) -> list[float]:
    """The mean score of each point over all scenarios, on games that no other generation plays."""
    rest = policy.params[len(WEIGHTS) :]
    players = [Policy(policy.name, policy.decide, to_weights(point) + rest) for point in points]
    tasks = [(player, scenario) for scenario in scenarios for player in players]
    found = pool(delayed(_one)(player, scenario, plan, number) for player, scenario in tasks)
    table = np.array(found).reshape(len(scenarios), len(points))
    return [float(value) for value in table.mean(axis=0)]


def _one(player: Policy, scenario: Scenario, plan: Plan, number: int) -> float:
    block = play(scenario, player, plan.seed, number * plan.games, plan.games)
    return score(block.outcomes, scenario)


def _read(log: Path, plan: Plan) -> list[list[float]]:
    """Scores of an earlier search of the same plan; a log of another one is refused."""
    head = json.dumps(asdict(plan) | {"weights": list(WEIGHTS)})
    if not log.exists():
        log.write_text(head + "\n", encoding="utf-8")
        return []
    lines = log.read_text(encoding="utf-8").splitlines()
    if not lines or lines[0] != head:
        raise InputError(f"{log} is the log of another search; give another name, or remove it.")
    return [json.loads(line)["scores"] for line in lines[1:]]
