"""`sim train`: better weights for the planner, found by playing on the training boards."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cli.options import BATCH, Force, number_option, out_option, spread


@spread
def train(
    generations: Annotated[int, number_option("--generations", BATCH, "Steps of the search.")] = 60,
    population: Annotated[int, number_option("--population", BATCH, "Sets of weights in a step.")] = 16,
    games: Annotated[
        int, number_option("--games", BATCH, "Games of each on each of 48 training setups.")
    ] = 10,
    seed: Annotated[int, number_option("--seed", BATCH, "Seed of the search and of its games.")] = 1,
    jobs: Annotated[int, number_option("--jobs", BATCH, "Cores to use; 0: all of them.")] = 0,
    out: Annotated[str, out_option("The weights, a .toml file; a log is kept beside it.")] = "weights.toml",
    force: Force = False,
) -> None:
    """Tune the planner's weights by CMA-ES on ensemble:train, all candidates on the same games.

    Broken off, the same command goes on from the log. Play with the result as --policy planner:@weights.toml.
    """
    from cli.console import announce_compiling, note, show, tracked
    from experiments.limits import check_games, check_seed, worker_count
    from experiments.training import Plan, train, training_scenarios, weights_toml
    from policies.registry import load_policy
    from simulator.errors import InputError
    from simulator.files import check_writable, write_whole

    check_games(games)
    check_seed(seed)
    worker_count(jobs)
    for name, number, least in (("generations", generations, 1), ("population", population, 4)):
        if number < least:
            raise InputError(f"--{name}: {number} must be at least {least}.")
    target = Path(out)
    if target.exists() and not force:
        raise InputError(f"{out} is there already; --force writes over it.")
    check_writable(target)
    announce_compiling()
    plan = Plan(generations, population, games, seed)
    policy, scenarios = load_policy("planner"), training_scenarios()
    found = None
    steps = train(policy, scenarios, plan, target.with_suffix(".log"), jobs)
    for found in tracked(steps, generations, "generations"):
        mean = sum(found.scores) / len(found.scores)
        note(f"generation {found.number + 1}: score {mean:.4f} on average, {max(found.scores):.4f} at best")
    assert found is not None
    write_whole(target, weights_toml(found.weights, plan).encode())
    show(
        f"{out}: weights after {generations} generations, {population * games * len(scenarios):,} games each"
    )
