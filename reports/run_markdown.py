"""A run as Markdown, for forums, pull requests and docs: what was played, the table, what follows from it, how to play it again."""

from __future__ import annotations

from collections.abc import Iterator

from experiments.findings import find_effects
from experiments.results import Results
from experiments.summary import Row
from reports.run_words import difference_words, effect_sentences, origin_sentences, plays_words
from reports.sentences import Answer


def run_markdown(results: Results, rows: list[Row], title: str = "") -> str:
    """The whole page."""
    return "\n".join(_lines(results, rows, title)) + "\n"


def _lines(results: Results, rows: list[Row], title: str) -> Iterator[str]:
    manifest = results.manifest
    yield f"# {plain(title or 'Sweep')}"
    yield ""
    yield f"    {manifest['command']}"
    yield ""
    cells = {row.cell.entry["id"] for row in rows}
    yield f"{len(rows)} settings, {results.games:,} games of each; {len(cells) * results.games:,} games, seed {manifest['seed']}. "
    yield " ".join(origin_sentences(results)) + " Policies are not people."
    if not results.complete:
        yield ""
        yield f"**Not complete**: {manifest['games']:,} games of each setting were planned, {len(results.missing)} settings have none yet."
    yield ""
    yield from (f"- {plain(sentence)}" for sentence in Answer(results, rows).findings_in_words())
    names = results.columns
    yield ""
    yield f"| {' | '.join(names)} | games won | 95 % interval | to standard | noticed after |"
    yield "|---" * len(names) + "|--:" * 4 + "|"
    policies = [row.cell.policy for row in rows]
    for row in sorted(rows, key=lambda row: policies.index(row.cell.policy)):
        levels = (plain(str(row.cell.levels[name])) for name in names)
        interval = f"{row.low:.1%} to {row.high:.1%}"
        yield f"| {' | '.join(levels)} | **{row.rate:.1%}** | {interval} | {difference_words(row).replace('*', ' ✱')} | {plays_words(row)} |"
    yield ""
    yield "Differences to the standard setup in points of win rate, on the same deals, with 95 % intervals; ✱ is clear of chance (5 %, Holm over all)."
    sentences = [each for found in find_effects(results) for each in effect_sentences(found)]
    if sentences:
        yield ""
        yield from (f"- {plain(sentence)}" for sentence in sentences)


def plain(text: str) -> str:
    """Text from files is text: nothing in it is markup."""
    shown = "".join(character if character.isprintable() else " " for character in text)
    for special in "\\`*_[]<>|#&":
        shown = shown.replace(special, f"\\{special}" if special not in "<>&" else f"&#{ord(special)};")
    return shown
