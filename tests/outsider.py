"""Reads a trace as an outsider would, who has docs/trace.md and nothing of this program: the lines of a game alone lead from its first state to its last.

lines = [json.loads(line) for line in open("game.jsonl")]
assert last_state(lines) == lines[-1]["state"]
"""

from __future__ import annotations

import copy
import tomllib
from typing import Any

Line = dict[str, Any]
KINDS = ("signal", "switch", "move")
ALL_NUMBERS = list(range(2, 13))


def last_state(lines: list[Line]) -> Line:
    """The state after the last line, from the first state and the events after it."""
    header, setup, *events = lines
    board = Board(header["board"]["text"])
    state: Line = copy.deepcopy(setup["state"])
    deployed = 0  # by the start card
    for event in events:
        if deployed == 3 and event["event"] not in ("tokens", "clock-out") and event.get("why") != "E3":
            deployed = 4
            state["tokens"] = (
                state["tokens"] and ALL_NUMBERS
            )  # V6: after the start card the stack is full again
        if event["event"] == "deploy" and event["result"] != "again" and state["turn"] == 1:
            deployed += 1
        follow(state, event, board)
    return state


class Board:
    """What a trace needs of the board file that its header holds."""

    def __init__(self, text: str) -> None:
        board = tomllib.loads(text)
        self.city_of = {city["goods"]: city["id"] for city in board["city"]}
        self.edges: list[str] = []  # in file order, so signal fields too
        self.edge_at: dict[str, str] = {}  # the only one at a start place
        for line in board["line"]:
            edges = [f"{line['id']}:{number}" for number in range(line["segments"] + 1)]
            self.edges += edges
            self.edge_at |= {line["from"]: edges[0], line["to"]: edges[-1]}


def follow(state: Line, event: Line, board: Board) -> None:
    """What an event changes. Others change nothing: `move`, `roll`, `stop`, `choice`, `end`."""
    train = state["trains"].get(event.get("train"))
    match event["event"]:
        case "disc" if "signal" in event:
            green(state, board, add=event["signal"])
        case "disc":
            state["switches"][event["switch"]] = event["open"]
        case "deal" | "draw":
            for card in event["cards"]:
                state["hands"][event["seat"]][KINDS.index(card)] += 1
                state["pile"][KINDS.index(card)] -= 1
        case "shuffle":
            state["pile"], state["discards"] = list(event["pile"]), [0, 0, 0]
        case "turn":
            state["turn"], state["seat"] = event["turn"], event["seat"]
        case "reveal":
            state["left"] = event["left"]
            state["executed"] += [event["card"]] if event["card"] != "start" else []
            if state["bottom"] == event["card"]:
                state["bottom"] = None
        case "helper":
            state["helpers"].remove(event["helper"])
            if event["helper"] == "H4":  # the card goes under the pile
                state["bottom"] = state["executed"].pop()
                state["left"] += 1
        case "deploy":
            if event["by"] == "token":
                state["tokens"] = [number for number in state["tokens"] if number != event["number"]]
                state["tokens"] = state["tokens"] or ALL_NUMBERS  # X12
            if event["result"] == "placed":
                train |= {"at": event["place"], "heading": board.edge_at[event["place"]]}
        case "step":
            train |= {"at": event["to"], "heading": event["heading"]}
        case "deliver":
            state["delivered"][event["port"]][event["colour"]] += 1
            train["good"] = None
        case "tokens":
            state["clock"] = event["clock"]
        case "clock-out":
            state["clock"], state["left"] = event["clock"], event["left"]
            if event["left"] == 0:
                state["bottom"] = None
        case "depot":
            train |= {"at": None, "heading": None, "good": None}
            if event["good"]:
                state["goods"][board.city_of[event["good"]]] += 1
        case "play":
            play(state, event, board)


def play(state: Line, event: Line, board: Board) -> None:
    """T2: cards are paid, and something is done for them."""
    for kind, paid in enumerate(event["cards"]):
        state["hands"][state["seat"]][kind] -= paid
        state["discards"][kind] += paid
    match event["action"]:
        case "signal":
            state["signals"].remove(event["from"])
            green(state, board, add=event["to"])
        case "switch":
            state["switches"][event["junction"]] = event["open"]
        case "load":
            state["trains"][event["train"]]["good"] = event["colour"]
            state["goods"][board.city_of[event["colour"]]] -= 1


def green(state: Line, board: Board, add: str) -> None:
    state["signals"] = sorted([*state["signals"], add], key=board.edges.index)
