"""Many generated boards or decks in figures: how far they differ, beside the ones that are shipped."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields
from typing import NamedTuple

from simulator.switch_signal.board import load_board
from simulator.switch_signal.board_model import Board
from simulator.switch_signal.deck import Deck, deck_figures, load_deck
from simulator.switch_signal.generator.boards import generate_board
from simulator.switch_signal.generator.decks import generate_deck
from simulator.switch_signal.generator.figures import Figures, board_figures

Row = dict[str, float]
QUANTILES = (0.0, 0.1, 0.5, 0.9, 1.0)


class Spread(NamedTuple):
    """One figure: its quantiles over what was generated, and its value for what is shipped."""

    name: str
    quantiles: tuple[float, ...]
    shipped: float


def board_row(board: Board) -> Row:
    found = board_figures(board)
    row: Row = {
        field.name.replace("_", " "): float(getattr(found, field.name))
        for field in fields(Figures)
        if field.name != "line_lengths"
    }
    lines = sum(found.line_lengths)
    return row | {"lines with one segment, %": 100 * found.line_lengths[1] / lines}


def deck_row(deck: Deck) -> Row:
    found = deck_figures(deck)
    return {
        "deploying cards": found.deploying,
        "wilds": found.wilds,
        "single-colour cards": found.single_colour,
        "mixed cards": found.mixed,
        "cards with 1 symbol": found.with_symbols[1],
        **{f"cards with {count} symbols": found.with_symbols[count] for count in (2, 3)},
        **{f"cards with {colour}": count for colour, count in found.of_colour.items()},
    }


def board_rows(like: str, seeds: range) -> Iterator[Row]:
    for seed in seeds:
        yield board_row(generate_board(like, seed))


def survey_boards(like: str, rows: Sequence[Row]) -> list[Spread]:
    return _spread(rows, board_row(load_board(like)))


def survey_decks(seeds: range) -> list[Spread]:
    return _spread([deck_row(generate_deck(seed)) for seed in seeds], deck_row(load_deck("standard")))


def _spread(rows: Sequence[Row], shipped: Row) -> list[Spread]:
    spreads = []
    for name, value in shipped.items():
        values = sorted(row[name] for row in rows)
        found = tuple(values[round(share * (len(values) - 1))] for share in QUANTILES)
        spreads.append(Spread(name, found, value))
    return spreads
