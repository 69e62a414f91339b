"""Long work in front of a user: progress, long texts, and a word before something is compiled."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from threading import Timer
from types import TracebackType
from typing import TYPE_CHECKING, TypeVar

import typer
from rich.console import Console
from rich.text import Text

from reports.terminal.screen import note
from signalbox.cli.failures import CutShort
from simulator.core.errors import InputError
from simulator.core.messages import file_name

if TYPE_CHECKING:
    from simulator.game import Batch

QUIET_SECONDS = 1.0


class Printer:
    """Prints a long text piece by piece, and knows whether something has been printed when it has to end early.

    Input that turns out to be wrong only then is not refused any more, since half of the output is out: the command has failed.
    """

    def __init__(self) -> None:
        self.began = False

    def write(self, text: str, *, at_once: bool = False) -> None:
        self.began = True
        sys.stdout.write(text)
        if at_once:
            sys.stdout.flush()

    def __enter__(self) -> Printer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.began and isinstance(error, KeyboardInterrupt):
            raise CutShort from None
        if self.began and isinstance(error, InputError):
            note(f"error: {error}")
            raise typer.Exit(1) from None


def announce_compiling(rules: str = "") -> None:
    """Say so when something has to be compiled first; later runs find the machine code.

    Another process compiles the rules, in the shape in which they are needed, beside the policy.
    """
    from simulator.core import jit, jit_cache

    def tell(module: str) -> None:
        wanted = jit_cache.wanted_cache()
        when = "once after installing or changing the rules, less than a minute on most machines."
        if jit_cache.cache_root() != wanted:
            when = f"at every start, since {file_name(str(wanted))} cannot be written; set SIGNALBOX_CACHE to a folder that can."
        note(f"Compiling what this command needs: {when}")
        if rules and module != rules:
            jit.compile_beside(rules)

    def tell_not_kept(error: OSError) -> None:
        why = error.strerror or str(error) or type(error).__name__
        note(
            f"The compiled rules could not be kept in {file_name(str(jit_cache.cache_root()))} ({why}), so the next start compiles them again; "
            "make room there, or set SIGNALBOX_CACHE to a folder that can be written."
        )

    jit.announce = tell
    jit_cache.not_kept = tell_not_kept


@contextmanager
def busy(what: str) -> Iterator[None]:
    """A word and something that moves, if somebody is looking, during work whose end is not known."""
    console = Console(stderr=True)
    with console.status(f"{what} …") if console.is_terminal else nullcontext():
        yield


Item = TypeVar("Item")


def watched(blocks: Iterable[Batch], games: int) -> Iterator[Batch]:
    """The same blocks, with a progress bar of the games played."""
    return tracked(blocks, games, "games", lambda block: len(block.outcomes))


def stopped_early(games: Iterable[Item], most: int, size: Callable[[Item], int], label: str) -> bool:
    """Play games with a progress bar, and tell whether Ctrl-C ended that; what was known by then is kept by whoever plays."""
    try:
        for _ in tracked(games, most, "games", size, label):
            pass
    except KeyboardInterrupt:
        return True
    return False


def tracked(
    items: Iterable[Item],
    total: int,
    unit: str,
    size: Callable[[Item], int] = lambda item: 1,
    label: str = "",
) -> Iterator[Item]:
    """The same items, with a progress bar if somebody is looking and it takes longer than a moment. `label`: what stands before it, if not the unit."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield from items
        return
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        ProgressColumn,
        Task,
        TextColumn,
        TimeRemainingColumn,
    )

    class Speed(ProgressColumn):
        def render(self, task: Task) -> Text:
            return Text(f"{task.speed:,.0f} {unit}/s" if task.speed else "")

    columns = (TextColumn(label or unit), BarColumn(), MofNCompleteColumn(), Speed(), TimeRemainingColumn())
    progress = Progress(*columns, console=console, transient=True)
    task = progress.add_task(unit, total=total)
    timer = Timer(QUIET_SECONDS, progress.start)
    timer.daemon = True
    timer.start()
    try:
        for item in items:
            yield item
            progress.advance(task, size(item))
    finally:
        timer.cancel()
        timer.join()
        progress.stop()
