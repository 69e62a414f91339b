"""Writing a deck as the text that `parse_deck` reads, in the shape of the hand-made file: fit to be corrected by hand."""

from __future__ import annotations

from simulator.core.toml_text import REMARKS, toml_text
from simulator.switch_signal.board_model import TRAIN_COLOURS
from simulator.switch_signal.deck import ACTION_KINDS, EXAMPLE_DEPLOYS, EXAMPLE_MOVES, Card, Deck


def deck_toml(deck: Deck) -> str:
    """A deck file that `parse_deck` reads as this deck, with a word on the cards that are known."""
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
        "Three wilds: every train moves.": card.moves.count("wild") == 3,
    }
    return [remark for remark, holds in remarks.items() if holds]
