"""One game in plain Python at the table: what players answer is checked here, and whatever breaks is told with its line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from operator import index
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from simulator.core.errors import IllegalChoice, PolicyFailed
from simulator.core.messages import quote, shortened
from simulator.game import Measure, Policy, Setup
from simulator.user_file import failure_of

if TYPE_CHECKING:
    from simulator.plain import PlainGame

MOST_TURNS = 100_000  # a game that has more will not end
# What fields of outcomes hold (`PlainGame.outcome`).
MOST, MOST_OF_A_SHARE = 2**31 - 1, 255
SHOWN_OFFERS = 5  # in a message


class GameFailed(PolicyFailed):
    """The rules of a user's game broke down; the last argument says how."""

    def __str__(self) -> str:
        policy, title, game, turn, _, failure = self.args
        return f"{title} failed in game {game}, turn {turn}, with policy {policy}: {failure}."


class PlainTable:
    """A game in play: `offers` is empty when it is over."""

    def __init__(self, game: PlainGame, setup: Setup, player: Policy, seed: int, number: int) -> None:
        self.game, self.player, self.number, self.turn = game, player, number, 1
        self.deal, self.whim = Random(f"{seed} {number} deal"), Random(f"{seed} {number} policy")
        self.state: Any = None
        self.offers: tuple[Any, ...] = ()
        with self._rules():
            self._go_on(game.begin(setup.levels, self.deal))

    def _go_on(self, state: Any) -> None:
        if state is None:
            raise ValueError("there is no state after that; `begin` and `choose` must return one")
        offers = self.game.offers(state)
        if isinstance(offers, Set) or not isinstance(offers, Iterable):
            why = "a set has no order" if isinstance(offers, Set) else f"it returns {quote(as_json(offers))}"
            raise TypeError(f"{why}; `offers` must return a list or a tuple")
        self.state, self.offers = state, tuple(offers)

    def ask(self) -> Any:
        """Return what the player chooses; where there is one offer only nobody is asked."""
        if len(self.offers) == 1:
            return self.offers[0]
        decide = self.player.decide
        try:
            choice = decide(self.state, self.offers, self.whim, *self.player.params)
            shown = "" if choice in self.offers else quote(as_json(choice))  # may be the user's code, too
        except KeyboardInterrupt:
            raise
        except (
            BaseException
        ) as error:  # one that gets past us would end a thread, and whoever waits for it waits for ever
            file = getattr(getattr(decide, "__code__", None), "co_filename", "")
            raise PolicyFailed(*self._where(), failure_of(error, Path(file).parent)) from None
        if shown:
            raise IllegalChoice(*self._where(), shown)
        return self.offers[self.offers.index(choice)]

    def choose(self, choice: Any) -> None:
        """Carry a choice out."""
        with self._rules():
            self._go_on(self.game.choose(self.state, choice, self.deal))
            self.turn += 1
            if self.turn > MOST_TURNS:
                raise RuntimeError("it does not end")

    def outcome(self) -> dict[str, int | list[int]]:
        """Return the numbers of every measure."""
        measures = self.game.measures
        with self._rules():
            found = self.game.outcome_of(self.state)
            if not isinstance(found, Mapping):
                raise TypeError(
                    f"`outcome_of` must return a number for every measure, and returns {quote(found)}"
                )
            if found.keys() != measures.keys():
                raise ValueError(f"`outcome_of` tells {', '.join(found)}; measures are {', '.join(measures)}")
            return {name: _numbers(measure, found[name]) for name, measure in measures.items()}

    def _where(self) -> tuple[str, str, int, int, str]:
        """Say who was asked, in which game, and for what."""
        some = [shortened(str(as_json(offer))) for offer in self.offers[:SHOWN_OFFERS]]
        asked = " or ".join([*some, "another"] if len(self.offers) > SHOWN_OFFERS else some)
        return self.player.name, self.game.title, self.number, self.turn, asked

    @contextmanager
    def _rules(self) -> Iterator[None]:
        """Blame the game for whatever goes wrong in this block."""
        try:
            yield
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            folder = self.game.file.parent if self.game.file else Path()
            where = self.player.name, self.game.title, self.number, self.turn, ""
            raise GameFailed(*where, failure_of(error, folder)) from None


def _numbers(measure: Measure, found: Any) -> int | list[int]:
    """Return what is told of a measure as its field has it."""
    if measure.parts:
        each = [found[part] for part in measure.parts] if isinstance(found, Mapping) else list(found)
        if len(each) != len(measure.parts):
            raise ValueError(f"{measure.name} has {len(measure.parts)} parts, and {len(each)} are told")
        return [_number(measure, one) for one in each]
    return _number(measure, found)


def _number(measure: Measure, found: Any) -> int:
    words = list(measure.values)
    try:
        number = words.index(found) if found in words else int(index(found))
    except TypeError:
        wanted = f"one of {', '.join(words)}" if measure.kind == "code" else "a whole number"
        raise TypeError(f"{measure.name} is {quote(as_json(found))}, and must be {wanted}") from None
    if number < 0 and measure.kind != "score":
        raise ValueError(f"{measure.name} is {quote(number)}, and only a score can be negative")
    if words and number >= len(words):
        raise ValueError(f"{measure.name} is {quote(number)}, and has {len(words)} values")
    most = MOST if measure.is_mean else MOST_OF_A_SHARE
    if abs(number) > most:
        raise ValueError(f"{measure.name} is {quote(number)}, and {most:,} is the most")
    return number


def as_json(value: Any) -> Any:
    """Return a state, a choice or several as JSON can write them."""
    if hasattr(value, "_asdict"):
        value = value._asdict()
    elif is_dataclass(value):
        value = {field.name: getattr(value, field.name) for field in fields(value)}
    if isinstance(value, Mapping):
        return {str(as_json(key)): as_json(each) for key, each in value.items()}
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, Set):  # whose order is another one in every process
        return sorted(map(as_json, value), key=str)
    return [as_json(each) for each in value] if isinstance(value, Iterable) else str(value)
