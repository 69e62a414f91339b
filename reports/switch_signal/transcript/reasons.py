"""What a policy weighed, in words: a few aligned lines under a decision."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from reports.switch_signal.transcript.words import IDS, TraceNames, choice_in_words

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


@dataclass(frozen=True)
class Weighed:
    """A candidate in words; what it has none of is empty."""

    chosen: bool
    choice: str
    chance: str
    gain: str
    terms: str


@dataclass(frozen=True)
class Reasons:
    heading: str
    shown: tuple[Weighed, ...]
    more: str  # how many are not shown


def reasons(event: Event, names: TraceNames = IDS, *, unit: bool = False) -> Reasons:
    """Return the reasons of a `choice` with `why` (docs/trace.md): the best candidates, and the chosen one in any case."""
    ask, chosen, candidates = event["ask"], event["choice"], event["why"]["candidates"]
    question = names.question(ask)
    if len(candidates) == 1:
        return Reasons(f"{question}: considers nothing but {choice_in_words(chosen, names)}", (), "")
    options = event["options"] if isinstance(event["options"], int) else len(event["options"])
    heading = f"{question}: considers {len(candidates)} of {options} answers{', gains in steps of way' if unit else ''}"
    shown = candidates[:MOST_SHOWN]
    if chosen not in [candidate["choice"] for candidate in shown]:
        shown[-1:] = [candidate for candidate in candidates if candidate["choice"] == chosen]
    rows = tuple(
        Weighed(
            candidate["choice"] == chosen,
            choice_in_words(candidate["choice"], names),
            _chance(candidate),
            signed(candidate["gain"]),
            _terms(ask, candidate),
        )
        for candidate in shown
    )
    left_out = len(candidates) - len(shown)
    return Reasons(heading, rows, f"… and {left_out} more" if left_out else "")


def reasons_in_words(event: Event, names: TraceNames = IDS, *, unit: bool = False) -> Iterator[str]:
    """Tell what was weighed in aligned lines, the chosen one marked."""
    found = reasons(event, names, unit=unit)
    yield found.heading
    if not found.shown:
        return
    rows = [(row.choice, row.chance, row.gain) for row in found.shown]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in found.shown:
        mark = ">" if row.chosen else "-"
        columns = [row.choice.ljust(widths[0]), row.chance.rjust(widths[1]), row.gain.rjust(widths[2])]
        line = "  ".join(column for column in columns if column)
        terms = f"({row.terms})" if row.terms else ""
        yield f"  {mark} {line}  {terms}".rstrip()
    if found.more:
        yield f"  {found.more}"


def no_reasons(policy: str) -> str:
    return f"policy {policy} gives no reasons for what it chooses"


def signed(number: float) -> str:
    """`+2.31`, `−0.40`, and 0.00 without a sign."""
    text = f"{number:+.2f}"
    return text[1:] if float(text) == 0 else text.replace("-", "−")


def _chance(candidate: Event) -> str:
    return f"chance {candidate['chance']:.1%}" if "chance" in candidate else ""


def _terms(ask: str, candidate: Event) -> str:
    """Tell the parts of the gain, without those that would be shown as zero."""
    words = WORDS_IN_ACT if ask == "act" else WORDS
    told = {word: signed(candidate[term]) for term, word in words.items()}
    return ", ".join(f"{word} {number}" for word, number in told.items() if number != signed(0))
