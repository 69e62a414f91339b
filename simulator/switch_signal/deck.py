"""Decks: the 18 timetable cards, the start card and the action cards (S3, S4), read from a file, checked, and written as one."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from simulator.core.files import read_text
from simulator.core.messages import file_name, near, quote
from simulator.core.provenance import read_provenance
from simulator.core.toml_table import TomlTable, parse_toml
from simulator.core.toml_text import REMARKS, toml_text
from simulator.switch_signal.board_model import TRAIN_COLOURS
from simulator.switch_signal.ensemble import named_file, names_in
from simulator.switch_signal.limits import CARDS

DECK_FOLDER = Path(__file__).parent / "data" / "decks"
ACTION_KINDS = ("signal", "switch", "move")
SYMBOLS = (*TRAIN_COLOURS, "wild")
MAX_ACTION_CARDS = 200
EXAMPLE_DEPLOYS, EXAMPLE_MOVES = (
    1,
    ("black", "grey"),
)  # of the card in the rulebooks' example turn, known in full


@dataclass(frozen=True)
class Card:
    """A timetable card: so many deployments, then move symbols from top to bottom (T1)."""

    id: str
    deploy: int
    moves: tuple[str, ...]

    @property
    def wilds(self) -> int:
        return self.moves.count("wild")

    def __str__(self) -> str:
        return ", ".join(["deploy"] * self.deploy + list(self.moves)) or "nothing"


@dataclass(frozen=True)
class Deck:
    name: str
    provenance: dict[str, str]
    cards: tuple[Card, ...]
    actions: tuple[int, int, int]  # signal, switch, move
    source: str

    def __hash__(self) -> int:
        return hash((self.hash, self.source))

    @cached_property
    def hash(self) -> str:
        """Identifies how the deck plays; names and provenance do not count."""
        play = [[card.id, card.deploy, card.moves] for card in self.cards] + [list(self.actions)]
        return hashlib.sha256(json.dumps(play).encode()).hexdigest()[:16]


def deck_names() -> list[str]:
    """Return the names of the decks that come with the program."""
    return names_in(DECK_FOLDER)


def deck_file(name: str, option: str = "") -> Path:
    """Return the file that a name stands for; what is no name of a shipped deck is taken for a path. `option` is where it was given."""
    return named_file(name, "deck", DECK_FOLDER, option)


def load_deck(name: str, option: str = "") -> Deck:
    """Load a shipped deck by its name (`standard`, `ensemble:test/deck-01`), or any deck file by its path."""
    return parse_deck(read_text(deck_file(name, option)), file_name(name))


def parse_deck(text: str, source: str) -> Deck:
    """Return the deck that a file's text describes; `source` stands before every message about it."""
    top = TomlTable(parse_toml(text, source), source)
    top.only(("name", "provenance", "start", "actions", "card"))
    provenance = top.table("provenance")
    start = top.table("start")
    start.only(("deploy",))
    if start.texts("deploy") != TRAIN_COLOURS:
        raise start.wrong("deploy", "black, brown, grey (D5)")
    actions = top.table("actions")
    actions.only(ACTION_KINDS)
    signal, switch, move = (actions.integer(kind, 0, MAX_ACTION_CARDS) for kind in ACTION_KINDS)
    cards = tuple(_card(table) for table in top.tables("card"))
    if len(cards) != CARDS:
        raise top.error(f"{len(cards)} cards ([[card]]) were found, and a timetable has exactly {CARDS}")
    ids = [card.id for card in cards]
    for identifier in ids:
        if ids.count(identifier) > 1:
            raise top.error(f'the card id "{identifier}" is used twice')
    entries = read_provenance(provenance, ("cards", "start", "actions"))
    return Deck(top.text("name"), entries, cards, (signal, switch, move), source)


def _card(table: TomlTable) -> Card:
    """T1, D4, M13: at most two deployments; colours on a card differ, and every wild needs a colour of its own."""
    table.only(("id", "deploy", "moves"))
    identifier = table.identifier("id")
    if identifier == "start":
        raise table.error("the id start belongs to the start card")
    moves = table.texts("moves")
    for symbol in moves:
        if symbol not in SYMBOLS:
            raise table.error(
                f"moves has {quote(symbol)}, and symbols are {', '.join(SYMBOLS)}{near(symbol, SYMBOLS)}"
            )
        if symbol != "wild" and moves.count(symbol) > 1:
            raise table.error(f"moves has {symbol} twice, and all colours of a card differ (M13)")
    if len(moves) > 3:
        raise table.error(f"moves has {len(moves)} symbols, and there are only three colours to move (M13)")
    return Card(identifier, table.integer("deploy", 0, 2), moves)


def deck_toml(deck: Deck) -> str:
    """Write a deck as the text that `parse_deck` reads, in the shape of the hand-made file and fit to be corrected by hand, with a word on the cards that are known."""
    data = {
        REMARKS: ["The 18 timetable cards and the start card. Correct them here if you own the game."],
        "name": deck.name,
        "provenance": deck.provenance,
        "start": {"deploy": TRAIN_COLOURS},
        "actions": dict(zip(ACTION_KINDS, deck.actions, strict=True)),
        "card": [
            {REMARKS: _remarks(card), "id": card.id, "deploy": card.deploy, "moves": card.moves}
            for card in deck.cards
        ],
    }
    return toml_text(data, wrap=False)


def _remarks(card: Card) -> list[str]:
    remarks = {
        "As in the rulebooks' example turn.": (card.deploy, card.moves) == (EXAMPLE_DEPLOYS, EXAMPLE_MOVES),
        "Two deployments.": card.deploy == 2,
        "Three wilds: every train moves.": card.wilds == 3,
    }
    return [remark for remark, holds in remarks.items() if holds]


@dataclass(frozen=True)
class DeckFigures:
    """What a timetable amounts to: counts of cards, but for `wilds`."""

    deploying: int
    with_symbols: Mapping[int, int]  # cards by their number of move symbols, wilds included
    wilds: int  # symbols
    with_wilds: Mapping[int, int]  # cards by their number of wilds
    of_colour: Mapping[str, int]  # cards that name the colour
    single_colour: int  # one colour and nothing else to move
    mixed: int  # colours and wilds


def deck_figures(deck: Deck) -> DeckFigures:
    """Count what decks differ in."""
    cards = deck.cards
    return DeckFigures(
        deploying=sum(card.deploy > 0 for card in cards),
        with_symbols=Counter(len(card.moves) for card in cards),
        wilds=sum(card.wilds for card in cards),
        with_wilds=Counter(card.wilds for card in cards),
        of_colour={colour: sum(colour in card.moves for card in cards) for colour in TRAIN_COLOURS},
        single_colour=sum(len(card.moves) == 1 and card.wilds == 0 for card in cards),
        mixed=sum(0 < card.wilds < len(card.moves) for card in cards),
    )
