"""What goes to the screen: tables on stdout, notes and progress on stderr, clean in pipes and with NO_COLOR."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from threading import Timer
from types import TracebackType
from typing import TYPE_CHECKING, TypeVar

from rich.box import SIMPLE_HEAD
from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from cli.failures import CutShort, visible

if TYPE_CHECKING:
    from experiments.runner import Batch

QUIET_SECONDS = 1.0
PIPE_WIDTH = 110


class Screen(Console):
    """Shows text as it is: no markup, no guessed colours, no emoji, and no commands to the terminal that stand in it."""

    def __init__(self) -> None:
        super().__init__(markup=False, highlight=False, emoji=False)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterator[Segment]:
        for text, style, control in super().render(renderable, options):
            yield Segment(text if control else visible(text), style, control)


def show(*parts: RenderableType) -> None:
    """As it is; in a pipe without trailing blanks."""
    console = Screen()
    if console.is_terminal:
        for part in parts:
            console.print(part)
        return
    console.width = PIPE_WIDTH
    with console.capture() as captured:
        for part in parts:
            console.print(part, soft_wrap=isinstance(part, str | Text))
    for line in captured.get().splitlines():
        print(line.rstrip())


def room() -> int:
    """Characters of a line."""
    console = Console()
    return console.width if console.is_terminal else PIPE_WIDTH


class Printer:
    """Prints a long text piece by piece, and knows whether something has been printed when Ctrl-C comes."""

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


def note(sentence: str) -> None:
    print(visible(sentence), file=sys.stderr, flush=True)


def plain_table(*headings: str, right: Iterable[int] = ()) -> Table:
    """A table without frame; columns in `right` hold numbers."""
    table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="bold")
    numbers = set(right)
    for index, heading in enumerate(headings):
        table.add_column(Text(heading), justify="right" if index in numbers else "left")
    return table


def announce_compiling(rules: str | None = "simulator.batch") -> None:
    """Say so when something has to be compiled first; later runs find the machine code.

    Another process compiles the rules, in the shape in which they are needed, beside the policy.
    """
    from simulator import jit

    def tell(module: str) -> None:
        note(
            "Compiling what this command needs: once after installing or changing the rules, less than a minute on most machines."
        )
        if rules and module != rules:
            jit.compile_beside(rules)

    jit.announce = tell


Item = TypeVar("Item")


def watched(blocks: Iterable[Batch], games: int) -> Iterator[Batch]:
    """The same blocks, with a progress bar of the games played."""
    return tracked(blocks, games, "games", lambda block: len(block.outcomes))


def tracked(
    items: Iterable[Item], total: int, what: str, size: Callable[[Item], int] = lambda item: 1
) -> Iterator[Item]:
    """The same items, with a progress bar if somebody is looking and it takes longer than a moment."""
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
            return Text(f"{task.speed:,.0f} {what}/s" if task.speed else "")

    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), Speed(), TimeRemainingColumn())
    progress = Progress(*columns, console=console, transient=True)
    task = progress.add_task(what, total=total)
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
