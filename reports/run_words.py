"""Figures of a run in words, the same in the terminal and on pages."""

from __future__ import annotations

from collections.abc import Iterator

from experiments.findings import Findings
from experiments.luck import LuckAndSkill
from experiments.results import Results
from experiments.summary import Row
from reports.transcript_words import origins_in_words

MOST_PLAYS = 100_000  # of one group: more than anybody will ever play


def in_points(share: float, sign: bool = False) -> str:
    """0.041 as 4.1, or with its sign."""
    return f"{100 * share:{'+' if sign else ''}.1f}".replace("-", "−")


def signed(low: float, high: float) -> str:
    return f"[{in_points(low, sign=True)}, {in_points(high, sign=True)}]"


def origin_sentences(results: Results) -> list[str]:
    """Whether boards and decks are printed ones; the same words as everywhere."""
    found: dict[str, None] = {}
    for cell in results.cells:
        words = {"board": cell.entry["board"]["origin"], "timetable": cell.entry["deck"]["origin"]}
        found |= dict.fromkeys(origins_in_words(**words))
    return list(found)


def difference_words(row: Row) -> str:
    """The difference to the standard setup, with a star if it is clear of chance."""
    found = row.difference
    if found is None:
        return "standard"
    return (
        f"{in_points(found.difference, sign=True)} {signed(found.low, found.high)}{'*' if row.clear else ' '}"
    )


def plays_words(row: Row) -> str:
    if row.difference is None:
        return ""
    return f"{row.plays:,} plays" if row.plays is not None and row.plays <= MOST_PLAYS else "never"


def effect_sentences(found: Findings) -> Iterator[str]:
    """What each step does, and what it is worth in steps of others; of two directions that which is more than one step."""
    who = ", ".join(found.kept.values())
    for effect in found.model.effects:
        yield f"{who}: {step_words(effect.name)} {in_points(effect.points, sign=True)} points {signed(effect.low, effect.high)}"
    for rate in found.rates:
        if rate.determined and abs(rate.rate) >= 1:
            low, high = sorted((abs(rate.low), abs(rate.high)))
            way = "" if rate.rate > 0 else ", the other way"
            steps = f"{abs(rate.rate):.1f} [{low:.1f}, {high:.1f}] steps of {rate.in_steps_of}{way}"
            yield f"{who}: {step_words(rate.of)} does as much as {steps}"


def step_words(step: str) -> str:
    """`tokens` or `locations=stack`, as a change."""
    factor, equals, level = step.partition("=")
    return f"{factor} {level}" if equals else f"one step up in {factor}"


def luck_sentence(luck: LuckAndSkill) -> str:
    return (
        f"luck and skill: {luck.won_by_all.share:.1%} of deals were won by every policy, {luck.lost_by_all.share:.1%} "
        f"lost by every one, {luck.decided_by_play.share:.1%} decided by play"
    )
