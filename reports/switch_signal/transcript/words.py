"""The wording of a transcript: small phrases for the parts of an event."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from reports.factor_words import origins_in_words
from reports.words import counted
from simulator.switch_signal.deck import ACTION_KINDS
from simulator.switch_signal.game import GAME
from simulator.switch_signal.house import HOUSE_NUMBERS, RULINGS
from simulator.switch_signal.measures import MEASURES

Event = Mapping[str, Any]
CAUSE_WORDS = MEASURES["tokens"].parts
LOSS_WORDS = {rule: words for rule, words in MEASURES["why"].values.items() if words}
ENDINGS = {"E1": "the last good required has arrived", **LOSS_WORDS}
AFTER_A_TURN = (
    "E2",
)  # which of them come when a turn is over; the others come at once, in the middle of a card
HELPERS = {
    "H1": "logistician, {train} rolls again",
    "H2": "dispatcher, trains run through cities in this turn, {train} first",
    "H3": "conductor, {colour} does not move",
    "H4": "track keeper, {card} goes under the pile",
    "H5": "shunter, the start place for {colour} is chosen",
    "H6": "controller, {train} does not move",
}
# Why a token is lost, said of one event; of many games together it is told by the measure `tokens`.
LOST_TO = {
    "red": "red signal",
    "arm": "closed switch",
    "train": "train ahead",
    "head-on": "head-on",
    "start": "ran onto a start place",
    "occupied": "start place occupied",
    "no-train": "no train to deploy",
}


class TraceNames:
    """Calls places, lines, signals, trains and cards by their names in the trace, so that they can be looked up there and in board files.

    `reports/switch_signal/board/words.py` calls them as players do.
    """

    def place(self, place: str) -> str:
        return place

    def train(self, train: str) -> str:
        return train

    def card(self, card: str, symbols: str) -> str:
        return f"card {card} ({symbols})"

    def this_card(self, card: str) -> str:
        """Name the card that lies open."""
        return f"card {card}"

    def question(self, ask: str) -> str:
        """Name the question that a policy was asked."""
        return ask

    def cells(self, cells: Sequence[str]) -> str:
        """Cells one after another; further cells of the same line by their number only: `lyon-paris#1, #2, paris`."""
        words: list[str] = []
        before = ""
        for cell in cells:
            line, mark, number = cell.partition("#")
            words.append(f"#{number}" if mark and line == before else cell)
            before = line if mark else ""
        return ", ".join(words)

    def signal(self, field: str) -> str:
        """Call a signal."""
        return field

    def red_signal(self, field: str) -> str:
        """Name the signal that a train stops before."""
        return f"the red signal {field}"

    def exit(self, field: str) -> str:
        """Name the way out of a city."""
        return f"by {field}"

    def arms(self, junction: str, lines: Sequence[str]) -> str:
        """Name the lines that a switch joins, or is to join."""
        return " and ".join(lines)


IDS = TraceNames()


def cards_in_words(hand: Sequence[int]) -> str:
    """`3 signal, 1 move`."""
    return (
        ", ".join(f"{number} {kind}" for number, kind in zip(hand, ACTION_KINDS, strict=True) if number)
        or "no cards"
    )


def paid(cards: Sequence[int]) -> str:
    return (
        " + ".join(f"{number} {kind}" for number, kind in zip(cards, ACTION_KINDS, strict=True) if number)
        or "no card"
    )


def stop_in_words(event: Event, names: TraceNames, *, moved: bool) -> str:
    stops = "stops" if moved else f"stays at {names.cells([event['at']])}"
    left = f", {counted(event['unused'], 'point')} unused" if event["unused"] else ""
    return f"{stops}{_why_it_stops(event['reason'], event['before'], names)}{left}"


def _why_it_stops(reason: str, before: str | None, names: TraceNames) -> str:
    match reason, before:
        case "red", str(field):
            return f" before {names.red_signal(field)}"
        case "arm", str(junction):
            return f" before the closed switch {names.place(junction)}"
        case "train", str(train):
            return f" behind {names.train(train)}"
        case "head-on", str(train):
            return f", head-on with {names.train(train)}"
        case "start", str(train):
            return f" before {names.train(train)} on a start place"
    return {"city": " in the city", "port": " in the port", "start": " on the start place"}.get(reason, "")


def helper_name(helper: str) -> str:
    return HELPERS[helper].partition(",")[0]


def helper_in_words(event: Event, names: TraceNames) -> str:
    words = {"train": names.train, "card": names.this_card}
    told = {key: words[key](value) if key in words else value for key, value in event.items()}
    return HELPERS[event["helper"]].format_map(told)


def choice_in_words(choice: Event, names: TraceNames = IDS) -> str:
    """Tell a choice of docs/trace.md in a phrase."""
    cards = f" for {paid(choice['cards'])}" if isinstance(choice.get("cards"), list) else ""
    match choice:
        case {"signal": [start, end]}:
            return f"signal from {names.signal(start)} to {names.signal(end)}{cards}"
        case {"signal": field}:
            return f"signal on {names.signal(field)}"
        case {"switch": junction, "open": lines}:
            return f"switch {names.place(junction)} to {names.arms(junction, lines)}{cards}"
        case {"move": train}:
            return f"move {names.train(train)}{cards}"
        case {"load": train}:
            return f"load {names.train(train)}{cards}"
        case {"hold": train}:
            return f"hold {names.train(train)}"
        case {"colour": colour}:
            return str(colour)
        case {"place": place}:
            return f"place at {names.place(place)}"
        case {"by": field}:
            return f"leave {names.exit(field)}"
        case {"use": use}:
            return "yes" if use else "no"
        case {"roll": _}:
            return "leave it to chance"
        case {"cards": int(number)}:
            return f"draw {number}"
    return "stop"


def title(header: Event) -> Iterator[str]:
    """Tell in two lines what is played, and how well it is known."""
    scenario = header["scenario"]
    yield f"{header['board']['name']}, game {header['game']} of seed {header['seed']}, policy {header['policy']}"
    setup = [
        f"{scenario['players']} players",
        f"game of {counted(header['goods_required'], 'good')}",
        counted(scenario["tokens"], "time token"),
        f"{counted(scenario['removed'], 'timetable card')} put away",
        f"start places by {scenario['locations']}",
        f"edition {scenario['edition']}",
        f"layout {scenario['layout']}",
        f"helpers {', '.join(map(helper_name, scenario['helpers'])) or 'none'}",
    ]
    yield ", ".join([*setup, *_off_the_book(scenario)])
    yield from origins_in_words(GAME, {place: header[place]["origin"] for place in ("board", "deck")})


def _off_the_book(scenario: Mapping[str, Any]) -> Iterator[str]:
    """Tell what no printed game has, and which rulings decide against their first reading."""
    if scenario["extra_signals"]:
        yield counted(scenario["extra_signals"], "extra signal disc")
    for name, value in scenario["house"].items():
        number = HOUSE_NUMBERS.get(name)
        usual = number.default if number else None
        if usual is not None and value != (usual if isinstance(usual, int) else list(usual)):
            yield f"house {name} {value if isinstance(value, int) else '-'.join(map(str, value))}"
    for ruling, reading in scenario["rulings"].items():
        if reading != RULINGS.get(ruling, (reading,))[0]:
            yield f"ruling {ruling} {reading}"
