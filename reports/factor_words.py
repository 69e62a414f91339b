"""Factors, levels and policies as a game designer would call them."""

from __future__ import annotations

from collections.abc import Mapping

from experiments.factors import WITHIN, factor_of
from experiments.levels import Level
from experiments.results import Results
from policies.registry import POLICIES, TABLES
from simulator.core.messages import printable


def noun_of(factor: str) -> str:
    """`time token`: what one more of it is; nothing of a factor of words."""
    return factor_of(factor).noun.replace("|", "")


def many(step: str, amount: str) -> str:
    """`4.5 time tokens`: an amount that is not one."""
    return f"{amount} {_plural(step)}" if noun_of(step) else f"{amount} × {unit_words(step)}"


def one_fewer(factor: str) -> str:
    """`one removed timetable card fewer`, `one card fewer drawn a turn`."""
    return f"one {_behind_thing(factor, ' fewer')}"


def _plural(factor: str) -> str:
    """`cards drawn a turn`: the thing that is counted takes the s."""
    return _behind_thing(factor, "s")


def _behind_thing(factor: str, added: str) -> str:
    thing, _, rest = factor_of(factor).noun.partition("|")
    return f"{thing}{added}{rest}"


def label_of(factor: str) -> str:
    """The heading of a column, or of a slider."""
    return factor_of(factor).label or (_plural(factor) if noun_of(factor) else factor)


def level_words(factor: str, level: Level) -> str:
    """`8 time tokens`, `start places by shuffled numbers`."""
    if noun_of(factor) and isinstance(level, int):
        return f"1 {noun_of(factor)}" if level == 1 else many(factor, str(level) if level else "no")
    if factor_of(factor).role == "list":
        return f"“{printable(str(level))}”"
    return factor_of(factor).phrases.get(str(level), f"{label_of(factor)} {printable(str(level))}")


def change_words(step: str, reference: Mapping[str, Level]) -> str:
    """A step of a model, `tokens` or `locations=stack`, as a change from the reference."""
    factor, equals, level = step.partition("=")
    if not equals:
        return f"one more {noun_of(factor)}" if noun_of(factor) else f"one step up in {label_of(factor)}"
    number = int(level) if level.isdecimal() else level
    return f"{level_words(factor, number)} instead of {printable(str(reference[factor]))}"


def unit_words(step: str, *, one: bool = False) -> str:
    """What is counted where one step is told in others: `time tokens`, or one of them; `start places by stack`."""
    factor, equals, level = step.partition("=")
    if equals:
        return level_words(factor, int(level) if level.isdecimal() else level)
    return f"1 {noun_of(factor)}" if one and noun_of(factor) else label_of(factor)


def table_words(policy: str) -> str:
    """`a family`; for any other player with its name, `a table of people (people:skill=0.4)`."""
    name = policy.partition(":")[0]
    if name not in POLICIES:
        return f"the policy {printable(policy)}"
    called = POLICIES[name].called
    return called if policy in TABLES or called == f"the {policy}" else f"{called} ({printable(policy)})"


def listed_player(policy: str) -> str:
    """`a family`; any other player by its name alone, where several stand in a row."""
    return TABLES[policy].called if policy in TABLES else printable(policy)


def shown_level(results: Results, factor: str, level: Level) -> str:
    """As a table shows it, under the name of its factor."""
    return results.board_titles[str(level)] if factor == "board" else printable(str(level))


def setting_words(results: Results, levels: Mapping[str, Level]) -> str:
    """What sets a cell apart from others of the same policy, board and deck, and from the rulebook: `8 time tokens, no helpers`."""
    told = [factor for factor in results.factors if factor.name not in WITHIN]
    wanted = [each for each in told if len(each.levels) > 1 or levels[each.name] != each.rulebook] or told
    return ", ".join(level_words(factor.name, levels[factor.name]) for factor in wanted)


def capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]
