"""How much of an answer is the map's: the reference setup, and steps from it, on other maps that fit what is known."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from experiments.map_findings import OtherMaps, StepOnMaps
from policies.registry import roster_of
from reports.factor_words import level_words, noun_of, one_fewer
from reports.units import Unit
from reports.words import capital, listed
from simulator.game import Game

CANNOT_HAVE = "Other maps that fit what is known cannot have this setup, so how much of these figures is the map's is not known."


class Speaking(Protocol):
    """Of a run or of a single setup: how its figures and players are told."""

    @property
    def game(self) -> Game: ...

    @property
    def unit(self) -> Unit: ...

    def who(self, policy: str) -> str: ...


def range_words(facts: Speaking, found: OtherMaps) -> str:
    """`from 28 to 92 % on 12 others that fit what is known`, as observed."""
    return f"{_span(facts, found)} on {len(found.rates)} others that fit what is known"


def _span(facts: Speaking, found: OtherMaps) -> str:
    ends = min(found.rates), max(found.rates)
    percent = " %" if facts.unit.is_share else ""
    low, high = (f"{100 * end:.0f}" if percent else facts.unit.bare(end) for end in ends)
    return f"{low}{percent}" if low == high else f"from {low} to {high}{percent}"


def step_words(facts: Speaking, found: OtherMaps) -> str:
    """What each step does there: `one more time token helps on all 12 (clear of chance on 11)`."""
    told = [f"{_change(facts, step)} {_does(facts, step, len(found.rates))}" for step in found.steps]
    return listed(told)


def map_sentence(
    facts: Speaking,
    found: OtherMaps,
    spoken_of: Sequence[str],
    setup: str = "this setup",
    *,
    region: bool = False,
) -> str:
    """Tell of other maps in a sentence of its own, where the first one is about somebody else or about several boards; then name the region."""
    unit, who = facts.unit, facts.who(found.policy)
    like = f" like {found.family.replace('-', ' ').title()}" if region else ""
    steps = f"; there {step_words(facts, found)}" if found.steps else ""
    on = f"n {len(found.rates)} other maps{like} that fit what is known"
    often = " of the time" if unit.is_winning else ""

    def wins(who: str) -> str:
        return f"{unit.doing(who, setup)} {_span(facts, found)}{often}{steps}."

    if found.policy in spoken_of:
        return f"O{on} {wins(who)}"
    return f"{capital(who)} stood in for {_too_slow(facts, spoken_of)} for this: o{on} {wins('it')}"


def _too_slow(facts: Speaking, players: Sequence[str]) -> str:
    """`a table of veterans, which plays too slowly`; of a user's own program nobody knows."""
    known = all(player.partition(":")[0] in roster_of(facts.game).all for player in players)
    plays = "may play" if not known else "plays" if len(players) == 1 else "play"
    return f"{listed([facts.who(player) for player in players])}, which {plays} too slowly"


def _change(facts: Speaking, step: StepOnMaps) -> str:
    if noun_of(facts.game, step.factor) and isinstance(step.before, int) and isinstance(step.after, int):
        if step.after == step.before + 1:
            return f"one more {noun_of(facts.game, step.factor)}"
        if step.after == step.before - 1:
            return one_fewer(facts.game, step.factor)
    return f"playing with {level_words(facts.game, step.factor, step.after)}"


def _does(facts: Speaking, step: StepOnMaps, maps: int) -> str:
    """Say which way the step points, then on how many maps that is clear of chance: more games would make it clear on more."""
    helps, hurts = facts.unit.helps_or_hurts
    if step.helps and step.hurts:
        clear = "none"
        if step.clear_helps or step.clear_hurts:
            clear = f"{step.clear_helps or 'none'} of the {step.helps} and {step.clear_hurts or 'none'} of the {step.hurts}"
        return (
            f"{helps} on {step.helps} of the {maps} and {hurts} on {step.hurts} (clear of chance on {clear})"
        )
    if not step.helps and not step.hurts:
        return "changes nothing on any of them"
    verb, number, sure = (
        (helps, step.helps, step.clear_helps) if step.helps else (hurts, step.hurts, step.clear_hurts)
    )
    if sure == maps:
        return f"{verb} clearly on all {maps}"
    on = f"all {maps}" if number == maps else f"{number} of the {maps}"
    return f"{verb} on {on} (clear of chance on {'all' if sure == number else sure or 'none'})"
