"""A game as data for the replay viewer: its first state, then steps, each with what it changes and what is said of it.

A step is something worth seeing: a card turned over, a deployment, the whole run of a train up to where it stops, a loss of tokens, a
card played. The state is flat, so that a step is a small table of what it sets (`flat_state`), and the words are those of
transcripts, with the names on the board.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass
from itertools import pairwise
from typing import Any

from reports.switch_signal.board.geometry import Point
from reports.switch_signal.board.svg import Sheet
from reports.switch_signal.board.words import BoardWords
from reports.switch_signal.replay.state import Event, State, Unfolding
from reports.switch_signal.transcript.reasons import no_reasons, reasons
from reports.switch_signal.transcript.telling import Narrator
from reports.switch_signal.transcript.words import title
from simulator.core.messages import printable

# What belongs to the next thing worth seeing.
NOT_YET = ("header", "turn", "move", "roll", "step", "choice")


@dataclass(frozen=True)
class Game:
    """A game to be shown."""

    events: Sequence[Event]  # of its trace, header first, with or without `why`
    cards: Mapping[str, str]  # the symbols of each timetable card by its id
    name: str = ""  # what it stands for among several: a typical win


def flat_state(state: State) -> dict[str, Any]:
    """Return a State of docs/trace.md without nesting: `train:black-1`, `switch:lyon`, `field:a-b:0` and so on."""
    flat: dict[str, Any] = {key: state[key] for key in ("turn", "seat", "clock", "left", "bottom")}
    flat["cards"] = len(state["executed"])
    flat |= {f"train:{name}": [*train.values()] for name, train in state["trains"].items()}
    flat |= {f"switch:{junction}": joined for junction, joined in state["switches"].items()}
    flat |= {f"goods:{city}": number for city, number in state["goods"].items()}
    for port, goods in state["delivered"].items():
        flat |= {f"home:{port}:{colour}": number for colour, number in goods.items()}
    flat |= {f"hand:{seat}": list(hand) for seat, hand in enumerate(state["hands"])}
    flat |= {key: list(state[key]) for key in ("signals", "pile", "discards", "helpers")}
    return flat


class Story:
    """Steps of one game, made from its events one after another."""

    def __init__(self, sheet: Sheet, cards: Mapping[str, str]) -> None:
        self.sheet, self.names = sheet, BoardWords(sheet.board)
        self.narrator = Narrator(cards, self.names)
        self.unfolding: Unfolding | None = None
        self.flat: dict[str, Any] = {}
        self.numbers: dict[str, list[int]] = {}
        self.step: dict[str, Any] = {}
        self.cells: list[str] = []  # the way of the train that moves, from where it stood
        self.obstacle: list[str] = []
        self.first_reasons = True

    def tell(self, event: Event) -> Iterator[dict[str, Any]]:
        """Return the step that this event completes, if it does."""
        kind = event["event"]
        if kind == "setup":
            self.unfolding = Unfolding(self.sheet.board, event)
            self.numbers = event["state"]["numbers"]
        elif self.unfolding:
            self._before(event)
            self.unfolding.take(event)
        self._say(event)
        if kind in NOT_YET or self.unfolding is None:
            return
        flat = flat_state(self.unfolding.state)
        self.step["kind"] = kind
        self.step["set"] = {key: value for key, value in flat.items() if self.flat.get(key, self) != value}
        self.flat = flat
        self._picture(event)
        yield self.step
        self.step = {}

    def _before(self, event: Event) -> None:
        """Note what must be known of the state before the event changes it."""
        assert self.unfolding
        trains = self.unfolding.state["trains"]
        match event["event"]:
            case "turn":
                self.step["turn"] = event["turn"]
            case "roll":
                self.step["dice"] = [event["points"]]
                self.cells = [trains[event["train"]]["at"]]
            case "step":
                self.cells.append(event["to"])
            case "choice":
                self._reasons(event)

    def _say(self, event: Event) -> None:
        """Note the words of a transcript, without options and reasons, which have a place of their own."""
        plain = event
        if event["event"] == "choice":
            plain = {key: event[key] for key in ("event", "ask", "choice")} | {"options": 0}
        lines = [printable(line.strip()) for line in self.narrator.tell(plain)]
        if event["event"] not in ("header", "setup"):
            self.step.setdefault("words", []).extend(line for line in lines if line)

    def _reasons(self, event: Event) -> None:
        if event.get("why"):
            found = reasons(event, self.names, unit=self.first_reasons)
            rows = [
                [printable(str(part)) if part is not True else 1 for part in astuple(row)]
                for row in found.shown
            ]
            self.step.setdefault("why", []).append([printable(found.heading), rows, found.more])
            self.first_reasons = False
        elif "why" in event and self.first_reasons:
            self.step.setdefault("why", []).append([printable(no_reasons(self.narrator.policy)), [], ""])
            self.first_reasons = False

    def _picture(self, event: Event) -> None:
        """Note what the viewer draws besides the state: a way, dice, a card, and what the event is about."""
        step = self.step
        marks: list[str] = []
        match event:
            case {"event": "setup"}:
                step["words"] = ["Setup"]
            case {"event": "reveal", "card": card}:
                step["card"] = printable(str(card))
            case {"event": "deploy", "place": place, "dice": dice}:
                marks = [f"cell:{place}"] if place else []
                if dice:
                    step["dice"] = list(dice)
            case {"event": "stop", "train": train, "reason": reason, "before": before}:
                kind = {"red": "field", "arm": "junction"}.get(reason, "train")
                self.obstacle = [f"{kind}:{before}"] if before else []
                step["train"], marks = train, self.obstacle
            case {"event": "tokens", "cause": "occupied" | "no-train"}:
                pass
            case {"event": "tokens", "cause": cause}:
                marks = self.obstacle
                step["cause"] = cause
            case {"event": "deliver", "port": port, "train": train}:
                marks, step["train"] = [f"cell:{port}"], train
            case {"event": "play", "action": "signal", "from": start, "to": end}:
                marks = [f"field:{start}", f"field:{end}"]
            case {"event": "play", "action": "switch", "junction": junction}:
                marks = [f"junction:{junction}"]
            case {"event": "play" | "helper" | "depot", "train": train}:
                step["train"] = train
            case {"event": "disc"}:
                marks = [f"field:{event['signal']}" if "signal" in event else f"junction:{event['switch']}"]
            case {"event": "end", "won": won}:
                step["won"] = won
        if len(self.cells) > 1 and event["event"] in ("stop", "helper"):
            step["train"], way = event.get("train", ""), way_of(self.sheet, self.cells)
            if len(way) > 2:  # not only round to where it stood (X15)
                step["way"] = way
            self.cells = self.cells[-1:]
        if marks:
            step["marks"] = marks


def replay_data(sheet: Sheet, game: Game) -> dict[str, Any]:
    """Return all that the viewer must know of a game; the same trace always gives the same."""
    story = Story(sheet, game.cards)
    steps = [step for event in game.events for step in story.tell(event)]
    header = game.events[0]
    return {
        "name": printable(game.name),
        "title": [printable(line) for line in title(header)],
        "required": header["goods_required"],
        "tokens": header["scenario"]["tokens"],
        "helpers": list(header["scenario"]["helpers"]),
        "numbers": {place: list(found) for place, found in story.numbers.items()},
        "steps": steps,
    }


def seen_cards(games: Iterable[Game]) -> dict[str, list[str]]:
    """Return the symbols of all timetable cards that may come up, from top to bottom."""
    found = {printable(card): symbols.split(", ") for game in games for card, symbols in game.cards.items()}
    return found | {"start": ["deploy"] * 3}


def way_of(sheet: Sheet, cells: list[str]) -> list[int]:
    """Return points x, y, x, y … along the tracks, from the middle of the first cell to that of the last."""
    points: list[Point] = [sheet.geometry.cell(cells[0])[0]]
    for here, there in pairwise(cells):
        points += _between(sheet, here, there)
    flat: list[int] = []
    for at in map(sheet.at, points):
        if list(at) != flat[-2:]:
            flat += at
    return flat


def _between(sheet: Sheet, here: str, there: str) -> list[Point]:
    """Return the way from the middle of a cell to that of a neighbour, without its first point: bends of the lines, and the junction between."""
    line, other = (cell.rpartition("#")[0] for cell in (here, there))
    target = sheet.geometry.cell(there)[0]
    if line == other and line:
        return [*_along(sheet, line, _middle(sheet, here), _middle(sheet, there)), target]
    shared = _shared_place(sheet, here, there)
    if not shared:  # two places with nothing but a line between them
        return [target]
    points: list[Point] = []
    if line:
        points += [
            *_along(sheet, line, _middle(sheet, here), _end(sheet, line, shared)),
            sheet.geometry.places[shared],
        ]
    if other:
        points += _along(sheet, other, _end(sheet, other, shared), _middle(sheet, there))
    return [*points, target]


def _middle(sheet: Sheet, cell: str) -> float:
    return sum(sheet.geometry.cells[cell]) / 2


def _end(sheet: Sheet, line: str, place: str) -> float:
    return 0.0 if sheet.board.line_by_id[line].a == place else sheet.geometry.tracks[line].path.length


def _along(sheet: Sheet, line: str, start: float, stop: float) -> list[Point]:
    """Return the bends between two distances along a line, in the direction of travel."""
    bends = sheet.geometry.tracks[line].path.between(min(start, stop), max(start, stop))[1:-1]
    return bends if start < stop else bends[::-1]


def _shared_place(sheet: Sheet, here: str, there: str) -> str:
    """Return the place between two cells. Two lines may join the same two places, so only the ends that lie beside the cells count."""

    def places(cell: str) -> list[str]:
        name, _, number = cell.rpartition("#")
        if not name:
            return [cell]
        line = sheet.board.line_by_id[name]
        return [line.a] * (number == "1") + [line.b] * (number == str(line.segments))

    return next((place for place in places(here) if place in places(there)), "")
