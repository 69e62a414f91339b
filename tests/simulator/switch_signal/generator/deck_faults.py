"""Which known fact, or limit of the plausible, a deck breaks: what `simulator/switch_signal/generator/deck_prior.py` says, asked of a finished deck.

Written from the facts and not from the generator, which keeps to them by the way it draws.
"""

from __future__ import annotations

from collections.abc import Iterator

from simulator.switch_signal.deck import (
    ACTION_KINDS,
    EXAMPLE_DEPLOYS,
    EXAMPLE_MOVES,
    Deck,
    DeckFigures,
    deck_figures,
)
from simulator.switch_signal.generator.deck_prior import ACTIONS, FEWEST_CARDS_OF_A_COLOUR
from simulator.switch_signal.limits import CARDS

# Facts, from rulebooks and reviews.
TWO_DEPLOYMENTS_CARDS = 1
THREE_WILDS_CARDS = 1

# Limits. They are judgements; each says what speaks for it.

# "Auf vielen Fahrplanweisungen": many, so a third at least, and not all. The pieces say about the same. Each of eight goods needs a
# train of its own on Central Europe: with 5 deploying cards hardly eight trains come out; with more than 15 they want more
# trains than the nine of the box and the eight that come back.
FEWEST_DEPLOYING, MOST_DEPLOYING = 6, 15
# The books describe deployments as "additional" on a card that says which colours move: no card moves nothing.
FEWEST_SYMBOLS, MOST_SYMBOLS = 1, 3
# The books explain colours first and wilds as the special case: wilds on half of the cards at most.
MOST_WILD_CARDS = 9


def wild_cards(deck: DeckFigures) -> int:
    """How many cards have wilds."""
    return sum(count for wilds, count in deck.with_wilds.items() if wilds > 0)


def deck_faults(deck: Deck) -> list[str]:
    """One sentence for each known fact that the deck breaks, and for each limit of the plausible; none for a good deck."""
    return [*_broken_facts(deck, deck_figures(deck)), *_passed_limits(deck, deck_figures(deck))]


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
        found = ", ".join(f"{count} {kind}" for count, kind in zip(deck.actions, ACTION_KINDS, strict=True))
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
    if wild_cards(figures) > MOST_WILD_CARDS:
        yield f"Cards with wilds: {wild_cards(figures)}, and at most {MOST_WILD_CARDS} are plausible."
    for colour, count in figures.of_colour.items():
        if count < FEWEST_CARDS_OF_A_COLOUR:
            yield f"Cards that name {colour}: {count}, and at least {FEWEST_CARDS_OF_A_COLOUR} are plausible."
