"""Generated decks keep to the known facts, are the same for ever, and are spread as the prior says.

Seeds are fixed, so a test passes always or never. Each statistical one is written so that a true generator would fail it for about one
choice of seeds in ten thousand (`SURE`, `RARELY`).
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import permutations
from math import sqrt

import pytest

from simulator.switch_signal.board_model import TRAIN_COLOURS
from simulator.switch_signal.deck import (
    Card,
    Deck,
    DeckFigures,
    deck_figures,
    deck_toml,
    load_deck,
    parse_deck,
)
from simulator.switch_signal.generator import deck_prior as prior
from simulator.switch_signal.generator.deck_prior import ANY_ORDER, COLOURS_FIRST, WILDS_FIRST
from simulator.switch_signal.generator.decks import generate_deck
from tests.chance import fits
from tests.simulator.switch_signal.generator.deck_faults import deck_faults, wild_cards

SEEDS = 2000
SURE, RARELY = 4.0, 1e-4  # standard errors; p-value
GOLDEN = ["df8b18928c0ba65d", "997f1190c8a71318", "0f64a18c7c15d2cf"]
GOLDEN_OF_ALL = "5b9c39160275e1e4"


@cache
def decks() -> list[Deck]:
    return [generate_deck(seed) for seed in range(SEEDS)]


@cache
def figures() -> list[DeckFigures]:
    return [deck_figures(deck) for deck in decks()]


def other_wild_cards(deck: DeckFigures) -> int:
    """Besides the one with three."""
    return wild_cards(deck) - 1


def colour_cards(deck: DeckFigures) -> int:
    """Besides the example card."""
    return deck.with_wilds[0] - 1


def unevenness(deck: DeckFigures) -> int:
    return max(deck.of_colour.values()) - min(deck.of_colour.values())


def mean_of(weights: Mapping[int, int]) -> float:
    return sum(value * weight for value, weight in weights.items()) / sum(weights.values())


def close(values: Sequence[float], mean: float) -> bool:
    """Whether the average is the mean expected, within its error."""
    average = sum(values) / len(values)
    variance = sum((value - average) ** 2 for value in values) / (len(values) - 1)
    return abs(average - mean) < SURE * sqrt(variance / len(values))


# Facts


def test_every_deck_keeps_to_the_facts_and_limits() -> None:
    assert [deck_faults(deck) for deck in decks()] == [[]] * SEEDS


@pytest.mark.slow
def test_ten_thousand_further_decks_keep_to_the_facts_and_limits() -> None:
    for seed in range(SEEDS, SEEDS + 10_000):
        assert deck_faults(generate_deck(seed)) == [], seed


def test_the_shipped_deck_keeps_to_the_facts_and_limits() -> None:
    assert deck_faults(load_deck("standard")) == []


def test_figures_of_the_shipped_deck() -> None:
    found = deck_figures(load_deck("standard"))
    assert (found.deploying, found.wilds, wild_cards(found)) == (9, 12, 8)
    assert (found.single_colour, found.mixed) == (3, 3)
    assert found.with_symbols == {1: 5, 2: 11, 3: 2}
    assert found.with_wilds == {0: 10, 1: 5, 2: 2, 3: 1}
    assert found.of_colour == {"black": 7, "brown": 7, "grey": 7}


def with_cards(changes: Mapping[str, tuple[int, str]]) -> Deck:
    """The shipped deck with some cards replaced."""
    deck = load_deck("standard")
    cards = [
        Card(card.id, changes[card.id][0], tuple(changes[card.id][1].split())) if card.id in changes else card
        for card in deck.cards
    ]
    return replace(deck, cards=tuple(cards))


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"t09": (1, "wild")}, "Cards with two deployments: 0"),
        ({"t08": (2, "wild wild")}, "Cards with two deployments: 2"),
        ({"t18": (0, "black brown wild")}, "Cards with three wilds: 0"),
        ({"t17": (0, "wild wild wild")}, "Cards with three wilds: 2"),
        ({"t08": (1, "wild"), "t16": (0, "wild")}, "No card has a double wild"),
        (
            {f"t{n:02}": (int(n < 10) + (n == 9), "wild wild") for n in (7, 9, 13, 14, 15)},
            "No card has a single wild",
        ),
        ({"t01": (0, "black grey")}, "No card is that of the rulebooks' example"),
        ({"t01": (1, "grey black")}, "No card is that of the rulebooks' example"),
        ({f"t{n:02}": (0, "black brown") for n in (2, 3, 4, 5)}, "Cards that deploy: 5"),
        ({f"t{n:02}": (1, "black brown grey") for n in range(10, 18)}, "Cards that deploy: 17"),
        ({"t17": (0, "")}, "Card t17 has 0 move symbols"),
        ({"t17": (0, "black black")}, "Card t17 names a colour twice"),
        ({"t17": (3, "black")}, "Card t17 has 3 deployments"),
        ({"t17": (0, "black wild"), "t12": (0, "brown wild")}, "Cards with wilds: 10"),
        (
            {f"t{n:02}": (int(n < 10), "black grey") for n in (2, 3, 5, 10, 12)},
            "Cards that name brown: 2",
        ),
    ],
)
def test_a_spoilt_deck_is_found_out(changes: Mapping[str, tuple[int, str]], fault: str) -> None:
    faults = deck_faults(with_cards(changes))
    assert any(sentence.startswith(fault) for sentence in faults), faults
    assert all(sentence.endswith(".") for sentence in faults)


def test_a_wrong_number_of_cards_is_found_out() -> None:
    deck = load_deck("standard")
    assert deck_faults(replace(deck, cards=deck.cards[:17]))[0].startswith("The deck has 17 cards")
    assert deck_faults(replace(deck, actions=(27, 26, 27))) == [
        "The action deck has 27 signal, 26 switch, 27 move cards, and the box has 27 of each kind."
    ]


# One deck


def test_a_seed_means_the_same_deck_for_ever() -> None:
    """Another hash here means that stored runs with generated decks cannot be repeated."""
    assert [generate_deck(seed).hash for seed in (0, 1, 2**63 - 1)] == GOLDEN
    all_of_them = "".join(deck.hash for deck in decks())
    assert hashlib.sha256(all_of_them.encode()).hexdigest()[:16] == GOLDEN_OF_ALL


def test_the_file_is_read_back_as_the_same_deck() -> None:
    for deck in [*decks()[:200], load_deck("standard")]:
        assert parse_deck(deck_toml(deck), deck.source) == deck


def test_quotes_and_umlauts_survive_the_file() -> None:
    deck = replace(generate_deck(1), name='Käthe\'s "best" \\ deck ☃ 𝄞')
    assert parse_deck(deck_toml(deck), deck.source) == deck


def test_the_file_says_where_cards_come_from_and_which_are_known() -> None:
    text = deck_toml(generate_deck(7))
    assert 'cards = "reconstructed: ' in text
    assert "generated with seed 7" in text
    for remark in ("# As in the rulebooks' example turn.", "# Two deployments.", "# Three wilds"):
        assert remark in text


# The prior


def test_deploying_cards() -> None:
    assert fits(Counter(deck.deploying for deck in figures()), prior.DEPLOYING_CARDS, RARELY)
    assert mean_of(prior.DEPLOYING_CARDS) == 10.5
    assert close([deck.deploying for deck in figures()], 10.5)


def test_the_card_with_two_deployments_is_any_but_the_example_card() -> None:
    """It is the one with three wilds in one deck of 17."""
    both = [
        float(any(card.deploy == 2 and card.moves.count("wild") == 3 for card in deck.cards))
        for deck in decks()
    ]
    assert close(both, 1 / 17)


def test_deployment_has_nothing_to_do_with_movement() -> None:
    """The card with three wilds deploys as often as any card but the example card: 9.5 of 17."""
    deploys = [
        float(any(card.deploy and card.moves.count("wild") == 3 for card in deck.cards)) for deck in decks()
    ]
    assert close(deploys, 9.5 / 17)


def test_wild_cards() -> None:
    assert fits(Counter(map(other_wild_cards, figures())), prior.OTHER_WILD_CARDS, RARELY)
    assert mean_of(prior.OTHER_WILD_CARDS) == 5
    # one single wild for sure, and 2/3 of all but one more
    assert close([deck.with_wilds[1] - 1 - (other_wild_cards(deck) - 2) * 2 / 3 for deck in figures()], 0)


def test_half_of_the_decks_have_no_mixed_cards() -> None:
    """None are there also if all wild cards of a deck that may have some happen to be pure."""
    weights = prior.OTHER_WILD_CARDS
    pure = sum(weight * 0.5**count for count, weight in weights.items()) / sum(weights.values())
    assert close([float(deck.mixed == 0) for deck in figures()], 0.5 + 0.5 * pure)
    assert close([deck.mixed for deck in figures()], 5 / 4)


def test_a_single_wild_has_two_colours_beside_it_in_a_quarter_of_mixed_cards() -> None:
    found = Counter(
        len(card.moves) - 1
        for deck in decks()
        for card in deck.cards
        if card.moves.count("wild") == 1 and len(card.moves) > 1
    )
    assert fits(found, {1: 3, 2: 1}, RARELY)


def test_single_colour_cards_are_uniform_from_none_to_all() -> None:
    by_colour_cards: dict[int, Counter[int]] = {}
    for deck in figures():
        by_colour_cards.setdefault(colour_cards(deck), Counter())[deck.single_colour] += 1
    assert sorted(by_colour_cards) == list(range(8, 15))
    for number, counts in by_colour_cards.items():
        assert fits(counts, dict.fromkeys(range(number + 1), 1), RARELY), number
    assert close([deck.single_colour for deck in figures()], (16 - 5) / 2)


def test_one_in_five_of_the_cards_with_several_colours_has_all_three() -> None:
    three = several = 0
    for deck in decks():
        for card in deck.cards[1:]:
            if len(card.moves) > 1 and "wild" not in card.moves:
                several += 1
                three += len(card.moves) == 3
    assert abs(three / several - 0.2) < SURE * sqrt(0.2 * 0.8 / several)


def test_half_of_the_decks_must_be_even() -> None:
    """Others are even by chance; many must be uneven, some very much so."""
    found = Counter(map(unevenness, figures()))
    assert 0.5 < (found[0] + found[1]) / SEEDS < 0.65
    assert max(found) >= 7


def lead(deck: Deck, one: str, other: str) -> tuple[float, float]:
    """On how many cards more one colour stands than the other: of all cards, and of those with a single colour."""
    of_colour = deck_figures(deck).of_colour
    singles = [card.moves for card in deck.cards if len(card.moves) == 1]
    return of_colour[one] - of_colour[other], singles.count((one,)) - singles.count((other,))


def test_black_and_grey_are_exchangeable() -> None:
    for differences in zip(*(lead(deck, "black", "grey") for deck in decks()), strict=True):
        assert close(differences, 0)


def test_brown_differs_only_because_the_example_card_lacks_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the example card lacked black, black would be in the same place."""
    without_brown = [lead(deck, "grey", "brown") for deck in decks()]
    monkeypatch.setattr("simulator.switch_signal.generator.decks.EXAMPLE_MOVES", ("brown", "grey"))
    without_black = [lead(generate_deck(seed), "grey", "black") for seed in range(SEEDS, 2 * SEEDS)]
    for one, other in zip(zip(*without_brown, strict=True), zip(*without_black, strict=True), strict=True):
        assert not close(one, 0)
        assert close([a - b for a, b in zip(one, other, strict=True)], 0)


