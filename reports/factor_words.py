"""Factors, levels and policies as a game designer would call them, from what a game declares of them."""

from __future__ import annotations

from collections.abc import Mapping

from experiments.factors import POLICY, catalogue
from experiments.results import Results
from policies.registry import roster_of
from simulator.core.messages import printable
from simulator.game import Game, Level


def noun_of(game: Game, factor: str) -> str:
    """`time token`: what one more of it is; nothing of a factor of words."""
    return catalogue(game).of(factor).noun.replace("|", "")


def many(game: Game, step: str, amount: str) -> str:
    """`4.5 time tokens`: an amount that is not one."""
    return (
        f"{amount} {_plural(game, step)}" if noun_of(game, step) else f"{amount} × {unit_words(game, step)}"
    )


def one_fewer(game: Game, factor: str) -> str:
    """`one removed timetable card fewer`, `one card fewer drawn a turn`."""
    return f"one {_behind_thing(game, factor, ' fewer')}"


def _plural(game: Game, factor: str) -> str:
    """`cards drawn a turn`: the thing that is counted takes the s."""
    return _behind_thing(game, factor, "s")


def _behind_thing(game: Game, factor: str, added: str) -> str:
    thing, _, rest = catalogue(game).of(factor).noun.partition("|")
    return f"{thing}{added}{rest}"


def label_of(game: Game, factor: str) -> str:
    """The heading of a column, or of a slider."""
    return catalogue(game).of(factor).label or (_plural(game, factor) if noun_of(game, factor) else factor)


def level_words(game: Game, factor: str, level: Level) -> str:
    """`8 time tokens`, `start places by shuffled numbers`."""
    declared = catalogue(game).of(factor)
    if declared.noun and isinstance(level, int):
        return (
            f"1 {noun_of(game, factor)}" if level == 1 else many(game, factor, str(level) if level else "no")
        )
    if declared.role == "list":
        return f"“{printable(str(level))}”"
    return declared.phrases.get(str(level), f"{label_of(game, factor)} {printable(str(level))}")


def change_words(game: Game, step: str, reference: Mapping[str, Level]) -> str:
    """A step of a model, `tokens` or `locations=stack`, as a change from the reference."""
    factor, equals, level = step.partition("=")
    if not equals:
        noun = noun_of(game, factor)
        return f"one more {noun}" if noun else f"one step up in {label_of(game, factor)}"
    number = int(level) if level.isdecimal() else level
    return f"{level_words(game, factor, number)} instead of {printable(str(reference[factor]))}"


def unit_words(game: Game, step: str, *, one: bool = False) -> str:
    """What is counted where one step is told in others: `time tokens`, or one of them; `start places by stack`."""
    factor, equals, level = step.partition("=")
    if equals:
        return level_words(game, factor, int(level) if level.isdecimal() else level)
    noun = noun_of(game, factor)
    return f"1 {noun}" if one and noun else label_of(game, factor)


def table_words(game: Game, policy: str) -> str:
    """`a family`; for any other player with its name, `a table of people (people:skill=0.4)`."""
    roster, name = roster_of(game), policy.partition(":")[0]
    if name not in roster.all:
        return f"the policy {printable(policy)}"
    called = roster.all[name].called
    named = policy in roster.tables or called in (f"the {policy}", f"the policy {policy}")
    return called if named else f"{called} ({printable(policy)})"


def listed_player(game: Game, policy: str) -> str:
    """`a family`; any other player by its name alone, where several stand in a row."""
    tables = roster_of(game).tables
    return tables[policy].called if policy in tables else printable(policy)


def first_place(game: Game) -> str:
    """Name the factor that says where a game is played: its levels go by their titles. Nothing, if a game has no places."""
    return next(iter(catalogue(game).places), "")


def place_labels(game: Game) -> dict[str, str]:
    """Return what places are called, by their factors: `board`, `timetable`."""
    return {name: label_of(game, name) for name in catalogue(game).places}


def places_counted(game: Game, varied: list[str]) -> str:
    """`boards`, or `pairs of board and timetable`: what setups differ in."""
    labels = [label for name, label in place_labels(game).items() if name in varied]
    if len(labels) == 1:
        return f"{labels[0]}s"
    return f"{'pairs' if len(labels) == 2 else 'combinations'} of {' and '.join(labels)}"


def shown_level(results: Results, factor: str, level: Level) -> str:
    """Write a level as a table shows it, under the name of its factor."""
    titled = factor == first_place(results.game)
    return results.place_titles(factor)[str(level)] if titled else printable(str(level))


def setting_words(results: Results, levels: Mapping[str, Level]) -> str:
    """What sets a cell apart from others of the same policy, board and deck, and from the rulebook: `8 time tokens, no helpers`."""
    told = [factor for factor in results.factors if factor.name not in results.known.compared_within]
    wanted = [each for each in told if len(each.levels) > 1 or levels[each.name] != each.rulebook] or told
    return ", ".join(level_words(results.game, factor.name, levels[factor.name]) for factor in wanted)


def settings_varied(results: Results) -> list[str]:
    """Name what a run varies besides who plays."""
    return [factor.name for factor in results.varied if factor.name != POLICY]
