"""Everything that lies on the table: the state of one game, and its story so far (S1-S4, docs/trace.md)."""

from dataclasses import dataclass
from typing import Any

from .chance import KINDS, Chance
from .network import Network, read_network
from .question import Choice, Flow, Question

TRAIN_COLOURS = ("black", "brown", "grey")
ALL_NUMBERS = list(range(2, 13))
START_CARD = "start"

Cards = dict[str, int]


@dataclass
class Train:
    """A train; in the depot it stands nowhere, and in a city it has no heading (B4)."""

    id: str
    colour: str
    at: str | None = None
    heading: str | None = None
    good: str | None = None


class Game:
    """One game in progress: components by name, the scenario's switches, and the events so far."""

    def __init__(
        self, board: dict[str, Any], deck: dict[str, Any], scenario: dict[str, Any], chance: Chance
    ) -> None:
        self.network: Network = read_network(board)
        self.chance = chance
        self.scenario = scenario
        self.house: dict[str, Any] = scenario["house"]
        self.rulings: dict[str, str] = scenario["rulings"]
        self.cards: dict[str, dict[str, Any]] = {card["id"]: card for card in deck["card"]}
        self.start_colours: list[str] = list(deck["start"]["deploy"])
        self.events: list[dict[str, Any]] = []

        self.turn = 0
        self.seat = 0
        self.clock: int = scenario["tokens"]
        self.left: int = len(self.cards) - scenario["removed"] + 1  # the start card lies on top
        self.unseen = list(self.cards)  # cards never revealed, those put away unseen included
        self.bottom: str | None = None
        self.executed: list[str] = []
        self.trains: dict[str, Train] = {
            f"{colour}-{number}": Train(f"{colour}-{number}", colour)
            for colour, count in zip(TRAIN_COLOURS, self.house["trains"], strict=True)
            for number in range(1, count + 1)
        }
        self.switches: dict[str, list[str] | None] = dict.fromkeys(self.network.junctions)
        self.green: set[str] = set()
        held = self.house["goods"] + (1 if self.ten_goods else 0)
        self.goods: dict[str, int] = dict.fromkeys(self.network.cities, held)
        self.delivered: dict[str, dict[str, int]] = {
            port: dict.fromkeys(self.network.colours, 0) for port in self.network.ports
        }
        self.hands: list[Cards] = [dict.fromkeys(KINDS, 0) for _ in range(scenario["players"])]
        self.pile: Cards = dict(zip(KINDS, self.house["action-deck"], strict=True))
        self.discards: Cards = dict.fromkeys(KINDS, 0)
        self.helpers: set[str] = set(scenario["helpers"])
        self.numbers: dict[str, list[int]] = dict(self.network.printed_numbers)
        self.tokens: list[int] | None = list(ALL_NUMBERS) if scenario["locations"] == "stack" else None
        self.dispatcher = False  # H2 is in force until the end of the turn
        self.held_back: set[str] = set()  # H6 PL: may not move in this turn, not even by C3

    @property
    def ten_goods(self) -> bool:
        """V4 is played."""
        return bool(self.scenario["goods"] == 10)

    @property
    def polish(self) -> bool:
        """V8: the Polish edition's wording of D5, E3 and H6 holds."""
        return bool(self.scenario["edition"] == "pl")

    @property
    def north_america(self) -> bool:
        """N1-N3 hold instead of M8 and M9."""
        return self.network.family == "north-america"

    def note(self, event: str, **fields: Any) -> None:
        """Write one event into the story."""
        self.events.append({"event": event, **fields})

    def ask(self, ask: str, options: list[Choice]) -> Flow[Choice]:
        """Put a question to the players, unless there is only one answer."""
        if len(options) == 1:
            return options[0]
        choice = yield Question(ask, options)
        self.note("choice", ask=ask, choice=choice, options=len(options))
        return choice

    def use_helper(self, helper: str, **fields: Any) -> None:
        """Spend a helper for the rest of the game."""
        self.helpers.remove(helper)
        self.note("helper", helper=helper, **fields)

    def train_on(self, cell: str, besides: Train | None = None) -> Train | None:
        """The train standing on a cell, leaving one train out of account."""
        for train in self.trains.values():
            if train.at == cell and train is not besides:
                return train
        return None

    def in_depot(self, colour: str) -> list[Train]:
        """The trains of a colour that wait in the depot, lowest number first."""
        return [train for train in self.trains.values() if train.colour == colour and train.at is None]

    def on_network(self, colour: str) -> list[Train]:
        """M12: the trains of a colour on tracks, in cities and on start places."""
        return [train for train in self.trains.values() if train.colour == colour and train.at is not None]

    def free_starts(self) -> list[str]:
        """The start places on which no train stands."""
        return [start for start in self.network.starts if self.train_on(start) is None]

    def state(self) -> dict[str, Any]:
        """The State of docs/trace.md, a copy."""
        return {
            "turn": self.turn,
            "seat": self.seat,
            "clock": self.clock,
            "left": self.left,
            "bottom": self.bottom,
            "executed": list(self.executed),
            "trains": {
                train.id: {"at": train.at, "heading": train.heading, "good": train.good}
                for train in self.trains.values()
            },
            "switches": {
                name: None if lines is None else list(lines) for name, lines in self.switches.items()
            },
            "signals": [name for name in self.network.fields if name in self.green],
            "goods": dict(self.goods),
            "delivered": {port: dict(stored) for port, stored in self.delivered.items()},
            "hands": [triple(hand) for hand in self.hands],
            "pile": triple(self.pile),
            "discards": triple(self.discards),
            "helpers": sorted(self.helpers),
            "numbers": {start: sorted(numbers) for start, numbers in self.numbers.items()},
            "tokens": None if self.tokens is None else sorted(self.tokens),
        }


def triple(cards: Cards) -> list[int]:
    """Action cards as counts of signal, switch and move."""
    return [cards[kind] for kind in KINDS]
