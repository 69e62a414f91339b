"""A game told in lines of text: in the words of its scene, or, where its trace has the common form (`Game.trace`), as what is chosen and what that changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, islice
from typing import Any

from reports.factor_words import changes
from reports.scenes import scene_of
from reports.units import MINUS
from reports.words import capital, counted
from simulator.core.messages import printable
from simulator.game import Event, Game, Measure, Setup


def transcript_of(game: Game, setup: Setup, events: Iterable[Event]) -> Iterator[str] | None:
    """Tell a game turn by turn, from its trace; None if there are no words for it. No control character of a file gets into it."""
    lines = scene_of(game).transcript(setup, events)
    if lines is None:
        events = iter(events)
        begun = list(islice(events, 2))  # the header, and what comes first
        if begun[-1]["event"] in ("choice", "end") and "state" in begun[-1]:
            lines = _common(game, setup, chain(begun, events))
    return None if lines is None else (printable(part) for line in lines for part in str(line).split("\n"))


def _common(game: Game, setup: Setup, events: Iterable[Event]) -> Iterator[str]:
    """Tell a trace in the common form: turns, choices, and what they change in the state."""
    waiting, before, turns = "", None, 0
    for event in events:
        if event["event"] == "header":
            yield f"{game.title}, {changes(game, setup)}; policy {event['policy']}, seed {event['seed']}, game {event['game']}"
            continue
        changed = _changed(before, event["state"])
        if waiting:
            yield f"{waiting}; {changed}" if changed else waiting
        elif changed:
            yield capital(changed)
        if event["event"] == "end":
            yield f"Over after {counted(turns, 'turn')}: {'; '.join(_outcome(game, event['outcome']))}"
            return
        if "options" in event:
            yield f"  can be chosen: {' or '.join(map(_words, event['options']))}"
        waiting, before, turns = (
            f"Turn {event['turn']}: {_words(event['choice'])}",
            event["state"],
            event["turn"],
        )


def _changed(before: Any, state: Any) -> str:
    """Say what is another in a state than before: field by field where it has some."""
    if isinstance(state, dict) and isinstance(before, dict | None):
        known = before or {}
        return ", ".join(
            f"{key} {_words(value, inside=True)}"
            for key, value in state.items()
            if key not in known or known[key] != value
        )
    return _words(state) if state != before else ""


def _words(value: Any, *, inside: bool = False) -> str:
    """Say a value that JSON can hold; `inside` another one it stands in brackets if it has parts."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None or value in ("", [], {}):
        return "nothing"
    if isinstance(value, dict):
        told = ", ".join(f"{key} {_words(each, inside=True)}" for key, each in value.items())
    elif isinstance(value, list):
        told = ", ".join(_words(each, inside=True) for each in value)
    else:
        number = f"{value:g}" if isinstance(value, float) else str(value)
        return number.replace("-", MINUS) if isinstance(value, int | float) else number
    return f"({told})" if inside else told


def _outcome(game: Game, outcome: Mapping[str, Any]) -> Iterator[str]:
    """Say what a game came to, measure by measure."""
    for name, found in outcome.items():
        measure = game.measures[name]
        yield (
            _result(measure, found)
            if measure.values
            else f"{measure.words or name}{':' if measure.kind == 'share' else ''} {_numbers(measure, found)}"
        )


def _result(measure: Measure, found: int) -> str:
    """Say which of its values a measure has."""
    name, words = list(measure.values.items())[found]
    return words or name


def _numbers(measure: Measure, found: Any) -> str:
    if measure.parts:
        return _words(
            dict(zip((words or name for name, words in measure.parts.items()), found, strict=True)),
            inside=True,
        )
    return _words(bool(found) if measure.kind == "share" else found)
