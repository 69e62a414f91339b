"""Factors, levels and policies as a game designer would call them."""

from __future__ import annotations

from collections.abc import Mapping

from experiments.levels import Level
from experiments.results import WITHIN, Results
from policies.registry import POLICIES, TABLES
from simulator.core.messages import printable

# Of whole numbers: what one more of it is.
NOUNS = {
    "tokens": "time token",
    "removed": "removed timetable card",
    "goods": "good to deliver",
    "extra-signals": "extra signal disc",
    "players": "player",
    "house starting-hand": "card in a first hand",
    "house draw": "card drawn a turn",
    "house hand-limit": "card that a hand may hold",
    "house any-action-cards": "card as the price of any action",
    "house loading-cards": "card as the price of loading",
    "house unused-point": "token lost for an unused point",
    "house head-on-point": "token lost for each point of a head-on",
    "house start-place": "token lost for a start place run onto",
    "house failed-deployment": "token lost for a failed deployment",
    "house goods": "good of each colour",
    "house signals": "signal disc",
}
# Of words: what comes before the level.
LABELS = {
    "locations": "start places",
    "edition": "edition",
    "layout": "layout",
    "helpers": "helpers",
    "board": "board",
    "deck": "timetable",
    "preset": "preset",
    "variant": "variant",
    "policy": "policy",
    "house trains": "trains (black, brown, grey)",
    "house action-deck": "action cards (signal, switch, move)",
}
# What stands between a label and its level, where a level alone is no good English.
JOINTS = {"locations": "by "}
LEVELS = {("locations", "shuffled"): "shuffled numbers"}


def many(step: str, amount: str) -> str:
    """`4.5 time tokens`: an amount that is not one."""
    noun = NOUNS.get(step)
    return f"{amount} {_plural(noun)}" if noun else f"{amount} × {unit_words(step)}"


def one_fewer(factor: str) -> str:
    """`one removed timetable card fewer`, `one card fewer drawn a turn`."""
    return f"one {_behind_thing(NOUNS[factor], ' fewer')}"


def _plural(noun: str) -> str:
    """`card drawn a turn` as `cards drawn a turn`: the thing that is counted takes the s."""
    return _behind_thing(noun, "s")


def _behind_thing(noun: str, added: str) -> str:
    for thing in ("token", "timetable card", "card", "good", "disc", "player"):
        at = noun.find(thing)
        if at >= 0:
            return f"{noun[: at + len(thing)]}{added}{noun[at + len(thing) :]}"
    raise ValueError(noun)


def label_of(factor: str) -> str:
    """The heading of a column, or of a slider."""
    if factor in LABELS:
        return LABELS[factor]
    if factor in NOUNS:
        return _plural(NOUNS[factor])
    kind, _, key = factor.partition(" ")
    return f"{key.removeprefix('die-')} die" if key.startswith("die-") else f"{kind} {key}".strip()


def level_words(factor: str, level: Level) -> str:
    """`8 time tokens`, `start places by shuffled numbers`."""
    if factor in NOUNS and isinstance(level, int):
        return f"1 {NOUNS[factor]}" if level == 1 else many(factor, str(level) if level else "no")
    if factor == "helpers" and level in ("all", "none"):
        return f"{'no' if level == 'none' else 'all'} helpers"
    if factor in ("preset", "variant"):
        return f"“{printable(str(level))}”"
    return f"{label_of(factor)} {JOINTS.get(factor, '')}{_bare(factor, level)}"


def _bare(factor: str, level: Level) -> str:
    return printable(LEVELS.get((factor, str(level)), str(level)))


def change_words(step: str, reference: Mapping[str, Level]) -> str:
    """A step of a model, `tokens` or `locations=stack`, as a change from the reference."""
    factor, equals, level = step.partition("=")
    if not equals:
        return f"one more {NOUNS[factor]}" if factor in NOUNS else f"one step up in {label_of(factor)}"
    number = int(level) if level.isdecimal() else level
    return f"{level_words(factor, number)} instead of {_bare(factor, reference[factor])}"


def unit_words(step: str, *, one: bool = False) -> str:
    """What is counted where one step is told in others: `time tokens`, or one of them; `start places by stack`."""
    factor, equals, level = step.partition("=")
    if equals:
        return level_words(factor, int(level) if level.isdecimal() else level)
    return f"1 {NOUNS[factor]}" if one and factor in NOUNS else label_of(factor)


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
