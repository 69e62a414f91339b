"""A run, or two side by side, as Markdown, for forums, pull requests and docs: the answer, what it rests on, the table, how to play it again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from experiments.two_runs import TwoRuns
from reports.sentences.answer import Answer
from reports.sentences.two_runs import basis, two_runs_verdict
from reports.tables import Table, main_table, run_table, settings_table, went_table
from simulator.core.messages import printable

# Signs that mean something to one of the dialects. A backslash makes them plain; where it does not, their number does.
SIGNS = {ord(sign): f"\\{sign}" for sign in "\\`*_[]|#~$"} | {ord(sign): f"&#{ord(sign)};" for sign in "<>&"}
# What becomes a link or calls somebody without any sign: a space that nobody sees keeps it apart.
CALLS = re.compile(r"@(?=\w)|:(?=//)|\bwww(?=\.)|\bmailto:", re.IGNORECASE)
UNSEEN = "\N{ZERO WIDTH SPACE}"
STAR = "✱"  # behind figures of two runs; the usual one is markup
NO_COMMAND = "The run holds no command of this program."


def run_markdown(answer: Answer, gaps: Sequence[str] = ()) -> str:
    """The whole page; `gaps` are sentences on what it lacks, besides those of the run."""
    return "\n".join(_lines(answer, gaps)) + "\n"


def _lines(answer: Answer, gaps: Sequence[str]) -> Iterator[str]:
    results = answer.results
    yield f"# {plain(answer.title)}"
    yield ""
    if results.manifest.about:
        yield f"{plain(results.manifest.about)}\n"
    yield f"    {printable(results.command) or NO_COMMAND}"
    yield ""
    yield from (f"**{with_code(sentence)}**\n" for sentence in (*answer.gaps(), *gaps))
    yield from (f"- {plain(sentence)}" for sentence in answer.sentences())
    yield ""
    yield from (f"- {with_code(sentence)}" for sentence in answer.basis())
    table = run_table(answer)
    yield ""
    shown = ((plain(cell) for cell, _ in (*row["levels"], *row["figures"])) for row in table["rows"])
    yield from _table(table["factors"], table["heads"], shown)
    yield ""
    yield plain(table["about"])


def two_runs_markdown(found: TwoRuns) -> str:
    """The whole page of two runs; the same runs give the same text."""
    return "\n".join(_lines_of_two(found)) + "\n"


def _lines_of_two(found: TwoRuns) -> Iterator[str]:
    yield "# Before and after"
    for word, run in zip(("Before", "After"), (found.first, found.second), strict=True):
        yield f"\n{word}:\n\n    {printable(run.command) or NO_COMMAND}"
    yield ""
    yield from (f"- {plain(sentence)}" for sentence in two_runs_verdict(found))
    yield ""
    yield from _starred_table(settings_table(found))
    yield ""
    yield from (f"- {_starred(with_code(sentence))}" for sentence in basis(found))
    if found.same_games:
        return
    yield ""
    yield "## How games went"
    for table in [main_table(found), *([went_table(found)] if len(found.matches) > 1 else [])]:
        yield ""
        yield _starred(plain(table.about))
        yield ""
        yield from _starred_table(table)


def _starred_table(table: Table) -> Iterator[str]:
    rows = (
        [*map(plain, words), *(" ".join(each.split()).replace("*", f" {STAR}") for each in figures)]
        for words, figures in table.rows
    )
    return _table(table.words, table.figures, rows)


def _starred(text: str) -> str:
    return text.replace("\\*", STAR)


def _table(words: Sequence[str], figures: Sequence[str], rows: Iterable[Iterable[str]]) -> Iterator[str]:
    """Write a table: words are headings, figures are headings of numbers."""
    yield f"| {' | '.join(map(plain, (*words, *figures)))} |"
    yield "|---" * len(words) + "|--:" * len(figures) + "|"
    yield from (f"| {' | '.join(row)} |" for row in rows)


def plain(text: str) -> str:
    """Text from files is text: nothing in it is markup."""
    return CALLS.sub(lambda found: found[0] + UNSEEN, printable(text).translate(SIGNS))


def with_code(sentence: str) -> str:
    """A sentence of our own: `commands` in it are code."""
    parts = sentence.split("`")
    if len(parts) % 2 == 0:  # not of our own alone
        return plain(sentence)
    return "`".join(plain(part) if k % 2 == 0 else printable(part) for k, part in enumerate(parts))
