"""Better weights for a policy, by covariance matrix adaptation (CMA-ES) over games on the training boards.

All candidates of a generation play the same games, so that their differences are due to the weights; every generation plays
new ones, so that no weights are fitted to the luck of a few. The log holds every score: a search that was broken off is
told them again and goes on exactly where it stopped.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import cycle
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from cmaes import CMA
from joblib import Parallel, delayed
from msgspec import Meta

from experiments.limits import worker_count
from experiments.switch_signal.progress_log import ProgressLog
from policies.switch_signal.planning.weights import WEIGHTS
from simulator.core.toml_text import REMARKS, toml_text
from simulator.game import Policy
from simulator.switch_signal.ensemble import members
from simulator.switch_signal.game import GAME
from simulator.switch_signal.play import play
from simulator.switch_signal.scenario import Scenario

GOODS_SHARE = 0.5  # of the score: goods say more about small differences than wins do
BLUNDER_COST = 0.08  # of weights that win alike, those are better whose play a table would be less sorry for
FIRST_STEP = 0.04  # of each weight's range

# Every training board is played as the rulebook has it, and once more with its deck of the training set and one of these.
VARIANTS: tuple[dict[str, Any], ...] = (
    {"players": 3},
    {"players": 4},
    {"goods": 10},
    {"removed": 4},
    {"tokens": 10},
    {"extra_signals": 1},
    {"locations": "stack"},
    {"helpers": ()},
)


@dataclass(frozen=True)
class TrainingPlan:
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
    weights: dict[str, float]  # the middle of the search: its answer so far


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


def training_scenarios() -> list[Scenario]:
    """What weights are tuned on. Nothing of `ensemble:test` is among it."""
    boards, decks = members("ensemble:train", "board", ""), members("ensemble:train", "deck", "")
    standard = [Scenario(board=board) for board in boards]
    varied = zip(zip(boards, decks, strict=True), cycle(VARIANTS), strict=False)
    return standard + [Scenario(board=board, deck=deck, **changes) for (board, deck), changes in varied]


def score(outcomes: np.ndarray[Any, Any], scenario: Scenario) -> float:
    """What training wants: games won, goods delivered, and few blunders."""
    goods = GOODS_SHARE * outcomes["goods"].mean() / scenario.goods
    blunders = BLUNDER_COST * outcomes["blunders"].sum(axis=1).mean()
    return float(outcomes["won"].mean() + goods - blunders)


def found_toml(meaning: str, command: str, table: str, numbers: dict[str, float], digits: int) -> str:
    """The text of a file with numbers that a command found."""
    remarks = [f"{meaning} Found, with the planner as it was then, by", f"    sim train {command}"]
    found = {name: float(f"{number:.{digits}g}") for name, number in numbers.items()}
    return toml_text({REMARKS: remarks, table: found})


def weights_toml(weights: dict[str, float], plan: TrainingPlan) -> str:
    """The text of a file such as `policies/switch_signal/planning/planner.toml`."""
    meaning = "The weights of the planner, in steps of way; policies/switch_signal/planning/weights.py says what they mean."
    command = f"--generations {plan.generations} --population {plan.population} --games {plan.games} --seed {plan.seed}"
    return found_toml(meaning, command, "weights", weights, digits=4)


def train(
    policy: Policy, scenarios: list[Scenario], plan: TrainingPlan, log: Path, jobs: int = 0
) -> Iterator[Generation]:
    """Search from the first guess in `policies/switch_signal/planning/weights.py`; gives each generation as it is done, those in the log first."""
    size = len(WEIGHTS)
    search = CMA(
        mean=to_point(tuple(weight.default for weight in WEIGHTS.values())),
        sigma=FIRST_STEP,
        bounds=np.tile([0.0, 1.0], (size, 1)),
        seed=plan.seed,
        population_size=plan.population,
    )
    scores_of_all = Annotated[list[float], Meta(min_length=plan.population, max_length=plan.population)]
    head = {**asdict(plan), "weights": list(WEIGHTS)}
    done: ProgressLog[list[float]] = ProgressLog(log, GAME, head, scores_of_all)
    with Parallel(n_jobs=worker_count(jobs), backend="threading") as pool:
        for number in range(plan.generations):
            points = [search.ask() for _ in range(plan.population)]
            known = number < len(done.steps)
            scores = done.steps[number] if known else _scores(pool, policy, scenarios, plan, number, points)
            search.tell([(point, -value) for point, value in zip(points, scores, strict=True)])
            if not known:
                done.add(scores)
            middle = to_weights(np.clip(search.mean, 0.0, 1.0))
            yield Generation(number, scores, dict(zip(WEIGHTS, middle, strict=True)))


def _scores(
    pool: Any, policy: Policy, scenarios: list[Scenario], plan: TrainingPlan, number: int, points: list[Any]
) -> list[float]:
    """The mean score of each point over all scenarios, on games that no other generation plays."""
    rest = policy.params[len(WEIGHTS) :]
    players = [Policy(policy.name, policy.decide, to_weights(point) + rest) for point in points]
    tasks = [(player, scenario) for scenario in scenarios for player in players]
    found = pool(delayed(_one)(player, scenario, plan, number) for player, scenario in tasks)
    table = np.array(list(found)).reshape(len(scenarios), len(points))
    return [float(value) for value in table.mean(axis=0)]


def _one(player: Policy, scenario: Scenario, plan: TrainingPlan, number: int) -> float:
    block = play(scenario, player, plan.seed, number * plan.games, plan.games)
    return score(block.outcomes, scenario)
