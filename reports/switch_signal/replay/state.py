"""The state of a game after every event of its trace, from the events alone (docs/trace.md)."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from typing import Any

from simulator.switch_signal.board import Board
from simulator.switch_signal.deck import ACTION_KINDS

Event = Mapping[str, Any]
State = dict[str, Any]
ALL_NUMBERS = list(range(2, 13))


class Unfolding:
    """Begins with the `setup` of a trace; `state` is then the State of docs/trace.md after the last event taken."""

    def __init__(self, board: Board, setup: Event) -> None:
        self.state: State = copy.deepcopy(setup["state"])
        self.field_order = {field: number for number, field in enumerate(board.fields)}
        self.city_of = {city.goods: city.id for city in board.goods_cities}
        self.leaves_by = {
            start.id: f"{line}:{end and board.line_by_id[line].segments}"
            for start in board.starts
            for line, end in board.line_ends[start.id]
        }
        self.card = ""

    def take(self, event: Event) -> None:
        """Events that change nothing, as a roll, have no method here."""
        change: Callable[[Event], None] | None = getattr(self, f"_{event['event'].replace('-', '_')}", None)
        if change is not None:
            change(event)

    def _disc(self, event: Event) -> None:
        if "signal" in event:
            self._green([*self.state["signals"], event["signal"]])
        else:
            self.state["switches"][event["switch"]] = list(event["open"])

    def _green(self, fields: list[str]) -> None:
        self.state["signals"] = sorted(fields, key=self.field_order.__getitem__)

    def _draw(self, event: Event) -> None:
        hand, pile = self.state["hands"][event["seat"]], self.state["pile"]
        for card in event["cards"]:
            hand[ACTION_KINDS.index(card)] += 1
            pile[ACTION_KINDS.index(card)] -= 1

    _deal = _draw

    def _shuffle(self, event: Event) -> None:
        self.state["pile"], self.state["discards"] = list(event["pile"]), [0, 0, 0]

    def _turn(self, event: Event) -> None:
        self._start_card_done()
        self.state |= {"turn": event["turn"], "seat": event["seat"]}

    def _reveal(self, event: Event) -> None:
        self.card = event["card"]
        self.state["left"] = event["left"]
        if self.card != "start":
            self.state["executed"].append(self.card)
        if self.card == self.state["bottom"]:
            self.state["bottom"] = None

    def _helper(self, event: Event) -> None:
        self.state["helpers"].remove(event["helper"])
        if event["helper"] == "H4":  # its card goes under the pile
            self.state["bottom"] = self.state["executed"].pop()
            self.state["left"] += 1

    def _deploy(self, event: Event) -> None:
        if event["by"] == "token":
            self.state["tokens"].remove(event["number"])
            self.state["tokens"] = self.state["tokens"] or list(ALL_NUMBERS)  # X12
        if event["result"] == "placed":
            way = self.leaves_by[event["place"]]
            self.state["trains"][event["train"]] |= {"at": event["place"], "heading": way}

    def _choice(self, event: Event) -> None:
        """V6: after the start card the stack is full again; the first thing that can be asked then is what to play."""
        if event["ask"] in ("act", "draw"):
            self._start_card_done()

    def _start_card_done(self) -> None:
        if self.card == "start" and self.state["tokens"] is not None:
            self.state["tokens"] = list(ALL_NUMBERS)
        self.card = ""

    def _step(self, event: Event) -> None:
        self.state["trains"][event["train"]] |= {"at": event["to"], "heading": event["heading"]}

    def _deliver(self, event: Event) -> None:
        self.state["delivered"][event["port"]][event["colour"]] += 1
        self.state["trains"][event["train"]]["good"] = None

    def _tokens(self, event: Event) -> None:
        self.state["clock"] = event["clock"]

    def _clock_out(self, event: Event) -> None:
        self.state |= {"clock": event["clock"], "left": event["left"]}
        if event["left"] == 0:  # a card known to lie under the pile goes last
            self.state["bottom"] = None

    def _depot(self, event: Event) -> None:
        self.state["trains"][event["train"]] = {"at": None, "heading": None, "good": None}
        if event["good"] is not None:
            self.state["goods"][self.city_of[event["good"]]] += 1

    def _play(self, event: Event) -> None:
        self._start_card_done()
        hand, discards = self.state["hands"][self.state["seat"]], self.state["discards"]
        for kind, number in enumerate(event["cards"]):
            hand[kind] -= number
            discards[kind] += number
        match event["action"]:
            case "signal":
                others = [field for field in self.state["signals"] if field != event["from"]]
                self._green([*others, event["to"]])
            case "switch":
                self.state["switches"][event["junction"]] = list(event["open"])
            case "load":
                self.state["trains"][event["train"]]["good"] = event["colour"]
                self.state["goods"][self.city_of[event["colour"]]] -= 1
