"""`sim train`: better numbers for planner and expert, found by playing on the training boards."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from policies.registry import load_policy, roster_of
from reports.terminal.screen import note, show
from signalbox.cli.console import announce_compiling
from signalbox.cli.options import BATCH, Force, Jobs, number_option, out_option
from signalbox.levels import check_batch
from signalbox.progress import Interrupted, tracked
from simulator.core.errors import InputError
from simulator.core.files import check_target, write_whole
from simulator.core.messages import check_one_of, check_whole
from simulator.switch_signal.game import GAME

WHAT = ("weights", "standing")
MOST_SETS = (
    250_000  # of weights: the log has a line for every step with all their scores, and must be read again
)
MOST = 10_000  # generations, and sets of weights in each: more than a year of games


def train(
    what: Annotated[
        str,
        typer.Option(
            "--what",
            help="weights of the planner, or standing, how the expert judges a position.",
            rich_help_panel=BATCH,
        ),
    ] = "weights",
    generations: Annotated[
        int, number_option("--generations", BATCH, "Steps of the search for weights.")
    ] = 60,
    population: Annotated[int, number_option("--population", BATCH, "Sets of weights in a step.")] = 16,
    games: Annotated[int, number_option("--games", BATCH, "Games on each training setup.")] = 10,
    seed: Annotated[int, number_option("--seed", BATCH, "Seed of the search and of its games.")] = 1,
    jobs: Jobs = 0,
    out: Annotated[str | None, out_option("A .toml file; a log is kept beside it.")] = None,
    force: Force = False,
) -> None:
    """Tune the planner's weights by CMA-ES on ensemble:train, all candidates on the same games.

    Broken off, the same command goes on from the log. Play with the result as --policy planner:@weights.toml.
    """
    check_batch(games, seed, jobs)
    check_whole("--generations", generations, 1, MOST)
    check_whole("--population", population, 4, MOST)
    if generations * population > MOST_SETS:
        raise InputError(
            f"--generations times --population are {generations * population:,} sets of weights, more than {MOST_SETS:,}."
        )
    check_one_of("--what", what, WHAT)
    target = Path(out or f"{what}.toml")
    check_target(target, force, ".toml", "weights.toml")
    announce_compiling()
    text = (
        _weights(generations, population, games, seed, jobs, target.with_suffix(".log"))
        if what == "weights"
        else _standing(games, seed, jobs)
    )
    write_whole(target, text.encode())
    show(f"{target} written")


def _weights(generations: int, population: int, games: int, seed: int, jobs: int, log: Path) -> str:
    from experiments.switch_signal.training import TrainingPlan, train, training_scenarios, weights_toml

    plan = TrainingPlan(generations, population, games, seed)
    weights: dict[str, float] = {}
    steps = train(load_policy(GAME, roster_of(GAME).main), training_scenarios(), plan, log, jobs)
    try:
        for step in tracked(steps, generations, "generations"):
            mean = sum(step.scores) / len(step.scores)
            note(f"generation {step.number + 1}: score {mean:.4f} on average, {max(step.scores):.4f} at best")
            weights = step.weights
    except KeyboardInterrupt:
        raise Interrupted("finished generations are kept, and the same command goes on from there.") from None
    return weights_toml(weights, plan)


def _standing(games: int, seed: int, jobs: int) -> str:
    from experiments.switch_signal.standing import fit_standing, standing_scenarios, standing_toml

    found = fit_standing(load_policy(GAME, roster_of(GAME).main), standing_scenarios(), seed, games, jobs)
    return standing_toml(found, games, seed)
