"""`sim sweep` and `sim resume`: a grid of settings, every cell on the same deals, into a folder from which the run can go on."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from experiments.limits import check_games
from signalbox.cli.console import load_players
from signalbox.cli.options import (
    BATCH,
    WHERE,
    About,
    GridPlayers,
    Jobs,
    NoMaps,
    NoReport,
    RunAsJson,
    RunFolder,
    Scheduler,
    StudyName,
    amount,
    amount_option,
    check_folder,
    flag_option,
    number_option,
    out_option,
    text_option,
)
from signalbox.cli.setup_options import GridOptions
from simulator.core.errors import InputError
from simulator.game import Game


def sweep(
    game: Game,
    grid: GridOptions,
    policy: GridPlayers = None,
    study: StudyName = "",
    games: Annotated[int | None, number_option("--games", BATCH, "Games in each cell. (10,000)")] = None,
    precision: Annotated[
        str | None,
        amount_option(
            "--precision",
            "Instead of --games: intervals that reach at most so many percentage points to either side, 0.5pp.",
        ),
    ] = None,
    seed: Annotated[int | None, number_option("--seed", BATCH, "Seed of all random numbers. (1)")] = None,
    jobs: Jobs = 0,
    scheduler: Scheduler = None,
    measure: About = "",
    keep_games: Annotated[
        bool, flag_option("--keep-games", WHERE, "Keep games one by one, not only sums; for `sim export`.")
    ] = False,
    yes: Annotated[bool, flag_option("--yes", BATCH, "Play grids of more than 500 cells too.")] = False,
    out: Annotated[str, out_option("The run's folder. (runs/…)", "RUN")] = "",
    no_report: NoReport = False,
    no_maps: NoMaps = False,
    as_json: RunAsJson = False,
) -> None:
    """Play every combination of some settings: {sim} sweep --{sweep}

    Every option takes a value, a list or a range: 7 · 7,9 · 7..10 · 0..6..2{words}. All cells meet the same deals, so
    differences between them are sharper than the rates themselves. Broken off, the same command goes on where it stopped;
    with more --games it extends the run.
    """
    from experiments.prepare import find_measure, prepare
    from experiments.statistics.intervals import games_for_precision
    from experiments.sweep import run_folder
    from signalbox.cli.running import check_machines, run_sweep
    from signalbox.sweeping import sweep_command, sweep_request

    if games is not None and precision is not None:
        raise InputError("--games and --precision exclude each other: give one of them.")
    about = find_measure(game, measure)
    if precision is not None and about.is_mean:
        raise InputError(
            f"--precision: how many games it takes is known of a share of games, and {about.name} is none; give --games."
        )
    check_folder(out)
    reach = amount(about, "--precision", precision, 0.01, 49)
    planned = games if reach is None else games_for_precision(reach)
    request = sweep_request(
        game,
        study,
        grid.given,
        policy or (),
        games=planned,
        seed=seed,
        measure=about,
        keep_games=keep_games,
        maps=not no_maps,
        large=yes,
    )
    check_machines(scheduler, jobs)
    prepared, maps = prepare(request, sweep_command(request, study, yes=yes), load_players)
    folder = run_folder(prepared, out)
    run_sweep(prepared, maps, folder, scheduler=scheduler, jobs=jobs, as_json=as_json, report=not no_report)


def resume(
    run: RunFolder,
    games: Annotated[
        int | None, number_option("--games", BATCH, "More games in each cell than were planned.")
    ] = None,
    policy: Annotated[
        list[str] | None,
        text_option(
            "--policy",
            "FILE.py:NAME",
            BATCH,
            "A policy of your own that the run was begun with: its file is not opened unless you name it. Repeatable.",
        ),
    ] = None,
    jobs: Jobs = 0,
    scheduler: Scheduler = None,
    no_report: NoReport = False,
    as_json: RunAsJson = False,
) -> None:
    """Go on with a run that was broken off: {sim} resume runs/{factor} --games 20000

    Only what is missing is played. With more --games than were planned it is extended.
    """
    from signalbox.cli.running import check_machines, resumed, run_sweep

    check_machines(scheduler, jobs)
    if games is not None:
        check_games(games)
    sweep, maps = resumed(Path(run), games, policy or [])
    run_sweep(sweep, maps, Path(run), scheduler=scheduler, jobs=jobs, as_json=as_json, report=not no_report)
