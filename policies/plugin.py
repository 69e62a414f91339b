"""Policies in files of their users: `--policy path/to/file.py:name` (docs/own-policy.md), and those of a user's game, which stand beside it.

What such a function gets and must answer is its game's affair: the seam. Nothing is loaded that was not named, but for `players.py` beside a
game that was.
"""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

from policies.parameters import Parameter, canonical_name, parse_settings
from policies.roster import Kind, Roster
from policies.sources import policies_file, source_hash
from simulator.core.errors import InputError, errors_about
from simulator.core.messages import file_name, near, quote
from simulator.game import Game, Policy
from simulator.plain import PlainGame
from simulator.user_file import load_file


def random(state: Any, offers: Sequence[Any], chance: Random) -> Any:
    """Any offer, all equally likely: the hardest tester of rules, since it does everything that is allowed."""
    return chance.choice(offers)


RANDOM = Kind(
    "any offer, all equally likely: a floor",
    "a table that plays at random",
    decide=random,
    plain=True,
)


class Seam:
    """What a game asks of policies in users' files; here nothing, which is right for a user's game that is not plain."""

    most_parameters = 64

    def fits(self, function: Any) -> bool:
        """Tell whether a function of the file is meant when functions in it are listed."""
        return True

    def check(
        self, module: ModuleType, shown: str, name: str, function: Any, parameters: Mapping[str, Parameter]
    ) -> Mapping[str, Parameter]:
        """Return the parameters that the function takes; InputError if it cannot be a policy."""
        return parameters

    def ready(
        self, policy: str, function: Any, file: Path, parameters: tuple[str, ...]
    ) -> tuple[Callable[..., Any], bool]:
        """Return what is asked at the table, and whether it is plain Python."""
        return function, False


class PlainSeam(Seam):
    """`policy(state, offers, chance)` answers with one of the offers. Further arguments are parameters of the file."""

    def check(
        self, module: ModuleType, shown: str, name: str, function: Any, parameters: Mapping[str, Parameter]
    ) -> Mapping[str, Parameter]:
        arguments = list(inspect.signature(function).parameters)
        own = {key: parameters[key] for key in arguments[3:] if key in parameters}
        if len(arguments) != 3 + len(own):
            raise InputError(
                f"{shown}: {name} is no policy, which takes state, offers and chance, and after them only what PARAMETERS "
                "has; the name of a helper begins with _."
            )
        return own

    def ready(
        self, policy: str, function: Any, file: Path, parameters: tuple[str, ...]
    ) -> tuple[Callable[..., Any], bool]:
        return function, True


def seam_of(game: Game) -> Seam:
    """Return what a game asks of policies in users' files."""
    if game.package:
        from importlib import import_module

        seam: Seam = import_module(f"policies.{game.package}.own").SEAM
        return seam
    return PlainSeam() if isinstance(game, PlainGame) else Seam()


def load_own(game: Game, built_in: Mapping[str, Any], file: str, name: str, settings_text: str) -> Policy:
    """Return the policy of a user's file, ready to play; `built_in` is named after a slip of the pen."""
    shown, seam = file_name(file), seam_of(game)
    module = load_file("--policy", file, built_in)
    with errors_about("--policy"):
        function = _function(module, shown, name, seam)
        known = seam.check(module, shown, name, function, _parameters(module, shown, seam))
    settings = parse_settings(f"{shown}:{name}", settings_text, known)
    policy = canonical_name(f"{file}:{name}", settings, known)
    params = tuple(settings.get(key, parameter.default) for key, parameter in known.items())
    decide, plain = seam.ready(policy, function, Path(str(module.__file__)), tuple(known))
    return Policy(policy, decide, params, plain=plain, source_hash=source_hash(file))


def roster_beside(game: Game) -> Roster:
    """Return who can play a user's game: functions of `players.py` beside it, or of its own file, from weak to strong as they stand there."""
    seam = seam_of(game)
    players = {"random": RANDOM} if isinstance(game, PlainGame) else {}
    file = policies_file(game) or game.file
    if file:
        module, shown = load_file("--game", str(file)), file_name(os.path.relpath(file))
        with errors_about("--game"):
            players |= _players(module, shown, seam)
            if not players:
                raise InputError(f"{shown}: there is no policy in it, and who else should play?")
    places = {name: place for place, name in enumerate(players)}
    return Roster(
        players,
        unskilled=("random",),
        strength=lambda policy: (places.get(policy.name.partition(":")[0], -1),),
    )


def _players(module: ModuleType, shown: str, seam: Seam) -> dict[str, Kind]:
    known = _parameters(module, shown, seam)
    found = {}
    for name in _functions(module, seam):
        function = vars(module)[name]
        own = seam.check(module, shown, name, function, known)
        decide, plain = seam.ready(name, function, Path(str(module.__file__)), tuple(own))
        said = (inspect.getdoc(function) or "").partition("\n")[0].rstrip(".")
        meaning = said[:1].lower() + said[1:] or "its docstring would say how it plays"
        found[name] = Kind(meaning, f"the policy {name}", partial(dict, own), decide=decide, plain=plain)
    return found


def _functions(module: ModuleType, seam: Seam) -> list[str]:
    """Name the functions of a file that may be policies, in their order."""
    return [
        key
        for key, value in vars(module).items()
        if callable(value)
        and not isinstance(value, type)
        and getattr(value, "__module__", None) == module.__name__
        and key[0] != "_"
        and seam.fits(value)
    ]


def _function(module: ModuleType, shown: str, name: str, seam: Seam) -> Callable[..., Any]:
    own = _functions(module, seam)
    there = f"functions in it are {', '.join(own)}" if own else "there is no function in it"
    if not name:
        raise InputError(f"{shown} must be followed by the name of a function, {shown}:NAME; {there}.")
    if name not in vars(module):
        raise InputError(f"{shown} has no function {quote(name)}{near(name, own)}; {there}.")
    function: Callable[..., Any] = vars(module)[name]
    if not callable(function) or isinstance(function, type):
        raise InputError(f"{quote(name)} in {shown} is not a function; {there}.")
    return function


def _parameters(module: ModuleType, shown: str, seam: Seam) -> Mapping[str, Parameter]:
    """Return the file's `PARAMETERS`, checked; none if it has none."""
    found = getattr(module, "PARAMETERS", {})
    if not isinstance(found, dict) or not all(map(_is_parameter, found.items())):
        raise InputError(
            f"PARAMETERS in {shown} must be a dict from names to Parameter(default, low, high, meaning) "
            "with low ≤ default ≤ high."
        )
    if len(found) > seam.most_parameters:
        raise InputError(
            f"PARAMETERS in {shown} has {len(found)} entries, and {seam.most_parameters} are the most."
        )
    return found


def _is_parameter(item: tuple[Any, Any]) -> bool:
    key, value = item
    if not isinstance(key, str) or not key.isidentifier() or not isinstance(value, Parameter):
        return False
    numbers = value[:3]
    return all(isinstance(n, int | float) for n in numbers) and value.low <= value.default <= value.high