def test_the_order_of_symbols() -> None:
    """Half colours first, a quarter wilds first, a quarter any, seen where a deck shows it: on mixed cards, and six cards or more."""
    ranks = {COLOURS_FIRST: (*TRAIN_COLOURS, "wild"), WILDS_FIRST: ("wild", *TRAIN_COLOURS)}
    kept: Counter[str] = Counter()
    for deck in decks():
        telling = [card.moves for card in deck.cards[1:] if len(set(card.moves)) > 1]
        if deck_figures(deck).mixed == 0 or len(telling) < 6:
            continue
        orders = [
            order
            for order, rank in ranks.items()
            if all(moves == tuple(sorted(moves, key=rank.index)) for moves in telling)
        ]
        kept[orders[0] if orders else ANY_ORDER] += 1
    assert sum(kept.values()) > 500
    assert fits(kept, {COLOURS_FIRST: 2, WILDS_FIRST: 1, ANY_ORDER: 1}, RARELY)


def test_every_card_that_can_exist_comes_up() -> None:
    """All sequences of one to three symbols without a colour twice; and every mixture with no, one and two deployments."""
    symbols = ("black", "brown", "grey", "wild", "wild", "wild")
    sequences = {moves for length in (1, 2, 3) for moves in permutations(symbols, length)}
    assert len(sequences) == 4 + 13 + 34
    cards = [card for deck in decks() for card in deck.cards]
    assert {card.moves for card in cards} == sequences
    mixtures = {(len(moves), moves.count("wild")) for moves in sequences}
    found = {(len(card.moves), card.moves.count("wild"), card.deploy) for card in cards}
    assert found == {(*mixture, deploys) for mixture in mixtures for deploys in (0, 1, 2)}
