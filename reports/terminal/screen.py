"""What goes to the screen: text and tables on stdout, notes on stderr, clean in pipes and with NO_COLOR."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from simulator.core.messages import printable

if TYPE_CHECKING:  # loaded when something is shown: rich takes as long as all commands together
    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.segment import Segment
    from rich.table import Table

PIPE_WIDTH = 110


def _screen() -> Console:
    """Return a console that shows text as it is: no markup, no guessed colours, no emoji, and no commands to the terminal that stand in it."""
    from rich.console import Console
    from rich.segment import Segment

    class Screen(Console):
        def render(
            self, renderable: RenderableType, options: ConsoleOptions | None = None
        ) -> Iterator[Segment]:
            for text, style, control in super().render(renderable, options):
                yield Segment(text if control else printable(text, lines=True), style, control)

    return Screen(markup=False, highlight=False, emoji=False)


def show(*parts: RenderableType) -> None:
    """Print parts as they are; into a pipe without trailing blanks. A table that is too wide goes on in the next line: nothing of it is lost."""
    from rich.table import Table
    from rich.text import Text

    console = _screen()
    if not console.is_terminal:
        console.width = PIPE_WIDTH
    endless = console.options.update(width=sys.maxsize)
    needed = [console.measure(part, options=endless).minimum for part in parts if isinstance(part, Table)]
    console.width = max(console.width, *needed, 0)
    if console.is_terminal:
        for part in parts:
            console.print(part)
        return
    with console.capture() as captured:
        for part in parts:
            console.print(part, soft_wrap=isinstance(part, str | Text))
    for line in captured.get().splitlines():
        print(line.rstrip())


def show_lines(lines: Iterable[str], style: str = "") -> None:
    """Show sentences, one below the other."""
    from rich.text import Text

    for line in lines:
        show(Text(line, style=style))


def show_json(answers: Sequence[Any], several: bool = False) -> None:
    """Print an answer for other programs; `several` tables were asked, whether all of them have played or not."""
    print(json.dumps({"tables": answers} if several else answers[0], indent=2), flush=True)


def room() -> int:
    """Return the characters of a line."""
    return _screen().width if is_window() else PIPE_WIDTH


def is_window() -> bool:
    """Tell whether somebody looks at the output; a pipe takes lines of any length."""
    return _screen().is_terminal


def note(*sentences: str) -> None:
    """Say sentences on stderr, each in one line whatever the names in it are."""
    for sentence in sentences:
        print(printable(sentence), file=sys.stderr, flush=True)


def plain_table(*headings: str, right: Iterable[int] = (), rows: Iterable[tuple[Any, ...]] = ()) -> Table:
    """Return a table without frame; columns in `right` hold numbers."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="bold")
    numbers = set(right)
    for index, heading in enumerate(headings):
        table.add_column(Text(heading), justify="right" if index in numbers else "left")
    for row in rows:
        table.add_row(*row)
    return table
