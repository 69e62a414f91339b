"""What a table may read or count in its own way: rulings with a switch, each with its readings, and house numbers, each with its default and limits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from simulator.core.errors import InputError
from simulator.core.messages import check_known, check_one_of, quote

Number = int | tuple[int, ...]

# Rulings (docs/rules.md, ⇄): places that the books leave open. The first reading is the default.
RULINGS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "X4": ("head-on", "start-place"),
        "X6": ("city", "literal"),
        "X7": ("move", "literal"),
        "X8": ("free", "longest"),
        "X9": ("another", "any"),
    }
)


@dataclass(frozen=True)
class HouseNumber:
    """One number, or a fixed count of numbers written with hyphens (`2-3-3-4-4-5`)."""

    meaning: str
    default: (
        Number | None
    )  # None: said by board or deck (`Scenario.rulebook_number`); what is off in the rulebook is 0
    low: int
    high: int | None  # None: said by the board
    count: int = 1
    noun: str = ""  # what one more of it is (`Factor.noun`) …
    label: str = ""  # … or, of several numbers, what they are called

    @property
    def kind(self) -> tuple[str, tuple[int, ...]]:
        """Return its type and shape in the record that kernels read."""
        wide = self.high is None or self.high > 127
        return "i2" if wide else "i1", () if self.count == 1 else (self.count,)


# V12: the numbers of the rulebook that designers ask about first.
HOUSE_NUMBERS: Mapping[str, HouseNumber] = {
    "starting-hand": HouseNumber("action cards in each first hand", 5, 0, 15, noun="card| in a first hand"),
    "draw": HouseNumber("action cards drawn at the end of a turn", 5, 0, 15, noun="card| drawn a turn"),
    "hand-limit": HouseNumber("most cards in a hand", 10, 1, 15, noun="card| that a hand may hold"),
    "any-action-cards": HouseNumber(
        "cards that pay for any action", 2, 1, 5, noun="card| as the price of any action"
    ),
    "loading-cards": HouseNumber(
        "cards that pay for loading a good", 1, 0, 5, noun="card| as the price of loading"
    ),
    "unused-point": HouseNumber(
        "tokens lost for an unused point", 1, 0, 10, noun="token| lost for an unused point"
    ),
    "head-on-point": HouseNumber(
        "tokens lost for each point of a head-on", 2, 0, 10, noun="token| lost for each point of a head-on"
    ),
    "start-place": HouseNumber(
        "tokens lost for running onto a start place", 2, 0, 10, noun="token| lost for a start place run onto"
    ),
    "failed-deployment": HouseNumber(
        "tokens lost for a deployment that fails", 2, 0, 10, noun="token| lost for a failed deployment"
    ),
    "die-black": HouseNumber("faces of the black die", (2, 3, 3, 4, 4, 5), 0, 9, 6, label="black die"),
    "die-brown": HouseNumber("faces of the brown die", (1, 2, 2, 3, 3, 4), 0, 9, 6, label="brown die"),
    "die-grey": HouseNumber("faces of the grey die", (1, 1, 1, 2, 2, 3), 0, 9, 6, label="grey die"),
    "trains": HouseNumber(
        "trains: black, brown, grey", (3, 3, 3), 1, 5, 3, label="trains (black, brown, grey)"
    ),
    "goods": HouseNumber(
        "goods of each colour that must be delivered; --goods 10 adds two of any colour",
        2,
        1,
        6,
        noun="good| of each colour",
    ),
    "signals": HouseNumber(
        "signal discs: one at each city, the others on lines", None, 0, None, noun="signal disc"
    ),
    "action-deck": HouseNumber(
        "action cards: signal, switch, move", None, 0, 200, 3, label="action cards (signal, switch, move)"
    ),
}


def all_rulings(given: Mapping[str, str]) -> dict[str, str]:
    """Complete the readings of some rulings by the default ones of the others; what is no ruling or no reading of it is refused."""
    for key, value in given.items():
        check_known("--ruling: there is no ruling", key, RULINGS)
        check_one_of(f"--ruling {key}", value, RULINGS[key])
    return {key: given.get(key, readings[0]) for key, readings in RULINGS.items()}


OF_THE_BOARD = ": one for each city and port of the board at least, and one more for each line field at most"


def _is_within(value: int, number: HouseNumber) -> bool:
    return number.low <= value and (number.high is None or value <= number.high)


def check_house_number(key: str, value: object) -> Number:
    """Return a value in its canonical form, or one sentence on what is allowed."""
    check_known("--house: there is no house number", key, HOUSE_NUMBERS)
    number = HOUSE_NUMBERS[key]
    values = tuple(value) if isinstance(value, list | tuple) else (value,)
    if number.count > 1 and len(values) == 1:
        values = values * number.count  # `trains=4` is short for 4-4-4
    allowed = OF_THE_BOARD if number.high is None else f" from {number.low} to {number.high}"
    whole = all(isinstance(v, int) and not isinstance(v, bool) and _is_within(v, number) for v in values)
    if not whole or len(values) != number.count:
        what = (
            "a whole number" if number.count == 1 else f"{number.count} whole numbers joined by hyphens, each"
        )
        found = "-".join(str(v) for v in values) if isinstance(value, list | tuple) else value
        raise InputError(f"--house: {key}={quote(found).strip(chr(34))} must be {what}{allowed}.")
    checked = tuple(int(v) for v in values if isinstance(v, int))
    return checked[0] if number.count == 1 else checked


def number_field(key: str) -> str:
    """Name the field of a house number in the record that kernels read: `rules.hand_limit`."""
    return key.replace("-", "_")


def ruling_field(ruling: str) -> str:
    """Name the field of a ruling in that record, which is set for its second reading: `rules.x6_literal`."""
    return f"{ruling.lower()}_{RULINGS[ruling][1].replace('-', '_')}"


def format_level(number: Number) -> int | str:
    """Return a house number as a level."""
    return "-".join(map(str, number)) if isinstance(number, tuple) else number


def parse_house_number(key: str, text: str) -> Number:
    """Read a house number as it is written: `4`, or `2-3-3-4-4-5`."""
    numbers = [
        int(part) if part.isascii() and part.isdigit() and len(part) < 6 else part for part in text.split("-")
    ]
    return check_house_number(key, numbers[0] if len(numbers) == 1 else numbers)
