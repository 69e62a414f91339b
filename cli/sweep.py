"""`sim sweep`: a grid of settings, every cell on the same deals, into a run's folder that can be gone on with."""

from __future__ import annotations

import re
import shlex
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.completion import STUDY
from cli.failures import CutShort, came_of_ctrl_c
from cli.grid_options import GridOptions
from cli.options import BATCH, WHERE, check_folder, flag_option, json_option, number_option, spread
from cli.points import points_option
from cli.run import NoMaps
from cli.scheduler import Scheduler, check_machines, machines
from simulator.errors import InputError
from simulator.memory import ran_short

if TYPE_CHECKING:
    from experiments.run_store.store import Store
    from experiments.study import Study
    from experiments.sweep import Engine, Plan, Sweep

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
            "Instead of --games: intervals that reach at most so far to either side, 0.5pp.",
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
    wanted = grid.on_top_of(load_study(study) if study else Study(""))
    if not any((wanted.factors, wanted.house, wanted.ruling, wanted.variants, wanted.policies)):
        raise InputError("nothing is varied; give for instance --tokens 7..10, or a study.")
    planned = games_for_precision(precision) if precision else games
    count = next(each for each in (planned, wanted.games, DEFAULT_GAMES) if each is not None)
    the_seed = next(each for each in (seed, wanted.seed, DEFAULT_SEED) if each is not None)
    check_games(count)
    check_seed(the_seed)
    check_machines(scheduler, jobs)
    words = ["sim", "sweep", *([study] if study else []), *grid.words(), "--games", str(count)]
    words += ["--seed", str(the_seed), *(["--keep-games"] if keep_games else []), *(["--yes"] if yes else [])]
    with in_the_study(wanted, grid.words()):
        prepared = prepare(wanted, the_seed, count, yes, shlex.join(words))
    prepared = replace(prepared, keep_games=keep_games)
    if no_maps and not any(is_one_of_many(cell.scenario.board_data) for cell in prepared.grid.cells):
        raise InputError(
            "--no-maps: nothing is played on other maps here; it is for runs on a reconstruction."
        )
    folder, maps = run_folder(prepared, out), None if no_maps else other_maps(prepared)
    with machines(prepared, folder, scheduler, jobs) as (workers, engine), ended_early(folder):
        carry_through(prepared, maps, folder, workers, engine, as_json, not no_report)


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


def prepare(study: Study, seed: int, games: int, yes: bool, command: str) -> Sweep:
    """Check the grid, then load the policies, which may take the time of compiling."""
    from cli.players import load_players
    from experiments.grid import Factor, Grid, policy_factor
    from experiments.run_store.manifest import check_cells
    from experiments.sweep import Sweep
    from policies.registry import DEFAULT_TABLES

    factors, variants = study.make_factors(), study.variants
    texts = policy_factor(study.policies or DEFAULT_TABLES).levels
    cells = prod(len(factor.levels) for factor in factors) * len(texts)
    check_cells(cells)
    # Every level by itself, so that nobody is asked about a grid that cannot be played.
    for changed in factors:
        one = [each if each is changed else replace(each, levels=each.levels[:1]) for each in factors]
        Grid([*one, Factor("policy", texts[:1])], variants)
    if cells > ASK_ABOVE and not yes:
        raise InputError(f"the grid has {cells:,} cells, more than {ASK_ABOVE}; --yes plays it.")
    Grid([*factors, Factor("policy", texts[:1])], variants)  # refuses mistakes before anything is compiled
    loaded = {policy.name: policy for policy in load_players(map(str, texts))}
    grid = Grid([*factors, Factor("policy", tuple(loaded))], variants)
    return Sweep(grid, loaded, seed, games, command, title=study.title, about=study.about)


@contextmanager
def ended_early(folder: Path) -> Iterator[None]:
    """Ctrl-C at any time, a disk that is full, or a folder that is moved away: a sentence says what is kept, and how to go on."""
    from cli.console import note
    from cli.stored_run import kept_elsewhere, kept_so_far
    from experiments.run_store.lock import FolderLost
    from experiments.run_store.manifest import is_run

    try:
        yield
    except FolderLost as error:
        if came_of_ctrl_c(error):
            raise CutShort(kept_elsewhere(error)) from None
        note(f"error: {kept_elsewhere(error)}")
        raise typer.Exit(1) from None
    except BaseException as error:
        if not is_run(folder):
            raise
        if came_of_ctrl_c(error):
            raise CutShort(kept_so_far(folder)) from None
        if _ran_out(error):
            note(f"Stopped: {kept_so_far(folder)}")
        raise


