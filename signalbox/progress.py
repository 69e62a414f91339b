"""Somebody who waits, at a terminal or at a notebook: a bar that goes away, notes on what is worth knowing, and Ctrl-C."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from io import StringIO
from threading import Event, Thread
from typing import TYPE_CHECKING, TypeVar

from reports.terminal.screen import note

if TYPE_CHECKING:
    from rich.progress import Progress

    from experiments.play import Played
    from experiments.sweep import Plan

QUIET_SECONDS = 1.0  # before a bar is shown at all
CELL_SECONDS = 0.5  # between two looks of it in a notebook, each of which is a message to the browser
CELL_WIDTH = 100
LEFT_OUT = "Broken off; other maps are left out."
Item = TypeVar("Item")


class Interrupted(Exception):
    """The end by Ctrl-C when something was already done: a part of the output is out, or a part of a run is kept. The message says which."""

    def __init__(self, state: str = "what was printed is not complete.") -> None:
        super().__init__(state)


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

            note(*plan_lines(first, on_maps, workers))

    def track(self, playing: Iterator[Played], games: int, label: str) -> Iterator[Played]:
        return self.games(playing, games, lambda played: played.task.games, label)

    def games(
        self, playing: Iterable[Item], most: int, size: Callable[[Item], int], label: str = ""
    ) -> Iterator[Item]:
        """Give what is played, and show how many games that are."""
        return tracked(playing, most, "games", size, label) if self.bar else iter(playing)

    def other_maps(self, rates: Iterable[float], games: int, maps: int) -> list[float] | None:
        """Play so many games on each of so many other maps; None if Ctrl-C ends it, since what they stand beside is known."""
        try:
            return list(self.games(rates, games * maps, lambda rate: games, "other maps"))
        except KeyboardInterrupt:
            self.note(LEFT_OUT)
            return None

    def in_turn(
        self,
        begun: Iterable[Item],
        play: Callable[[Item], Iterable[object]],
        games: Callable[[Item], int],
        what: str = "games",
    ) -> tuple[list[Item], str]:
        """Play one after the other; return those that have games, and a sentence if Ctrl-C ended it. Before anything is known it ends all, as everywhere."""
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
                sentence = f"Broken off after {games(found[-1]):,} {what}; this is known so far."
                self.note(sentence)
                return found, sentence
        return found, ""


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
    """Give the items, with a progress bar if somebody is looking and it takes longer than a moment. `label` stands before the bar, instead of the unit."""
    from rich.console import Console

    console = Console(stderr=True)
    if not (console.is_terminal or console.is_jupyter):
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
    ended = Event()
    show = _show_below_cell if console.is_jupyter else _show_at_terminal
    showing = Thread(target=show, args=(progress, ended), daemon=True)
    showing.start()
    try:
        for item in items:
            yield item
            progress.advance(task, size(item))
    finally:
        ended.set()
        showing.join()


def _show_at_terminal(progress: Progress, ended: Event) -> None:
    """Show a bar after a moment until all has ended, and take it away."""
    if not ended.wait(QUIET_SECONDS):
        with progress:
            ended.wait()


def _show_below_cell(progress: Progress, ended: Event) -> None:
    """Show a bar as text below the cell of a notebook, and leave nothing there. What rich has for notebooks needs ipywidgets."""
    if ended.wait(QUIET_SECONDS):
        return
    from IPython.display import display

    shown = display({"text/plain": _as_text(progress)}, raw=True, display_id=True)  # type: ignore[no-untyped-call]
    while not ended.wait(CELL_SECONDS):
        shown.update({"text/plain": _as_text(progress)}, raw=True)
    shown.update({"text/plain": ""}, raw=True)


def _as_text(progress: Progress) -> str:
    from rich.console import Console

    page = Console(file=StringIO(), width=CELL_WIDTH, color_system=None, force_jupyter=False)
    with page.capture() as captured:
        page.print(progress.get_renderable())
    return captured.get().rstrip()
