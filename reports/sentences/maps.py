"""How much of an answer is the map's: the reference setup, and steps from it, on other maps that fit what is known."""

from __future__ import annotations

from collections.abc import Sequence

from experiments.map_findings import OtherMaps, StepOnMaps
from reports.factor_words import NOUNS, level_words, one_fewer, table_words
from reports.words import listed


def range_words(found: OtherMaps) -> str:
    """`from 28 to 92 % on 12 others that fit what is known`, as observed."""
    return f"{_span(found)} on {len(found.rates)} others that fit what is known"


def _span(found: OtherMaps) -> str:
    low, high = (f"{100 * end:.0f}" for end in (min(found.rates), max(found.rates)))
    return f"{low} %" if low == high else f"from {low} to {high} %"


def step_words(found: OtherMaps) -> str:
    """What each step does there: `one more time token helps clearly on all 12`."""
    told = [f"{_change(step)} {_does(step, len(found.rates))}" for step in found.steps]
    return listed(told)


def map_sentence(
    found: OtherMaps, spoken_of: Sequence[str], setup: str = "this setup", *, region: bool = False
) -> str:
    """A sentence of its own on other maps, where the first sentence is about somebody else or about several boards; then it names the region."""
    who = table_words(found.policy)
    stands_in = "" if found.policy in spoken_of else ", who is quick enough for that,"
    like = f" like {found.family.replace('-', ' ').title()}" if region else ""
    steps = f"; there {step_words(found)}" if found.steps else ""
    return f"On {len(found.rates)} other maps{like} that fit what is known {who}{stands_in} wins {setup} {_span(found)} of the time{steps}."


def _change(step: StepOnMaps) -> str:
    if step.factor in NOUNS and isinstance(step.before, int) and isinstance(step.after, int):
        if step.after == step.before + 1:
            return f"one more {NOUNS[step.factor]}"
        if step.after == step.before - 1:
            return one_fewer(step.factor)
    return f"playing with {level_words(step.factor, step.after)}"


def _does(step: StepOnMaps, maps: int) -> str:
    if step.helps and step.hurts:
        return f"helps clearly on {step.helps} of them and hurts clearly on {step.hurts}"
    if not step.helps and not step.hurts:
        return "makes no clear difference on any of them"
    verb, on = ("helps", step.helps) if step.helps else ("hurts", step.hurts)
    return f"{verb} clearly on {f'all {maps}' if on == maps else f'{on} of the {maps}'}"
