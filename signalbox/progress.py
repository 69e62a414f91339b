"""Somebody who waits, at a terminal or at a notebook: a bar that goes away, notes on what is worth knowing, and Ctrl-C."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from threading import Timer
from typing import TYPE_CHECKING, TypeVar

from reports.terminal.screen import note

if TYPE_CHECKING:
    from experiments.play import Played
    from experiments.sweep import Plan

QUIET_SECONDS = 1.0
Item = TypeVar("Item")


def is_interrupt(error: BaseException | None) -> bool:
    """Tell whether Ctrl-C is behind an error: libraries make errors of their own of it."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None


@dataclass(frozen=True)
class Watcher:
    """Whoever has asked for something and looks on: with a bar or without, and told beforehand how much there is to play, or not."""

    bar: bool = True
    plan: bool = False

    def note(self, sentence: str) -> None:
        note(sentence)

    def begin(self, first: Plan, on_maps: Plan | None, workers: int) -> None:
        """Tell what is going to be played."""
        if self.plan:
            from reports.terminal.sweep_table import plan_lines

            for line in plan_lines(first, on_maps, workers):
                note(line)

    def track(self, playing: Iterator[Played], games: int, label: str) -> Iterator[Played]:
        return self.games(playing, games, lambda played: played.task.games, label)

    def games(
        self, playing: Iterable[Item], most: int, size: Callable[[Item], int], label: str = ""
    ) -> Iterator[Item]:
        """Give what is played, and show how many games that are."""
        return tracked(playing, most, "games", size, label) if self.bar else iter(playing)


def played_in_turn(
    begun: Iterable[Item], play: Callable[[Item], Iterable[object]], games: Callable[[Item], int]
) -> tuple[list[Item], bool]:
    """Play one after the other, and return those that have games, and whether Ctrl-C ended it. Before anything is known it is Ctrl-C as everywhere."""
    found: list[Item] = []
    for each in begun:
        stopped = False
        try:
            for _ in play(each):
                pass
        except KeyboardInterrupt:
            stopped = True
        if games(each):
            found.append(each)
        elif stopped and not found:
            raise KeyboardInterrupt
        if stopped:
            return found, True
    return found, False


@contextmanager
def busy(what: str) -> Iterator[None]:
    """Show a word and something that moves, if somebody is looking, during work whose end is not known."""
    from rich.console import Console

    console = Console(stderr=True)
    with console.status(f"{what} …") if console.is_terminal else nullcontext():
        yield


def tracked(
    items: Iterable[Item],
    total: int,
    unit: str,
    size: Callable[[Item], int] = lambda item: 1,
    label: str = "",
) -> Iterator[Item]:
    """Give the items, with a progress bar if somebody is looking and it takes longer than a moment. `label`: what stands before it, if not the unit."""
    from rich.console import Console

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
    from rich.text import Text

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
