"""A run, or two side by side, as Markdown, for forums, pull requests and docs: the answer, what it rests on, the table, how to play it again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from experiments.results import Results
from experiments.two_runs import TwoRuns
from reports.sentences.answer import Answer
from reports.sentences.two_runs import basis, two_runs_verdict
from reports.tables import Table, game_tables, run_table, settings_table
from simulator.core.messages import printable

# Signs that mean something to one of the dialects. A backslash makes them plain; where it does not, their number does.
SIGNS = {ord(sign): f"\\{sign}" for sign in "\\`*_[]|#~$"} | {ord(sign): f"&#{ord(sign)};" for sign in "<>&"}
# What becomes a link or calls somebody without any sign: a space that nobody sees keeps it apart.
CALLS = re.compile(r"@(?=\w)|:(?=//)|\bwww(?=\.)|\bmailto:", re.IGNORECASE)
UNSEEN = "\N{ZERO WIDTH SPACE}"
NO_COMMAND = "The run holds no command of this program."


def run_markdown(answer: Answer, gaps: Sequence[str] = ()) -> str:
    """Return the whole page; `gaps` are sentences on what it lacks, besides those of the run."""
    table = run_table(answer)
    return _page(
        f"# {plain(answer.title)}",
        plain(answer.results.manifest.about),
        _command(answer.results),
        *(f"**{with_code(sentence)}**" for sentence in (*answer.gaps(), *gaps)),
        _bullets(map(plain, answer.sentences())),
        _bullets(map(with_code, answer.basis())),
        _table(table),
        plain(table.about),
    )


def two_runs_markdown(found: TwoRuns) -> str:
    """Return the whole page of two runs; the same runs give the same text."""
    tables = game_tables(found)
    return _page(
        "# Before and after",
        f"Before:\n\n{_command(found.first)}",
        f"After:\n\n{_command(found.second)}",
        _bullets(map(plain, two_runs_verdict(found))),
        _table(settings_table(found)),
        _bullets(map(with_code, basis(found))),
        "## How games went" if tables else "",
        *(block for table in tables for block in (plain(table.about), _table(table))),
    )


def _page(*blocks: str) -> str:
    """Put blocks below each other, with an empty line between them."""
    return "\n\n".join(filter(None, blocks)) + "\n"


def _command(results: Results) -> str:
    return f"    {printable(results.command) or NO_COMMAND}"


def _bullets(lines: Iterable[str]) -> str:
    return "\n".join(f"- {line}" for line in lines)


def _table(table: Table) -> str:
    rows = ([plain(" ".join(cell.split())) for cell in (*words, *figures)] for words, figures in table.rows)
    heads = map(plain, (*table.words, *table.figures))
    rule = "|---" * len(table.words) + "|--:" * len(table.figures) + "|"
    first, *others = (f"| {' | '.join(line)} |" for line in (heads, *rows))
    return "\n".join([first, rule, *others])


def plain(text: str) -> str:
    """Escape a text from a file, so that nothing in it is markup."""
    return CALLS.sub(lambda found: found[0] + UNSEEN, printable(text).translate(SIGNS))


def with_code(sentence: str) -> str:
    """Escape a sentence of our own, in which `commands` are code."""
    parts = sentence.split("`")
    if len(parts) % 2 == 0:  # not of our own alone
        return plain(sentence)
    return "`".join(plain(part) if k % 2 == 0 else printable(part) for k, part in enumerate(parts))
