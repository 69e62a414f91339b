"""A trace told in plain words, turn by turn.

`transcript` is a pure function from the events of docs/trace.md to lines of text. Names come from files and are data: they are
shown as they are, but no control character ever reaches a terminal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from reports.switch_signal.transcript.card import Symbols
from reports.switch_signal.transcript.reasons import no_reasons, reasons_in_words
from reports.switch_signal.transcript.words import (
    AFTER_A_TURN,
    ENDINGS,
    IDS,
    LOST_TO,
    TraceNames,
    cards_in_words,
    choice_in_words,
    helper_in_words,
    paid,
    stop_in_words,
    title,
)
from reports.words import counted
from simulator.core.messages import printable
from simulator.switch_signal.deck import ACTION_KINDS

Event = Mapping[str, Any]
Hand = list[int]


def transcript(events: Iterable[Event], cards: Mapping[str, str], names: TraceNames = IDS) -> Iterator[str]:
    """Tell a trace in lines of text; `cards` tells the symbols of each timetable card by its id, `names` how things are called."""
    narrator = Narrator(cards, names)
    for event in events:
        for line in narrator.tell(event):
            yield printable(line)


class Narrator:
    """Remembers what a single event does not say: hands, the card's symbols, and the move that is under way."""

    def __init__(self, cards: Mapping[str, str], names: TraceNames = IDS) -> None:
        self.cards, self.names = cards, names
        self.hands: list[Hand] = []
        self.seat = 0
        self.symbols = Symbols()
        self.held_back: list[str] = []  # lines that stand below the colour they belong to
        self.move = ""  # the sentence of the move under way, as far as it goes
        self.path: list[str] = []
        self.home = 0
        self.policy = ""
        self.first_reasons = True  # or the first time that there are none

    def tell(self, event: Event) -> Iterator[str]:
        teller: Callable[[Event], Iterator[str]] = getattr(self, f"_{event['event'].replace('-', '_')}")
        return teller(event)

    def _header(self, event: Event) -> Iterator[str]:
        self.policy = event["policy"]
        yield from title(event)

    def _setup(self, event: Event) -> Iterator[str]:
        state = event["state"]
        self.hands = [list(hand) for hand in state["hands"]]
        yield ""
        yield "Setup"
        yield f"  clock {state['clock']}, timetable {counted(state['left'], 'card')} with the start card"
        goods = ", ".join(f"{number} at {self.names.place(city)}" for city, number in state["goods"].items())
        yield f"  goods: {goods}"
        numbers = ", ".join(
            f"{'/'.join(map(str, found))} {self.names.place(place)}"
            for place, found in state["numbers"].items()
            if found
        )
        yield f"  start places: {numbers}"
        if state["signals"]:
            yield f"  green: {', '.join(map(self.names.signal, state['signals']))}"
        joined = {junction: lines for junction, lines in state["switches"].items() if lines}
        if joined:
            yield f"  switches: {'; '.join(self._joins(*each) for each in joined.items())}"

    def _disc(self, event: Event) -> Iterator[str]:
        if "signal" in event:
            yield f"  a green disc is laid on {self.names.signal(event['signal'])}"
        else:
            yield f"  {self._joins(event['switch'], event['open'])}"

    def _joins(self, junction: str, lines: Sequence[str], now: str = "") -> str:
        return f"{self.names.place(junction)}{now} joins {self.names.arms(junction, lines)}"

    def _deal(self, event: Event) -> Iterator[str]:
        yield f"  player {event['seat'] + 1} is dealt {self._take(event)}"

    def _draw(self, event: Event) -> Iterator[str]:
        yield from self.symbols.finish()
        yield f"  draws {self._take(event)}; hand: {cards_in_words(self.hands[event['seat']])}"

    def _take(self, event: Event) -> str:
        drawn = [event["cards"].count(kind) for kind in ACTION_KINDS]
        for kind, number in enumerate(drawn):
            self.hands[event["seat"]][kind] += number
        return cards_in_words(drawn)

    def _shuffle(self, event: Event) -> Iterator[str]:
        yield from self.symbols.finish()
        yield f"  the discards are shuffled into a new pile of {sum(event['pile'])}"

    def _turn(self, event: Event) -> Iterator[str]:
        self.seat = event["seat"]
        yield from self.symbols.finish()
        yield ""
        yield f"Turn {event['turn']}, player {self.seat + 1}"
        yield f"  hand: {cards_in_words(self.hands[self.seat])}"

    def _reveal(self, event: Event) -> Iterator[str]:
        card = event["card"]
        symbols = "deploy black, brown, grey" if card == "start" else self.cards.get(card, "symbols unknown")
        name = f"start card ({symbols})" if card == "start" else self.names.card(card, symbols)
        self.symbols = Symbols() if card == "start" else Symbols(symbols)
        yield f"  timetable: {name}, {counted(event['left'], 'card')} left"

    def _colour_up(self, colour: str) -> Iterator[str]:
        """Tell the symbols above this colour, which the card has come to."""
        yield from self.symbols.reach(colour)
        yield from self.held_back
        self.held_back = []

    def _helper(self, event: Event) -> Iterator[str]:
        yield from self._pause()
        if event["helper"] == "H3":
            yield from self._colour_up(event["colour"])
        yield f"    helper: {helper_in_words(event, self.names)}"

    def _deploy(self, event: Event) -> Iterator[str]:
        colour, place, result = event["colour"], event["place"], event["result"]
        if result == "no-train":
            yield f"    deploy{f' {colour}' if colour else ''}: no train for it in the depot"
            return
        place = self.names.place(place)
        if event["by"] == "dice":
            first, second = event["dice"]
            how = f"dice {first} + {second} = {event['number']}, {place}"
        elif event["by"] == "token":
            how = f"token {event['number']}, {place}"
        else:
            how = f"{place} is chosen"
        ends = {
            "placed": f"{self._train(event)} stands there",
            "occupied": "occupied, no train is placed",
            "again": "occupied, once more",
        }
        yield f"    deploy {colour}: {how}; {ends[result]}"

    def _move(self, event: Event) -> Iterator[str]:
        if event["by"] == "timetable":
            yield from self._colour_up(_colour(event["train"]))
        self.move, self.path = self._train(event), []

    def _roll(self, event: Event) -> Iterator[str]:
        self.move = f"{self._train(event)} rolls {event['points']}"
        yield from ()

    def _step(self, event: Event) -> Iterator[str]:
        self.path.append(event["to"])
        yield from ()

    def _pause(self) -> Iterator[str]:
        """Write down what is known of a move before something comes between."""
        if self.move or self.path:
            yield f"    {self._run()}"

    def _run(self) -> str:
        """Return the sentence of the move under way, which ends with it."""
        parts = self.move, f"runs to {self.names.cells(self.path)}" if self.path else ""
        self.move, self.path = "", []
        return ", ".join(filter(None, parts))

    def _stop(self, event: Event) -> Iterator[str]:
        stops = stop_in_words(event, self.names, moved=bool(self.path))
        yield f"    {self._run() or self._train(event)}; {stops}"

    def _deliver(self, event: Event) -> Iterator[str]:
        self.home += event["counts"]
        port = self.names.place(event["port"])
        good = f"      {self._train(event)} delivers a {event['colour']} good to {port}"
        yield good + (f", number {self.home} that counts" if event["counts"] else ", which does not count")

    def _tokens(self, event: Event) -> Iterator[str]:
        lost = counted(event["lost"], "token")
        yield f"      {lost} lost ({LOST_TO[event['cause']]}), clock {event['clock']}"

    def _clock_out(self, event: Event) -> Iterator[str]:
        if event["removed"]:
            left = counted(event["left"], "card")
            yield f"      the clock ran out: a timetable card is lost, {left} left, clock {event['clock']}"
        else:
            yield f"      the clock ran out and no timetable card is left, clock {event['clock']}"

    def _depot(self, event: Event) -> Iterator[str]:
        good = f", its {event['good']} good to its city" if event["good"] else ""
        yield f"      {self._train(event)} returns to the depot{good}"

    def _play(self, event: Event) -> Iterator[str]:
        yield from self.symbols.finish()
        for kind, number in enumerate(event["cards"]):
            self.hands[self.seat][kind] -= number
        names = self.names
        what = {
            "signal": lambda: f"green disc from {names.signal(event['from'])} to {names.signal(event['to'])}",
            "switch": lambda: self._joins(event["junction"], event["open"], " now"),
            "move": lambda: f"{self._train(event)} moves",
            "load": lambda: f"{self._train(event)} loads a {event['colour']} good",
        }[event["action"]]()
        yield f"  plays {paid(event['cards'])}: {what}"

    def _choice(self, event: Event) -> Iterator[str]:
        """Tell a choice that has options or reasons; any other is told by its effect."""
        yield from self._symbols_before(event["ask"], event["choice"])
        asked = [f"    {line}" for line in (*self._options(event), *self._reasons(event))]
        if not asked:
            return
        yield from self._pause()
        if event["ask"] == "conductor":  # only the next event says for which colour
            self.held_back = asked
        else:
            yield from asked

    def _options(self, event: Event) -> Iterator[str]:
        if isinstance(event["options"], int):
            return
        yield f"? {event['ask']}: {choice_in_words(event['choice'], self.names)}, out of {len(event['options'])}:"
        for option in event["options"]:
            mark = ">" if option == event["choice"] else "-"
            yield f"  {mark} {choice_in_words(option, self.names)}"

    def _reasons(self, event: Event) -> Iterator[str]:
        """Tell the reasons; their unit, or that there are none, is told once."""
        if "why" not in event:
            return
        if event["why"]:
            yield from reasons_in_words(event, self.names, unit=self.first_reasons)
        elif self.first_reasons:
            yield no_reasons(self.policy)
        self.first_reasons = False

    def _symbols_before(self, ask: str, choice: Event) -> Iterator[str]:
        """Tell the symbols of the card that a decision shows to be done."""
        if ask == "wild":
            yield from self.symbols.choose(choice["colour"])
        elif ask == "order":
            yield from self._colour_up(_colour(choice.get("move") or choice["hold"]))
        elif ask in ("act", "draw"):
            yield from self.symbols.finish()

    def _train(self, event: Event) -> str:
        return self.names.train(event["train"] or "")

    def _end(self, event: Event) -> Iterator[str]:
        if event["why"] in AFTER_A_TURN:
            yield from self.symbols.finish()
        yield ""
        yield f"{'Won' if event['won'] else 'Lost'}: {ENDINGS[event['why']]} ({event['why']})"


def _colour(train: str) -> str:
    """`grey` of `grey-2`."""
    return train.partition("-")[0]