def _ran_out(error: BaseException) -> bool:
    """Whether a disk or the memory had no more to give."""
    if isinstance(error, OSError):
        return not isinstance(error, BrokenPipeError)
    return not isinstance(error, InputError | typer.Exit) and ran_short(error)


def carry_through(
    sweep: Sweep,
    maps: Sweep | None,
    folder: Path,
    workers: int,
    engine: Engine | None,
    as_json: bool,
    report: bool,
) -> None:
    """Echo the grid, play what is missing with a progress bar, show the result, and make the report. No other process writes to the run meanwhile.

    What is played on other maps is a run in the folder of the first, begun with it, so that `sim resume` finds it.
    """
    from experiments.map_findings import FOLDER
    from experiments.run_store.upkeep import begin_run, writing_run

    with writing_run(folder, sweep.manifest()) as store:
        beside = begin_run(folder / FOLDER, maps.manifest(), store.hold) if maps else None
        _carry_through(sweep, store, maps, beside, workers, engine, as_json, report)
        if beside:
            beside.write_manifest()  # as that of the run itself, in case it is gone


def _carry_through(
    sweep: Sweep,
    store: Store,
    maps: Sweep | None,
    beside: Store | None,
    workers: int,
    engine: Engine | None,
    as_json: bool,
    report: bool,
) -> None:
    from cli.console import busy, note, show, tracked
    from cli.report_files import write_report
    from cli.sweep_table import gap_sentences, show_results
    from experiments.chosen import keep_chosen
    from experiments.results import Results
    from experiments.run_store.kept_files import keep_files
    from experiments.summary import summarize, summary_csv
    from experiments.sweep import carry_out, plan
    from policies.explanation import ask_why

    folder = store.folder
    keep_files(sweep, store)  # before anything is played: a run that is broken off is reported too
    for sentence in (*store.repaired, *(beside.repaired if beside else ())):
        note(sentence)
    planned = plan(sweep, store, workers)
    for line in echo(sweep, store, planned, workers):
        note(line)
    started = time.perf_counter()
    playing = carry_out(sweep, store, planned, workers, engine)
    for _ in tracked(playing, planned.games, "games", lambda played: played.task.games):
        pass
    seconds = time.perf_counter() - started
    store.check_place()
    if maps and beside:
        other = plan(maps, beside, workers)
        for _ in tracked(
            carry_out(maps, beside, other, workers),
            other.games,
            "games",
            lambda played: played.task.games,
            "other maps",
        ):
            pass
    try:
        results = Results.read(store)
    except InputError as error:
        note(f"error: {error}")
        raise typer.Exit(1) from None
    rows = summarize(results)
    store.put(folder / "summary.csv", summary_csv(results, rows))
    keep_chosen(sweep, results, store, ask_why)
    show_results(results, rows, folder, seconds if planned.tasks else 0.0, planned.games, as_json)
    store.check_place()
    if report:
        with busy("drawing the report"):
            written = write_report(results, rows, folder)
        (note if as_json else show)(written)
    for sentence in gap_sentences(results):
        note(sentence)
    if not results.complete:
        raise typer.Exit(1)


def echo(sweep: Sweep, store: Store, planned: Plan, workers: int) -> list[str]:
    """What is going to be played, before it is."""
    from experiments.statistics.intervals import wilson

    grid = sweep.grid
    lines = [f"  {factor.name}: {', '.join(map(str, factor.levels))}" for factor in grid.factors]
    cells = len({cell.id for cell in grid.cells})  # some may mean the same
    low, high = wilson(store.games // 2, store.games)
    lines.insert(0, f"grid of {cells} cells" if cells > 1 else "one cell")
    lines.append(
        f"{cells * store.games:,} games, {store.games:,} in each cell: 95 % intervals of at most ±{50 * (high - low):.2f} points"
    )
    there = cells * store.games - planned.games
    if there:  # an extended run may have the beginnings of blocks only
        lines.append(f"{there:,} games are there already, {planned.games:,} are to be played")
    if planned.tasks:
        rates = ", ".join(f"{name} {rate:,.0f}" for name, rate in planned.rates.items())
        if rates:
            lines.append(
                f"about {duration(planned.seconds)} on {workers} cores (games a second on one: {rates})"
            )
        playing = {cell.id: cell.policy for cell in grid.cells}
        for name in sorted({playing[task.cell] for task in planned.tasks} - set(planned.rates)):
            lines.append(f"{name} fails in its first games, so it is not known how long it takes")
    lines.append(f"run: {store.folder}")
    return lines


def duration(seconds: float) -> str:
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    if seconds < 5400:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"
