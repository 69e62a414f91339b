"""How much of an answer is the map's: the reference setup, and steps from it, on other maps that fit what is known."""

from __future__ import annotations

from collections.abc import Sequence

from experiments.map_findings import OtherMaps, StepOnMaps
from policies.registry import POLICIES
from reports.factor_words import capital, level_words, noun_of, one_fewer, table_words
from reports.words import listed

CANNOT_HAVE = "Other maps that fit what is known cannot have this setup, so how much of these figures is the map's is not known."


def range_words(found: OtherMaps) -> str:
    """`from 28 to 92 % on 12 others that fit what is known`, as observed."""
    return f"{_span(found)} on {len(found.rates)} others that fit what is known"


def _span(found: OtherMaps) -> str:
    low, high = (f"{100 * end:.0f}" for end in (min(found.rates), max(found.rates)))
    return f"{low} %" if low == high else f"from {low} to {high} %"


def step_words(found: OtherMaps) -> str:
    """What each step does there: `one more time token helps on all 12 (clear of chance on 11)`."""
    told = [f"{_change(step)} {_does(step, len(found.rates))}" for step in found.steps]
    return listed(told)


def map_sentence(
    found: OtherMaps, spoken_of: Sequence[str], setup: str = "this setup", *, region: bool = False
) -> str:
    """Tell of other maps in a sentence of its own, where the first one is about somebody else or about several boards; then name the region."""
    who = table_words(found.policy)
    like = f" like {found.family.replace('-', ' ').title()}" if region else ""
    steps = f"; there {step_words(found)}" if found.steps else ""
    on = f"n {len(found.rates)} other maps{like} that fit what is known"
    wins = f"wins {setup} {_span(found)} of the time{steps}."
    if found.policy in spoken_of:
        return f"O{on} {who} {wins}"
    return f"{capital(who)} stood in for {_too_slow(spoken_of)} for this: o{on} it {wins}"


def _too_slow(players: Sequence[str]) -> str:
    """`a table of veterans, which plays too slowly`; of a user's own program nobody knows."""
    known = all(player.partition(":")[0] in POLICIES for player in players)
    plays = "may play" if not known else "plays" if len(players) == 1 else "play"
    return f"{listed([table_words(player) for player in players])}, which {plays} too slowly"


def _change(step: StepOnMaps) -> str:
    if noun_of(step.factor) and isinstance(step.before, int) and isinstance(step.after, int):
        if step.after == step.before + 1:
            return f"one more {noun_of(step.factor)}"
        if step.after == step.before - 1:
            return one_fewer(step.factor)
    return f"playing with {level_words(step.factor, step.after)}"


def _does(step: StepOnMaps, maps: int) -> str:
    """Say which way the step points, then on how many maps that is clear of chance: more games would make it clear on more."""
    if step.helps and step.hurts:
        clear = "none"
        if step.clear_helps or step.clear_hurts:
            clear = f"{step.clear_helps or 'none'} of the {step.helps} and {step.clear_hurts or 'none'} of the {step.hurts}"
        return f"helps on {step.helps} of the {maps} and hurts on {step.hurts} (clear of chance on {clear})"
    if not step.helps and not step.hurts:
        return "changes nothing on any of them"
    verb, number, sure = (
        ("helps", step.helps, step.clear_helps) if step.helps else ("hurts", step.hurts, step.clear_hurts)
    )
    if sure == maps:
        return f"{verb} clearly on all {maps}"
    on = f"all {maps}" if number == maps else f"{number} of the {maps}"
    return f"{verb} on {on} (clear of chance on {'all' if sure == number else sure or 'none'})"
