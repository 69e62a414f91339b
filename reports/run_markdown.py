"""A run as Markdown, for forums, pull requests and docs: the answer, what it rests on, the table, how to play it again."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from experiments.results import Results
from reports.run_table import run_table
from reports.run_words import run_title
from reports.sentences.answer import Answer
from simulator.core.messages import printable

# Signs that mean something to one of the dialects. A backslash makes them plain; where it does not, their number does.
SIGNS = {ord(sign): f"\\{sign}" for sign in "\\`*_[]|#~$"} | {ord(sign): f"&#{ord(sign)};" for sign in "<>&"}
# What becomes a link or calls somebody without any sign: a space that nobody sees keeps it apart.
CALLS = re.compile(r"@(?=\w)|:(?=//)|\bwww(?=\.)|\bmailto:", re.IGNORECASE)
UNSEEN = "\N{ZERO WIDTH SPACE}"


def run_markdown(answer: Answer, gaps: Sequence[str] = ()) -> str:
    """The whole page; `gaps` are sentences on what it lacks, besides those of the run."""
    return "\n".join(_lines(answer, gaps)) + "\n"


def _lines(answer: Answer, gaps: Sequence[str]) -> Iterator[str]:
    results: Results = answer.results
    yield f"# {plain(run_title(results))}"
    yield ""
    if results.manifest.about:
        yield f"{plain(results.manifest.about)}\n"
    yield f"    {printable(results.command) or 'The run holds no command of this program.'}"
    yield ""
    yield from (f"**{with_code(sentence)}**\n" for sentence in (*answer.gaps(), *gaps))
    yield from (f"- {plain(sentence)}" for sentence in answer.sentences())
    yield ""
    yield from (f"- {with_code(sentence)}" for sentence in answer.basis())
    table = run_table(answer)
    yield ""
    yield f"| {' | '.join(map(plain, (*table['factors'], *table['heads'])))} |"
    yield "|---" * len(table["factors"]) + "|--:" * len(table["heads"]) + "|"
    for row in table["rows"]:
        yield f"| {' | '.join(plain(shown) for shown, _ in (*row['levels'], *row['figures']))} |"
    yield ""
    yield plain(table["about"])


def plain(text: str) -> str:
    """Text from files is text: nothing in it is markup."""
    return CALLS.sub(lambda found: found[0] + UNSEEN, printable(text).translate(SIGNS))


def with_code(sentence: str) -> str:
    """A sentence of our own: `commands` in it are code."""
    parts = sentence.split("`")
    if len(parts) % 2 == 0:  # not of our own alone
        return plain(sentence)
    return "`".join(plain(part) if k % 2 == 0 else printable(part) for k, part in enumerate(parts))
