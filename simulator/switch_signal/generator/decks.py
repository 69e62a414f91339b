"""Timetable decks drawn from the prior of `simulator/switch_signal/generator/deck_prior.py`."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import NamedTuple, TypeVar

from simulator.switch_signal.board_model import TRAIN_COLOURS
from simulator.switch_signal.deck import EXAMPLE_DEPLOYS, EXAMPLE_MOVES, SYMBOLS, Card, Deck
from simulator.switch_signal.generator import deck_prior as prior
from simulator.switch_signal.generator.chance import Chance, Seed
from simulator.switch_signal.limits import CARDS

EXAMPLE = 0  # where the example card lies while a deck is being made
COLOUR_SETS = {count: list(combinations(TRAIN_COLOURS, count)) for count in range(4)}

Moves = tuple[str, ...]
Item = TypeVar("Item")


class Shape(NamedTuple):
    """A card before its colours are chosen."""

    colours: int
    wilds: int


def generate_deck(seed: Seed) -> Deck:
    """The deck of a seed; the same one always. Two decks of the same cards play alike (`Deck.hash`)."""
    chance = Chance("deck", seed)
    moves = _in_order(chance, _coloured(chance, _shapes(chance)))
    example, *others = zip(_deployments(chance), moves, strict=True)
    faces = [example, *sorted(others, key=_place)]
    return Deck(
        name=f"Generated {seed}",
        provenance={
            "cards": "reconstructed: the known cards of the rulebooks (one with two deployments, one with three wilds, single and "
            "double wilds, one with deploy, black, grey), all others drawn from the prior that "
            f"simulator/switch_signal/generator/deck_prior.py states, generated with seed {seed}",
            "start": "known: rulebook (black, then brown, then grey)",
            "actions": "known: rulebook (27 of each kind)",
        },
        cards=tuple(Card(f"t{number:02}", *face) for number, face in enumerate(faces, start=1)),
        actions=prior.ACTIONS,
        source=f"generated deck {seed}",
    )


def _shapes(chance: Chance) -> list[Shape]:
    """Draw how many colours and wilds stand on each card: example card, three wilds, other wild cards, colour cards."""
    shapes = [Shape(len(EXAMPLE_MOVES), 0), Shape(0, 3)]
    others = _drawn(chance, prior.OTHER_WILD_CARDS)
    wilds = [1, 2, *(_drawn(chance, prior.WILDS_ON_A_CARD) for _ in range(others - 2))]
    may_mix = chance.share() < prior.DECKS_WITH_MIXED_CARDS
    for count in wilds:
        mixed = may_mix and chance.share() < prior.MIXED_AMONG_WILD_CARDS
        shapes.append(Shape(_drawn(chance, prior.COLOURS_BESIDE_WILDS[count]) if mixed else 0, count))
    colour_cards = CARDS - len(shapes)
    single = chance.whole(0, colour_cards)
    several = [_drawn(chance, prior.COLOURS_IF_SEVERAL) for _ in range(colour_cards - single)]
    return shapes + [Shape(count, 0) for count in [1] * single + several]


def _coloured(chance: Chance, shapes: list[Shape]) -> list[list[str]]:
    """The symbols of each card, colours chosen. Drawn again until they fit, which keeps all that fit equally likely."""
    must_be_even = chance.share() < prior.EVEN_DECKS
    while True:
        cards = [[*chance.pick(COLOUR_SETS[shape.colours]), *["wild"] * shape.wilds] for shape in shapes]
        cards[EXAMPLE] = list(EXAMPLE_MOVES)
        counts = [sum(colour in card for card in cards) for colour in TRAIN_COLOURS]
        uneven = max(counts) - min(counts) > prior.MOST_UNEVEN
        if min(counts) >= prior.FEWEST_CARDS_OF_A_COLOUR and not (must_be_even and uneven):
            return cards


def _in_order(chance: Chance, cards: list[list[str]]) -> list[Moves]:
    """The symbols of each card from top to bottom."""
    order = _drawn(chance, prior.ORDERS)
    if order == prior.ANY_ORDER:
        moves = [tuple(chance.shuffled(card)) for card in cards]
    else:
        ranks = SYMBOLS if order == prior.COLOURS_FIRST else ("wild", *TRAIN_COLOURS)
        moves = [tuple(sorted(card, key=ranks.index)) for card in cards]
    moves[EXAMPLE] = EXAMPLE_MOVES
    return moves


def _deployments(chance: Chance) -> list[int]:
    """Draw how many trains each card deploys."""
    deploys = [0] * CARDS
    deploys[EXAMPLE] = EXAMPLE_DEPLOYS
    count = _drawn(chance, prior.DEPLOYING_CARDS) - 1
    twice, *once = chance.shuffled(range(EXAMPLE + 1, CARDS))[:count]
    deploys[twice] = 2
    for card in once:
        deploys[card] = 1
    return deploys


def _drawn(chance: Chance, weights: Mapping[Item, int]) -> Item:
    return chance.weighted(list(weights), list(weights.values()))


def _place(face: tuple[int, Moves]) -> tuple[bool, int, int, int, list[int]]:
    """Cards that deploy first, few wilds before many, few symbols before many: so people find their way in a file."""
    deploy, moves = face
    return deploy == 0, deploy, moves.count("wild"), len(moves), [SYMBOLS.index(symbol) for symbol in moves]
