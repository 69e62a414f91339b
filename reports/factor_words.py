"""Factors, levels, setups and players as a game designer would call them, from what a game declares of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from experiments.factors import POLICY, catalogue
from experiments.identity import code_hash
from experiments.results import Results
from experiments.run_store.manifest import PlaceEntry
from policies.registry import roster_of
from reports.scenes import scene_of
from reports.words import capital, listed
from simulator.core.messages import printable
from simulator.game import Game, Level, Measure, Place, Setup

Places = Mapping[str, Place | PlaceEntry]  # of a setup, or of a cell that a run has kept
OWN_PLAYER = "A program from a file; the run does not say how it plays."


def noun_of(game: Game, factor: str, ending: str = "") -> str:
    """`time token`: what one more of it is; nothing of a factor of words. The thing takes the ending: `cards drawn a turn`."""
    thing, _, rest = catalogue(game).of(factor).noun.partition("|")
    return f"{thing}{ending}{rest}" if thing else ""


def many(game: Game, step: str, amount: str) -> str:
    """`4.5 time tokens`: an amount that is not one."""
    things = noun_of(game, step, "s")
    return f"{amount} {things}" if things else f"{amount} × {unit_words(game, step)}"


def one_fewer(game: Game, factor: str) -> str:
    """`one removed timetable card fewer`, `one card fewer drawn a turn`."""
    return f"one {noun_of(game, factor, ' fewer')}"


def label_of(game: Game, factor: str) -> str:
    """Return the heading of a column, or of a slider."""
    return catalogue(game).of(factor).label or noun_of(game, factor, "s") or factor


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
    """Tell a step of a model, `tokens` or `locations=stack`, as a change from the reference."""
    factor, equals, level = step.partition("=")
    if not equals:
        noun = noun_of(game, factor)
        return f"one more {noun}" if noun else f"one step up in {label_of(game, factor)}"
    number = int(level) if level.isdecimal() else level
    return f"{level_words(game, factor, number)} instead of {printable(str(reference[factor]))}"


def unit_words(game: Game, step: str, *, one: bool = False) -> str:
    """Name what is counted where one step is told in others: `time tokens`, or one of them; `start places by stack`."""
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


def said_of(game: Game, policy: str, sentence: str) -> str:
    """Say of whom a sentence is, where the same is said of several: `For a family, A and B are alike`."""
    begins_with_a_word = sentence[1:2].isalpha()  # A and B are names
    rest = f"{sentence[0].lower()}{sentence[1:]}" if begins_with_a_word else sentence
    return f"For {table_words(game, policy)}, {rest}"


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
    """Tell what sets a cell apart from others of the same policy, board and deck, and from the rulebook: `8 time tokens, no helpers`."""
    told = [factor for factor in results.factors if factor.name not in results.known.compared_within]
    wanted = [each for each in told if len(each.levels) > 1 or levels[each.name] != each.rulebook] or told
    return ", ".join(level_words(results.game, factor.name, levels[factor.name]) for factor in wanted)


def settings_varied(results: Results) -> list[str]:
    """Name what a run varies besides who plays."""
    return [factor.name for factor in results.varied if factor.name != POLICY]


def players_in_words(game: Game, policies: Iterable[str]) -> dict[str, list[str]]:
    """Return a sentence for each kind of player, with the names under which it plays; those that differ in settings alone share one."""
    kinds: dict[str, list[str]] = {}
    for policy in dict.fromkeys(policies):
        name = policy.partition(":")[0]
        kinds.setdefault(_sentence(game, name), []).append(printable(policy))
    return kinds


def _sentence(game: Game, name: str) -> str:
    roster = roster_of(game)
    if name not in roster.all:
        return OWN_PLAYER
    kind = roster.all[name]
    return f"{capital(kind.meaning if name in roster.tables else f'{kind.called}: {kind.meaning}')}."


def assumptions(game: Game, policies: Iterable[str]) -> str:
    """Say what is reported of people and what is assumed; nothing where none of the tables plays whose skill was set by it."""
    roster = roster_of(game)
    begin = f"{roster.dial.partition(':')[0]}:"
    set_by_figures = [name for name, kind in roster.tables.items() if kind.plays.startswith(begin)]
    return roster.assumed if any(policy in set_by_figures for policy in policies) else ""


# Places, and how far they are known.


def played_on(results: Results) -> list[Places]:
    """Return the places of every cell."""
    return [cell.entry.places for cell in results.cells]


def origin_sentences(game: Game, played: Iterable[Places]) -> list[str]:
    """Say whether places are printed ones; the same words as everywhere, each sentence once."""
    origins = ({name: place.origin for name, place in places.items()} for places in played)
    return list(dict.fromkeys(sentence for each in origins for sentence in origins_in_words(game, each)))


def origins_in_words(game: Game, origins: Mapping[str, str]) -> Iterator[str]:
    """Give one sentence if places are not known to be the printed ones, else none. `origins` by the names of factors."""
    labels, tells = place_labels(game), scene_of(game).tells
    doubtful = [name for name in labels if origins[name] != "known"]
    if not doubtful:
        return
    found = {origins[name] for name in doubtful}
    if len(doubtful) > 1 and len(found) == 1:
        says = "are invented" if found == {"invented"} else "are reconstructions, not the printed ones"
        sentence = f"{listed([labels[name] for name in doubtful])} {says}"
    else:
        words = {"reconstructed": "a reconstruction, not the printed one", "invented": "invented"}
        sentence = listed([f"the {labels[name]} is {words[origins[name]]}" for name in doubtful])
    commands = [f"`{tells[name]}`" for name in doubtful if name in tells]
    ask = f": {listed(commands)} {'tell' if len(commands) > 1 else 'tells'} what is known" if commands else ""
    yield f"{capital(sentence)}{ask}."


def not_printed(game: Game, played: Iterable[Places]) -> dict[str, list[str]]:
    """Name the kinds of places that are reconstructed anywhere, and those that are invented, for JSON."""
    labels = place_labels(game)
    found = {(place.origin, labels[name]) for places in played for name, place in places.items()}
    return {
        word: sorted(label for origin, label in found if origin == word)
        for word in ("reconstructed", "invented")
    }


def setup_figures(game: Game, setup: Setup) -> dict[str, Any]:
    """Return a setup for JSON: all of it, and the hash of what it plays."""
    return {"scenario": scene_of(game).setup_data(setup), "scenario_hash": setup.hash}


def measure_figures(game: Game, measure: Measure) -> dict[str, str]:
    """Name what something is about, for JSON, if that is not what runs of the game are usually about."""
    return {} if measure is game.main else {"measure": measure.name}


def program(game: Game) -> dict[str, Any]:
    """Return which program played: a hash of the game and its policies, and their versions."""
    return {"code": code_hash(game), "engine": game.version, "rules": game.rules_version}


def changes(game: Game, setup: Setup) -> str:
    """Return the options that differ from the standard game in the same place, as on the command line."""
    parts: dict[str, str] = {}
    for name, factor in game.factors.items():
        level, book = setup.levels[name], setup.own.get(name) if factor.default is None else factor.default
        if factor.role != "place" and level != book:
            parts[name] = f"{factor.group} {factor.key}={level}" if factor.group else f"{name} {level}"
    return ", ".join(parts.values()) or "standard game"


def title(game: Game, setup: Setup) -> str:
    """`Central Europe with the deck Mine, tokens 8`: where it is played, and what it changes."""
    others = [
        f" with the {name} {setup.places[name].name}"
        for name in catalogue(game).places[1:]
        if setup.levels[name] != game.factors[name].default
    ]
    return f"{where(game, setup)}{''.join(others)}, {changes(game, setup)}"


def where(game: Game, setup: Setup) -> str:
    """`Central Europe`: the name of the board, or of the game if it has none."""
    return next((setup.places[name].name for name in catalogue(game).places), game.title)
