"""The replay viewer: a page that plays a game on the drawn board, or a part of another page that shows several."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import product
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from reports.page_parts import asset, embedded_json, render, render_page
from reports.switch_signal.board.geometry import CITY_RADIUS
from reports.switch_signal.board.svg import Sheet, board_style, board_svg
from reports.switch_signal.replay.data import Game, replay_data, seen_cards
from reports.switch_signal.transcript.words import HELPERS, helper_name
from simulator.core.messages import printable
from simulator.switch_signal.board import Board
from simulator.switch_signal.deck import ACTION_KINDS

if TYPE_CHECKING:  # a game alone is shown without what reads runs
    from experiments.results import CellResult
    from experiments.run_store.kept_files import KeptFiles
    from reports.page import Replays

# What a trace that this program has not made may end in.
NO_TRACE = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError)


def replay_page(board: Board, game: Game) -> str:
    """A whole page with one game; it needs no other file and asks for none."""
    viewer = replay_viewer(board, [game], whole_page=True)
    title = f"{board.name}, game {game.events[0]['game']} of seed {game.events[0]['seed']}"
    style, script = replay_assets()
    style = Markup(board_style(heat=False)) + style + asset("replay_page.css")
    script = asset("elements.js") + script
    return render_page("replay_page.html.j2", [script], title=title, style=style, viewer=viewer)


def kept_replays(kept: KeptFiles, cell: CellResult, board: Board | None) -> Replays:
    """Return viewers of the games of a cell that a run has kept, if any can be drawn."""
    from reports.page import Replays

    if board is None:
        return Replays()
    deck = kept.places("deck").get(cell.entry.places["deck"].hash)
    cards = {card.id: str(card) for card in deck.cards} if deck else {}
    games = [
        Game(events, cards, name.replace("-", " "))
        for name, events in kept.games(cell.id, cell.tally).items()
    ]
    if not games:
        return Replays()
    try:
        return Replays([replay_viewer(board, games)], _whose(cell, board.name, games), *replay_assets())
    except NO_TRACE:
        kept.damaged.append(f"a trace of cell {cell.id} tells no game")
        return Replays()


def _whose(cell: CellResult, board: str, games: Sequence[Game]) -> str:
    """Tell who plays where, and why one of the three games is not there."""
    from experiments.statistics.means import games_of
    from reports.factor_words import table_words
    from simulator.switch_signal.game import LOST

    absent = "" if any("win" in game.name for game in games) else " None of its games was won."
    if not games_of(cell.tally, LOST):
        absent = " None of its games was lost."
    who = table_words(cell.tally.form.game, cell.policy)
    return (
        f"Kept from the run: {who} on {printable(board)}, in the setup that the figures above show.{absent}"
    )


def replay_assets() -> tuple[Markup, Markup]:
    """Style and script that a page with viewers needs once, besides the style of boards and elements.js."""
    return asset("replay.css"), Markup("").join(
        map(asset, ("replay_board.js", "replay_panel.js", "replay.js"))
    )


def replay_viewer(
    board: Board, games: Sequence[Game], *, ident: str = "replay", whole_page: bool = False
) -> Markup:
    """A <section> that shows games on one board, with buttons to choose if there are several.

    `ident` must differ between the viewers of a page. Keys reach a viewer while the focus is in it; with `whole_page` they always do,
    and the address of the page names the step.
    """
    sheet = Sheet(board)
    told = [replay_data(sheet, game) for game in games]
    keys = {key for game in told for key in game["steps"][0]["set"]}  # games may differ in players and trains
    trains = sorted(key.removeprefix("train:") for key in keys if key.startswith("train:"))
    layer = render("replay_layer.html.j2", trains=trains, stocks=_stocks(sheet))
    data = {
        "page": whole_page,
        "cells": _cells(sheet),
        "cards": seen_cards(games),
        "games": told,
    }
    return render(
        "replay.html.j2",
        ident=ident,
        heading="h1" if whole_page else "h3",
        games=told,
        board=board_svg(
            board,
            label=f"Board {board.name} with the trains of the game",
            sheet=sheet,
            under=Markup('<path class="way" d=""/>'),
            layer=layer,
        ),
        trains=trains,
        seats=range(sum(key.startswith("hand:") for key in keys)),
        kinds=ACTION_KINDS,
        goods=[(city.goods, city.name, city.id) for city in board.goods_cities],
        ports=[(port.id, port.name) for port in board.ports],
        helpers={helper: helper_name(helper) for helper in HELPERS},
        used=sorted({helper for game in told for helper in game["helpers"]}),
        data=embedded_json(data),
    )  # fmt: skip


def _cells(sheet: Sheet) -> dict[str, list[Any]]:
    """Return where a train stands on each cell, and how it is turned for each edge that it may head for."""
    cells: dict[str, list[Any]] = {}
    for cell in sheet.geometry.cells:
        line, _, number = cell.rpartition("#")
        edges = (f"{line}:{int(number) - 1}", f"{line}:{number}")
        cells[cell] = [*sheet.cell(cell), {edge: sheet.angle(cell, edge) for edge in edges}]
    for place, ends in sheet.board.line_ends.items():
        if place not in sheet.board.arms:
            leaving = [f"{line}:{end and sheet.board.line_by_id[line].segments}" for line, end in ends]
            cells[place] = [*sheet.cell(place), {edge: sheet.angle(place, edge) for edge in leaving}]
    return cells


def _stocks(sheet: Sheet) -> list[tuple[str, str, int, int]]:
    """Return where the number of goods that wait in a city is written: at its rim, away from entrances, name and trains."""
    found = []
    for city in sheet.board.goods_cities:
        x, y = sheet.geometry.places[city.id]
        taken = [sheet.geometry.field(field)[0] for field in sheet.board.entrances[city.id]]
        taken.append((x, y + CITY_RADIUS))  # where a train stands
        for left, low, right, high in (name.box for name in sheet.names if name.near == (x, y)):
            taken += [((left + right) / 2, (low + high) / 2), *product((left, right), (low, high))]
        turns = [math.tau * k / 16 for k in range(16)]
        rim = [(x + CITY_RADIUS * math.cos(a), y + CITY_RADIUS * math.sin(a)) for a in turns]
        best = max(rim, key=lambda at: round(min(math.dist(at, other) for other in taken), 6))
        found.append((city.id, str(city.goods), *sheet.at(best)))
    return found
