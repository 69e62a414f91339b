"""Traces: a game as named events, complete enough for an outside referee (docs/trace.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from simulator.switch_signal import ENGINE_VERSION, RULES_VERSION, codes
from simulator.switch_signal.board_model import TRAIN_COLOURS
from simulator.switch_signal.choices import Choice
from simulator.switch_signal.codes import BY_NAMES, RESULT_NAMES, STOP_NAMES
from simulator.switch_signal.deck import ACTION_KINDS
from simulator.switch_signal.measures import CAUSES
from simulator.switch_signal.records import MAX_TRAINS_OF_A_COLOUR
from simulator.switch_signal.scenario import Scenario
from simulator.switch_signal.session import Session, lights
from simulator.switch_signal.to_records import board_names_of

Event = dict[str, Any]
Decide = Callable[[Session], int]
# Asks a policy and gives besides its answer those that it weighed, as codes with numbers by name; None if it does not say.
Explain = Callable[[Session, Decide], tuple[int, list[tuple[int, dict[str, float]]] | None]]
FORMAT_VERSION = 3


def header(scenario: Scenario, policy_name: str, seed: int, game: int) -> Event:
    """The first line of a trace: all that is needed to play the game again, board and deck included, and to see that nothing has changed."""
    places = {
        factor: {"name": place.name, "hash": place.hash, "origin": place.origin, "text": place.text}
        for factor, place in scenario.places.items()
    }
    return {
        "event": "header",
        "format": FORMAT_VERSION,
        "engine": ENGINE_VERSION,
        "rules": RULES_VERSION,
        "scenario": scenario.to_dict(),
        **places,
        "goods_required": scenario.goods_required,
        "policy": policy_name,
        "seed": seed,
        "game": game,
    }


# What stands in a trace of a row of the log: its event, and what each number is of (`Translator.kinds`); "" is the number itself.
ROWS: Mapping[int, tuple[str, Mapping[str, str]]] = {
    codes.EV_DISC_SIGNAL: ("disc", {"signal": "field"}),
    codes.EV_DEAL: ("deal", {"seat": "", "cards": "action card"}),
    codes.EV_DRAW: ("draw", {"seat": "", "cards": "action card"}),
    codes.EV_TURN: ("turn", {"turn": "", "seat": ""}),
    codes.EV_REVEAL: ("reveal", {"card": "card", "left": ""}),
    codes.EV_MOVE: ("move", {"train": "train", "by": "reason to move"}),
    codes.EV_ROLL: ("roll", {"train": "train", "points": ""}),
    codes.EV_STEP: ("step", {"train": "train", "to": "cell", "heading": "edge of a dart"}),
    codes.EV_DELIVER: (
        "deliver",
        {"train": "train", "colour": "good", "port": "port", "counts": "truth"},
    ),
    codes.EV_TOKENS: ("tokens", {"cause": "cause", "lost": "", "clock": ""}),
    codes.EV_CLOCK_OUT: ("clock-out", {"removed": "truth", "left": "", "clock": ""}),
    codes.EV_DEPOT: ("depot", {"train": "train", "good": "good"}),
    codes.EV_END: ("end", {"won": "truth", "why": "end"}),
}
# Actions and to what they are done; the row begins with the cards that pay.
PLAYS: Mapping[int, tuple[str, Mapping[str, str]]] = {
    codes.EV_PLAY_SIGNAL: ("signal", {"from": "field", "to": "field"}),
    codes.EV_PLAY_SWITCH: ("switch", {"junction": "junction"}),
    codes.EV_PLAY_MOVE: ("move", {"train": "train"}),
    codes.EV_PLAY_LOAD: ("load", {"train": "train", "colour": "good"}),
}
HELPER_THINGS = ("train", "train", "colour", "card", "colour", "train")  # on what each helper is used
OBSTACLES = {codes.RED: "edge of a dart", codes.ARM: "junction ahead of a dart"}  # else a train
# Choices of one thing, by their verbs, and what stands for those of none.
CHOICES: Mapping[int, tuple[str, str]] = {
    codes.SIGNAL: ("signal", "field"),
    codes.MOVE: ("move", "train"),
    codes.LOAD: ("load", "train"),
    codes.COLOUR: ("colour", "colour"),
    codes.AT: ("place", "start"),
    codes.GO: ("move", "train"),
    codes.HOLD: ("hold", "train"),
    codes.CARDS_DRAWN: ("cards", ""),
}
TRAIN_STATE = {"at": "cell", "heading": "edge of a dart", "good": "good"}
DECLINED = {"act": {"stop": True}, "through": {"stop": True}, "place": {"roll": True}}


class Translator:
    """From the numbers of the records to the names of board and deck files."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        board = scenario.board_data
        self.names = names = board_names_of(board)
        self.card_names = [card.id for card in scenario.deck_data.cards] + ["start"]
        self.trains = [
            f"{colour}-{i + 1}" if i < scenario.numbers("trains")[c] else ""
            for c, colour in enumerate(TRAIN_COLOURS)
            for i in range(MAX_TRAINS_OF_A_COLOUR)
        ]
        self.kinds: Mapping[str, Sequence[Any]] = {
            "train": self.trains,
            "colour of a train": [name for name in TRAIN_COLOURS for _ in range(MAX_TRAINS_OF_A_COLOUR)],
            "colour": TRAIN_COLOURS,
            "good": names.goods,
            "card": self.card_names,
            "action card": [[kind] for kind in ACTION_KINDS],
            "cell": names.cells,
            "port": names.ports,
            "start": names.starts,
            "field": names.fields,
            "junction": names.junctions,
            "edge of a dart": [edge for edge in names.edges for _ in ("forwards", "backwards")],
            "junction ahead of a dart": [
                end for line in board.lines for _ in range(line.segments + 1) for end in (line.b, line.a)
            ],
            "truth": (False, True),
            "reason to move": ("timetable", "card"),
            "cause": tuple(CAUSES),
            "end": ("", "E1", "E2", "E3"),
        }

    def name(self, kind: str, number: int) -> Any:
        """Return what a number of a record stands for; −1 is none."""
        if not kind:
            return number
        return self.kinds[kind][number] if number >= 0 else None

    def named(self, fields: Mapping[str, str], numbers: Iterable[int]) -> Event:
        """Return fields of an event, each with what one of the numbers stands for."""
        found = zip(fields.items(), numbers, strict=False)
        return {key: self.name(kind, number) for (key, kind), number in found}

    def deploy(self, train: int, by: int, dice: int, number: int, cell: int, result: int) -> Event:
        """Return the event of a train that was to be deployed."""
        return {
            "event": "deploy",
            "colour": self.name("colour of a train", train),
            "train": self.trains[train] if result == codes.PLACED else None,
            "by": BY_NAMES[by],
            "dice": [dice // 8, dice % 8] if by == codes.BY_DICE else None,
            "number": number if number >= 0 else None,
            "place": self.name("cell", cell),
            "result": RESULT_NAMES[result],
        }

    def stop(self, train: int, cell: int, reason: int, unused: int, before: int) -> Event:
        """Return the event of a train whose move ended."""
        return {
            "event": "stop",
            "train": self.trains[train],
            "at": self.names.cells[cell],
            "reason": STOP_NAMES[reason],
            "unused": unused,
            "before": self.name(OBSTACLES.get(reason, "train"), before),
        }

    def play(self, kind: int, payment: int, what: Sequence[int]) -> Event:
        """Return the event of an action, with the cards that pay for it and what it is done to."""
        action, fields = PLAYS[kind]
        cards = [payment & 15, payment >> 4 & 15, payment >> 8 & 15]
        setting = {"open": self.names.open_lines(*what[:2])} if kind == codes.EV_PLAY_SWITCH else {}
        return {"event": "play", "action": action, "cards": cards} | self.named(fields, what) | setting

    def event(self, event: tuple[int, ...]) -> Event:
        """Return a row of the log as a named event."""
        kind, *numbers = event
        a, b, c = numbers[:3]
        match kind:
            case codes.EV_DISC_SWITCH:
                return {
                    "event": "disc",
                    "switch": self.names.junctions[a],
                    "open": self.names.open_lines(a, b),
                }
            case codes.EV_HELPER:
                thing = HELPER_THINGS[a]
                return {"event": "helper", "helper": f"H{a + 1}", thing: self.name(thing, b)}
            case codes.EV_DEPLOY:
                return self.deploy(*numbers)
            case codes.EV_STOP:
                return self.stop(*numbers[:5])
            case codes.EV_SHUFFLE:
                return {"event": "shuffle", "pile": [a, b, c]}
        if kind in PLAYS:
            return self.play(kind, a, numbers[1:])
        name, fields = ROWS[kind]
        return {"event": name} | self.named(fields, numbers)

    def events(self, log: list[tuple[int, ...]]) -> Iterator[Event]:
        """Name events; cards dealt or drawn one after another by one seat become one event."""
        for taken, group in groupby(map(self.event, log), _taken):
            if taken is None:
                yield from group
            else:
                events = list(group)
                yield events[0] | {"cards": [card for event in events for card in event["cards"]]}

    def choice(self, ask: str, code: int, record: Any) -> Event:
        """Return a choice as it stands in a trace."""
        choice = Choice.unpack(code)
        a, b, names = choice.a, choice.b, self.names
        paid = {"cards": list(choice.cards)} if ask == "act" else {}
        match choice.verb:
            case codes.NO:
                return dict(DECLINED.get(ask, {"use": False}))
            case codes.USE:
                return {"use": True}
            case codes.BY:
                city = names.cities[record["pos"][record["mover"]]]
                return {"by": self.scenario.board_data.entrances[city][a]}
            case codes.SWITCH:
                return {"switch": names.junctions[a], "open": names.open_lines(a, b)} | paid
            case codes.SIGNAL if ask == "act":
                return {"signal": [names.fields[a], names.fields[b]]} | paid
        key, kind = CHOICES[choice.verb]
        return {key: self.name(kind, a)} | paid

    def state(self, record: Any) -> Event:
        """Return the complete state of a game (docs/trace.md, State)."""
        g, names, scenario = record, self.names, self.scenario
        numbers: dict[str, list[int]] = {start: [] for start in names.starts}
        for number in range(2, 13):
            numbers[names.cells[int(g["place"][number])]].append(number)
        # With layout `policy` a junction has no setting before it is placed.
        placed = int(g["placed"]) if scenario.layout == "policy" else len(names.junctions)
        places = zip(self.trains, g["pos"], g["way"], g["cargo"], strict=True)
        stacked = scenario.locations == "stack"
        return {
            "turn": int(g["turn"]),
            "seat": int(g["seat"]),
            "clock": int(g["clock"]),
            "left": int(g["pile"]) + (int(g["turn"]) == 0),
            "bottom": self.name("card", g["bottom"]),
            "executed": [self.card_names[card] for card in g["executed"][: int(g["executed_cards"])]],
            "trains": {train: self.named(TRAIN_STATE, where) for train, *where in places if train},
            "switches": {
                junction: names.open_lines(j, int(g["setting"][j])) if j < placed else None
                for j, junction in enumerate(names.junctions)
            },
            "signals": [field for field, green in zip(names.fields, lights(g), strict=False) if green],
            "goods": {city: int(g["stock"][c]) for c, city in enumerate(names.cities[: len(names.goods)])},
            "delivered": {
                port: {good: int(g["delivered"][p, i]) for i, good in enumerate(names.goods)}
                for p, port in enumerate(names.ports)
            },
            "hands": [[int(n) for n in g["hand"][seat]] for seat in range(scenario.players)],
            "pile": [int(n) for n in g["pack"]],
            "discards": [int(n) for n in g["discard"]],
            "helpers": [f"H{h + 1}" for h in range(6) if int(g["helpers"]) >> h & 1],
            "numbers": numbers,
            "tokens": [bit + 2 for bit in range(11) if int(g["tokens_left"]) >> bit & 1] if stacked else None,
        }


def _taken(event: Event) -> tuple[str, int] | None:
    """Return by what event, and which seat, cards came into a hand; none in other events."""
    return (event["event"], event["seat"]) if event["event"] in ("deal", "draw") else None


def trace(
    session: Session, decide: Decide, *, list_options: bool = False, explain: Explain | None = None
) -> Iterator[Event]:
    """Play a session from its first state to its last, event by event. `decide` gives the code of a choice; `explain` asks it and tells why."""
    names = Translator(session.scenario)
    yield {"event": "setup", "state": names.state(session.record)}
    while True:
        session.run_on()
        for event in names.events(session.take_log()):
            over = event["event"] == "end"
            yield event | {"state": names.state(session.record)} if over else event
        ask = session.ask
        if ask is None:
            return
        options = session.options()
        code, weighed = explain(session, decide) if explain else (decide(session), None)
        offered: Any = len(options)
        if list_options:
            offered = [names.choice(ask, option, session.record) for option in options]
        chosen = names.choice(ask, code, session.record)
        event = {"event": "choice", "ask": ask, "choice": chosen, "options": offered}
        if explain:
            event["why"] = weighed and {
                "candidates": [
                    {"choice": names.choice(ask, candidate, session.record)} | numbers
                    for candidate, numbers in weighed
                ]
            }
        yield event
        session.choose(code)
