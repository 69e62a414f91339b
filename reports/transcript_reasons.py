"""What a policy weighed, in words: a few aligned lines under a decision."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from reports.transcript_words import choice_in_words

Event = Mapping[str, Any]
MOST_SHOWN = 6
WORDS = {
    "way": "way",
    "tokens": "tokens",
    "prospects": "moves to come",
    "meetings": "meetings",
    "price": "helper",
}
# While players act, what moves next is the next card, and the price is paid in cards.
WORDS_IN_ACT = WORDS | {"prospects": "next card", "price": "cards"}


def reasons_in_words(event: Event, *, unit: bool = False) -> Iterator[str]:
    """For a `choice` with `why` (docs/trace.md): a heading, then the best candidates, the chosen one marked."""
    ask, chosen, candidates = event["ask"], event["choice"], event["why"]["candidates"]
    if len(candidates) == 1:
        yield f"{ask}: considers nothing but {choice_in_words(chosen)}"
        return
    options = event["options"] if isinstance(event["options"], int) else len(event["options"])
    yield f"{ask}: considers {len(candidates)} of {options} answers{', gains in steps of way' if unit else ''}"
    shown = candidates[:MOST_SHOWN]
    if chosen not in [candidate["choice"] for candidate in shown]:
        shown[-1:] = [candidate for candidate in candidates if candidate["choice"] == chosen]
    rows = [
        (choice_in_words(candidate["choice"]), _chance(candidate), signed(candidate["gain"]))
        for candidate in shown
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for (words, chance, gain), candidate in zip(rows, shown, strict=True):
        mark = ">" if candidate["choice"] == chosen else "-"
        columns = [words.ljust(widths[0]), chance.rjust(widths[1]), gain.rjust(widths[2])]
        line = "  ".join(column for column in columns if column)
        yield f"  {mark} {line}  {_terms(ask, candidate)}".rstrip()
    if len(candidates) > len(shown):
        yield f"  … and {len(candidates) - len(shown)} more"


def signed(number: float) -> str:
    """`+2.31`, `−0.40`, and 0.00 without a sign."""
    text = f"{number:+.2f}"
    return text[1:] if float(text) == 0 else text.replace("-", "−")


def _chance(candidate: Event) -> str:
    return f"chance {candidate['chance']:.1%}" if "chance" in candidate else ""


def _terms(ask: str, candidate: Event) -> str:
    """What the gain consists of, without what would be shown as zero."""
    words = WORDS_IN_ACT if ask == "act" else WORDS
    told = {word: signed(candidate[term]) for term, word in words.items()}
    parts = ", ".join(f"{word} {number}" for word, number in told.items() if number != signed(0))
    return f"({parts})" if parts else ""
