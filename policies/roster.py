"""What is said of those who play a game: kinds of players, and the roster that lists them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from policies.parameters import Parameter
from simulator.game import Policy


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
class Roster:
    """All who can play a game: players, and named tables of people, both from weak to strong."""

    players: Mapping[str, Kind]
    tables: Mapping[str, Kind] = field(default_factory=dict)
    assumed: str = ""  # told wherever the tables are explained
    dial: str = ""  # the setting of a player that goes from weak to strong: people:skill
    unskilled: tuple[str, ...] = ()  # floors, which are no rungs of skill
    signed_games: Mapping[str, int] = field(default_factory=dict)  # how many games `sim bench` signs
    signed_measures: tuple[str, ...] = ()  # and which of their measures; all, if none is named
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
        """Name who plays where one has to do: the strongest of them."""
        return self.usual[-1]

    @property
    def foreseeing(self) -> list[str]:
        """Name those who are told the future, and are no table at all."""
        return [name for name, kind in self.all.items() if kind.foresees]
