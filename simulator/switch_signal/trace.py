"""Traces: a game as named events, complete enough for an outside referee (docs/trace.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
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


class Translator:
    """From the numbers of the records to the names of board and deck files."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.names = board_names_of(scenario.board_data)
        self.card_names = [card.id for card in scenario.deck_data.cards] + ["start"]
        self.trains = [
            f"{colour}-{i + 1}" if i < scenario.numbers("trains")[c] else ""
            for c, colour in enumerate(TRAIN_COLOURS)
            for i in range(MAX_TRAINS_OF_A_COLOUR)
        ]
        self.exit_fields = [list(scenario.board_data.entrances[city]) for city in self.names.cities]

    def good(self, index: int) -> str | None:
        return self.names.goods[index] if index >= 0 else None

    def heading(self, dart: int) -> str | None:
        return self.names.edges[dart >> 1] if dart >= 0 else None

    def helper(self, event: tuple[int, ...]) -> Event:
        _, helper, thing = event[:3]
        named: Event = {"event": "helper", "helper": f"H{helper + 1}"}
        if helper in (codes.H1, codes.H2, codes.H6):
            return named | {"train": self.trains[thing]}
        if helper == codes.H4:
            return named | {"card": self.card_names[thing]}
        return named | {"colour": TRAIN_COLOURS[thing]}

    def deploy(self, event: tuple[int, ...]) -> Event:
        _, train, by, dice, number, cell, result = event
        return {
            "event": "deploy",
            "colour": TRAIN_COLOURS[train // MAX_TRAINS_OF_A_COLOUR] if train >= 0 else None,
            "train": self.trains[train] if result == codes.PLACED else None,
            "by": BY_NAMES[by],
            "dice": [dice // 8, dice % 8] if by == codes.BY_DICE else None,
            "number": number if number >= 0 else None,
            "place": self.names.cells[cell] if cell >= 0 else None,
            "result": RESULT_NAMES[result],
        }

    def stop(self, event: tuple[int, ...]) -> Event:
        _, train, cell, reason, unused, before, _ = event
        obstacle: str | None = None
        if reason == codes.RED:
            obstacle = self.names.edges[before >> 1]
        elif reason == codes.ARM:
            obstacle = self._junction_ahead(before)
        elif before >= 0:
            obstacle = self.trains[before]
        return {
            "event": "stop",
            "train": self.trains[train],
            "at": self.names.cells[cell],
            "reason": STOP_NAMES[reason],
            "unused": unused,
            "before": obstacle,
        }

    def play(self, action: str, payment: int, what: Event) -> Event:
        """An action, with the cards that pay for it and what it is done to."""
        paid = [payment & 15, payment >> 4 & 15, payment >> 8 & 15]
        return {"event": "play", "action": action, "cards": paid} | what

    def _junction_ahead(self, dart: int) -> str:
        line_id = self.names.edges[dart >> 1].rsplit(":", 1)[0]
        line = self.scenario.board_data.line_by_id[line_id]
        return line.a if dart % 2 else line.b

    def event(self, event: tuple[int, ...]) -> Event:
        """One row of the log as a named event."""
        kind, a, b, c, d = event[:5]
        names, trains = self.names, self.trains
        match kind:
            case codes.EV_DISC_SWITCH:
                return {"event": "disc", "switch": names.junctions[a], "open": names.open_lines(a, b)}
            case codes.EV_DISC_SIGNAL:
                return {"event": "disc", "signal": names.fields[a]}
            case codes.EV_DEAL:
                return {"event": "deal", "seat": a, "cards": [ACTION_KINDS[b]]}
            case codes.EV_DRAW:
                return {"event": "draw", "seat": a, "cards": [ACTION_KINDS[b]]}
            case codes.EV_TURN:
                return {"event": "turn", "turn": a, "seat": b}
            case codes.EV_REVEAL:
                return {"event": "reveal", "card": self.card_names[a], "left": b}
            case codes.EV_HELPER:
                return self.helper(event)
            case codes.EV_DEPLOY:
                return self.deploy(event)
            case codes.EV_MOVE:
                return {"event": "move", "train": trains[a], "by": "card" if b else "timetable"}
            case codes.EV_ROLL:
                return {"event": "roll", "train": trains[a], "points": b}
            case codes.EV_STEP:
                return {"event": "step", "train": trains[a], "to": names.cells[b], "heading": self.heading(c)}
            case codes.EV_STOP:
                return self.stop(event)
            case codes.EV_DELIVER:
                return {
                    "event": "deliver",
                    "train": trains[a],
                    "colour": self.good(b),
                    "port": names.ports[c],
                    "counts": d == 1,
                }
            case codes.EV_TOKENS:
                return {"event": "tokens", "cause": tuple(CAUSES)[a], "lost": b, "clock": c}
            case codes.EV_CLOCK_OUT:
                return {"event": "clock-out", "removed": a == 1, "left": b, "clock": c}
            case codes.EV_DEPOT:
                return {"event": "depot", "train": trains[a], "good": self.good(b)}
            case codes.EV_PLAY_SIGNAL:
                return self.play("signal", a, {"from": names.fields[b], "to": names.fields[c]})
            case codes.EV_PLAY_SWITCH:
                setting = {"junction": names.junctions[b], "open": names.open_lines(b, c)}
                return self.play("switch", a, setting)
            case codes.EV_PLAY_MOVE:
                return self.play("move", a, {"train": trains[b]})
            case codes.EV_PLAY_LOAD:
                return self.play("load", a, {"train": trains[b], "colour": self.good(c)})
            case codes.EV_SHUFFLE:
                return {"event": "shuffle", "pile": [a, b, c]}
            case codes.EV_END:
                return {"event": "end", "won": a == 1, "why": f"E{b}"}
        raise ValueError(f"unknown event {event}")

    def events(self, log: list[tuple[int, ...]]) -> Iterator[Event]:
        """Named events; cards dealt or drawn one after another by one seat become one event."""
        pending: Event | None = None
        for row in log:
            event = self.event(row)
            drawn = event["event"] in ("deal", "draw")
            if pending and drawn and (pending["event"], pending["seat"]) == (event["event"], event["seat"]):
                pending["cards"] += event["cards"]
                continue
            if pending:
                yield pending
            pending = event if drawn else None
            if not drawn:
                yield event
        if pending:
            yield pending

    def choice(self, ask: str, code: int, record: Any) -> Event:
        """A choice as it stands in a trace."""
        choice = Choice.unpack(code)
        names, cards = self.names, list(choice.cards)
        match choice.verb:
            case codes.SIGNAL if ask == "layout":
                return {"signal": names.fields[choice.a]}
            case codes.SWITCH if ask == "layout":
                return {"switch": names.junctions[choice.a], "open": names.open_lines(choice.a, choice.b)}
            case codes.SIGNAL:
                return {"signal": [names.fields[choice.a], names.fields[choice.b]], "cards": cards}
            case codes.SWITCH:
                setting = names.open_lines(choice.a, choice.b)
                return {"switch": names.junctions[choice.a], "open": setting, "cards": cards}
            case codes.MOVE:
                return {"move": self.trains[choice.a], "cards": cards}
            case codes.LOAD:
                return {"load": self.trains[choice.a], "cards": cards}
            case codes.COLOUR:
                return {"colour": TRAIN_COLOURS[choice.a]}
            case codes.AT:
                return {"place": names.starts[choice.a]}
            case codes.GO:
                return {"move": self.trains[choice.a]}
            case codes.HOLD:
                return {"hold": self.trains[choice.a]}
            case codes.BY:
                return {"by": self.exit_fields[int(record["pos"][record["mover"]])][choice.a]}
            case codes.CARDS_DRAWN:
                return {"cards": choice.a}
            case codes.USE:
                return {"use": True}
        if ask in ("act", "through"):
            return {"stop": True}
        return {"roll": True} if ask == "place" else {"use": False}

    def state(self, record: Any) -> Event:
        """The complete state of a game (docs/trace.md, State)."""
        g, names, scenario = record, self.names, self.scenario
        numbers: dict[str, list[int]] = {start: [] for start in names.starts}
        for number in range(2, 13):
            numbers[names.cells[int(g["place"][number])]].append(number)
        # With layout `policy` a junction has no setting before it is placed.
        placed = int(g["placed"]) if scenario.layout == "policy" else len(names.junctions)
        trains: dict[str, Event] = {}
        for index, train in enumerate(self.trains):
            if train:
                where = names.cells[g["pos"][index]] if g["pos"][index] >= 0 else None
                way, good = self.heading(int(g["way"][index])), self.good(int(g["cargo"][index]))
                trains[train] = {"at": where, "heading": way, "good": good}
        stacked = scenario.locations == "stack"
        return {
            "turn": int(g["turn"]),
            "seat": int(g["seat"]),
            "clock": int(g["clock"]),
            "left": int(g["pile"]) + (int(g["turn"]) == 0),
            "bottom": self.card_names[int(g["bottom"])] if g["bottom"] >= 0 else None,
            "executed": [self.card_names[card] for card in g["executed"][: int(g["executed_cards"])]],
            "trains": trains,
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
