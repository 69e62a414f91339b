"""Positions for tests: put pieces down by name, say what the dice show, play, and read what happened.

    p = Position("loop").train("black-1", at="alm-kreuz#1", heading="alm-kreuz:1").dice(black=3)
    p.choose({"move": "black-1", "cards": [0, 0, 1]})
    assert p.story("stop") == [("stop", "black-1", "weiche-zoll#2", "points", 0, None)]

Names, choices and events are those of docs/trace.md. A `Position` stands in T2 of turn 5 of a game with 10 cards
left in the timetable, no train out, the discs of the standard layout, and a signal, a switch and three move cards
in the hand of seat 0; no helper is in play unless asked for. `new_game` starts at the setup instead.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, Self

import numpy as np

from simulator.switch_signal.board_model import TRAIN_COLOURS
from simulator.switch_signal.codes import ASK_ACT, TURN_BEGINS
from simulator.switch_signal.scenario import Scenario
from simulator.switch_signal.session import Session, lights
from simulator.switch_signal.trace import Event, Translator

_FOLDER = tempfile.TemporaryDirectory(prefix="signalbox-tests-")


@cache
def file_of(text: str) -> str:
    """A name as it is; the path of a board or deck file with this text."""
    if "\n" not in text:
        return text
    path = Path(_FOLDER.name) / f"{abs(hash(text))}.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


class Position:
    """A game that can be rearranged by hand."""

    def __init__(
        self,
        board: str = "loop",
        *,
        deck: str = "standard",
        seed: int = 1,
        game: int = 0,
        setup: bool = False,
        **options: Any,
    ) -> None:
        options.setdefault("helpers", "none")
        self.session = Session(Scenario(file_of(board), file_of(deck), **options), seed, game)
        self.session.rules = self.session.rules.copy()  # so that dice can be loaded
        self.names = Translator(self.session.scenario)
        self.things = self.names.names
        self.events: list[Event] = []
        self._other_cards = 0
        if not setup:
            self.record["turn"], self.record["phase"], self.record["pile"] = 5, ASK_ACT, 10
            self.hand(0, signal=1, switch=1, move=3)

    @property
    def record(self) -> Any:
        return self.session.record

    # Pieces

    def train(self, train: str, at: str, heading: str | None = None, good: str | None = None) -> Self:
        """Set a train, and take its good from the city. On a start place it faces the network by itself."""
        index, cell = self.names.trains.index(train), self.things.cell_index[at]
        board = self.session.board[0]
        edge = self.things.edge_index.get(heading or "", -1)
        darts = [dart for dart in (2 * edge, 2 * edge + 1) if edge >= 0 and board["head"][dart ^ 1] == cell]
        if at in self.things.starts:
            darts = [int(board["start_dart"][self.things.starts.index(at)])]
        assert darts or at in self.things.cities, f"{at} is not left by {heading}"
        self.record["pos"][index], self.record["way"][index] = cell, darts[0] if darts else -1
        self.record["network"] |= 1 << index
        if good is not None:
            self.record["cargo"][index] = self.things.goods.index(good)
            self.record["stock"][self.things.goods.index(good)] -= 1
        return self

    def green(self, *fields: str) -> Self:
        return self._light(fields, 1)

    def red(self, *fields: str) -> Self:
        return self._light(fields, 0)

    def _light(self, fields: Iterable[str], green: int) -> Self:
        for name in fields:
            field = self.things.field_index[name]
            if lights(self.record)[field] != green:
                self.record["green"].view(np.uint8)[field // 8] ^= 1 << field % 8
        # So many are in play from now on (B5).
        rules = self.session.rules[0]
        rules["extra_discs"] = lights(self.record).sum() - rules["base_discs"]
        return self

    def switch(self, junction: str, *open_lines: str) -> Self:
        index = self.things.junction_index[junction]
        self.record["setting"][index] = self.things.setting(index, list(open_lines))
        return self

    def hand(self, seat: int, signal: int = 0, switch: int = 0, move: int = 0) -> Self:
        """This hand, its cards taken from the pile."""
        for kind, number in enumerate((signal, switch, move)):
            self.record["pack"][kind] += self.record["hand"][seat, kind] - number
            self.record["hand"][seat, kind] = number
        return self

    def pile(self, signal: int = 0, switch: int = 0, move: int = 0) -> Self:
        """This action pile; all else that is not in hands lies on the discards."""
        for kind, number in enumerate((signal, switch, move)):
            self.record["discard"][kind] += self.record["pack"][kind] - number
            self.record["pack"][kind] = number
        return self

    def clock(self, tokens: int) -> Self:
        self.record["clock"] = tokens
        return self

    def timetable(self, cards: int) -> Self:
        """So many cards in the timetable pile."""
        self.record["pile"] = cards
        return self

    def delivered(self, port: str, **goods: int) -> Self:
        for good, number in goods.items():
            self.record["delivered"][self.things.ports.index(port), self.things.goods.index(good)] = number
        return self

    # Chance

    def dice(self, **points: int) -> Self:
        """From now on every face of a colour's die shows this."""
        for colour, number in points.items():
            self.session.rules[0]["die"][TRAIN_COLOURS.index(colour)] = number
        return self

    def every_number(self, place: str) -> Self:
        """From now on all deployment dice and tokens lead to this start place."""
        self.record["place"][2:] = self.things.cell_index[place]
        return self

    def next_card(self, card: str) -> Self:
        """The timetable card that is revealed next."""
        index = self.names.card_names.index(card)
        self._other_cards = int(self.record["unseen"]) & ~(1 << index)
        self.record["unseen"] = 1 << index
        return self

    # Play

    def run(self) -> Self:
        """On to the next question."""
        self.session.run_on()
        self.record["unseen"] |= self._other_cards
        self._other_cards = 0
        self.events += self.names.events(self.session.take_log())
        return self

    def turn(self, card: str, *choices: Event) -> Self:
        """The next turn begins with this card; then answer so many questions."""
        self.next_card(card).record["phase"] = TURN_BEGINS
        return self.run().choose(*choices)

    def move(self, train: str, points: int, *choices: Event) -> Self:
        """C3 with a die that shows `points`; then answer so many questions."""
        self.dice(**{train.split("-")[0]: points})
        return self.choose({"move": train, "cards": [0, 0, 1]}, *choices)

    def choose(self, *choices: Event) -> Self:
        for choice in choices:
            named = dict(zip(self.session.options(), self.options(), strict=True))
            codes = [code for code, option in named.items() if option == choice]
            assert codes, f"{choice} is not offered at {self.ask}, only {list(named.values())}"
            self.session.choose(codes[0])
            self.run()
        return self

    # What can be seen

    @property
    def ask(self) -> str | None:
        return self.session.ask

    def options(self, *kinds: str) -> list[Event]:
        """What is offered now, perhaps only choices of some kinds (`load`, `by`, …)."""
        assert self.ask is not None, "nothing is asked"
        named = [self.names.choice(self.ask, code, self.record) for code in self.session.options()]
        return [choice for choice in named if not kinds or next(iter(choice)) in kinds]

    def story(self, *kinds: str) -> list[tuple[Any, ...]]:
        """The events so far as tuples, perhaps only some kinds of them."""
        return [tuple(event.values()) for event in self.events if not kinds or event["event"] in kinds]

    def state(self) -> Event:
        return self.names.state(self.record)

    def at(self, train: str) -> str | None:
        """Where a train stands; None in the depot."""
        cell = int(self.record["pos"][self.names.trains.index(train)])
        return self.things.cells[cell] if cell >= 0 else None


def new_game(board: str = "loop", **options: Any) -> Position:
    """A game after its setup, before anything is dealt or asked; `run` goes on to the first question."""
    return Position(board, setup=True, **options)
