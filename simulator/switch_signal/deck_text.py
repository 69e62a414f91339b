"""Writing a deck as the text that `parse_deck` reads, in the shape of the hand-made file: fit to be corrected by hand."""

from __future__ import annotations

from simulator.core.toml_table import quoted
from simulator.switch_signal.board_model import TRAIN_COLOURS
from simulator.switch_signal.deck import ACTION_KINDS, Card, Deck
from simulator.switch_signal.generator.deck_prior import EXAMPLE_DEPLOYS, EXAMPLE_MOVES


def deck_toml(deck: Deck) -> str:
    """A deck file that `parse_deck` reads as this deck, with a word on the cards that are known."""
    lines = ["# The 18 timetable cards and the start card. Correct them here if you own the game."]
    lines += [f"name = {quoted(deck.name)}", "", "[provenance]"]
    lines += [f"{key} = {quoted(text)}" for key, text in deck.provenance.items()]
    lines += ["", "[start]", f"deploy = {_listed(TRAIN_COLOURS)}", "", "[actions]"]
    lines += [f"{kind} = {count}" for kind, count in zip(ACTION_KINDS, deck.actions, strict=True)]
    for card in deck.cards:
        lines += ["", *_remarks(card), "[[card]]"]
        lines += [f"id = {quoted(card.id)}", f"deploy = {card.deploy}", f"moves = {_listed(card.moves)}"]
    return "\n".join(lines) + "\n"


def _remarks(card: Card) -> list[str]:
    remarks = {
        "# As in the rulebooks' example turn.": (card.deploy, card.moves) == (EXAMPLE_DEPLOYS, EXAMPLE_MOVES),
        "# Two deployments.": card.deploy == 2,
        "# Three wilds: every train moves.": card.moves.count("wild") == 3,
    }
    return [remark for remark, holds in remarks.items() if holds]


def _listed(texts: tuple[str, ...]) -> str:
    return f"[{', '.join(map(quoted, texts))}]"
