"""What is varied, as it is written in Python: `tokens=range(7, 11)`, `house={"draw": [3, 4]}`, `extra_signals=1`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from experiments.factors import POLICY, catalogue
from simulator.core.errors import InputError
from simulator.core.messages import near, show
from simulator.game import Game, Level

Levels = int | str | Iterable[int | str]
Given = Mapping[str, Any]  # keywords of a function: levels, or a table of them for a group of factors


def texts_of(game: Game, given: Given) -> dict[str, str]:
    """Return levels as the command line would have them, by the names of factors and in its order."""
    found = {name: ",".join(_texts(name, levels)) for name, levels in _by_factor(game, given)}
    order = [*catalogue(game).options, *found]
    return {name: found[name] for name in dict.fromkeys(order) if name in found}


def levels_of(game: Game, given: Given) -> dict[str, Level]:
    """Return the levels of one setup, by the names of factors; those of a preset under its name."""
    found: dict[str, Level] = {}
    for name, levels in _by_factor(game, given):
        texts = _texts(name, levels)
        if len(texts) != 1:
            raise InputError(f"{name}: takes one level here; signalbox.sweep takes several.")
        factor = catalogue(game).declared(name)
        is_number = isinstance(factor.default, int) or isinstance(levels, int)
        found[name] = int(texts[0]) if is_number and texts[0].lstrip("-").isdecimal() else texts[0]
    return catalogue(game).expanded(found)


def policies_of(policy: str | Iterable[str] | None) -> tuple[str, ...]:
    """Return the texts of one policy, of several, or of none."""
    return () if policy is None else (policy,) if isinstance(policy, str) else tuple(policy)


def _by_factor(game: Game, given: Given) -> Iterable[tuple[str, Any]]:
    known = catalogue(game)
    for key, value in given.items():
        name = key.replace("_", "-")
        if name in known.groups:
            if not isinstance(value, Mapping):
                example = known.groups[name].example.partition("=")
                raise InputError(f'{name}: takes a table, for instance {{"{example[0]}": {example[2]}}}.')
            for inner, levels in value.items():
                full = known.canonical(f"{name} {inner}")
                known.declared(full)
                yield full, levels
        elif name in known.options:
            yield name, value
        else:
            names = [each.replace("-", "_") for each in (*known.options, *known.groups, POLICY)]
            raise InputError(
                f"there is no argument {show(key)}{near(key, names)}; they are {', '.join(names)}."
            )


def _texts(name: str, levels: Any) -> list[str]:
    several = (
        [levels] if isinstance(levels, int | str) else list(levels) if isinstance(levels, Iterable) else []
    )
    if not several or not all(isinstance(each, int | str) and not isinstance(each, bool) for each in several):
        raise InputError(
            f"{name}: takes a level, or several of them, as 7 or range(7, 11) or ['dice', 'stack']."
        )
    return [str(each) for each in several]
