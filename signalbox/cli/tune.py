"""`sim tune --target 50%`: settings with a given win rate, the smallest change of the rulebook first."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from signalbox.cli.failures import CutShort
from signalbox.cli.grid_options import GridOptions, levels_option
from signalbox.cli.options import BATCH, SETUP, json_option, number_option, spread
from signalbox.cli.points import points_option, win_rate
from simulator.core.errors import InputError

if TYPE_CHECKING:
    from experiments.grid import Cell, Factor
    from experiments.race import Race
    from experiments.tasks import Played
    from policies.registry import Policy

FREE = {"tokens": "7..10", "removed": "0..6", "goods": "8,10", "extra-signals": "0,1"}
FREE_WITHOUT_GOODS = {name: levels for name, levels in FREE.items() if name != "goods"}
ONE_OF = ("board", "deck")
MOST_CELLS = 5_000


@dataclass(frozen=True)
class TuneOptions(GridOptions):
    """Options of a grid on one board with one deck."""

    board: Annotated[str | None, levels_option("--board", SETUP, "One board. (central-europe)", "NAME")] = (
        None
    )
    deck: Annotated[str | None, levels_option("--deck", SETUP, "One deck. (standard)", "NAME")] = None


@spread
def tune(
    grid: TuneOptions,
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
    factors = free_factors(grid)

    from experiments.grid import POLICY, Factor, Grid, policy_factor
    from experiments.race import Goal, Race
    from policies.registry import DEFAULT_TABLES
    from reports.terminal.tune_table import Ladder, show_ladders
    from signalbox.cli.players import load_players

    texts = policy_factor(grid.policy or DEFAULT_TABLES).levels
    grids = [distinct(Grid([*factors, Factor(POLICY, (text,))]).cells) for text in texts]
    policies = load_players(map(str, texts))
    free = [factor.name for factor in factors if len(factor.levels) > 1]
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


def free_factors(grid: GridOptions) -> list[Factor]:
    """What is varied: whatever has several levels on the command line, or the rulebook's own steps if nothing has."""
    from experiments.grid import make_factors
    from simulator.switch_signal.board import load_board

    given, house, ruling = grid.given(), grid.house or [], grid.ruling or []
    named = make_factors(given, house, ruling)
    for factor in named:
        if factor.name in ONE_OF and len(factor.levels) > 1:
            raise InputError(f"--{factor.name}: tune asks for one {factor.name}; `sim sweep` plays several.")
    if not any(len(factor.levels) > 1 for factor in named):
        one_city = len(load_board(given.get("board", "central-europe"), "--board").goods_cities) < 2
        free = FREE_WITHOUT_GOODS if one_city else FREE  # 10 goods need two cities (V4)
        named = make_factors({**free, **given}, house, ruling)
    count = math.prod(len(factor.levels) for factor in named)
    if count > MOST_CELLS:
        raise InputError(f"{count:,} settings are too many; name fewer levels, {MOST_CELLS:,} at most.")
    return named


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
