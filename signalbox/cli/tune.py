"""`sim tune --target 50%`: settings with a given win rate, the smallest change of the rulebook first."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Annotated

import typer

from signalbox.cli.failures import CutShort
from signalbox.cli.options import BATCH, json_option, number_option, spread
from signalbox.cli.points import points_option, win_rate
from signalbox.cli.setup_options import GridOptions
from simulator.core.errors import InputError

if TYPE_CHECKING:
    from experiments.grid import Axis, Cell
    from experiments.race import Race
    from experiments.tasks import Played
    from policies.registry import Policy
    from simulator.game import Level

MOST_CELLS = 5_000


@spread
def tune(
    grid: GridOptions,
    target: Annotated[
        float,
        typer.Option(
            "--target",
            parser=win_rate,
            metavar="RATE",
            help="The win rate that is wanted, 50%.",
            rich_help_panel=BATCH,
        ),
    ],
    within: Annotated[
        float,
        points_option("--within", 0.1, 50, "What counts as near the target. (2 percentage points)"),
    ] = 0.02,
    precision: Annotated[
        float,
        points_option(
            "--precision",
            0.1,
            25,
            "How far the intervals of near settings may reach to either side. (1 percentage point)",
        ),
    ] = 0.01,
    games: Annotated[int, number_option("--games", BATCH, "Most games of a setting.")] = 100_000,
    seed: Annotated[int, number_option("--seed", BATCH, "Seed of all random numbers.")] = 1,
    jobs: Annotated[int, number_option("--jobs", BATCH, "Cores to use; 0: all of them.")] = 0,
    as_json: Annotated[bool, json_option(BATCH)] = False,
) -> None:
    """Find settings with a given win rate: sim tune --target 50% --policy family

    Tokens, removed cards, extra signals and goods are free, unless you name what is: each option takes a value, a list or a range.
    Settings that cannot be near the target any more drop out early, so that games go where they are needed.

    sim tune --target 25% --tokens 7..10 --house draw=4..6
    """
    from experiments.limits import check_games, check_seed, worker_count

    check_games(games)
    check_seed(seed)
    workers = worker_count(jobs)
    axes = free_axes(grid)

    from experiments.factors import POLICY
    from experiments.grid import Axis, Grid, policy_axis
    from experiments.race import Goal, Race
    from policies.registry import DEFAULT_TABLES
    from reports.terminal.tune_table import Ladder, show_ladders
    from signalbox.cli.players import load_players

    texts = policy_axis(grid.policy or DEFAULT_TABLES).levels
    grids = [distinct(Grid([*axes, Axis(POLICY, (text,))]).cells) for text in texts]
    policies = load_players(map(str, texts))
    free = [axis.name for axis in axes if len(axis.levels) > 1]
    found: list[Ladder] = []
    stopped = False
    for policy, cells in zip(policies, grids, strict=True):
        race = Race.of(Goal(target, within, precision, games), list(cells))
        stopped = run_to_the_end(race, cells, policy, seed, workers, bool(found))
        if race.spent:
            found.append(Ladder(race, cells, policy.name))
        if stopped:
            break
    show_ladders(found, len(texts) > 1, free, seed, stopped, as_json)
    if stopped:
        raise CutShort("more games would tell more.")


def run_to_the_end(
    race: Race, cells: dict[str, Cell], policy: Policy, seed: int, workers: int, others: bool
) -> bool:
    """Play a race with a progress bar; gives whether Ctrl-C ended it when something was known already."""
    from signalbox.cli.console import tracked

    try:
        for _ in tracked(
            run_race(race, cells, policy, seed, workers),
            len(cells) * race.goal.enough,
            "games",
            lambda played: played.task.games,
            f"{policy.name}: games, at most",
        ):
            pass
    except KeyboardInterrupt:
        if not race.spent and not others:
            raise
        return True
    return False


def free_axes(grid: GridOptions) -> list[Axis]:
    """What is varied: whatever has several levels on the command line, or what the game declares as free if nothing has."""
    from experiments.factors import FACTORS, PLACE
    from experiments.grid import make_axes

    axes = make_axes(grid.given)
    for axis in axes:
        if axis.name in PLACE and len(axis.levels) > 1:
            raise InputError(f"--{axis.name}: tune asks for one {axis.name}; `sim sweep` plays several.")
    if not any(len(axis.levels) > 1 for axis in axes):
        free = {name: factor.free for name, factor in FACTORS.items() if factor.free}
        axes = [_possible(axis, grid.given) for axis in make_axes({**free, **grid.given})]
    count = math.prod(len(axis.levels) for axis in axes)
    if count > MOST_CELLS:
        raise InputError(f"{count:,} settings are too many; name fewer levels, {MOST_CELLS:,} at most.")
    return axes


def _possible(axis: Axis, given: Mapping[str, str]) -> Axis:
    """Only the levels that the place allows, if nobody has asked for others: ten goods need two cities (V4)."""
    from experiments.factors import PLACE
    from experiments.grid import Axis
    from simulator.switch_signal.scenario import Scenario

    place = {name: given[name] for name in PLACE if name in given}
    Scenario.of(place)

    def is_possible(level: Level) -> bool:
        try:
            Scenario.of({**place, axis.name: level})
        except InputError:
            return False
        return True

    if axis.name in given or axis.name in PLACE:
        return axis
    return Axis(axis.name, tuple(level for level in axis.levels if is_possible(level)))


def distinct(cells: list[Cell]) -> dict[str, Cell]:
    """Settings by what they mean; a preset and a number may say the same."""
    found: dict[str, Cell] = {}
    for cell in cells:
        found.setdefault(cell.id, cell)
    return found


def run_race(race: Race, cells: dict[str, Cell], policy: Policy, seed: int, workers: int) -> Iterator[Played]:
    """Round by round, until nothing is left to play."""
    from experiments.tasks import games_a_second, play_here
    from reports.terminal.screen import note

    rate = games_a_second((next(iter(cells.values())).scenario, policy), seed)
    while tasks := race.tasks():
        for played in play_here(
            tasks, lambda key: (cells[key].scenario, policy), seed, lambda _: rate, workers
        ):
            if played.tally is None:
                note(f"error: {played.failure}")
                raise typer.Exit(1)
            race.add(played.task.cell, int(played.tally.wins.sum()), played.task.games)
            yield played
        race.drop()
