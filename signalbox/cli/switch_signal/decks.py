"""`sim decks` and `sim deck copy`: the timetable cards of each deck, how well they are known, and a copy to correct them in."""

from __future__ import annotations

from typing import Annotated

import typer

from reports.terminal.screen import plain_table, show
from signalbox.cli.console import write_file
from signalbox.cli.options import Force, of_factor, out_option
from simulator.core.files import check_target, read_text


def list_decks(
    deck: Annotated[
        str | None,
        typer.Argument(
            metavar="DECK",
            help="One deck: its name or file; ensemble:test is a whole set.",
            autocompletion=of_factor("deck"),
        ),
    ] = None,
) -> None:
    """Show the decks with their cards and where these come from; a file is checked as well."""
    from simulator.switch_signal.ensemble import is_ensemble

    if deck is not None and is_ensemble(deck):
        _list_set(deck)
        return
    from simulator.switch_signal.deck import ACTION_KINDS, deck_names, load_deck
    from simulator.switch_signal.scenario import Scenario

    for name in deck_names() if deck is None else [deck]:
        found = load_deck(name)
        Scenario(deck=name)  # can two play the standard game with it?
        cards = plain_table("card", "symbols, top to bottom")
        for card in found.cards:
            cards.add_row(card.id, str(card))
        provenance = plain_table("fact", "provenance")
        for fact, text in found.provenance.items():
            provenance.add_row(fact, " ".join(text.split()))
        actions = ", ".join(
            f"{count} {kind}" for count, kind in zip(found.actions, ACTION_KINDS, strict=True)
        )
        title = f"{found.source}: {found.name}, {len(found.cards)} timetable cards, hash {found.hash}"
        show(title, f"action cards: {actions}", "", cards, "", provenance, "")


def _list_set(name: str) -> None:
    """Show a set, a line a deck; the cards of each are told for itself."""
    from simulator.switch_signal.deck import deck_figures, load_deck
    from simulator.switch_signal.ensemble import members

    columns = ("deploying", "wilds", "single-colour", "mixed", "black", "brown", "grey")
    table = plain_table("deck", *columns, "hash", right=range(1, 1 + len(columns)))
    for member in members(name, "deck"):
        deck = load_deck(member)
        found = deck_figures(deck)
        counts = (found.deploying, found.wilds, found.single_colour, found.mixed, *found.of_colour.values())
        table.add_row(member, *map(str, counts), deck.hash)
    show(
        table,
        "",
        "Cards that deploy, move a single colour, and so on; wilds are symbols. `sim decks NAME` shows one.",
    )


def copy_deck(
    deck: Annotated[str, typer.Argument(metavar="DECK", help="A deck file, or the name of a shipped deck.")],
    out: Annotated[str, out_option("The new deck file, a .toml file.")],
    force: Force = False,
) -> None:
    """Copy a deck to a file of your own, to change it there (docs/own-deck.md)."""
    from simulator.switch_signal.deck import deck_file, load_deck

    check_target(out, force, ".toml", "my-deck.toml")
    load_deck(deck)
    write_file(out, read_text(deck_file(deck)))
