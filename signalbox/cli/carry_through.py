"""What a command shows while a run is played, and what it says when that ends early; `sim sweep` and `sim resume` both go this way."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from signalbox.cli.failures import CutShort, is_interrupt
from simulator.core.errors import InputError
from simulator.core.memory import ran_short

if TYPE_CHECKING:
    from experiments.play import Played
    from experiments.run import Finished, Part
    from experiments.sweep import Engine, Sweep


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
        if is_interrupt(error):
            raise CutShort(kept_elsewhere(error)) from None
        note(f"error: {kept_elsewhere(error)}")
        raise typer.Exit(1) from None
    except BaseException as error:
        if not is_run(folder):
            raise
        if is_interrupt(error):
            raise CutShort(kept_so_far(folder)) from None
        if _ran_out(error):
            note(f"Stopped: {kept_so_far(folder)}")
        raise


def _ran_out(error: BaseException) -> bool:
    """Whether a disk or the memory had no more to give."""
    if isinstance(error, OSError):
        return not isinstance(error, BrokenPipeError)
    return not isinstance(error, InputError | typer.Exit) and ran_short(error)


class Terminal:
    """Somebody at a terminal looks on: notes and a progress bar on stderr."""

    def note(self, sentence: str) -> None:
        from reports.terminal.screen import note

        note(sentence)

    def begin(self, first: Part, on_maps: Part | None, workers: int) -> None:
        from reports.terminal.sweep_table import plan_lines

        for line in plan_lines(first, on_maps, workers):
            self.note(line)

    def track(self, playing: Iterator[Played], games: int, label: str) -> Iterator[Played]:
        from signalbox.cli.console import tracked

        return tracked(playing, games, "games", lambda played: played.task.games, label)


def carry_through(
    sweep: Sweep,
    maps: Sweep | None,
    folder: Path,
    machines: tuple[int, Engine | None],
    as_json: bool,
    report: bool,
) -> None:
    """Play what is missing, show what was found, and make the report; exit 1 where games are missing."""
    from experiments.run import NothingPlayed, carried_through
    from reports.terminal.screen import note

    try:
        with carried_through(sweep, maps, folder, machines, Terminal()) as finished:
            _tell(finished, folder, as_json, report)
    except NothingPlayed as error:
        note(f"error: {error}")
        raise typer.Exit(1) from None


def _tell(finished: Finished, folder: Path, as_json: bool, report: bool) -> None:
    from reports.report import RunReport
    from reports.terminal.screen import note, show
    from reports.terminal.sweep_table import gap_sentences, show_results
    from signalbox.cli.console import busy

    results, rows = finished.results, finished.rows
    page = RunReport.of(results, rows, folder)
    show_results(page.answer, folder, finished.seconds, finished.games, as_json)
    finished.store.check_place()
    if report:
        with busy("drawing the report"):
            written = page.write()
        (note if as_json else show)(written)
    for sentence in gap_sentences(results):
        note(sentence)
    if not results.complete:
        raise typer.Exit(1)
