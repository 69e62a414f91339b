"""What functions of this package are given: levels as they are written in Python, `tokens=range(7, 11)`, `house={"draw": [3, 4]}`, and numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from inspect import signature
from math import inf, isfinite
from numbers import Integral, Real
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from experiments.factors import POLICY, catalogue
from experiments.limits import check_games, check_seed, worker_count
from policies.registry import roster_of
from simulator.core.errors import InputError
from simulator.core.messages import check_known, quote
from simulator.game import Game, Level, Measure
from simulator.games import DEFAULT

Parameters = ParamSpec("Parameters")
Found = TypeVar("Found")
TEXTS = ("str", "str | Path")  # annotations, as they are written
OPTION = re.compile(r"--([a-z][a-z-]*)(?: (FILE\.py\S*(?<![.,;])))?")
Given = Mapping[str, Any]  # keywords of a function: levels, or a table of them for a group of factors


def asked_in_python(function: Callable[Parameters, Found]) -> Callable[Parameters, Found]:
    """Let a function be given whole numbers of numpy and pandas, and paths, where it takes Python's numbers and texts.

    What is no text where one is needed is refused, and every refusal speaks of arguments.
    """
    parameters = signature(function).parameters
    texts = [name for name, parameter in parameters.items() if parameter.annotation in TEXTS]

    @wraps(function)
    def call(*given: Any, **named: Any) -> Found:
        values = {**dict(zip(parameters, given, strict=False)), **named}
        for name in texts:
            if not isinstance(values.get(name, ""), str | Path):
                raise InputError(f"{name}: {quote(values[name])} must be a text.")
        try:
            return function(*map(_plain, given), **{key: _plain(value) for key, value in named.items()})
        except InputError as error:
            raise InputError(in_python(str(error))) from None

    return call


def in_python(sentence: str) -> str:
    """Return a sentence with arguments in the place of options, but in commands: `games` for `--games`."""
    parts = sentence.split("`")
    parts[::2] = [OPTION.sub(_argument, part) for part in parts[::2]]
    return "`".join(parts)


def _argument(option: re.Match[str]) -> str:
    name, file = option.groups()
    return name.replace("-", "_") + (f'="{file}"' if file else "")


def _plain(value: Any) -> Any:
    if isinstance(value, Integral) and not isinstance(value, bool):
        return int(value)
    return str(value) if isinstance(value, Path) else value


def check_number(name: str, number: object, low: float = -inf, high: float = inf) -> None:
    """Refuse what is no number of this range; None says nothing."""
    if number is None:
        return
    fits = isinstance(number, Real) and not isinstance(number, bool) and isfinite(number)
    if not fits or not low <= number <= high:  # type: ignore[operator]
        upward = f" from {low:g} {'on' if high == inf else f'to {high:g}'}"
        raise InputError(f"{name}: {quote(number)} must be a number{'' if low == -inf else upward}.")


def check_reach(name: str, number: object, measure: Measure) -> None:
    """Refuse what cannot be how far something reaches: of a share half of all games at most."""
    check_number(name, number, 0, 0.5 if measure.kind == "share" else inf)


def check_batch(games: int, seed: int, jobs: int) -> int:
    """Return how many workers there are for so many jobs. Numbers that are out of range are refused, before anything is loaded."""
    check_games(games)
    check_seed(seed)
    return worker_count(jobs)


def texts_of(game: Game, given: Given) -> dict[str, str]:
    """Return levels as the command line would have them, by the names of factors and in its order."""
    found = {name: ",".join(_texts(name, levels)) for name, levels in _by_factor(game, given)}
    order = [*catalogue(game).options, *found]
    return {name: found[name] for name in dict.fromkeys(order) if name in found}


def program_words(game: Game) -> list[str]:
    """Return how every command line for a game begins: `sim`, or `sim --game NAME`."""
    return ["sim"] if game.name == DEFAULT else ["sim", "--game", game.source or game.name]


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
    several = () if policy is None else (policy,) if isinstance(policy, str) else policy
    named = tuple(several) if isinstance(several, Iterable) else (several,)
    if policy is not None and not named:
        raise InputError("policy: names nobody; leave it out, and the game's usual tables play.")
    for each in named:
        if not isinstance(each, str):
            raise InputError(
                f"policy: {quote(each)} must be the name of a table or player, or several names."
            )
    return named


def table_names(game: Game, named: Sequence[str] | None) -> list[str]:
    """Return who plays: those who are named, or the game's usual tables."""
    from experiments.grid import policy_axis

    return [str(each) for each in policy_axis(game, named or roster_of(game).usual).levels]


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
        else:
            names = [each.replace("-", "_") for each in (*known.options, *known.groups, POLICY)]
            check_known("there is no argument", key.replace("-", "_"), names)
            yield name, value


def _texts(name: str, levels: Any) -> list[str]:
    some = [levels] if isinstance(levels, int | str) else levels if isinstance(levels, Iterable) else []
    several = list(map(_plain, some))
    if not several or not all(isinstance(each, int | str) and not isinstance(each, bool) for each in several):
        raise InputError(
            f"{name}: takes a level, or several of them, as 7 or range(7, 11) or ['dice', 'stack']."
        )
    return [str(each) for each in several]
