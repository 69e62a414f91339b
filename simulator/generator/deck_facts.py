"""What a timetable amounts to in figures, and which known fact or limit of the plausible it breaks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from simulator.board_model import TRAIN_COLOURS
from simulator.deck import KINDS, Card, Deck
from simulator.generator.deck_prior import (
    ACTIONS,
    EXAMPLE_DEPLOYS,
    EXAMPLE_MOVES,
    FEWEST_CARDS_OF_A_COLOUR,
    FEWEST_DEPLOYING,
    FEWEST_SYMBOLS,
    MOST_DEPLOYING,
    MOST_SYMBOLS,
    MOST_WILD_CARDS,
    THREE_WILDS_CARDS,
    TWO_DEPLOYMENTS_CARDS,
)
from simulator.records import CARDS


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


def deck_faults(deck: Deck) -> list[str]:
    """One sentence for each known fact that the deck breaks, and for each limit of the plausible; none for a good deck."""
    return [*_broken_facts(deck, describe(deck)), *_passed_limits(deck, describe(deck))]


def _broken_facts(deck: Deck, figures: DeckFigures) -> Iterator[str]:
    if len(deck.cards) != CARDS:
        yield f"The deck has {len(deck.cards)} cards, and a timetable has {CARDS}."
    twice = sum(card.deploy == 2 for card in deck.cards)
    if twice != TWO_DEPLOYMENTS_CARDS:
        yield f"Cards with two deployments: {twice}, and there is exactly {TWO_DEPLOYMENTS_CARDS}."
    if figures.with_wilds[3] != THREE_WILDS_CARDS:
        yield f"Cards with three wilds: {figures.with_wilds[3]}, and there is exactly {THREE_WILDS_CARDS}."
    if not figures.with_wilds[1]:
        yield "No card has a single wild, and there is at least one."
    if not figures.with_wilds[2]:
        yield "No card has a double wild, and there is at least one."
    if not any(card.deploy == EXAMPLE_DEPLOYS and card.moves == EXAMPLE_MOVES for card in deck.cards):
        yield f"No card is that of the rulebooks' example: deploy, {', '.join(EXAMPLE_MOVES)}."
    if deck.actions != ACTIONS:
        found = ", ".join(f"{count} {kind}" for count, kind in zip(deck.actions, KINDS, strict=True))
        yield f"The action deck has {found} cards, and the box has {ACTIONS[0]} of each kind."


def _passed_limits(deck: Deck, figures: DeckFigures) -> Iterator[str]:
    if not FEWEST_DEPLOYING <= figures.deploying <= MOST_DEPLOYING:
        yield (
            f"Cards that deploy: {figures.deploying}, and {FEWEST_DEPLOYING} to {MOST_DEPLOYING} are plausible "
            '("many", by the rulebooks).'
        )
    for card in deck.cards:
        colours = [symbol for symbol in card.moves if symbol != "wild"]
        if not FEWEST_SYMBOLS <= len(card.moves) <= MOST_SYMBOLS:
            yield (
                f"Card {card.id} has {len(card.moves)} move symbols, and {FEWEST_SYMBOLS} to {MOST_SYMBOLS} are plausible."
            )
        if len(set(colours)) < len(colours):
            yield f"Card {card.id} names a colour twice, and all colours of a card differ (M13)."
        if not 0 <= card.deploy <= 2:
            yield f"Card {card.id} has {card.deploy} deployments, and no card has more than two (D4)."
    if figures.wild_cards > MOST_WILD_CARDS:
        yield f"Cards with wilds: {figures.wild_cards}, and at most {MOST_WILD_CARDS} are plausible."
    for colour, count in figures.of_colour.items():
        if count < FEWEST_CARDS_OF_A_COLOUR:
            yield f"Cards that name {colour}: {count}, and at least {FEWEST_CARDS_OF_A_COLOUR} are plausible."
