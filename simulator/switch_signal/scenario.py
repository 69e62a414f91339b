"""A scenario: all that a game depends on but the policy and the seed (V1–V12, the ⇄ rulings, board and deck).

`Scenario` is frozen and checked when it is made; its canonical JSON and hash identify it in traces and run stores.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import Any

from simulator.core.errors import InputError, refuse
from simulator.core.messages import quote
from simulator.core.provenance import origin
from simulator.game import Level, Place
from simulator.switch_signal.board import board_names, board_toml, load_board
from simulator.switch_signal.board_model import Board
from simulator.switch_signal.codes import HELPER_NAMES
from simulator.switch_signal.deck import Deck, deck_names, deck_toml, load_deck
from simulator.switch_signal.ensemble import PREFIX
from simulator.switch_signal.factors import FACTORS, HELPER_BY_NAME
from simulator.switch_signal.house import (
    HOUSE_NUMBERS,
    Number,
    all_rulings,
    check_house_number,
    format_level,
    parse_house_number,
)
from simulator.switch_signal.limits import MAX_DISCS

FAMILY_HELPERS = {"central-europe": ("H1", "H2", "H3"), "north-america": ("H4", "H5", "H6")}


def _standard(name: str) -> Any:
    """Return the level of the rulebook."""
    return FACTORS[name].default


@dataclass(frozen=True)
class Scenario:
    """A field for every factor, the standard game's unless it is given. Board and deck (V9) are names, or paths of files."""

    board: str = _standard("board")
    deck: str = _standard("deck")
    players: int = _standard("players")
    tokens: int = _standard("tokens")
    removed: int = _standard("removed")
    goods: int = _standard("goods")
    extra_signals: int = _standard("extra-signals")
    locations: str = _standard("locations")
    edition: str = _standard("edition")
    layout: str = _standard("layout")
    helpers: str | tuple[str, ...] = _standard("helpers")
    house: Mapping[str, Number] = field(default_factory=dict)
    rulings: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in SINGLE:
            FACTORS[name.replace("_", "-")].same(getattr(self, name))
        object.__setattr__(self, "helpers", _helpers(self.helpers, self.board_data))
        object.__setattr__(self, "house", MappingProxyType(self._full_house()))
        object.__setattr__(self, "rulings", MappingProxyType(all_rulings(self.rulings)))
        refuse(self._conflicts())

    def __hash__(self) -> int:
        return hash(self.hash)

    def __reduce__(self) -> Any:
        return Scenario.of, (self.levels,)

    @cached_property
    def board_data(self) -> Board:
        return _board(self.board)

    @cached_property
    def deck_data(self) -> Deck:
        return _deck(self.deck)

    def _full_house(self) -> dict[str, Number]:
        given = {key: check_house_number(key, value) for key, value in self.house.items()}
        return {key: self.rulebook_number(key) for key in HOUSE_NUMBERS} | given

    def rulebook_number(self, key: str) -> Number:
        """Return a house number as it is without a house rule: by the rulebook, or by board or deck where the rulebook leaves it to them."""
        default = HOUSE_NUMBERS[key].default
        if default is not None:
            return default
        said: Mapping[str, Number] = {
            "signals": len(self.board_data.layout.signals),
            "action-deck": self.deck_data.actions,
        }
        return said[key]

    @cached_property
    def levels(self) -> dict[str, Level]:
        """Return the level of every factor, each in its one spelling."""
        here = FAMILY_HELPERS[self.board_data.family]
        single: dict[str, Level] = {
            **{name.replace("_", "-"): getattr(self, name) for name in SINGLE},
            "helpers": "all" if self.helpers == here else "+".join(self.helpers) or "none",
        }
        house = {f"house {key}": format_level(number) for key, number in self.house.items()}
        return single | house | {f"ruling {key}": reading for key, reading in self.rulings.items()}

    @property
    def places(self) -> dict[str, Place]:
        """Return board and deck, with all that says how they play."""
        return {"board": _board_place(self.board), "deck": _deck_place(self.deck)}

    @property
    def own(self) -> dict[str, Level]:
        """Return what board and deck say of factors that the rulebook leaves to them."""
        left_open = [key for key, number in HOUSE_NUMBERS.items() if number.default is None]
        return {f"house {key}": format_level(self.rulebook_number(key)) for key in left_open}

    def number(self, key: str) -> int:
        value = self.house[key]
        assert isinstance(value, int)
        return value

    def numbers(self, key: str) -> tuple[int, ...]:
        value = self.house[key]
        assert isinstance(value, tuple)
        return value

    @property
    def goods_required(self) -> int:
        """Count the goods that win the game: 8 on a full board with the numbers of the rulebook."""
        return goods_to_win(self.number("goods"), len(self.board_data.goods_cities), self.goods)

    def _conflicts(self) -> Iterator[tuple[bool, str]]:
        """What no single number can tell: discs against fields, cards against hands, goods against ports."""
        board, source = self.board_data, self.board_data.source
        # B5: one disc at each city and the others on lines; V3: extra ones anywhere.
        base, cities = self.number("signals"), len(board.cities)
        discs = base + self.extra_signals
        most = min(cities + len(board.line_fields), MAX_DISCS)
        yield (
            not cities <= base <= most,
            (
                f"--house: signals={base} must be from {cities} to {most} on {source}: "
                "one disc at every city, the others on line fields (B5)."
            ),
        )
        yield (
            discs > len(board.fields),
            f"--extra-signals: {discs} discs do not fit on the {len(board.fields)} fields of {source}.",
        )
        named = (*board.layout.signals, *board.layout.extra)
        most = cities + sum(board.field_city[field] is None for field in named)
        yield (
            self.layout == "standard" and base > most,
            (
                f"--house: signals={base} must be from {cities} to {most} with the standard layout of "
                f"{source}, which names so few line fields; use --layout random or add some to layout.extra."
            ),
        )
        yield (
            self.layout == "standard" and discs > len(named),
            (
                f"--extra-signals: {discs} discs are wanted, and the standard layout of {source} "
                f"names fields for {len(named)}; use --layout random or add fields to layout.extra."
            ),
        )
        # Full hands must leave a card to draw: the pile is never empty for long (T3).
        deck, limit = self.numbers("action-deck"), self.number("hand-limit")
        held = self.players * limit
        if deck == self.deck_data.actions:
            found = f"{self.deck_data.source}: actions has"
        else:
            found = f"--house: action-deck={format_level(deck)} has"
        yield (
            sum(deck) <= held,
            (
                f"{found} {sum(deck)} cards, and the hands of {self.players} players alone may hold {held} "
                f"(--house hand-limit={limit}); it needs at least {held + 1}."
            ),
        )
        first, goods = self.number("starting-hand"), self.number("goods")
        yield first > limit, f"--house: starting-hand={first} must not exceed hand-limit={limit}."
        yield (
            self.goods == 10 and len(board.goods_cities) < 2,
            f"--goods: 10 goods (V4) need two goods cities, and {source} has one.",
        )
        yield (
            len(board.ports) == 2 and goods % 2 == 1,
            f"--house: goods={goods} must be even on {source}, which has two ports (N1).",
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the canonical form: every factor named, in a fixed order."""
        return {
            **{name: getattr(self, name) for name in SINGLE},
            "helpers": list(self.helpers),
            "house": {key: list(v) if isinstance(v, tuple) else v for key, v in self.house.items()},
            "rulings": dict(self.rulings),
        }

    @classmethod
    def of(cls, levels: Mapping[str, Level]) -> Scenario:
        """Return the scenario that levels of factors describe (`factors.py`); what they leave out is as the rulebook has it."""
        fields: dict[str, Any] = {}
        house: dict[str, Number] = {}
        rulings: dict[str, str] = {}
        for name, level in levels.items():
            kind, _, key = name.partition(" ")
            if kind == "house":
                house[key] = parse_house_number(key, str(level))
            elif kind == "ruling":
                rulings[key] = str(level)
            elif name == "helpers":
                fields[name] = str(level).replace("+", ",")
            else:
                fields[name.replace("-", "_")] = level
        return cls(**fields, house=house, rulings=rulings)

    @cached_property
    def hash(self) -> str:
        """Identify what is played: contents of board and deck count, not the names of their files."""
        contents = self.to_dict() | {"board": self.board_data.hash, "deck": self.deck_data.hash}
        text = json.dumps(contents, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]


# Fields that have the level of a factor as it is.
SINGLE = tuple(each.name for each in fields(Scenario) if each.name not in ("helpers", "house", "rulings"))


def goods_to_win(of_each_colour: int, cities: int, asked: int) -> int:
    """S1, V4: count the goods that win the game; who asks for 10 instead of 8 asks for two more."""
    return of_each_colour * cities + (2 if asked == 10 else 0)


# Loaded once for a whole grid of scenarios; a file edited in between is a new process.
@lru_cache(maxsize=512)
def _board(name: str) -> Board:
    return load_board(name, "--board")


@lru_cache(maxsize=64)
def _deck(name: str) -> Deck:
    return load_deck(name, "--deck")


@lru_cache(maxsize=512)
def _board_place(name: str) -> Place:
    board = _board(name)
    return _place(name, board, board_toml(board), board.family, board_names())


@lru_cache(maxsize=64)
def _deck_place(name: str) -> Place:
    deck = _deck(name)
    return _place(name, deck, deck_toml(deck), "", deck_names())


def _place(name: str, found: Board | Deck, text: str, kind: str, shipped: list[str]) -> Place:
    sampled = name.startswith(PREFIX)
    own = not sampled and name not in shipped
    return Place(found.name, found.hash, origin(found.provenance), text, kind, sampled, own)


def _helpers(wanted: str | Iterable[str], board: Board) -> tuple[str, ...]:
    """V11: all, none, or names and numbers (`dispatcher`, `H2`) of helpers that the board has."""
    here = FAMILY_HELPERS[board.family]
    if wanted == "all":
        return here
    if wanted == "none":
        return ()
    names = wanted.split(",") if isinstance(wanted, str) else list(wanted)
    found = set()
    for name in names:
        number = HELPER_BY_NAME.get(name.strip().lower(), name.strip().upper())
        if number not in here:
            allowed = [f"{h} ({HELPER_NAMES[int(h[1]) - 1]})" for h in here]
            raise InputError(
                f"--helpers: {quote(name)} is not a helper of {board.source}; "
                f"there are {', '.join(allowed)}, or all, or none."
            )
        if number in found:
            raise InputError(
                f"--helpers: {number} ({HELPER_NAMES[int(number[1]) - 1]}) is named twice; once is enough."
            )
        found.add(number)
    return tuple(sorted(found))
