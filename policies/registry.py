"""Who can play a game: what `--policy` accepts and `--help` lists. Shipped players stand in the roster of their game (`policies/<game>/roster.py`).

Users keep theirs in files of their own, without an entry; those of a user's game stand beside it (`policies/plugin.py`).
"""

from __future__ import annotations

import importlib
import re
from dataclasses import replace
from functools import cache

from policies.parameters import canonical_name, parse_settings
from policies.roster import Roster
from simulator.core.errors import InputError
from simulator.core.messages import near, quote
from simulator.game import Game, Policy
from simulator.games import all_games

# Of a user: a file, a function in it, settings. The file may have a colon in its path.
IN_A_FILE = re.compile(r"(.*?\.py)(?::([^:]*))?(?::(.*))?", re.DOTALL)


@cache
def roster_of(game: Game) -> Roster:
    """Return who can play a game."""
    if not game.package:
        from policies.plugin import roster_beside  # not before it is needed

        return roster_beside(game)
    module = importlib.import_module(f"policies.{game.package}.roster")
    roster: Roster = module.ROSTER
    return roster


def load_policy(game: Game, text: str) -> Policy:
    """Load the policy of a name, with settings if there are any (`planner:attention=0.6`), or of a user's file (`mine.py:hurry`)."""
    name, _, settings_text = text.partition(":")
    kinds = roster_of(game).all
    if name not in kinds:
        own = IN_A_FILE.fullmatch(text)
        if own is None:
            raise no_policy(game, name)
        from policies.plugin import load_own  # not before it is needed

        return load_own(game, kinds, *own.groups(default=""))
    kind = kinds[name]
    if (
        kind.plays
    ):  # a named table keeps its name in every result; with other settings it would be another table
        if settings_text:
            raise InputError(
                f"--policy: {name} takes no settings; to change them, play {kind.plays} instead."
            )
        return replace(load_policy(game, kind.plays), name=name)
    known = kind.settings()
    settings = parse_settings(name, settings_text, known)
    params = tuple(settings.get(key, parameter.default) for key, parameter in kind.parameters().items())
    decide = kind.decide or importlib.import_module(f"policies.{game.package}.{kind.module or name}").decide
    return Policy(canonical_name(name, settings, known), decide, params, kind.foresees, kind.plain)


def no_policy(game: Game, name: str) -> InputError:
    """Say that nobody has this name; a player of another game is told where it plays."""
    known = roster_of(game).all
    wrong = f"there is no policy {quote(name)}{near(name, known)}"
    for other in all_games():
        if other.name != game.name and name in roster_of(other).all:
            wrong = f"{name} plays {other.title} (--game {other.name}), and not {game.title}"
    return InputError(
        f"--policy: {wrong}; policies are {', '.join(known)}, or one of your own in a file, FILE.py:NAME."
    )
