"""Two runs side by side as Markdown, for forums and pull requests."""

from __future__ import annotations

from collections.abc import Iterator

from experiments.two_runs import TwoRuns
from reports.run_markdown import plain, with_code
from reports.two_runs.tables import Table, main_table, settings_table, went_table
from reports.two_runs.words import basis, verdict
from simulator.core.messages import printable

STAR = "✱"  # the usual one is markup


def two_runs_markdown(found: TwoRuns) -> str:
    """The whole page; the same runs give the same text."""
    return "\n".join(_lines(found)) + "\n"


def _lines(found: TwoRuns) -> Iterator[str]:
    yield "# Before and after"
    for word, run in zip(("Before", "After"), (found.first, found.second), strict=True):
        yield f"\n{word}:\n\n    {printable(run.command) or 'The run holds no command of this program.'}"
    yield ""
    yield from (f"- {plain(sentence)}" for sentence in verdict(found))
    yield ""
    yield from _table(settings_table(found))
    yield ""
    yield from (f"- {_starred(with_code(sentence))}" for sentence in basis(found))
    if found.same_games:
        return
    tables = [main_table(found), *([went_table(found)] if len(found.matches) > 1 else [])]
    yield ""
    yield "## How games went"
    for table in tables:
        yield ""
        yield _starred(plain(table.about))
        yield ""
        yield from _table(table)


def _table(table: Table) -> Iterator[str]:
    yield f"| {' | '.join(map(plain, (*table.words, *table.figures)))} |"
    yield "|---" * len(table.words) + "|--:" * len(table.figures) + "|"
    for words, figures in table.rows:
        numbers = [" ".join(each.split()).replace("*", f" {STAR}") for each in figures]
        shown = [*map(plain, words), *numbers]
        yield f"| {' | '.join(shown)} |"


def _starred(text: str) -> str:
    return text.replace("\\*", STAR)
