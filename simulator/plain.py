"""Games in plain Python: who writes one declares factors and measures and says how a game begins, what can be chosen, and what comes of it.

A state is a value: choosing returns the next one, so that policies can try things out on it. A named tuple serves well. All chance is handed in:
it depends on the seed and the number of the game, and policies have their own, so that neither can disturb the other.
"""

from __future__ import annotations

import hashlib
import json
from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar

from simulator.core.errors import InputError
from simulator.core.messages import near, quote
from simulator.game import Batch, Event, Factor, Game, Level, Place, Policy, Setup

if TYPE_CHECKING:
    import numpy as np

    from simulator.game import Array

FORMAT_VERSION = 1


@dataclass(frozen=True)
class PlainSetup:
    """The level of every factor, in the order of their declaration."""

    game: str
    items: tuple[tuple[str, Level], ...]
    own: ClassVar[Mapping[str, Level]] = {}  # there is nothing …
    places: ClassVar[Mapping[str, Place]] = {}  # … that it is played on

    @property
    def levels(self) -> dict[str, Level]:
        return dict(self.items)

    @cached_property
    def hash(self) -> str:
        text = json.dumps([self.game, sorted(self.items)], separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    @property
    def players(self) -> int:
        return int(self.levels.get("players", 1))


class PlainGame(Game):
    """A game for one table, in plain Python. Its outcomes have a field for every measure."""

    @abstractmethod
    def begin(self, levels: Mapping[str, Any], chance: Random) -> Any:
        """Return the state in which a game begins."""

    @abstractmethod
    def offers(self, state: Any) -> Sequence[Any]:
        """Return what can be chosen; nothing when the game is over."""

    @abstractmethod
    def choose(self, state: Any, choice: Any, chance: Random) -> Any:
        """Return the state after a choice."""

    @abstractmethod
    def outcome_of(self, state: Any) -> Mapping[str, Any]:
        """Return a number for every measure when the game is over: of several parts one for each, of a code also its word."""

    def check(self, levels: Mapping[str, Any]) -> None:
        """Refuse levels that do not go together, by an InputError."""

    @cached_property
    def outcome(self) -> np.dtype[Any]:
        import numpy

        narrow = {"share": numpy.uint8, "code": numpy.uint8}
        return numpy.dtype(
            [
                (name, narrow.get(measure.kind, numpy.int32), (len(measure.parts),) if measure.parts else ())
                for name, measure in self.measures.items()
                if not measure.by_turn
            ]
        )

    def setup(self, levels: Mapping[str, Level]) -> PlainSetup:
        for name in levels:
            if name not in self.factors:
                raise InputError(
                    f"{self.title} has no factor {quote(name)}{near(name, self.factors)}; they are {', '.join(self.factors)}."
                )
        items = tuple(
            (name, _level(factor, levels.get(name, factor.default))) for name, factor in self.factors.items()
        )
        self.check(dict(items))
        return PlainSetup(self.name, items)

    def play(self, setup: Setup, lineup: Sequence[Policy], seed: int, first: int, games: int) -> Batch:
        import numpy

        from simulator.plain_table import PlainTable

        (player,) = lineup  # one table decides together
        outcomes = numpy.zeros(games, self.outcome)
        for row in range(games):
            table = PlainTable(self, setup, player, seed, first + row)
            while table.offers:
                table.choose(table.ask())
            for name, numbers in table.outcome().items():
                outcomes[name][row] = numbers
        return Batch(first, outcomes)

    def trace(
        self,
        setup: Setup,
        lineup: Sequence[Policy],
        seed: int,
        game: int,
        *,
        list_options: bool = False,
        explain: Callable[..., Any] | None = None,
    ) -> Iterator[Event]:
        from simulator.plain_table import PlainTable, as_json

        (player,) = lineup
        yield {
            "event": "header",
            "format": FORMAT_VERSION,
            "engine": self.version,
            "rules": self.rules_version,
            "title": self.title,
            "setup": dict(setup.levels),
            "policy": player.name,
            "seed": seed,
            "game": game,
        }
        table = PlainTable(self, setup, player, seed, game)
        while table.offers:
            choice = table.ask()
            options = {"options": as_json(table.offers)} if list_options else {}
            yield {
                "event": "choice",
                "turn": table.turn,
                "state": as_json(table.state),
                **options,
                "choice": as_json(choice),
            }
            table.choose(choice)
        yield {"event": "end", "state": as_json(table.state), "outcome": table.outcome()}

    def notable(self, columns: Mapping[str, Array]) -> Iterator[tuple[str, int]]:
        """Name the best and the worst game by the first measure that has a histogram."""
        measure = next((each for each in self.measures.values() if each.classes), None)
        if measure is None:
            return
        found = columns[f"{measure.name}_histogram"].sum(axis=0).nonzero()[0]
        first = columns[f"{measure.name}_first"].min(axis=0)
        ends = dict(zip(("worst", "best"), (found[0], found[-1])[:: measure.better or 1], strict=True))
        if ends["best"] != ends["worst"]:
            yield "best", int(first[ends["best"]])
        yield "worst", int(first[ends["worst"]])


def _level(factor: Factor, level: Level | None) -> Level:
    """Return the one spelling of a level: a number where the rulebook has one, as runs keep it."""
    if level is None:
        raise InputError(f"--{factor.name}: it must be given, since no rulebook says it.")
    if isinstance(factor.default, int) and (not isinstance(level, int) or level < 0):
        raise InputError(f"--{factor.name}: {quote(level)} must be a whole number from 0 on.")
    return factor.same(level)
