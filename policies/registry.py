"""Who can play a game: what `--policy` accepts and `--help` lists. Shipped players stand in the roster of their game (`policies/<game>/roster.py`).

Users keep theirs in files of their own, without an entry; those of a user's game stand beside it (`policies/plugin.py`).
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import Any

from policies.parameters import Parameter, parse_settings, spelled
from simulator.core.errors import InputError
from simulator.core.messages import near, show
from simulator.game import Game
from simulator.games import all_games

# Of a user: a file, a function in it, settings. The file may have a colon in its path.
IN_A_FILE = re.compile(r"(.*?\.py)(?::([^:]*))?(?::(.*))?", re.DOTALL)


@dataclass(frozen=True)
class Kind:
    """A player that can be asked for: how it plays, what sentences call it, its parameters, and whether it is told the future.

    A named table `plays` with the settings of another player, and has none of its own.
    """

    meaning: str
    called: str
    parameters: Callable[[], Mapping[str, Parameter]] = field(
        default=dict
    )  # in the order in which kernels read them
    foresees: bool = False
    slow: bool = False  # a search: dozens of milliseconds a game
    module: str = ""  # of its `decide`, if that is not its name
    plays: str = ""
    decide: Callable[..., Any] | None = None  # of a user's game, whose file has been loaded
    plain: bool = False  # whether that is a Python function

    def settings(self) -> Mapping[str, Parameter]:
        """The parameters that can be set; others have the one value that this player needs."""
        return {key: each for key, each in self.parameters().items() if each.low < each.high}


@dataclass(frozen=True)
class Policy:
    """A policy ready to play: its function and its parameters. Only one that `foresees` is told what dice will show.

    `decide` is compiled unless it is `plain`: then it is a Python function, to be asked step by step.
    """

    name: str
    decide: Callable[..., Any]
    params: tuple[float, ...] = ()
    foresees: bool = False
    plain: bool = False
    source_hash: str = ""  # of a user's file, and of those beside it that it imports


@dataclass(frozen=True)
class Roster:
    """All who can play a game: players, and named tables of people, both from weak to strong."""

    players: Mapping[str, Kind]
    tables: Mapping[str, Kind] = field(default_factory=dict)
    assumed: str = ""  # told wherever the tables are explained
    dial: str = ""  # the setting of a player that goes from weak to strong: people:skill
    unskilled: tuple[str, ...] = ()  # floors, which are no rungs of skill
    signed_games: Mapping[str, int] = field(default_factory=dict)  # how many games `sim bench` signs
    strength: Callable[[Policy], tuple[float, ...]] = lambda policy: ()  # a key that sorts the quick players
    explain: Callable[..., Any] | None = None  # asks a player why, for traces

    @cached_property
    def all(self) -> Mapping[str, Kind]:
        return {**self.tables, **self.players}

    @cached_property
    def usual(self) -> tuple[str, ...]:
        """Name who plays unless somebody else is asked for: the quick tables, or the quick players where there are no tables."""
        return tuple(name for name, kind in (self.tables or self.players).items() if not kind.slow)

    @property
    def main(self) -> str:
        """Name who plays where one has to do, and who is spoken of: the strongest of them."""
        return self.usual[-1]

    @property
    def foreseeing(self) -> list[str]:
        """Name those who are told the future, and are no table at all."""
        return [name for name, kind in self.all.items() if kind.foresees]


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
    known_kinds = roster_of(game).all
    own = IN_A_FILE.fullmatch(text)
    if name not in known_kinds and own:
        from policies.plugin import load_own  # not before it is needed

        return load_own(game, known_kinds, *own.groups(default=""))
    if name not in known_kinds:
        raise no_policy(game, name)
    kind = known_kinds[name]
    if kind.plays:
        return _load_table(game, name, kind, settings_text)
    known = kind.settings()
    settings = parse_settings(name, settings_text, known)
    params = tuple(settings.get(key, parameter.default) for key, parameter in kind.parameters().items())
    decide = kind.decide or importlib.import_module(f"policies.{game.package}.{kind.module or name}").decide
    return Policy(spelled(name, settings, known), decide, params, kind.foresees, kind.plain)


def no_policy(game: Game, name: str) -> InputError:
    """Say that nobody has this name; a player of another game is told where it plays."""
    known = roster_of(game).all
    for other in all_games():
        if other.name != game.name and name in roster_of(other).all:
            wrong = f"{name} plays {other.title} (--game {other.name}), and not {game.title}"
            break
    else:
        wrong = f"there is no policy {show(name)}{near(name, known)}"
    return InputError(
        f"--policy: {wrong}; policies are {', '.join(known)}, or one of your own in a file, FILE.py:NAME."
    )


def _load_table(game: Game, name: str, kind: Kind, settings_text: str) -> Policy:
    """A named table keeps its name in every result, and takes no settings: with others it would be another table."""
    if settings_text:
        raise InputError(f"--policy: {name} takes no settings; to change them, play {kind.plays} instead.")
    return replace(load_policy(game, kind.plays), name=name)
