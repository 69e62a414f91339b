"""Carrying a sweep through: what is going to be played is told, played, kept and shown; `sim sweep` and `sim resume` both do it here."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from signalbox.cli.failures import CutShort, came_of_ctrl_c
from simulator.core.errors import InputError
from simulator.core.memory import ran_short

if TYPE_CHECKING:
    from experiments.run_store.store import Store
    from experiments.sweep import Engine, Plan, Sweep

OTHER_MAPS = "other maps"  # before the bar of the second run


@contextmanager
def ended_early(folder: Path) -> Iterator[None]:
    """Ctrl-C at any time, a disk that is full, or a folder that is moved away: a sentence says what is kept, and how to go on."""
    from experiments.run_store.lock import FolderLost
    from experiments.run_store.manifest import is_run
    from reports.terminal.screen import note
    from signalbox.cli.stored_run import kept_elsewhere, kept_so_far

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


@dataclass(frozen=True)
class Part:
    """A run that is being written: what it is made of, its folder, and what is missing there. A sweep has one, and a second one on other maps."""

    sweep: Sweep
    store: Store
    planned: Plan
    label: str = ""

    def play(self, workers: int, engine: Engine | None) -> None:
        """Play what is missing, here or on the engine's machines, with a progress bar."""
        from experiments.sweep import carry_out
        from signalbox.cli.console import tracked

        playing = carry_out(self.sweep, self.store, self.planned, workers, engine)
        for _ in tracked(playing, self.planned.games, "games", lambda played: played.task.games, self.label):
            pass
        self.store.check_place()


def carry_through(
    sweep: Sweep,
    maps: Sweep | None,
    folder: Path,
    machines: tuple[int, Engine | None],
    as_json: bool,
    report: bool,
) -> None:
    """Echo the grid, play what is missing with a progress bar, show the result, and make the report. No other process writes to the run meanwhile.

    What is played on other maps is a run in the folder of the first, begun with it, so that `sim resume` finds it.
    """
    from experiments.run_store.kept_files import keep_files
    from experiments.run_store.upkeep import writing_run
    from experiments.sweep import plan
    from reports.terminal.screen import note

    workers, engine = machines
    with writing_run(folder, sweep.manifest()) as store:
        keep_files(sweep, store)  # before anything is played: a run that is broken off is reported too
        beside = begin_maps(maps, store) if maps else None
        for sentence in (*store.repaired, *(beside.repaired if beside else ())):
            note(sentence)
        first = Part(sweep, store, plan(sweep, store, workers))
        second = Part(maps, beside, plan(maps, beside, workers), OTHER_MAPS) if maps and beside else None
        for line in echo(first, second, workers):
            note(line)
        started = time.perf_counter()
        first.play(workers, engine)
        seconds = time.perf_counter() - started
        if second:
            second.play(workers, engine)
        tell_results(first, seconds, as_json, report)
        if beside:
            beside.write_manifest()  # as that of the run itself, in case it is gone


def begin_maps(maps: Sweep, store: Store) -> Store | None:
    """Begin the run on other maps, or go on with it. None, with a sentence, where its folder does not allow it: the run itself is whole without."""
    from experiments.map_findings import FOLDER
    from experiments.run_store.upkeep import begin_run

    try:
        return begin_run(store.folder / FOLDER, maps.manifest(), store.hold)
    except InputError as error:
        tell_left_out(store.folder, error)
        return None


def tell_left_out(folder: Path, error: InputError) -> None:
    """Say why other maps are not played, and how they are had again."""
    from experiments.map_findings import FOLDER
    from reports.terminal.screen import note

    why = str(error).partition(";")[0].rstrip(".")  # what follows is advice on the run itself
    note(
        f"Other maps are left out: {why}. To play them anew, remove {folder / FOLDER} and give the sweep's command again."
    )


def tell_results(part: Part, seconds: float, as_json: bool, report: bool) -> None:
    """Show what a run has found, keep its summary and its games to watch, and make the report; exit 1 where games are missing."""
    from experiments.chosen import keep_chosen
    from experiments.results import Results
    from experiments.summary import summarize, summary_csv
    from policies.switch_signal.explanation import ask_why
    from reports.report import write_report
    from reports.terminal.screen import note, show
    from reports.terminal.sweep_table import gap_sentences, show_results
    from signalbox.cli.console import busy

    store, folder = part.store, part.store.folder
    try:
        results = Results.read(store)
    except InputError as error:
        note(f"error: {error}")
        raise typer.Exit(1) from None
    rows = summarize(results)
    store.put(folder / "summary.csv", summary_csv(results, rows))
    keep_chosen(part.sweep, results, store, ask_why)
    games = part.planned.games
    show_results(results, rows, folder, seconds if games else 0.0, games, as_json)
    store.check_place()
    if report:
        with busy("drawing the report"):
            written = write_report(results, rows, folder)
        (note if as_json else show)(written)
    for sentence in gap_sentences(results):
        note(sentence)
    if not results.complete:
        raise typer.Exit(1)


def echo(part: Part, on_maps: Part | None, workers: int) -> list[str]:
    """Tell what is going to be played, before it is: the grid, how many games, how precise that is, and how long it takes."""
    from experiments.statistics.intervals import wilson

    grid, store, planned = part.sweep.grid, part.store, part.planned
    lines = [f"  {factor.name}: {', '.join(map(str, factor.levels))}" for factor in grid.factors]
    cells = len({cell.id for cell in grid.cells})  # some may mean the same
    low, high = wilson(store.games // 2, store.games)
    lines.insert(0, f"grid of {cells} cells" if cells > 1 else "one cell")
    lines.append(
        f"{cells * store.games:,} games, {store.games:,} in each cell: 95 % intervals of at most ±{50 * (high - low):.2f} percentage points"
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
    if on_maps:
        lines.append(_echo_of_maps(on_maps))
    lines.append(f"run: {store.folder}")
    return lines


def _echo_of_maps(part: Part) -> str:
    """`other maps that fit what is known: 24,000 games of practised, about 7 s`."""
    wanted = part.store.progress()[1]
    there = wanted - part.planned.games
    said = f"other maps that fit what is known: {wanted:,} games of {', '.join(part.sweep.policies)}"
    if not part.planned.tasks:
        return f"{said}, which are there already"
    already = f", {there:,} of them there already" if there else ""
    return f"{said}{already}, about {duration(part.planned.seconds)}"


def duration(seconds: float) -> str:
    """`7 s`, `12 min` or `3.5 h`."""
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    if seconds < 5400:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"
