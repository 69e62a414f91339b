"""What a timetable amounts to in figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from simulator.switch_signal.board_model import TRAIN_COLOURS
from simulator.switch_signal.deck import Card, Deck
from simulator.switch_signal.generator.deck_prior import MOST_SYMBOLS


@dataclass(frozen=True)
class DeckFigures:
    """Counts of cards, but for `wilds`."""

    deploying: int
    with_symbols: Mapping[int, int]  # cards by their number of move symbols, wilds included
    wilds: int  # symbols
    with_wilds: Mapping[int, int]  # cards by their number of wilds
    of_colour: Mapping[str, int]  # cards that name the colour
    single_colour: int  # one colour and nothing else to move
    mixed: int  # colours and wilds

    @property
    def wild_cards(self) -> int:
        return sum(count for wilds, count in self.with_wilds.items() if wilds > 0)


def wilds_on(card: Card) -> int:
    return card.moves.count("wild")


def describe(deck: Deck) -> DeckFigures:
    """The figures by which decks differ."""
    cards = deck.cards
    return DeckFigures(
        deploying=sum(card.deploy > 0 for card in cards),
        with_symbols=_counted(len(card.moves) for card in cards),
        wilds=sum(map(wilds_on, cards)),
        with_wilds=_counted(map(wilds_on, cards)),
        of_colour={colour: sum(colour in card.moves for card in cards) for colour in TRAIN_COLOURS},
        single_colour=sum(len(card.moves) == 1 and wilds_on(card) == 0 for card in cards),
        mixed=sum(0 < wilds_on(card) < len(card.moves) for card in cards),
    )


def _counted(numbers: Iterator[int]) -> dict[int, int]:
    found = Counter(numbers)
    return {number: found[number] for number in range(max(MOST_SYMBOLS, *found) + 1)}
