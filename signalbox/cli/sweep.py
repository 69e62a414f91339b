"""`sim sweep`: a grid of settings, every cell on the same deals, into a run's folder that can be gone on with."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from math import prod
from typing import TYPE_CHECKING, Annotated

import typer

from signalbox.cli.carry_through import carry_through, ended_early
from signalbox.cli.completion import STUDY
from signalbox.cli.options import BATCH, WHERE, check_folder, flag_option, json_option, number_option, spread
from signalbox.cli.points import points_option
from signalbox.cli.run import NoMaps
from signalbox.cli.scheduler import Scheduler, check_machines, machines
from signalbox.cli.setup_options import GridOptions
from simulator.core.errors import InputError

if TYPE_CHECKING:
    from experiments.grid import Grid
    from experiments.study import Study
    from experiments.sweep import Sweep

DEFAULT_GAMES, DEFAULT_SEED = 10_000, 1
ASK_ABOVE = 500  # cells; a grid so large is more often a slip than a wish
NoReport = Annotated[
    bool,
    flag_option("--no-report", WHERE, "Leave out the page and its figures; `sim report` makes them later."),
]


@spread
def sweep(
    grid: GridOptions,
    study: Annotated[
        str,
        typer.Argument(
            metavar="STUDY",
            help="A shipped study, or a .toml file; `sim studies` lists them.",
            autocompletion=STUDY,
        ),
    ] = "",
    games: Annotated[int | None, number_option("--games", BATCH, "Games in each cell. (10,000)")] = None,
    precision: Annotated[
        float | None,
        points_option(
            "--precision",
            0.01,
            49,
            "Instead of --games: intervals that reach at most so many percentage points to either side, 0.5pp.",
        ),
    ] = None,
    seed: Annotated[int | None, number_option("--seed", BATCH, "Seed of all random numbers. (1)")] = None,
    jobs: Annotated[int, number_option("--jobs", BATCH, "Cores to use; 0: all of them.")] = 0,
    scheduler: Scheduler = None,
    keep_games: Annotated[
        bool, flag_option("--keep-games", WHERE, "Keep games one by one, not only sums; for `sim export`.")
    ] = False,
    yes: Annotated[
        bool, flag_option("--yes", BATCH, f"Play grids of more than {ASK_ABOVE} cells too.")
    ] = False,
    out: Annotated[
        str,
        typer.Option("--out", "-o", metavar="RUN", help="The run's folder. (runs/…)", rich_help_panel=WHERE),
    ] = "",
    no_report: NoReport = False,
    no_maps: NoMaps = False,
    as_json: Annotated[bool, json_option(WHERE)] = False,
) -> None:
    """Play every combination of some settings: sim sweep --tokens 7..10

    Every option takes a value, a list or a range: 7 · 7,9 · 7..10 · 0..6..2 · dice,stack. All cells meet the same deals, so
    differences between them are sharper than the rates themselves. Broken off, the same command goes on where it stopped;
    with more --games it extends the run.
    """
    from experiments.limits import check_games, check_seed
    from experiments.maps import is_one_of_many, other_maps
    from experiments.statistics.power import games_for_precision
    from experiments.study import Study, load_study
    from experiments.sweep import run_folder

    if games is not None and precision is not None:
        raise InputError("--games and --precision exclude each other: give one of them.")
    check_folder(out)
    wanted = grid.override(load_study(study) if study else Study(""))
    if not any((wanted.factors, wanted.variants, wanted.policies)):
        raise InputError("nothing is varied; give for instance --tokens 7..10, or a study.")
    planned = games_for_precision(precision) if precision else games
    count = next(each for each in (planned, wanted.games, DEFAULT_GAMES) if each is not None)
    the_seed = next(each for each in (seed, wanted.seed, DEFAULT_SEED) if each is not None)
    check_games(count)
    check_seed(the_seed)
    check_machines(scheduler, jobs)
    words = ["sim", "sweep", *([study] if study else []), *grid.words(), "--games", str(count)]
    words += ["--seed", str(the_seed)]
    flags = {"--keep-games": keep_games, "--no-maps": no_maps, "--yes": yes}
    words += [flag for flag, given in flags.items() if given]
    with in_the_study(wanted, grid.words()):
        of_one, players = checked_grid(wanted, yes)
    may_differ = any(is_one_of_many(cell.scenario.board_data) for cell in of_one.cells)
    if no_maps and not may_differ:
        raise InputError(
            "--no-maps: nothing is played on other maps here; it is for runs on a reconstruction."
        )
    with in_the_study(wanted, grid.words()):
        prepared = prepare(wanted, of_one, players, the_seed, count, shlex.join(words))
    maps = None if no_maps else other_maps(prepared)
    alone = may_differ and not no_maps and maps is None
    prepared = replace(prepared, keep_games=keep_games, alone=alone)
    folder = run_folder(prepared, out)
    with machines(prepared, folder, scheduler, jobs) as chosen, ended_early(folder):
        carry_through(prepared, maps, folder, chosen, as_json, not no_report)


@contextmanager
def in_the_study(study: Study, given: list[str]) -> Iterator[None]:
    """Name the file before mistakes that were made there, which are those in options that the command line does not give."""
    from experiments.grid import naming

    try:
        yield
    except InputError as error:
        option = re.match(r"--[a-z-]+|variants\.", str(error))
        if not study.source or not option or option[0] in given:
            raise
        with naming(study.source):
            raise


def checked_grid(study: Study, yes: bool) -> tuple[Grid, list[str]]:
    """Return the grid of the first player, and all players by name; mistakes are refused before anything is compiled."""
    from experiments.factors import POLICY
    from experiments.grid import Axis, Grid, policy_axis
    from experiments.run_store.manifest import check_cells
    from policies.registry import DEFAULT_TABLES

    factors, variants = study.axes(), study.variants
    texts = policy_axis(study.policies or DEFAULT_TABLES).levels
    cells = prod(len(factor.levels) for factor in factors) * len(texts)
    check_cells(cells)
    # Every level by itself, so that nobody is asked about a grid that cannot be played.
    for changed in factors:
        one = [each if each is changed else replace(each, levels=each.levels[:1]) for each in factors]
        Grid([*one, Axis(POLICY, texts[:1])], variants)
    if cells > ASK_ABOVE and not yes:
        raise InputError(f"the grid has {cells:,} cells, more than {ASK_ABOVE}; --yes plays it.")
    return Grid([*factors, Axis(POLICY, texts[:1])], variants), [str(text) for text in texts]


def prepare(study: Study, of_one: Grid, players: list[str], seed: int, games: int, command: str) -> Sweep:
    """Load the players, which may take the time of compiling, and return what is to be played."""
    from experiments.factors import POLICY
    from experiments.grid import Axis, Grid
    from experiments.sweep import Sweep
    from signalbox.cli.players import load_players

    loaded = {policy.name: policy for policy in load_players(players)}
    grid = Grid([*of_one.factors[:-1], Axis(POLICY, tuple(loaded))], of_one.variants)
    return Sweep(grid, loaded, seed, games, command, title=study.title, about=study.about)
